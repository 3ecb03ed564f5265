//! Diagnostics as JSON: `{"error": {…}}`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Diagnostic, Edit, Fix, Label};
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
    /// Ways out as changes of the text; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<FixJson>,
}

/// A change of the text after which a problem is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FixJson {
    /// What it does.
    pub title: String,
    /// What is replaced, all at once; no two of them overlap.
    pub edits: Vec<EditJson>,
}

/// A part of a text and its replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EditJson {
    /// The file.
    pub file: String,
    /// Line of the first character that is replaced, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// Line of the first character that stays after it; the place is empty where it is the same.
    pub end_line: usize,
    /// Its column in characters, from 1.
    pub end_column: usize,
    /// What takes its place; empty where it is deleted.
    pub replacement: String,
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
    /// Ways out as changes of the text; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<FixJson>,
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
            fixes: fixes(diagnostic, sources),
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
            fixes: fixes(diagnostic, sources),
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

fn fixes(diagnostic: &Diagnostic, sources: &Sources) -> Vec<FixJson> {
    let edit = |edit: &Edit| {
        let (start, end) = (
            sources.position(edit.span),
            sources.position(edit.span.after()),
        );
        EditJson {
            file: sources.get(edit.span.file).name.clone(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            replacement: edit.replacement.clone(),
        }
    };
    let fix = |fix: &Fix| FixJson {
        title: fix.title.clone(),
        edits: fix.edits.iter().map(edit).collect(),
    };
    diagnostic.fixes.iter().map(fix).collect()
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
