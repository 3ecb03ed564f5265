//! Quick fixes: changes of a text after which a problem is gone, as data.

use serde::{Deserialize, Serialize};

use super::english;
use crate::language::{Language, Voice};
use crate::source::{Sources, Span};

/// A change of the text that removes a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What it does, in a few words: ``write `else if` ``.
    pub title: String,
    /// What is replaced; no two of them overlap.
    pub edits: Vec<Edit>,
}

/// A part of a text and its replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced; empty where something is inserted.
    pub span: Span,
    /// What takes its place; empty where it is deleted.
    pub replacement: String,
}

impl Edit {
    /// Replaces a place.
    pub fn replace(span: Span, replacement: impl Into<String>) -> Self {
        Self {
            span,
            replacement: replacement.into(),
        }
    }

    /// Replaces what is written at the beginning of a place, which may go on with blanks.
    pub fn instead_of(written: &str, span: Span, replacement: impl Into<String>) -> Self {
        let end = span.start.saturating_add(written.len() as u32);
        let span = Span {
            end: end.min(span.end),
            ..span
        };
        Self::replace(span, replacement)
    }

    /// Adds blanks where a word would otherwise touch one of its neighbours.
    pub fn keep_apart(&mut self, sources: &Sources) {
        let text = &sources.get(self.span.file).text;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let [start, end] = [self.span.start, self.span.end].map(|at| at as usize);
        let before = text.get(..start).and_then(|text| text.chars().next_back());
        let behind = text.get(end..).and_then(|text| text.chars().next());
        if before.is_some_and(is_word) && self.replacement.starts_with(is_word) {
            self.replacement.insert(0, ' ');
        }
        if behind.is_some_and(is_word) && self.replacement.ends_with(is_word) {
            self.replacement.push(' ');
        }
    }

    /// As a fix of its own.
    pub fn fix(self, voice: Voice) -> Fix {
        let title = match voice.language {
            Language::English | Language::Croatian => english::title(&self),
        };
        Fix {
            title,
            edits: vec![self],
        }
    }
}
