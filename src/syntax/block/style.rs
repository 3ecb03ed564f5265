//! How the body of a program or an algorithm is written, decided from its words before it is read.

use super::frame::Kind;
use crate::syntax::parser::Place;
use crate::syntax::text::{self, Text};

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    /// Where its pieces are.
    pub(super) place: Place,
    /// What ends a chain in which an `inace` is followed by an `ako (c) onda` in its line.
    pub(super) chain: ChainEnds,
}

/// How many `kraj_ako` end a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChainEnds {
    /// One for the whole chain.
    One,
    /// One for each `onda`.
    Each,
}

impl Style {
    /// That of what is outside of every body.
    pub(super) const OUTSIDE: Self = Self {
        place: Place::Body,
        chain: ChainEnds::One,
    };

    /// That of the body of this kind whose head begins at `head`.
    pub(super) fn of(kind: &Kind, text: &Text, head: usize) -> Self {
        let mut count = Count::default();
        let body = text.clean[head..].split('\n').skip(1);
        for line in body.take_while(|line| !begins_root(line)) {
            count.line(line);
        }
        let is_procedure = matches!(kind, Kind::Algorithm { form, .. } if form.is_listing());
        Self {
            place: if is_procedure || count.has_foreign_ends() {
                Place::Listing
            } else {
                Place::Body
            },
            chain: if count.if_ends < count.thens {
                ChainEnds::One
            } else {
                ChainEnds::Each
            },
        }
    }
}

/// Whether another body begins with a line.
fn begins_root(line: &str) -> bool {
    let first = text::words(line).next();
    matches!(
        first,
        Some("algoritam" | "algorithm" | "program" | "procedure" | "function")
    )
}

/// What the words of a body say.
#[derive(Debug, Default)]
struct Count {
    /// How many `onda`.
    thens: usize,
    /// How many `kraj_ako`.
    if_ends: usize,
    /// Whether a line is the head of a loop that ends with `do`.
    has_do: bool,
    /// Whether there is an `endfor`, an `endwhile`, or an `end` that does not say what it ends.
    has_loop_end: bool,
}

impl Count {
    fn line(&mut self, line: &str) {
        let (mut is_loop, mut is_parallel, mut last) = (false, false, "");
        let mut words = text::words_outside_literals(line).peekable();
        while let Some(word) = words.next() {
            match word {
                "onda" | "then" => self.thens += 1,
                "for" => is_loop |= words.peek().is_none_or(|next| *next != "all"),
                "while" => is_loop = true,
                "parallel" | "where" => is_parallel = true,
                _ => {
                    if let Some(ended) = ended_by(word) {
                        let ended = if ended.is_empty() {
                            words.peek().copied().unwrap_or_default()
                        } else {
                            ended
                        };
                        self.end(ended);
                    }
                }
            }
            last = word;
        }
        self.has_do |= is_loop && !is_parallel && last == "do";
    }

    fn end(&mut self, ended: &str) {
        match ended {
            "ako" | "if" => self.if_ends += 1,
            "" | "for" | "while" => self.has_loop_end = true,
            _ => {}
        }
    }

    /// Whether the body has ends that only the listings of other books have.
    fn has_foreign_ends(&self) -> bool {
        self.has_do && self.has_loop_end
    }
}

/// What an end word ends, as far as it says that in one word: `kraj_ako`, `endif`, `end`.
fn ended_by(word: &str) -> Option<&str> {
    let ended = word
        .strip_prefix("kraj")
        .or_else(|| word.strip_prefix("end"))?;
    Some(ended.trim_start_matches('_'))
}
