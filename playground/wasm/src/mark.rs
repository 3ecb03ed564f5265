//! Diagnostics with their places, for the editor.

use pram::diagnostic::{Diagnostic, Label};
use pram::source::Sources;
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

/// The marks of these diagnostics in the program of this name. Of a report its text need not be the first: the sizes
/// that are asked for are texts, too.
pub fn marks(diagnostics: &[Diagnostic], sources: &Sources, main: &str) -> Vec<Mark> {
    (diagnostics.iter())
        .map(|diagnostic| mark(diagnostic, sources, main))
        .collect()
}

fn mark(diagnostic: &Diagnostic, sources: &Sources, main: &str) -> Mark {
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

fn stretch(label: &Label, main: &str, sources: &Sources) -> Stretch {
    let name = &sources.get(label.span.file).name;
    let point = |span| {
        let position = sources.position(span);
        Point {
            line: position.line,
            column: position.column,
        }
    };
    Stretch {
        file: (name != main).then(|| name.clone()),
        from: point(label.span),
        to: point(label.span.after()),
        text: label.text.clone(),
    }
}
