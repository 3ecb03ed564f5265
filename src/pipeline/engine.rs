//! The call of the machine.

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::{Configuration, Run};
use crate::code::control::Code;
use crate::code::{self, MachineParameters};
use crate::cost::Ledger;
use crate::machine::event::Observer;
use crate::machine::fault::FaultKind;
use crate::machine::pram::Machine;
use crate::machine::race::{Finding, Race};
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
    let values: Vec<Value> = inputs.values().cloned().collect();
    let attempt = |configuration: &Configuration| {
        let mut ledger = Ledger::default();
        let ending = Machine::new(&code, configuration, &mut ledger, interrupt).run(&values);
        (ending, ledger)
    };
    let (mut ending, mut ledger) = attempt(configuration);
    let mut executed = configuration.clone();
    if let (Some(fault), Some(asynchronous)) = (&ending.fault, &mut executed.asynchronous)
        && matches!(fault.kind, FaultKind::BarrierNotReached { .. })
    {
        // Perhaps they only did not come because their group waited.
        asynchronous.apart = true;
        (ending, ledger) = attempt(&executed);
    }
    let race = (ending.races.first)
        .map(|finding| both_accesses(finding, &code, &executed, &values, interrupt));
    drop(values);
    let (cost, printed) = ledger.finish();
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
        error: ending.fault.map(Into::into),
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
    inputs: &[Value],
    interrupt: &AtomicBool,
) -> Race {
    let mut nobody = Nobody;
    let machine = Machine::new(code, configuration, &mut nobody, interrupt);
    let again = machine.with_probe(finding.probe).run(inputs).races.first;
    again.unwrap_or(finding).race
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
