//! Why a file is not included.

mod english;
mod places;

use super::NotIncluded;
use crate::diagnostic::Diagnostic;
use crate::language::{Language, Vocabulary, Voice};
use crate::source::Span;

/// What is wrong with an inclusion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FileProblem {
    /// Too many files include one another.
    TooDeep {
        span: Span,
        /// How many may.
        most: usize,
    },
    /// A file that is not included.
    NotIncluded {
        /// As written.
        path: String,
        span: Span,
        why: NotIncluded,
        /// The shipped program that is probably meant.
        meant: Option<String>,
        /// Where it was looked for.
        looked_for: String,
    },
    /// A file that is something else than a program.
    NoProgram {
        /// Its name, as it is shown.
        name: String,
        span: Span,
    },
    /// A file that includes itself, perhaps through others.
    Cycle {
        /// As written.
        path: String,
        span: Span,
        /// The inclusions that lead from the file to here, each with the vocabulary of its file.
        by: Vec<(Span, Vocabulary)>,
        /// Whether it is the file in which this stands.
        is_direct: bool,
    },
}

impl FileProblem {
    /// The problem in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self),
        };
        places::of(self).with(words)
    }
}
