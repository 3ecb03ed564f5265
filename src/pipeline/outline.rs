//! The inputs, entry and machine of a program, determined without running it.

use super::Request;
use super::inputs::{Formal, formals};
use super::machine::{self, MachineModel};
use super::prepare::read_all;
use crate::diagnostic::Diagnostic;
use crate::semantic;
use crate::source::Sources;
use crate::syntax::ast::Item;
use crate::syntax::include::Files;
use crate::syntax::vocabulary::Vocabulary;

/// What a user interface asks for before a run.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramOutline {
    /// The algorithm that a run begins with.
    pub entry: String,
    /// The algorithms of the main file, as they are written there.
    pub algorithms: Vec<String>,
    /// The inputs of the entry, and names that only give lengths of them.
    pub inputs: Vec<Formal>,
    /// The machine of a run, from the options or the file.
    pub machine: MachineModel,
    /// Whether the file names a machine.
    pub names_machine: bool,
    /// The vocabulary of the main file.
    pub vocabulary: Vocabulary,
}

/// Reads a program with its includes, and determines its outline.
pub fn outline(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
) -> Result<ProgramOutline, Vec<Diagnostic>> {
    let (file, _) = read_all(request, sources, files)?;
    let signature = semantic::signature(&file, request.entry.as_deref())?;
    let main = sources.files().next();
    let own = file.items.iter().filter_map(|item| match item {
        Item::Algorithm(algorithm) => Some(algorithm.name.span),
        _ => None,
    });
    let algorithms = own
        .filter(|span| Some(span.file) == main)
        .map(|span| sources.text(span).to_owned())
        .collect();
    let declared = machine::declared(&file)?;
    Ok(ProgramOutline {
        algorithms,
        inputs: formals(&signature, &file),
        names_machine: declared.is_some(),
        machine: machine::model(&request.options, declared, signature.voice)?,
        vocabulary: signature.voice.vocabulary,
        entry: signature.name,
    })
}
