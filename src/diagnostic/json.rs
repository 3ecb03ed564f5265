//! Diagnostics as JSON: `{"error": {…}}`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Diagnostic, Label};
use crate::source::Sources;

/// A program, an input or a command line that is at fault.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ErrorJson {
    /// The code under which `pram explain` knows more, such as `E0403`.
    pub code: String,
    /// What happened.
    pub message: String,
    /// The file; null for what lies outside every file.
    pub file: Option<String>,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// The processor that met it, as `i = 3`; null outside of a run and in sequential code.
    pub processor: Option<String>,
    /// The step in which it happened, from 1.
    pub step: Option<u64>,
    /// Further places, each with what is to be said about it.
    pub places: Vec<PlaceJson>,
    /// Facts that help to understand.
    pub notes: Vec<String>,
    /// Ways out.
    pub help: Vec<String>,
}

/// A place in a source text.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlaceJson {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is to be said about it.
    pub text: String,
}

/// What is legal in a program but almost never meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WarningJson {
    /// The code under which `pram explain` knows more, such as `W0501`.
    pub code: String,
    /// What is odd.
    pub message: String,
    /// The file; null for what lies outside every file.
    pub file: Option<String>,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
}

/// What a command that cannot give its result gives instead.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ErrorsJson {
    /// The first error.
    pub error: ErrorJson,
    /// Every further one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<ErrorJson>,
}

impl ErrorJson {
    /// A diagnostic with its places resolved.
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let primary = diagnostic
            .primary
            .as_ref()
            .map(|label| place(label, sources));
        Self {
            code: diagnostic.code.id().to_owned(),
            message: diagnostic.message.clone(),
            file: primary.as_ref().map(|place| place.file.clone()),
            line: primary.as_ref().map(|place| place.line),
            column: primary.as_ref().map(|place| place.column),
            processor: diagnostic.processor.clone(),
            step: diagnostic.step,
            places: diagnostic
                .primary
                .iter()
                .filter(|label| !label.text.is_empty())
                .chain(&diagnostic.secondary)
                .map(|label| place(label, sources))
                .collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
        }
    }
}

impl WarningJson {
    /// A warning with its place resolved.
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let primary = (diagnostic.primary.as_ref()).map(|label| place(label, sources));
        Self {
            code: diagnostic.code.id().to_owned(),
            message: diagnostic.message.clone(),
            file: primary.as_ref().map(|place| place.file.clone()),
            line: primary.as_ref().map(|place| place.line),
            column: primary.as_ref().map(|place| place.column),
        }
    }

    /// Every one of these.
    pub fn all(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Self> {
        (diagnostics.iter())
            .map(|diagnostic| Self::new(diagnostic, sources))
            .collect()
    }
}

impl ErrorsJson {
    /// None where there is no diagnostic at all.
    pub fn new(diagnostics: &[Diagnostic], sources: &Sources) -> Option<Self> {
        let mut errors = diagnostics
            .iter()
            .map(|diagnostic| ErrorJson::new(diagnostic, sources));
        Some(Self {
            error: errors.next()?,
            others: errors.collect(),
        })
    }
}

fn place(label: &Label, sources: &Sources) -> PlaceJson {
    let position = sources.position(label.span);
    PlaceJson {
        file: sources.get(label.span.file).name.clone(),
        line: position.line,
        column: position.column,
        text: label.text.clone(),
    }
}
