//! Lines of a listing that say in words what a statement would do: no rewriting makes them one.

use super::listing::Listing;
use super::region::Region;
use super::words::Word;
use crate::syntax::keyword;
use crate::syntax::operator;
use crate::syntax::token::Kind;

/// So many words next to each other are no part of a statement.
const WORDS: usize = 3;
/// So many words behind `while` or `if` are no part of a condition.
const WORDS_OF_CONDITION: usize = 2;

/// The lines of prose in a listing, each by its first and its last token. They are read as comments.
pub fn lines(listing: &mut Listing<'_>, region: &Region) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for line in region.body.clone() {
        let Some((first, last)) = listing.first(line).zip(listing.last(line)) else {
            continue;
        };
        let assigns = listing.lines[line]
            .clone()
            .any(|at| matches!(listing.text(at), ":=" | "←" | "="));
        // Rows of books read these.
        let is_read = listing.lines[line]
            .clone()
            .any(|at| match listing.word(at).as_str() {
                "let" | "exchange" | "interchange" | "global" | "spawn" => true,
                "set" | "compute" => assigns,
                _ => false,
            });
        if is_read {
            continue;
        }
        let mut run = 0;
        let mut is_prose = false;
        let mut limit = WORDS;
        for at in listing.lines[line].clone() {
            if !listing.counts(at) {
                continue;
            }
            if matches!(Word::of(listing, at), Some(Word::While | Word::If)) {
                (run, limit) = (0, WORDS_OF_CONDITION);
                continue;
            }
            run = if is_plain(listing, at) { run + 1 } else { 0 };
            is_prose |= run >= limit;
            if run == 0 {
                limit = WORDS;
            }
        }
        if is_prose {
            found.push((first, last));
        }
    }
    for &(first, last) in &found {
        "; // ".clone_into(&mut listing.tokens[first].before);
        for token in &mut listing.tokens[first..=last] {
            token.kind = Kind::Comment;
        }
    }
    found
}

/// Whether a word has no meaning in a statement.
fn is_plain(listing: &Listing<'_>, at: usize) -> bool {
    let word = listing.word(at);
    let is_known = keyword::find(&word).is_some()
        || operator::find(&word).is_some()
        || Word::of(listing, at).is_some()
        || matches!(
            word.as_str(),
            "not" | "log" | "lg" | "ln" | "all" | "in" | "je" | "is" | "modulo" | "where" | "gdje"
                | "sve" | "svim" | "every" | "u" | "paraleli" | "exchange" | "atomic"
        );
    !word.is_empty() && !is_known
}
