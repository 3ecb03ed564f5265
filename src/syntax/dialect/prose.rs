//! Lines of a listing that say in words what a statement would do: no rewriting makes them one.

use super::listing::Listing;
use super::words::Word;
use crate::syntax::keyword;
use crate::syntax::operator;
use crate::syntax::token::Kind;

/// So many words next to each other are no part of a statement.
const WORDS: usize = 3;
/// So many words after `while` or `if` are no part of a condition.
const WORDS_OF_CONDITION: usize = 2;
/// What a processor does in a sentence.
const VERBS: [&str; 18] = [
    "adds",
    "assigns",
    "becomes",
    "compares",
    "computes",
    "copies",
    "exchanges",
    "finds",
    "obtains",
    "performs",
    "puts",
    "reads",
    "receives",
    "replaces",
    "sends",
    "sorts",
    "stores",
    "writes",
];

/// The lines of prose in a listing, each by its first and its last token. They are read as comments.
pub fn lines(listing: &mut Listing<'_>, body: std::ops::Range<usize>) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for line in body.clone() {
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
        let is_prose = is_prose(listing, line);
        if !is_prose {
            continue;
        }
        let before = (body.start..line)
            .rev()
            .find_map(|line| listing.first(line).zip(listing.last(line)));
        if let Some((begin, end)) = before
            && found.last() != Some(&(begin, end))
            && is_subject(listing, listing.tokens[begin].line)
        {
            found.push((begin, end));
        }
        found.push((first, last));
    }
    for &(first, last) in &found {
        "; // ".clone_into(&mut listing.tokens[first].before);
        for token in &mut listing.tokens[first..=last] {
            token.kind = Kind::Comment;
        }
    }
    found
}

/// Whether a line has so many plain words next to each other that it is no statement, or a verb that says
/// what a processor does.
pub fn is_prose(listing: &Listing<'_>, line: usize) -> bool {
    let Some(tokens) = listing.lines.get(line).cloned() else {
        return false;
    };
    let mut run = 0;
    let mut limit = WORDS;
    for at in tokens.clone() {
        if !listing.counts(at) {
            continue;
        }
        if matches!(Word::of(listing, at), Some(Word::While | Word::If)) {
            (run, limit) = (0, WORDS_OF_CONDITION);
            continue;
        }
        run = if is_plain(listing, at) { run + 1 } else { 0 };
        let is_verb = VERBS.contains(&listing.word(at).as_str())
            && at > tokens.start
            && (listing.is(at - 1, ")") || listing.tokens[at - 1].kind == Kind::Word)
            && (listing.tokens.get(at + 1))
                .is_some_and(|next| matches!(next.kind, Kind::Word | Kind::Number));
        if run >= limit || is_verb {
            return true;
        }
        if run == 0 {
            limit = WORDS;
        }
    }
    false
}

/// Whether a line is nothing but words of which at least two have no meaning in a statement: the beginning
/// of a sentence that goes on in the next line.
fn is_subject(listing: &Listing<'_>, line: usize) -> bool {
    let tokens = listing.meaningful(line..line + 1);
    tokens.len() > 1
        && tokens.iter().all(|&at| {
            let is_processor = matches!(listing.word(at).as_str(), "processor" | "procesor");
            listing.tokens[at].kind == Kind::Word && (is_processor || is_plain(listing, at))
        })
}

/// Whether a word has no meaning in a statement.
pub fn is_plain(listing: &Listing<'_>, at: usize) -> bool {
    let word = listing.word(at);
    let is_known = keyword::find(&word).is_some()
        || operator::find(&word).is_some()
        || Word::of(listing, at).is_some()
        || matches!(
            word.as_str(),
            "not"
                | "log"
                | "lg"
                | "ln"
                | "all"
                | "in"
                | "je"
                | "is"
                | "modulo"
                | "where"
                | "gdje"
                | "sve"
                | "svim"
                | "every"
                | "u"
                | "paraleli"
                | "exchange"
                | "atomic"
        );
    !word.is_empty() && !is_known
}
