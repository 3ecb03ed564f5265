//! Programs in one vocabulary: the names that they are translated with, and their texts.

use std::path::Path;

use super::{MemoryFiles, collectives, network, shipped};
use crate::diagnostic::Diagnostic;
use crate::semantic;
use crate::source::{FileId, Sources};
use crate::syntax::formatter::{self, Translation};
use crate::syntax::include::{Files, defined_names};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// The translation into a vocabulary; `defined` are the names that included files define.
pub fn translation(
    vocabulary: Vocabulary,
    defined: impl IntoIterator<Item = String>,
) -> Translation {
    Translation {
        vocabulary,
        functions: (semantic::translated_names().into_iter())
            .chain(collectives::translated_names())
            .collect(),
        machines: network::translations(),
        processors: semantic::processor_names(),
        defined: defined.into_iter().collect(),
    }
}

/// The text of a file laid out anew, in a vocabulary where one is named; `files` has what it includes.
///
/// # Errors
///
/// What the text has that the grammar does not allow, and names of its own that are keywords there.
pub fn reworded(
    sources: &Sources,
    file: FileId,
    files: &dyn Files,
    vocabulary: Option<Vocabulary>,
) -> Result<String, Vec<Diagnostic>> {
    let translation =
        vocabulary.map(|vocabulary| translation(vocabulary, defined_names(sources, file, files)));
    formatter::format(sources, file, translation.as_ref())
}

/// A text in a vocabulary; one with errors stays as it is.
pub fn translated(name: &str, text: &str, files: &dyn Files, vocabulary: Vocabulary) -> String {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let translated = reworded(&sources, file, files, Some(vocabulary));
    translated.unwrap_or_else(|_| text.to_owned())
}

/// A text of `programs/` in a vocabulary; `name` is its path there. It can be saved anywhere: what it includes is
/// named as every folder knows it, `"programs/prescan.pram"`.
pub fn of_shipped(name: &str, text: &str, vocabulary: Vocabulary) -> String {
    let path = Path::new(shipped::FOLDER).join(name);
    let files = MemoryFiles::default();
    let text = translated(&path.to_string_lossy(), text, &files, vocabulary);
    let include = format!("{} \"", vocabulary.word(Concept::Include));
    let lines = text.split_inclusive('\n').map(|line| {
        let (own, rest) = line.strip_prefix(&include)?.split_once('"')?;
        let found = shipped::beside(Path::new(own), &path)?;
        let found = found.strip_prefix(shipped::FOLDER).ok()?.display();
        Some(format!("{include}programs/{found}\"{rest}"))
    });
    (lines.zip(text.split_inclusive('\n')))
        .map(|(changed, line)| changed.unwrap_or_else(|| line.to_owned()))
        .collect()
}
