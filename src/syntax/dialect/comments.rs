//! Comments as other books print them, decided for a whole listing.

use std::ops::Range;

use super::interpretation::Interpretation;
use super::listing::Listing;
use crate::syntax::operator;
use crate::syntax::token::Kind;

/// Makes the comments of a listing what the language passes over.
pub fn mark(listing: &mut Listing<'_>, lines: Range<usize>) {
    let has_blocks = has_blocks(listing, lines.clone());
    for line in lines {
        let mut at = listing.lines[line].start;
        while at < listing.lines[line].end {
            let end = listing.lines[line].end;
            at = match comment(listing, at, end, has_blocks) {
                Some(Comment::ToEnd(length)) => {
                    listing.note(at, Interpretation::Comments);
                    listing.put(at, "//");
                    hide(listing, at..end, length);
                    end
                }
                Some(Comment::Until(close)) => {
                    listing.note(at, Interpretation::Comments);
                    listing.put(at, "/*");
                    hide(listing, at..close + 1, 1);
                    listing.put(close, "*/");
                    close + 1
                }
                None => at + 1,
            };
        }
    }
}

enum Comment {
    ToEnd(usize),
    Until(usize),
}

fn hide(listing: &mut Listing<'_>, range: Range<usize>, marks: usize) {
    for at in range.clone() {
        listing.tokens[at].kind = Kind::Comment;
        if at > range.start {
            listing.tokens[at].read_as = None;
        }
        if at > range.start && at < range.start + marks {
            listing.put(at, "");
        }
    }
}

/// Whether braces hold statements: one is open at the end of its line, or holds an assignment.
fn has_blocks(listing: &Listing<'_>, lines: Range<usize>) -> bool {
    lines.into_iter().any(|line| {
        let mut depth = 0_i32;
        for at in listing.lines[line].clone() {
            match listing.written(at) {
                "{" if listing.tokens[at].kind == Kind::Mark => depth += 1,
                "}" if listing.tokens[at].kind == Kind::Mark => depth -= 1,
                ";" | ":=" | "←" if depth > 0 => return true,
                _ => {}
            }
        }
        depth != 0
    })
}

fn comment(listing: &Listing<'_>, at: usize, end: usize, has_blocks: bool) -> Option<Comment> {
    if listing.tokens[at].kind != Kind::Mark || listing.tokens[at].read_as.is_some() {
        return None;
    }
    let next = listing.tokens.get(at + 1).filter(|_| at + 1 < end)?;
    let is_prose = || {
        let words = (at + 1..end)
            .take_while(|&at| listing.tokens[at].kind == Kind::Word)
            .count();
        words > 1 || words == 1 && at + 2 == end
    };
    match listing.written(at) {
        "▷" | "▹" | "⊳" => Some(Comment::ToEnd(1)),
        "%" if !listing.touches(at) && is_prose() => Some(Comment::ToEnd(1)),
        "--" if !listing.touches(at) && is_prose() => Some(Comment::ToEnd(1)),
        "(" if next.kind == Kind::Mark && listing.written(at + 1) == "*" && listing.touches(at) => {
            let close = (at + 2..end - 1).find(|&close| {
                listing.written(close) == "*"
                    && listing.written(close + 1) == ")"
                    && listing.touches(close)
            });
            close.map(|close| Comment::Until(close + 1))
        }
        "{" if !has_blocks => {
            let close = listing.closing(at, end)?;
            let is_last = close + 1 == end;
            (is_last && is_prose_in(listing, at + 1..close)).then_some(Comment::Until(close))
        }
        _ => None,
    }
}

/// Whether some tokens are prose: one word alone, or two words next to each other that are none of a
/// formula. `{e : a in A}` is none.
fn is_prose_in(listing: &Listing<'_>, range: Range<usize>) -> bool {
    let is_word = |at: usize| {
        let word = listing.word(at);
        let is_of_formula = operator::find(&word).is_some()
            || matches!(
                word.as_str(),
                "not" | "log" | "lg" | "in" | "then" | "else" | "if"
            );
        !word.is_empty() && !is_of_formula
    };
    let pair = range
        .clone()
        .any(|at| at + 1 < range.end && is_word(at) && is_word(at + 1));
    pair || range.len() == 1 && is_word(range.start)
}
