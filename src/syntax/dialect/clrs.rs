//! Cormen, Leiserson, Rivest, Stein: *Introduction to Algorithms*.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::statements::{assign_together, exchange, parts, replace, text};
use super::{Book, Row};

/// What only these listings have.
pub const BOOK: Book = Book {
    name: Some("CLRS"),
    tokens: &[Row {
        interpretation: Interpretation::LengthOfArray,
        rewrite: length,
    }],
    statements: &[
        Row {
            interpretation: Interpretation::Exchange,
            rewrite: exchanges,
        },
        Row {
            interpretation: Interpretation::NewArray,
            rewrite: new_array,
        },
        Row {
            interpretation: Interpretation::SimultaneousAssignment,
            rewrite: tuple,
        },
    ],
};

/// `exchange a with b`, `swap(a, b)`, `A(1) ↔ A(2)`
fn exchanges(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let word = listing.word(tokens[0]);
    let find = |test: &dyn Fn(usize) -> bool| tokens.iter().position(|&at| test(at));
    if let Some(mark) = find(&|at| matches!(listing.text(at), "↔" | "⟷" | "⇔")) {
        return exchange(listing, tokens, &tokens[..mark], &tokens[mark + 1..]);
    }
    if matches!(word.as_str(), "exchange" | "interchange" | "zamijeni") {
        let joint = if word == "zamijeni" {
            ["s", "i"]
        } else {
            ["with", "and"]
        };
        let with = joint
            .iter()
            .find_map(|joint| find(&|at| listing.word(at) == *joint));
        return with
            .is_some_and(|with| exchange(listing, tokens, &tokens[1..with], &tokens[with + 1..]));
    }
    let is_call = word == "swap" && tokens.len() > 4 && listing.is(tokens[1], "(");
    if is_call
        && listing.is(tokens[tokens.len() - 1], ")")
        && !super::words::defines(listing, "swap")
    {
        listing.is_silent = true;
        let arguments = parts(listing, &tokens[2..tokens.len() - 1]);
        if let [one, other] = arguments.as_slice() {
            return exchange(listing, tokens, one, other);
        }
    }
    false
}

/// `let L[1 .. n₁ + 1] and R[1 .. n₂ + 1] be new arrays`
fn new_array(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    if listing.word(tokens[0]) != "let" {
        return false;
    }
    let Some(be) = tokens.iter().position(|&at| listing.word(at) == "be") else {
        return false;
    };
    let mut arrays = Vec::new();
    let mut at = 1;
    while at < be {
        let name = listing.text(tokens[at]).to_owned();
        let Some(close) = (listing.is(tokens[at + 1], "["))
            .then(|| listing.closing(tokens[at + 1], tokens[be]))
            .flatten()
            .and_then(|close| tokens.iter().position(|&token| token == close))
        else {
            return of_length(listing, tokens, be);
        };
        let mut lengths = Vec::new();
        for part in parts(listing, &tokens[at + 2..close]) {
            let Some(dots) = part
                .iter()
                .rposition(|&at| matches!(listing.text(at), "." | ".." | "..." | ":" | "…"))
            else {
                return false;
            };
            lengths.push(format!("{} + 1", text(listing, &part[dots + 1..])));
        }
        arrays.push(format!("{name}[{}]", lengths.join(", ")));
        at = close + 1;
        while at < be && (listing.is(tokens[at], ",") || listing.word(tokens[at]) == "and") {
            at += 1;
        }
    }
    let text = format!("array {}", arrays.join(", "));
    replace(listing, tokens, &text);
    true
}

/// `let y be a new vector of length n`, `let C be a new n × n matrix`
fn of_length(listing: &mut Listing<'_>, tokens: &[usize], be: usize) -> bool {
    if be != 2 {
        return false;
    }
    let name = listing.text(tokens[1]).to_owned();
    let word = |at: usize| listing.word(at);
    let length = tokens.iter().position(|&at| word(at) == "length");
    let new = tokens.iter().position(|&at| word(at) == "new");
    let matrix = tokens.iter().position(|&at| word(at) == "matrix");
    let lengths = match (length, new, matrix) {
        (Some(length), _, None) => format!("{} + 1", text(listing, &tokens[length + 1..])),
        (None, Some(new), Some(matrix)) => {
            let Some(times) = tokens.iter().position(|&at| listing.text(at) == "×") else {
                return false;
            };
            if new >= times || times >= matrix {
                return false;
            }
            let [rows, columns] = [&tokens[new + 1..times], &tokens[times + 1..matrix]];
            format!(
                "{} + 1, {} + 1",
                text(listing, rows),
                text(listing, columns)
            )
        }
        _ => return false,
    };
    replace(listing, tokens, &format!("array {name}[{lengths}]"));
    true
}

/// `(a, b) = (b, a mod b)`
fn tuple(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let assigns = |at: &usize| matches!(listing.text(*at), "=" | ":=" | "←");
    let Some(mark) = tokens.iter().position(assigns) else {
        return false;
    };
    let (left, right) = (&tokens[..mark], &tokens[mark + 1..]);
    let inside = |side: &[usize]| {
        let [open, inside @ .., close] = side else {
            return None;
        };
        let encloses = listing.is(*open, "(") && listing.closing(*open, *close + 1) == Some(*close);
        encloses.then(|| parts(listing, inside))
    };
    let Some((targets, values)) = inside(left).zip(inside(right)) else {
        return false;
    };
    if targets.len() < 2 {
        return false;
    }
    let slices = |parts: &[Vec<usize>]| parts.to_vec();
    let (targets, values) = (slices(&targets), slices(&values));
    let targets: Vec<&[usize]> = targets.iter().map(Vec::as_slice).collect();
    let values: Vec<&[usize]> = values.iter().map(Vec::as_slice).collect();
    assign_together(listing, tokens, &targets, &values)
}

/// `length[A]`, `A.length`, `A.rows`
fn length(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    let less = if listing.counts_from_zero { "" } else { " - 1" };
    let opens = listing.is(at + 1, "[") && listing.is(at + 3, "]")
        || listing.written(at) == "LENGTH" && listing.is(at + 1, "(") && listing.is(at + 3, ")");
    if listing.word(at) == "length" && opens {
        let name = listing.text(at + 2).to_owned();
        listing.put(at, format!("(length({name}[]){less})"));
        listing.drop(at + 1..at + 4);
        return true;
    }
    let is_part = matches!(listing.word(at + 2).as_str(), "length" | "rows");
    if is_part && listing.is(at + 1, ".") && listing.touches(at) && !listing.word(at).is_empty() {
        let name = listing.text(at).to_owned();
        let of = if listing.word(at + 2) == "rows" {
            ", 0"
        } else {
            "[]"
        };
        listing.put(at, format!("(length({name}{of}){less})"));
        listing.drop(at + 1..at + 3);
        return true;
    }
    false
}
