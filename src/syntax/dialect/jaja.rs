//! JáJá: *An Introduction to Parallel Algorithms*.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::region::Region;
use super::statements::{parts, replace, text};
use super::{Book, Row};
use crate::syntax::token::Kind;

/// What only these listings have.
pub const BOOK: Book = Book {
    name: Some("JáJá"),
    tokens: &[Row {
        interpretation: Interpretation::Assignment,
        rewrite: assignment,
    }],
    statements: &[
        Row {
            interpretation: Interpretation::GlobalReadAndWrite,
            rewrite: global,
        },
        Row {
            interpretation: Interpretation::AssigningWord,
            rewrite: set,
        },
        Row {
            interpretation: Interpretation::Exit,
            rewrite: exit,
        },
    ],
};

/// `i^(l)` in a subscript, where books mean i with bit l complemented: each by its first and last token.
pub fn superscripts(listing: &Listing<'_>, regions: &[Region]) -> Vec<(usize, usize)> {
    let lines = regions.iter().flat_map(Region::lines);
    let mut found = Vec::new();
    for line in lines {
        let mut open = Vec::new();
        for at in listing.lines[line].clone() {
            match listing.text(at) {
                "(" | "[" => open.push(at > 0 && listing.tokens[at - 1].kind == Kind::Word),
                ")" | "]" => {
                    open.pop();
                }
                "^" if open.last() == Some(&true)
                    && listing.is(at + 1, "(")
                    && listing.is(at + 3, ")")
                    && [at - 1, at + 2].map(|at| listing.tokens[at].kind) == [Kind::Word; 2]
                    && listing.touches(at - 1) =>
                {
                    found.push((at - 1, at + 3));
                }
                _ => {}
            }
        }
    }
    found
}

fn assignment(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    let is_it = listing.is(at, ":")
        && listing.is(at + 1, "=")
        && listing.tokens[at].line == listing.tokens[at + 1].line;
    if is_it {
        listing.put(at, ":=");
        listing.put(at + 1, "");
    }
    is_it
}

fn set(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let is_word = matches!(listing.word(tokens[0]).as_str(), "set" | "compute" | "let");
    let assigns = tokens
        .iter()
        .any(|&at| matches!(listing.text(at), ":=" | "=" | "←"));
    let named = tokens.len() > 2 && !listing.word(tokens[1]).is_empty();
    if is_word && assigns && named {
        listing.put(tokens[0], "");
        super::statements::statement(listing, &tokens[1..]);
    }
    is_word && assigns && named
}

fn global(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let [global, access, open, inside @ .., close] = tokens else {
        return false;
    };
    let is_access = matches!(listing.word(*access).as_str(), "read" | "write");
    if listing.word(*global) != "global"
        || !is_access
        || !listing.is(*open, "(")
        || !listing.is(*close, ")")
    {
        return false;
    }
    let parts = parts(listing, inside);
    let [from, to] = parts.as_slice() else {
        return false;
    };
    let text = format!("{} = {}", text(listing, to), text(listing, from));
    replace(listing, tokens, &text);
    true
}

fn exit(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let is_exit = tokens.len() == 1 && matches!(listing.word(tokens[0]).as_str(), "exit" | "stop");
    if is_exit {
        listing.put(tokens[0], "return");
    }
    is_exit
}
