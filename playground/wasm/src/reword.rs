//! The text of a program laid out anew, or in the other vocabulary.

use pram::diagnostic::render::render_all;
use pram::pipeline::network;
use pram::semantic;
use pram::source::Sources;
use pram::syntax::formatter::{self, Translation};
use pram::syntax::include::defined_names;
use serde::Serialize;

use crate::mark::{Mark, marks};
use crate::question::Language;
use crate::shelf::Shelf;

/// The new text, or why there is none.
#[derive(Serialize)]
pub struct Reworded {
    text: Option<String>,
    problems: String,
    marks: Vec<Mark>,
}

/// Formats a text, and translates it where a vocabulary is named.
pub fn reword(name: &str, text: &str, vocabulary: Option<Language>) -> Reworded {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let translation = vocabulary.map(|vocabulary| Translation {
        vocabulary: vocabulary.into(),
        functions: semantic::translated_names(),
        machines: network::translations(),
        processors: semantic::processor_names(),
        defined: defined_names(&sources, file, &Shelf),
    });
    match formatter::format(&sources, file, translation.as_ref()) {
        Ok(text) => Reworded {
            text: Some(text),
            problems: String::new(),
            marks: Vec::new(),
        },
        Err(problems) => Reworded {
            text: None,
            problems: render_all(&problems, &sources),
            marks: marks(&problems, &sources, name),
        },
    }
}
