//! The text that tokens are read as, and the way back to the user's bytes.

use super::token::Token;

/// A text that is read in the place of the user's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewriting {
    /// The text, with as many lines as the user's.
    pub text: String,
    /// Stretches of it, in its order.
    stretches: Vec<Stretch>,
}

/// A stretch of the text that is read, and the user's bytes for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    /// Where it begins.
    at: usize,
    /// The user's bytes.
    start: usize,
    end: usize,
    /// Whether these bytes are the stretch.
    is_exact: bool,
}

impl Rewriting {
    /// Puts the tokens of a text together as they are read.
    pub fn of(raw: &str, tokens: &[Token]) -> Self {
        let mut rewriting = Self {
            text: String::with_capacity(raw.len() * 2),
            stretches: Vec::new(),
        };
        let mut at = 0;
        for token in tokens {
            rewriting.copy(raw, at, token.start);
            rewriting.put(&token.before, token.start, token.start);
            match &token.read_as {
                Some(text) => rewriting.put(text, token.start, token.end),
                None => rewriting.copy(raw, token.start, token.end),
            }
            rewriting.put(&token.after, token.end, token.end);
            at = token.end;
        }
        rewriting.copy(raw, at, raw.len());
        rewriting
    }

    fn copy(&mut self, raw: &str, start: usize, end: usize) {
        self.stretch(&raw[start..end], start, end, true);
    }

    fn put(&mut self, text: &str, start: usize, end: usize) {
        self.stretch(text, start, end, false);
    }

    fn stretch(&mut self, text: &str, start: usize, end: usize, is_exact: bool) {
        if !text.is_empty() {
            self.stretches.push(Stretch {
                at: self.text.len(),
                start,
                end,
                is_exact,
            });
            self.text.push_str(text);
        }
    }

    /// The user's place of the byte at `at`.
    pub fn start(&self, at: usize) -> usize {
        match self.stretch_of(at) {
            Some(stretch) if stretch.is_exact => stretch.start + (at - stretch.at),
            Some(stretch) => stretch.start,
            None => at,
        }
    }

    /// The user's place after the byte before `at`.
    pub fn end(&self, at: usize) -> usize {
        match at.checked_sub(1).and_then(|before| self.stretch_of(before)) {
            Some(stretch) if stretch.is_exact => stretch.start + (at - stretch.at),
            Some(stretch) => stretch.end,
            None => at,
        }
    }

    /// Where the user's byte is in the text.
    pub fn place(&self, raw: usize) -> usize {
        let before = self.stretches.partition_point(|stretch| stretch.end <= raw);
        match self.stretches.get(before) {
            Some(stretch) if stretch.is_exact => stretch.at + (raw - stretch.start),
            Some(stretch) => stretch.at,
            None => self.text.len(),
        }
    }

    fn stretch_of(&self, at: usize) -> Option<Stretch> {
        let after = self.stretches.partition_point(|stretch| stretch.at <= at);
        self.stretches.get(after.checked_sub(1)?).copied()
    }
}
