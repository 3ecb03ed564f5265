//! The call of the machine.

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::{Configuration, Run};
use crate::code::control::Code;
use crate::code::{self, MachineParameters};
use crate::cost::{AsynchronousCost, Ledger};
use crate::diagnostic::{Code as DiagnosticCode, Diagnostic};
use crate::machine::event::Observer;
use crate::machine::pram::Machine;
use crate::machine::race::{Finding, Race, RaceAccess};
use crate::machine::value::Value;
use crate::report::run::RaceCounts;
use crate::semantic::program::Program;

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
    let code = code::lower(program, parameters);
    let mut ledger = Ledger::default();
    let values: Vec<&Value> = inputs.values().collect();
    let ending = Machine::new(&code, configuration, &mut ledger, interrupt).run(&values);
    let race = (ending.races.first)
        .map(|finding| both_accesses(finding, &code, configuration, &values, interrupt));
    drop(values);
    let (cost, printed) = ledger.finish();
    let is_beyond_counting =
        (cost.asynchronous.as_ref()).is_some_and(AsynchronousCost::is_beyond_counting);
    let beyond_counting = is_beyond_counting.then(|| {
        let message = "the time of this run does not fit into 64 bits";
        Diagnostic::without_place(DiagnosticCode::Overflow, message)
            .help("give smaller values to `--d`, `--B`, `--pace` or `-p`, or take a smaller input")
    });
    Run {
        entry: entry.to_string(),
        configuration: configuration.clone(),
        inputs,
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
        error: ending.fault.map(Into::into).or(beyond_counting),
    }
}

/// Nobody listens.
struct Nobody;

impl Observer for Nobody {}

/// The run kept no record of who had accessed which cell before, so it is repeated, and this time
/// everyone who comes to the cell in that section is written down.
fn both_accesses(
    finding: Finding,
    code: &Code,
    configuration: &Configuration,
    inputs: &[&Value],
    interrupt: &AtomicBool,
) -> Race {
    let Finding { probe, mut race } = finding;
    let mut nobody = Nobody;
    let machine = Machine::new(code, configuration, &mut nobody, interrupt);
    let probed = machine.with_probe(probe).run(inputs).probed;
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
    values: &[&Value],
    configuration: &Configuration,
    parameters: MachineParameters,
    interrupt: &AtomicBool,
    observer: &mut impl Observer,
) {
    let code = code::lower(program, parameters);
    Machine::new(&code, configuration, observer, interrupt).run(values);
}
