//! The one path from source to result.

pub mod array_text;
mod claims;
mod engine;
mod expression;
pub mod inputs;
pub mod quantity;

use std::sync::atomic::AtomicBool;

pub use crate::machine::configuration::{Branches, Configuration, Limits, OnViolation};
pub use crate::report::run::{ClaimOutcome, Run};
pub use engine::run;

use crate::diagnostic::{Code, Diagnostic};
use crate::machine::model::{Model, Simultaneity};
use crate::semantic::program::Program;
use crate::source::{FileId, Sources, Span};
use crate::syntax::include::{Files, splice};
use crate::syntax::{ast, decode};
use inputs::{Assignment, Formal, Surroundings};

/// The model where neither the command line nor the file names one: who asks for nothing gets
/// the strictest, and learns from a violation which one the program needs.
const USUAL_MODEL: Model = Model::EREW;

/// A program and what it is to be run with.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The file's name: what messages call it, and what included files are relative to.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The algorithm to run, where it is not the file's own entry.
    pub entry: Option<String>,
    /// Values of inputs.
    pub assignments: Vec<Assignment>,
    /// The machine.
    pub options: Options,
}

/// What the user may say about the machine; the file's `stroj` says the rest.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Options {
    /// The model, instead of the file's.
    pub model: Option<Model>,
    /// Which accesses count as simultaneous.
    pub simultaneity: Simultaneity,
    /// How the branches of an `ako` share the time.
    pub branches: Branches,
    /// The processors, instead of the file's.
    pub processors: Option<u64>,
    /// Every random choice derives from it.
    pub seed: u64,
    /// What an illegal access does.
    pub on_violation: OnViolation,
    /// What the run may use.
    pub limits: Limits,
}

/// A program and its run.
#[derive(Debug, Clone)]
pub struct Executed {
    /// The checked program.
    pub program: Program,
    /// The run, however it ended.
    pub run: Run,
}

/// Goes the whole way: reads, includes, checks, binds the inputs, runs, verifies the claims.
/// The texts come to lie in `sources`, for whoever shows the result.
pub fn execute(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Executed, Vec<Diagnostic>> {
    unimplemented!()
}
