//! The lines between the heading of a listing and its body: what it takes, gives and declares.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::numbers::number_length;
use super::words::{self, Word};
use crate::syntax::keyword::Concept;
use crate::syntax::token::Kind;

/// Passes over the lines between a heading and its body; they become comments. The result is the first
/// line of the body.
pub fn header(
    listing: &mut Listing<'_>,
    from: usize,
    begins_anew: impl Fn(&Listing<'_>, usize) -> bool,
) -> usize {
    let mut declares = false;
    let mut line = from;
    while line < listing.lines.len() {
        let Some(first) = listing.first(line) else {
            line += 1;
            continue;
        };
        if listing.is(first, "{")
            && !listing.lines[line]
                .clone()
                .any(|at| matches!(listing.written(at), ":=" | "←"))
        {
            // A comment of several lines.
            let closes = |line: usize| listing.lines[line].clone().any(|at| listing.is(at, "}"));
            if let Some(last) =
                (line..listing.lines.len().min(line + 12)).find(|&line| closes(line))
            {
                for line in line..=last {
                    listing.comment(line, Interpretation::Captions);
                }
                line = last + 1;
                continue;
            }
        }
        let word = listing.word(first);
        let begins = words::is_declaring(&word) && !assigns(listing, first)
            || line == from
                && listing.is(first, "(")
                && number_length(listing, line, false).is_none()
                && listing.closing(first, listing.lines[line].end) == listing.last(line)
                && !listing.is(first + 1, "*");
        let is_statement = Word::of(listing, first).is_some()
            || number_length(listing, line, false).is_some()
            || begins_anew(listing, line)
            || listing.is(first, "{") && !declares
            || is_statement(listing, line);
        let goes_on = declares && !is_statement;
        if !(begins || goes_on) {
            break;
        }
        declares = true;
        listing.comment(line, Interpretation::Captions);
        line += 1;
    }
    line
}

/// Whether a line below `Input: …` is a statement, and no part of a sentence.
fn is_statement(listing: &Listing<'_>, line: usize) -> bool {
    let tokens = listing.meaningful(line..line + 1);
    let (Some(&first), Some(&last)) = (tokens.first(), tokens.last()) else {
        return false;
    };
    let has = |marks: &[&str]| tokens.iter().any(|&at| marks.contains(&listing.text(at)));
    let is_word = |at: usize| listing.tokens[at].kind == Kind::Word;
    let is_sentence = listing.is(last, ".")
        || (tokens.windows(2)).any(|pair| {
            let [one, other] = [pair[0], pair[1]];
            is_word(one) && is_word(other) && super::prose::is_plain(listing, other)
        });
    let behind = (listing.is(first + 1, "(") || listing.is(first + 1, "["))
        .then(|| listing.closing(first + 1, last + 1))
        .flatten();
    let is_call = behind == Some(last) && listing.is(first + 1, "(");
    let assigns = match behind {
        Some(close) => listing.is(close + 1, "="),
        None => listing.is(first + 1, "="),
    };
    let is_keyword = matches!(
        listing.concept(first),
        Some(Concept::Return | Concept::Break | Concept::Send | Concept::Receive | Concept::Print)
    );
    has(&[":=", "←", "<-"]) || is_word(first) && !is_sentence && (is_call || assigns || is_keyword)
}

/// Whether a line that begins with this name assigns to it.
fn assigns(listing: &Listing<'_>, first: usize) -> bool {
    matches!(listing.text(first + 1), ":=" | "←" | "=" | "[" | "<-")
}
