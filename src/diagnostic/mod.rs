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

use crate::language::Voice;
use crate::source::Span;

/// A place in the source with what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// A diagnostic at a place.
    pub fn new(
        code: Code,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        let mut diagnostic = Self::without_place(code, message);
        diagnostic.primary = Some(Label::new(span, label));
        diagnostic
    }

    /// A diagnostic that lies outside every source text.
    pub fn without_place(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
            processor: None,
            step: None,
        }
    }

    /// Adds another place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label::new(span, text));
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a way out.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds a change of the text after which it is gone, where that is known.
    #[must_use]
    pub fn fixed_by(mut self, edit: Option<Edit>, voice: Voice) -> Self {
        self.fixes.extend(edit.map(|edit| edit.fix(voice)));
        self
    }
}
