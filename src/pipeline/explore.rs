//! Trying several orders of execution of an asynchronous program: does the result depend on them?

use std::sync::atomic::{AtomicBool, Ordering};

use super::engine;
use crate::code::MachineParameters;
use crate::diagnostic::Status;
use crate::machine::budget::value_bytes;
use crate::machine::configuration::{Configuration, OnViolation};
use crate::machine::interleaving::Interleaving;
use crate::report::run::{Exploration, ExploredRun, Run};
use crate::semantic::program::Program;

/// Runs a program again in `count` orders, until two end differently. Races do not end these
/// runs: what they lead to is what is asked for.
pub fn explore(
    program: &Program,
    run: &Run,
    parameters: MachineParameters,
    count: u64,
    interrupt: &AtomicBool,
) -> Exploration {
    let seed = run.configuration.seed;
    let mut first: Option<ExploredRun> = None;
    let mut tried = 0;
    for schedule in Interleaving::to_explore(count, run.processors(), seed) {
        if interrupt.load(Ordering::Relaxed) {
            break;
        }
        let mut configuration = Configuration {
            on_violation: OnViolation::Continue,
            ..run.configuration.clone()
        };
        let held = (run.inputs.values().chain(run.outputs.values()))
            .chain(first.iter().flat_map(|first| first.outputs.values()))
            .map(value_bytes)
            .sum();
        configuration.limits.memory = configuration.limits.memory.saturating_sub(held);
        if let Some(asynchronous) = &mut configuration.asynchronous {
            asynchronous.interleaving = schedule;
        }
        let inputs = run.inputs.clone();
        let ended = engine::run(
            program,
            &run.entry,
            inputs,
            &configuration,
            parameters,
            interrupt,
        );
        // A run that was cut off says nothing about what it would have come to.
        if ended
            .error
            .as_ref()
            .is_some_and(|error| error.code.status() == Status::Limit)
        {
            continue;
        }
        tried += 1;
        let explored = ExploredRun {
            schedule,
            outputs: ended.outputs,
            fault: ended.error.map(|error| error.message),
        };
        match &first {
            None => first = Some(explored),
            Some(first) if first.outputs == explored.outputs && first.fault == explored.fault => {}
            Some(first) => {
                let different = Some([first.clone(), explored]);
                return Exploration { tried, different };
            }
        }
    }
    Exploration {
        tried,
        different: None,
    }
}
