//! What is wrong with what is asked of a program, apart from its text, its inputs and its machine.

mod english;
mod places;

use crate::diagnostic::Diagnostic;
use crate::language::{Language, Voice};
use crate::syntax::NotText;

/// What is wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestProblem {
    /// A file that is no text.
    NoText { name: String, error: NotText },
    /// Times that no cost can hold.
    TimesTooLong,
    /// Formulas of a machine for which none are derived.
    NoFormulas,
    /// An assumption about a name that is no size.
    UnknownSize { name: String, known: Vec<String> },
}

impl RequestProblem {
    /// The problem in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self),
        };
        places::of(self).with(words)
    }
}
