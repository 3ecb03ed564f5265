//! Blelloch: *Vector Models for Data-Parallel Computing*, *Programming Parallel Algorithms*.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::statements::text;
use super::{Book, Row};
use crate::syntax::token::Kind;

/// What only these listings have.
pub const BOOK: Book = Book {
    name: Some("Blelloch"),
    tokens: &[Row {
        interpretation: Interpretation::LengthInBars,
        rewrite: length,
    }],
    statements: &[Row {
        interpretation: Interpretation::Comprehension,
        rewrite: comprehension,
    }],
};

fn length(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    let is_it = listing.is(at, "|")
        && listing.is(at + 2, "|")
        && listing.touches(at)
        && listing.touches(at + 1)
        && listing.tokens[at + 1].kind == Kind::Word;
    if is_it {
        let name = listing.text(at + 1).to_owned();
        listing.put(at, format!("length({name}[])"));
        listing.drop(at + 1..at + 3);
    }
    is_it
}

/// The parts of `{e : i in S}`, each by its tokens.
struct Comprehension {
    open: usize,
    close: usize,
    value: Vec<usize>,
    index: String,
    set: Vec<usize>,
}

fn comprehension(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let mut before = String::new();
    while let Some(found) = find(listing, tokens) {
        let Some(filled) = fill(listing, &found) else {
            return false;
        };
        before.push_str(&filled.statements);
        for &at in tokens
            .iter()
            .filter(|at| (found.open..=found.close).contains(*at))
        {
            listing.put(at, "");
            listing.tokens[at].before.clear();
            listing.tokens[at].after.clear();
        }
        listing.put(found.open, filled.name);
    }
    // `return [0]`: an array has a name.
    if let [word, open, inside @ .., close] = tokens
        && listing.word(*word) == "return"
        && listing.is(*open, "[")
        && listing.closing(*open, close + 1) == Some(*close)
    {
        let array = format!("a_{open}");
        let values = text(listing, inside);
        let count = super::statements::parts(listing, inside).len();
        super::statements::replace(
            listing,
            tokens,
            &format!("array {array}[{count}] = {{{values}}}; return {array}[]"),
        );
        return true;
    }
    if before.is_empty() {
        return false;
    }
    listing.before(tokens[0], &before);
    true
}

fn find(listing: &Listing<'_>, tokens: &[usize]) -> Option<Comprehension> {
    let last = *tokens.last()?;
    for (k, &open) in tokens.iter().enumerate() {
        if !listing.is(open, "{") {
            continue;
        }
        let close = listing.closing(open, last + 1)?;
        let end = tokens.iter().position(|&at| at == close)?;
        let inside = &tokens[k + 1..end];
        let colon = inside.iter().position(|&at| listing.is(at, ":"))?;
        let [index, among, set @ ..] = &inside[colon + 1..] else {
            return None;
        };
        let is_among = listing.text(*among) == "∈" || listing.word(*among) == "in";
        if !is_among || set.is_empty() {
            return None;
        }
        return Some(Comprehension {
            open,
            close,
            value: inside[..colon].to_vec(),
            index: listing.text(*index).to_owned(),
            set: set.to_vec(),
        });
    }
    None
}

struct Filled {
    statements: String,
    name: String,
}

fn fill(listing: &Listing<'_>, found: &Comprehension) -> Option<Filled> {
    let array = format!("a_{}", found.open);
    let set = &found.set;
    let (range, length, index) = if let [only] = set[..] {
        let name = listing.text(only);
        let index = format!("i_{}", found.open);
        (
            format!("{index} from 0 to length({name}[]) - 1"),
            format!("length({name}[])"),
            index,
        )
    } else {
        let [open, inside @ .., close] = &set[..] else {
            return None;
        };
        let (inside, is_open) = match (listing.text(*open), listing.text(*close)) {
            ("[", ")") => (inside, true),
            ("[", "]") | ("{", "}") => (inside, false),
            _ => (&set[..], false),
        };
        let dots = inside
            .iter()
            .position(|&at| matches!(listing.text(at), ".." | "..." | "…" | "."))?;
        let after = inside[dots..]
            .iter()
            .position(|&at| !matches!(listing.text(at), ".." | "..." | "…" | "." | ","))?;
        let from = text(listing, &inside[..dots]);
        let to = text(listing, &inside[dots + after..]);
        let less = if is_open { " - 1" } else { "" };
        let length = format!("{to}{} - ({from})", if is_open { "" } else { " + 1" });
        (
            format!("{} from {from} to {to}{less}", found.index),
            length,
            found.index.clone(),
        )
    };
    let value = |tokens: &[usize]| {
        let own: Vec<String> = tokens
            .iter()
            .map(|&at| {
                let is_element = set.len() == 1 && listing.text(at) == found.index;
                if is_element {
                    format!("{}[{index}]", listing.text(set[0]))
                } else {
                    text(listing, &[at])
                }
            })
            .collect();
        own.join(" ")
    };
    let cell = format!("{array}[{index}]");
    let word = |name: &str| found.value.iter().position(|&at| listing.word(at) == name);
    let body = match (word("if"), word("then"), word("else")) {
        (Some(0), Some(then), Some(other)) if then < other => {
            let condition: Vec<String> = found.value[1..then]
                .iter()
                .map(|&at| {
                    if listing.is(at, "=") {
                        "==".to_owned()
                    } else {
                        text(listing, &[at])
                    }
                })
                .collect();
            format!(
                "if ({}) {cell} = {}; else {cell} = {};",
                condition.join(" "),
                value(&found.value[then + 1..other]),
                value(&found.value[other + 1..])
            )
        }
        _ => format!("{cell} = {};", value(&found.value)),
    };
    Some(Filled {
        statements: format!(
            "array {array}[{length}]; parallel (for each {range}) {body} end_parallel "
        ),
        name: format!("{array}[]"),
    })
}
