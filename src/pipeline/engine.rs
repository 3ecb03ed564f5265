//! The call of the machine.

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::{Configuration, Run};
use crate::machine::value::Value;
use crate::semantic::program::Program;

/// Executes a checked program.
pub fn run(
    program: &Program,
    entry: &str,
    inputs: IndexMap<String, Value>,
    configuration: &Configuration,
    interrupt: &AtomicBool,
) -> Run {
    unimplemented!()
}
