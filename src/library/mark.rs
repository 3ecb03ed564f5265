//! Diagnostics with their places, for the editor.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Label};
use crate::source::{Sources, Span};

/// What is wrong or odd, with the stretch of the text that it is about.
#[derive(Debug, Clone, Serialize)]
pub struct ProblemMark {
    /// The code that the page of codes explains.
    pub code: &'static str,
    /// Whether it is a warning, not an error.
    pub warning: bool,
    /// What happened.
    pub message: String,
    /// Facts and ways out.
    pub notes: Vec<String>,
    /// Where, first the place that is to blame.
    pub places: Vec<TextStretch>,
}

/// A stretch of a text.
#[derive(Debug, Clone, Serialize)]
pub struct TextStretch {
    /// The file, where it is another one than the program itself.
    pub file: Option<String>,
    /// Its first character and the one after its last.
    pub from: TextPoint,
    pub to: TextPoint,
    /// What is to be said there.
    pub text: String,
}

/// A line and a column in characters, both from 1.
#[derive(Debug, Clone, Serialize)]
pub struct TextPoint {
    pub line: usize,
    pub column: usize,
}

/// A diagnostic with its places; `main` is the name of the program, whose text need not be the first: values of
/// inputs are texts, too.
pub(super) fn mark(diagnostic: &Diagnostic, sources: &Sources, main: &str) -> ProblemMark {
    let labels = diagnostic.primary.iter().chain(&diagnostic.secondary);
    ProblemMark {
        code: diagnostic.code.id(),
        warning: diagnostic.code.is_warning(),
        message: diagnostic.message.clone(),
        notes: (diagnostic.notes.iter())
            .chain(&diagnostic.help)
            .cloned()
            .collect(),
        places: labels.map(|label| stretch(label, main, sources)).collect(),
    }
}

fn stretch(label: &Label, main: &str, sources: &Sources) -> TextStretch {
    let name = &sources.get(label.span.file).name;
    let point = |span: Span| {
        let position = sources.position(span);
        TextPoint {
            line: position.line,
            column: position.column,
        }
    };
    TextStretch {
        file: (name != main).then(|| name.clone()),
        from: point(label.span),
        to: point(label.span.after()),
        text: label.text.clone(),
    }
}
