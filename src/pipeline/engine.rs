//! The call of the machine.

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::{Configuration, Run};
use crate::code::control::Code;
use crate::code::{self, MachineParameters};
use crate::cost::{Cost, Ledger};
use crate::machine::event::Observer;
use crate::machine::pram::{Ending, Machine};
use crate::machine::race::{Finding, Race, RaceAccess};
use crate::machine::value::Value;
use crate::report::run::RaceCounts;
use crate::semantic::program::Program;

/// A program that is lowered and has its inputs: nothing is left to do but to execute it, as
/// often as one likes.
#[derive(Debug)]
pub struct Loaded {
    entry: String,
    code: Code,
    /// The names of the parameters of the entry.
    names: Vec<String>,
    /// Their values.
    values: Vec<Value>,
    configuration: Configuration,
}

/// One execution of a program.
#[derive(Debug)]
pub struct Execution {
    /// How it ended, and with which outputs.
    pub ending: Ending,
    /// What was counted.
    pub cost: Cost,
    /// The printed lines.
    pub printed: Vec<String>,
}

impl Loaded {
    /// Lowers a checked program. The inputs are bound to the parameters of its entry, in order;
    /// `parameters` is what the names of the machine mean in it.
    pub fn new(
        program: &Program,
        entry: &str,
        inputs: IndexMap<String, Value>,
        configuration: Configuration,
        parameters: MachineParameters,
    ) -> Self {
        let (names, values) = inputs.into_iter().unzip();
        Self {
            entry: entry.to_owned(),
            code: code::lower(program, parameters),
            names,
            values,
            configuration,
        }
    }

    /// The values of the inputs, in the order of the parameters.
    pub fn inputs(&self) -> &[Value] {
        &self.values
    }

    /// What the machine is told.
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Executes the program and counts what that costs. The machine works on copies of the
    /// inputs, so each execution is like the first.
    pub fn execute(&self, interrupt: &AtomicBool) -> Execution {
        let mut ledger = Ledger::default();
        let machine = Machine::new(&self.code, &self.configuration, &mut ledger, interrupt);
        let ending = machine.run(&self.values);
        let (cost, printed) = ledger.finish();
        Execution {
            ending,
            cost,
            printed,
        }
    }
}

/// Executes a checked program on inputs that are bound to the parameters of its entry, in order.
/// `parameters` is what the names of the machine mean in the program.
pub fn run(
    program: &Program,
    entry: &str,
    inputs: IndexMap<String, Value>,
    configuration: &Configuration,
    parameters: MachineParameters,
    interrupt: &AtomicBool,
) -> Run {
    let loaded = Loaded::new(program, entry, inputs, configuration.clone(), parameters);
    let Execution {
        ending,
        cost,
        printed,
    } = loaded.execute(interrupt);
    let race = (ending.races.first).map(|finding| both_accesses(finding, &loaded, interrupt));
    Run {
        entry: loaded.entry,
        configuration: loaded.configuration,
        inputs: loaded.names.into_iter().zip(loaded.values).collect(),
        outputs: ending.outputs,
        printed,
        cost,
        legal_on: ending.legal_on,
        breaks: ending.breaks,
        violations: ending.violations,
        violation_count: ending.violation_count,
        race,
        race_counts: RaceCounts {
            of_reads: ending.races.of_reads,
            of_writes: ending.races.of_writes,
        },
        exploration: None,
        claims: Vec::new(),
        error: ending.fault.map(Into::into),
    }
}

/// Nobody listens.
struct Nobody;

impl Observer for Nobody {}

/// The run kept no record of who had accessed which cell before, so it is repeated, and this time
/// everyone who comes to the cell in that section is written down.
fn both_accesses(finding: Finding, loaded: &Loaded, interrupt: &AtomicBool) -> Race {
    let Finding { probe, mut race } = finding;
    let mut nobody = Nobody;
    let machine = Machine::new(&loaded.code, &loaded.configuration, &mut nobody, interrupt);
    let probed = machine.with_probe(probe).run(&loaded.values).probed;
    let later = &race.later;
    let is_other = |access: &&RaceAccess| access.processor != later.processor;
    let must_write = later.written.is_none() && !race.reads_only;
    let met =
        (probed.iter().filter(is_other)).find(|access| !must_write || access.written.is_some());
    if let Some(access) = met {
        race.earlier = access.clone();
    }
    race
}

/// Executes a checked program before any observer.
pub(super) fn observe(
    program: &Program,
    values: &[Value],
    configuration: &Configuration,
    parameters: MachineParameters,
    interrupt: &AtomicBool,
    observer: &mut impl Observer,
) {
    let code = code::lower(program, parameters);
    Machine::new(&code, configuration, observer, interrupt).run(values);
}
