//! Diagnostics with their places, for the editor.

use pram::diagnostic::{Diagnostic, Label};
use pram::source::{FileId, Sources};
use serde::Serialize;

/// What is wrong or odd, with the stretch of the text that it is about.
#[derive(Serialize)]
pub struct Mark {
    /// The code that the page of codes explains.
    code: &'static str,
    /// Whether it is a warning, not an error.
    warning: bool,
    /// What happened.
    message: String,
    /// Facts and ways out.
    notes: Vec<String>,
    /// Where, first the place that is to blame.
    places: Vec<Stretch>,
}

/// A stretch of a text.
#[derive(Serialize)]
struct Stretch {
    /// The file, where it is another one than the program itself.
    file: Option<String>,
    /// Its first character and the one behind its last.
    from: Point,
    to: Point,
    /// What is to be said there.
    text: String,
}

/// A line and a column in characters, both from 1.
#[derive(Serialize)]
struct Point {
    line: usize,
    column: usize,
}

/// The marks of these diagnostics.
pub fn marks(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Mark> {
    (diagnostics.iter())
        .map(|diagnostic| mark(diagnostic, sources))
        .collect()
}

fn mark(diagnostic: &Diagnostic, sources: &Sources) -> Mark {
    let main = sources.files().next();
    let labels = diagnostic.primary.iter().chain(&diagnostic.secondary);
    Mark {
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

fn stretch(label: &Label, main: Option<FileId>, sources: &Sources) -> Stretch {
    let file = label.span.file;
    let point = |span| {
        let position = sources.position(span);
        Point {
            line: position.line,
            column: position.column,
        }
    };
    Stretch {
        file: (Some(file) != main).then(|| sources.get(file).name.clone()),
        from: point(label.span),
        to: point(label.span.after()),
        text: label.text.clone(),
    }
}
