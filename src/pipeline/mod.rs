//! The pipeline from source to result.

pub mod advice;
mod asynchronous;
pub mod check;
pub mod checked_program;
pub mod collectives;
pub mod derive;
pub(crate) mod engine;
mod explore;
pub mod gpu;
pub mod inputs;
mod lost;
pub mod machine;
mod machine_problem;
pub mod machine_warnings;
mod marks;
mod memory_files;
pub mod messages;
pub mod network;
pub mod options;
mod outcomes;
pub mod outline;
pub(crate) mod prepare;
pub mod progress;
pub mod quantity;
mod request;
mod request_problem;
mod responsible;
pub mod shipped;
mod small;
pub mod small_claims;
pub mod translation;
pub mod value_problem;
pub(crate) mod warnings;
mod word;

use std::sync::Arc;

use crate::claims;
use crate::code::MachineParameters;
use crate::diagnostic::Diagnostic;
pub use crate::engine::tuning::{SubscriptTests, Tuning};
pub use crate::machine::configuration::{Branches, Configuration, Limits, OnViolation, Pace};
pub use crate::machine::orders::interleaving::Interleaving;
use crate::machine::simt::configuration::Gpu;
use crate::program::Program;
pub use crate::result::claim::{ClaimOutcome, Evidence};
pub use crate::result::run::Run;
use crate::semantic::{self, Signature};
use crate::source::Sources;
use crate::syntax::ast;
use crate::syntax::include::Files;
pub use engine::{LoadedProgram, ProgramExecution, run};
pub use memory_files::MemoryFiles;
pub use request::{Options, Request};

use prepare::{Prepared, claims_of, is_usual_entry, named_machine, prepare, read_all};
use progress::Watcher;
use warnings::{JudgedRun, TextWarnings};

/// A program and its run.
#[derive(Debug, Clone)]
pub struct ExecutedProgram {
    /// The checked program.
    pub program: Program,
    /// The run, however it ended.
    pub run: Run,
}

/// The whole pipeline: reads, includes, binds the inputs, checks, runs, verifies the claims. The texts
/// are added to `sources`, for showing the result.
pub fn execute<'w>(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    watcher: impl Into<Watcher<'w>>,
) -> Result<ExecutedProgram, Vec<Diagnostic>> {
    let text = ProgramText::read(request, sources, files)?;
    text.execute(request, sources, files, watcher)
}

/// A program that is read, with its includes: it can be executed with any inputs and options.
#[derive(Debug)]
pub struct ProgramText {
    file: ast::File,
    /// The warnings about its text.
    beside: TextWarnings,
    /// The requested entry.
    signature: Signature,
}

impl ProgramText {
    /// Reads the program of a request; its texts are added to `sources`.
    pub fn read(
        request: &Request,
        sources: &mut Sources,
        files: &dyn Files,
    ) -> Result<Self, Vec<Diagnostic>> {
        let (file, beside) = read_all(request, sources, files)?;
        let signature = semantic::signature(&file, request.entry.as_deref())?;
        Ok(Self {
            file,
            beside,
            signature,
        })
    }

    /// Continues from the text; the request is one for the same program and the same entry, and
    /// `sources` contain its texts.
    pub fn execute<'w>(
        &self,
        request: &Request,
        sources: &mut Sources,
        files: &dyn Files,
        watcher: impl Into<Watcher<'w>>,
    ) -> Result<ExecutedProgram, Vec<Diagnostic>> {
        let executed = execute_text(self, request, sources, files, watcher.into())?;
        Ok(executed.0)
    }
}

/// Continues from a program that is read; also returns the values of the machine's names in it.
fn execute_text(
    text: &ProgramText,
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    watcher: Watcher<'_>,
) -> Result<(ExecutedProgram, MachineParameters), Vec<Diagnostic>> {
    let ProgramText {
        file,
        beside,
        signature,
    } = text;
    let prepared = prepare(request, file, signature, sources, files)
        .map_err(|problems| beside.with_directives(problems, sources))?;
    let options = &request.options;
    let Prepared {
        program,
        intended,
        inputs,
        names,
        configuration,
        parameters,
        lengths,
        known: _,
    } = prepared;
    let is_entry = is_usual_entry(file, signature);
    if is_entry {
        let mut readable = names.clone();
        if named_machine(machine::declared(file)?) == Some(machine::MachineKind::Gpu) {
            readable.add_gpu(configuration.gpu().unwrap_or(&Gpu::USUAL));
        }
        let problems = claims::unreadable::unreadable(&claims_of(file), readable);
        if !problems.is_empty() {
            return Err(problems);
        }
    }
    let mut run = engine::run(
        &program,
        &signature.name,
        inputs,
        &configuration,
        parameters,
        watcher.interrupt,
    );
    let subject = claims::ClaimSubject {
        is_entry,
        machine: named_machine(machine::declared(file)?),
    };
    if options.explore > 0 && configuration.is_asynchronous() {
        let exploration = explore::explore(&program, &run, parameters, options.explore, watcher);
        run.exploration = Some(exploration);
    }
    if configuration.multicomputer().is_some() && (options.explore > 0 || options.strict) {
        let count = options.explore.max(1);
        let explored = messages::explore(&program, &run, parameters, count, watcher);
        if options.strict && run.error.is_none() {
            run.forbid_race(&explored, signature.voice);
        }
        run.messages = (options.explore > 0).then_some(explored);
    }
    run.inputs.extend(lengths);
    inputs::in_file_order(&mut run.inputs, file);
    run.claims = claims::outcomes(&claims_of(file), subject, &run, names.clone(), sources);
    let judged = JudgedRun {
        file,
        signature,
        program: &program,
        names: &names,
        run: &run,
        intended,
    };
    run.warnings = warnings::collect(&judged, beside, sources);
    let program = Arc::unwrap_or_clone(program);
    Ok((ExecutedProgram { program, run }, parameters))
}

/// The pipeline up to the run: the result can be executed any number of times.
pub fn load(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
) -> Result<LoadedProgram, Vec<Diagnostic>> {
    let (file, _) = read_all(request, sources, files)?;
    let signature = semantic::signature(&file, request.entry.as_deref())?;
    let prepared = prepare(request, &file, &signature, sources, files)?;
    Ok(LoadedProgram::new(
        &prepared.program,
        &signature.name,
        prepared.inputs,
        prepared.configuration,
        prepared.parameters,
    ))
}
