//! The call of the machine.

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::{Configuration, Run};
use crate::code::{self, MachineParameters};
use crate::cost::Ledger;
use crate::machine::event::Observer;
use crate::machine::pram::{Ending, Machine};
use crate::machine::value::Value;
use crate::semantic::program::Program;

/// Executes a checked program on inputs that are bound to the parameters of its entry, in order.
pub fn run(
    program: &Program,
    entry: &str,
    inputs: IndexMap<String, Value>,
    configuration: &Configuration,
    interrupt: &AtomicBool,
) -> Run {
    let mut ledger = Ledger::default();
    let values: Vec<Value> = inputs.values().cloned().collect();
    let ending = observe(program, &values, configuration, interrupt, &mut ledger);
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
        claims: Vec::new(),
        error: ending.fault.map(Into::into),
    }
}

/// Executes a checked program before any observer.
pub(super) fn observe(
    program: &Program,
    values: &[Value],
    configuration: &Configuration,
    interrupt: &AtomicBool,
    observer: &mut impl Observer,
) -> Ending {
    let processors = configuration.processors.unwrap_or(0) as i64;
    let machine = MachineParameters {
        processors,
        ..MachineParameters::default()
    };
    let code = code::lower(program, machine);
    Machine::new(&code, configuration, observer, interrupt).run(values)
}
