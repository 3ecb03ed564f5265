//! The tokens of a text by their lines, and what was read differently from how it is written.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::interpretation::Interpretation;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::token::{Kind, Token, tokens};

/// A text that holds listings.
pub struct Listing<'t> {
    /// The user's text.
    pub raw: &'t str,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// The tokens of each line.
    pub lines: Vec<Range<usize>>,
    /// What was read otherwise: each row that applied, with the lines where it did, from 1.
    pub notes: BTreeMap<Interpretation, Vec<usize>>,
    /// The books whose rows applied.
    pub books: BTreeSet<&'static str>,
    /// Whether loops of the text begin at 0, so that its arrays do.
    pub counts_from_zero: bool,
    /// The English words that keywords of other languages are read as, by their tokens.
    pub english: BTreeMap<usize, &'static str>,
    /// The arrays of the text, and the names in its headings.
    pub own_names: BTreeSet<&'t str>,
    /// Whether a row applied without which the text would be misread without a word.
    pub is_silent: bool,
}

impl<'t> Listing<'t> {
    /// The tokens of a text, each read as it is written.
    pub fn new(raw: &'t str) -> Self {
        let tokens = tokens(raw);
        let count = tokens.last().map_or(0, |last| last.line + 1);
        let mut lines = Vec::with_capacity(count);
        let mut at = 0;
        for line in 0..count {
            let length = tokens[at..]
                .iter()
                .take_while(|token| token.line == line)
                .count();
            lines.push(at..at + length);
            at += length;
        }
        let mut listing = Self {
            raw,
            tokens,
            lines,
            notes: BTreeMap::new(),
            books: BTreeSet::new(),
            english: BTreeMap::new(),
            own_names: BTreeSet::new(),
            counts_from_zero: false,
            is_silent: false,
        };
        listing.own_names = (0..listing.tokens.len())
            .filter(|&at| {
                listing.is(at + 1, "[")
                    || at > 0
                        && matches!(
                            listing.word(at - 1).as_str(),
                            "procedure" | "proc" | "function"
                        )
            })
            .map(|at| listing.written(at))
            .collect();
        let begins = |at: usize| {
            let sets = matches!(listing.written(at), "=" | "←" | ":=");
            sets && listing.written(at + 1) == "0"
        };
        // `for j = 1 to A.length`: its last element is the one with this number.
        let is_last = |at: usize| {
            let is_bound = matches!(listing.word(at).as_str(), "to" | "downto")
                || matches!(listing.written(at), "=" | "←" | ":=");
            let end = match listing.word(at + 1).as_str() {
                "length" if listing.is(at + 2, "[") => at + 5,
                _ if listing.is(at + 2, ".") && listing.word(at + 3) == "length" => at + 4,
                _ => return false,
            };
            let is_counted = listing.word(at) == "to" || listing.word(end) == "downto";
            is_bound && is_counted && !matches!(listing.written(end), "-" | "−")
        };
        let all = || 0..listing.tokens.len();
        listing.counts_from_zero = all()
            .any(|at| begins(at) && matches!(listing.word(at + 2).as_str(), "to" | "do"))
            && !all().any(is_last);
        listing
    }

    /// The user's text under a token.
    pub fn written(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .map_or("", |token| &self.raw[token.start..token.end])
    }

    /// A token as it is read.
    pub fn text(&self, at: usize) -> &str {
        match self
            .tokens
            .get(at)
            .and_then(|token| token.read_as.as_deref())
        {
            Some(text) => text,
            None => self.written(at),
        }
    }

    /// A word in small letters; empty where there is another token.
    pub fn word(&self, at: usize) -> String {
        if let Some(english) = self.english.get(&at) {
            return (*english).to_owned();
        }
        match self.tokens.get(at) {
            Some(token) if token.kind == Kind::Word => self.written(at).to_lowercase(),
            _ => String::new(),
        }
    }

    /// The keyword that a word is, in small letters.
    pub fn concept(&self, at: usize) -> Option<Concept> {
        keyword::find(&self.word(at))
    }

    /// Whether a token is this mark.
    pub fn is(&self, at: usize, mark: &str) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == Kind::Mark)
            && self.text(at) == mark
    }

    /// Whether a token means something: it is no comment and no number of a line.
    pub fn counts(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            !matches!(token.kind, Kind::Comment | Kind::LineNumber)
                && token.read_as.as_deref() != Some("")
        })
    }

    /// The tokens of some lines that mean something.
    pub fn meaningful(&self, lines: Range<usize>) -> Vec<usize> {
        let tokens = self.lines[lines].iter().cloned().flatten();
        tokens.filter(|&at| self.counts(at)).collect()
    }

    /// The first token of a line that means something.
    pub fn first(&self, line: usize) -> Option<usize> {
        self.lines.get(line)?.clone().find(|&at| self.counts(at))
    }

    /// The last token of a line that means something.
    pub fn last(&self, line: usize) -> Option<usize> {
        self.lines
            .get(line)?
            .clone()
            .rev()
            .find(|&at| self.counts(at))
    }

    /// The column of the first token of a line that means something.
    pub fn column(&self, line: usize) -> Option<usize> {
        self.first(line).map(|at| self.tokens[at].column)
    }

    /// Whether nothing is between two tokens.
    pub fn touches(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1);
        next.is_some_and(|next| next.start == self.tokens[at].end)
    }

    /// Lets a token be read as something else.
    pub fn set(&mut self, at: usize, text: impl Into<String>, interpretation: Interpretation) {
        self.tokens[at].read_as = Some(text.into());
        self.note(at, interpretation);
    }

    /// The same without a note.
    pub fn put(&mut self, at: usize, text: impl Into<String>) {
        self.tokens[at].read_as = Some(text.into());
    }

    /// Lets some tokens be read as nothing.
    pub fn drop(&mut self, range: Range<usize>) {
        for at in range {
            self.put(at, "");
        }
    }

    /// Puts text after a token.
    pub fn after(&mut self, at: usize, text: &str) {
        self.tokens[at].after.push_str(text);
    }

    /// Puts text before a token, behind what was put there.
    pub fn before(&mut self, at: usize, text: &str) {
        self.tokens[at].before.push_str(text);
    }

    /// Notes that a row applied at a token.
    pub fn note(&mut self, at: usize, interpretation: Interpretation) {
        let line = self.tokens[at].line + 1;
        let lines = self.notes.entry(interpretation).or_default();
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }

    /// Makes a line a comment.
    pub fn comment(&mut self, line: usize, interpretation: Interpretation) {
        let range = self.lines[line].clone();
        if range.is_empty() || self.tokens[range.start].kind == Kind::Comment {
            return;
        }
        self.note(range.start, interpretation);
        "// ".clone_into(&mut self.tokens[range.start].before);
        for token in &mut self.tokens[range] {
            token.kind = Kind::Comment;
            token.read_as = None;
        }
    }

    /// The token that closes the bracket at one, before `end`.
    pub fn closing(&self, open: usize, end: usize) -> Option<usize> {
        let mut depth = 0_usize;
        (open..end).find(|&at| match self.bracket(at) {
            Some(Bracket::Open) => {
                depth += 1;
                false
            }
            Some(Bracket::Close) => {
                depth = depth.saturating_sub(1);
                depth == 0
            }
            None => false,
        })
    }

    /// The token that closes each bracket.
    pub fn closings(&self) -> HashMap<usize, usize> {
        let mut open = Vec::new();
        let mut closings = HashMap::new();
        for at in 0..self.tokens.len() {
            match self.bracket(at) {
                Some(Bracket::Open) => open.push(at),
                Some(Bracket::Close) => closings.extend(open.pop().map(|begin| (begin, at))),
                None => {}
            }
        }
        closings
    }

    fn bracket(&self, at: usize) -> Option<Bracket> {
        if !self.counts(at) || self.tokens[at].kind != Kind::Mark {
            return None;
        }
        match self.written(at) {
            "(" | "[" | "{" | "⌊" | "⌈" => Some(Bracket::Open),
            ")" | "]" | "}" | "⌋" | "⌉" => Some(Bracket::Close),
            _ => None,
        }
    }
}

/// Which end of a pair of brackets a token is.
enum Bracket {
    Open,
    Close,
}
