//! What went wrong, as data: a code, a message, labelled places, ways out.

mod code;
mod english;
mod fix;
pub mod json;
pub mod render;
mod words;

pub use code::{Code, Status};
pub use fix::{Edit, Fix};
pub use words::{Places, Words};

use serde::{Deserialize, Serialize};

use crate::language::Voice;
use crate::source::Span;

/// A place in the source with what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be said there; may be empty.
    pub text: String,
}

impl Label {
    /// A label with its text.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self {
            span,
            text: text.into(),
        }
    }
}

/// One thing that went wrong, complete enough to be rendered as text or as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Which row of the catalogue this is.
    pub code: Code,
    /// What happened, one sentence without a final full stop.
    pub message: String,
    /// The place it happened at; none for what lies outside every file (the command line).
    pub primary: Option<Label>,
    /// Further places that explain it.
    pub secondary: Vec<Label>,
    /// Facts that help to understand: the rule, the values.
    pub notes: Vec<String>,
    /// Ways out.
    pub help: Vec<String>,
    /// Ways out as changes of the text.
    pub fixes: Vec<Fix>,
    /// The processor that met it, as the user names it (`i = 3`), for what happens during a run.
    pub processor: Option<String>,
    /// The step (from 1) during which it happened.
    pub step: Option<u64>,
}

impl Diagnostic {
    /// Adds a change of the text after which it is gone, where that is known.
    #[must_use]
    pub fn fixed_by(mut self, edit: Option<Edit>, voice: Voice) -> Self {
        self.fixes.extend(edit.map(|edit| edit.fix(voice)));
        self
    }
}
