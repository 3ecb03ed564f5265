//! Tries several orders of the accesses of an asynchronous program: does the result depend on them?

use std::sync::atomic::AtomicBool;

use super::engine::LoadedProgram;
use super::progress::{Parts, Progress, Watcher};
use super::responsible;
use crate::code::MachineParameters;
use crate::diagnostic::{Diagnostic, Status};
use crate::machine::configuration::{Configuration, OnViolation};
use crate::machine::event::{Observer, Part};
use crate::machine::limits::value_bytes;
use crate::machine::orders::interleaving::Interleaving;
use crate::machine::rules::record::AccessRecord;
use crate::machine::run::RunEnding;
use crate::program::Program;
use crate::result::run::{Difference, Exploration, ExploredRun, Run};

/// A run in another order may take this many times the steps of the first one,
const TIMES_STEPS: u64 = 64;
/// and this many more.
const MORE_STEPS: u64 = 10_000;

/// Runs a program again in `count` orders, until two end differently. Races do not end these runs, as
/// their consequences are of interest.
pub fn explore(
    program: &Program,
    run: &Run,
    parameters: MachineParameters,
    count: u64,
    watcher: Watcher<'_>,
) -> Exploration {
    let configuration = Configuration {
        on_violation: OnViolation::Continue,
        ..run.configuration.clone()
    };
    let limits = configuration.limits;
    let inputs = run.inputs.clone();
    let mut loaded = LoadedProgram::new(program, &run.entry, inputs, configuration, parameters);
    let seed = run.configuration.seed;
    let (mut tried, mut given_up) = (0, 0);
    let mut first: Option<ExploredRun> = None;
    for schedule in Interleaving::to_explore(count, run.processors(), seed) {
        if watcher.interrupts() {
            break;
        }
        watcher.tell(Progress::even(Parts::Orders, tried + given_up, count));
        let held = (run.inputs.values().chain(run.outputs.values()))
            .chain(first.iter().flat_map(|first| first.outputs.values()))
            .map(value_bytes)
            .sum();
        loaded.limit(limits.steps, limits.memory.saturating_sub(held));
        if let Some(first) = &first {
            // A processor that waits in a loop for another one may do so for ever if that one comes
            // later in the order.
            let steps = (first.steps.saturating_mul(TIMES_STEPS)).saturating_add(MORE_STEPS);
            loaded.limit(limits.steps.min(steps), limits.memory.saturating_sub(held));
        }
        let (ending, listener) =
            loaded.in_order(&schedule, AccessRecord::Nothing, watcher.interrupt);
        let fault = (ending.fault).map(|fault| {
            let vocabularies = &program.vocabularies;
            vocabularies.word(|voice| fault.diagnostic(voice))
        });
        // A run that was cut off says nothing about its result.
        let is_cut = |fault: &Diagnostic| fault.code.status() == Status::Limit;
        if fault.as_ref().is_some_and(is_cut) {
            given_up += 1;
            continue;
        }
        tried += 1;
        let explored = ExploredRun {
            schedule,
            outputs: ending.outputs,
            printed: listener.printed,
            fault: fault.map(|fault| fault.message),
            steps: listener.steps,
        };
        match &first {
            None => first = Some(explored),
            Some(first) if first.ends_like(&explored) => {}
            Some(first) => {
                loaded.limit(limits.steps, limits.memory);
                let orders = [&first.schedule, &explored.schedule];
                let responsible = responsible::pair(&loaded, orders, watcher.interrupt);
                let different = Some(Difference {
                    runs: [first.clone(), explored],
                    responsible,
                });
                return Exploration {
                    tried,
                    given_up,
                    different,
                };
            }
        }
    }
    Exploration {
        tried,
        given_up,
        different: None,
    }
}

/// What is kept of a run whose cost is not needed.
#[derive(Debug, Default)]
pub struct Listener {
    /// The lines that it printed.
    pub printed: Vec<String>,
    pub steps: u64,
}

impl Observer for Listener {
    fn step(&mut self, _: &[Part]) {
        self.steps += 1;
    }

    fn printed(&mut self, line: String) {
        self.printed.push(line);
    }
}

impl LoadedProgram {
    /// Executes the program with its accesses in this order. Its time is not counted.
    pub(super) fn in_order(
        &self,
        order: &Interleaving,
        record: AccessRecord,
        interrupt: &AtomicBool,
    ) -> (RunEnding, Listener) {
        self.record(order, record, Listener::default(), interrupt)
    }
}
