//! A problem's places and its words, which are made apart: the places once, the words in every language.

use super::{Code, Diagnostic, Label};
use crate::source::Span;

/// The code of a problem and its places, in the order of the labels of its [`Words`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// Which row of the catalogue this is.
    pub code: Code,
    /// The place it happened at, if there is one, and then further places that explain it.
    pub spans: Vec<Span>,
    /// The step (from 1) during which it happened.
    pub step: Option<u64>,
}

impl Places {
    /// Of a problem that lies outside every source text.
    pub fn nowhere(code: Code) -> Self {
        Self {
            code,
            spans: Vec::new(),
            step: None,
        }
    }

    /// Of a problem at a place.
    pub fn at(code: Code, span: Span) -> Self {
        Self::nowhere(code).and([span])
    }

    /// With further places.
    #[must_use]
    pub fn and(mut self, spans: impl IntoIterator<Item = Span>) -> Self {
        self.spans.extend(spans);
        self
    }

    /// Of what happened in this step.
    #[must_use]
    pub fn in_step(mut self, step: u64) -> Self {
        self.step = Some(step);
        self
    }

    /// The problem in words: its first label is said at its first place, and so on.
    ///
    /// # Panics
    ///
    /// In debug builds, where there are more or fewer labels than places.
    pub fn with(self, words: Words) -> Diagnostic {
        let Words {
            message,
            labels,
            notes,
            help,
        } = words;
        debug_assert_eq!(
            labels.len(),
            self.spans.len(),
            "each place has its label: {message}"
        );
        let mut texts = labels.into_iter();
        let labelled = |span| Label::new(span, texts.next().unwrap_or_default());
        let mut labels = self.spans.into_iter().map(labelled);
        Diagnostic {
            code: self.code,
            message,
            primary: labels.next(),
            secondary: labels.collect(),
            notes,
            help,
            fixes: Vec::new(),
            processor: None,
            step: self.step,
        }
    }
}

/// What is said of a problem in one language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// What happened, one sentence without a final full stop.
    pub message: String,
    /// What is said at each of its places; may be empty.
    pub labels: Vec<String>,
    /// Facts that help to understand: the rule, the values.
    pub notes: Vec<String>,
    /// Ways out.
    pub help: Vec<String>,
}

impl Words {
    /// Of a problem outside every source text.
    pub fn message(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// Of a problem at a place.
    pub fn new(message: impl Into<String>, label: impl Into<String>) -> Self {
        Self::message(message).label(label)
    }

    /// What is said at the next place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.labels.push(text.into());
        self
    }

    /// With what is said of further places, further facts and ways out.
    #[must_use]
    pub fn and(mut self, further: Self) -> Self {
        self.labels.extend(further.labels);
        self.notes.extend(further.notes);
        self.help.extend(further.help);
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
}
