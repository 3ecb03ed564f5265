//! What is proved of accesses, what is left open, and that nothing is proved that a run refutes.

mod annotated;
mod bounded;
mod exclusive;
pub mod generator;
mod kernels;
mod open;
mod programs;
mod sections;
mod soundness;
mod verdicts;

use std::sync::atomic::AtomicBool;

use pram::pipeline::inputs::Assignment;
use pram::pipeline::{OnViolation, Options, Request, execute};
use pram::program::Program;
use pram::proof::{Findings, Timing, prove};
use pram::result::run::Run;
use pram::source::Sources;

use crate::files::NoFiles;

/// A program that was checked and run without stopping at illegal accesses.
struct Tried {
    sources: Sources,
    program: Program,
    run: Run,
}

impl Tried {
    fn findings(&self) -> Findings {
        let timing = match self.run.configuration.asynchronous() {
            Some(_) => Timing::Asynchronous,
            None => Timing::Synchronous,
        };
        prove(&self.program, timing)
    }
}

fn try_out(text: &str, inputs: &[(&str, String)], options: Options) -> Result<Tried, String> {
    let request = Request {
        name: "example.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: (inputs.iter())
            .map(|(name, value)| Assignment {
                name: (*name).to_owned(),
                value: value.clone().into(),
            })
            .collect(),
        options: Options {
            on_violation: OnViolation::Continue,
            ..options
        },
    };
    let mut sources = Sources::default();
    match execute(&request, &mut sources, &NoFiles, &AtomicBool::new(false)) {
        Ok(executed) => Ok(Tried {
            sources,
            program: executed.program,
            run: executed.run,
        }),
        Err(problems) => Err(format!("{problems:?}\n{text}")),
    }
}
