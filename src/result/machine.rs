//! The description of a machine in data, by names.

use schemars::JsonSchema;
use serde::Serialize;

use crate::machine::configuration::{Configuration, ConfiguredMachine};

/// The machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MachineKind {
    /// The synchronous PRAM.
    Pram,
    /// The asynchronous PRAM.
    Apram,
    /// The multicomputer.
    Multicomputer,
    /// The GPU.
    Gpu,
}

impl MachineKind {
    /// The machine of a run.
    pub fn of(configuration: &Configuration) -> Self {
        match configuration.kind {
            ConfiguredMachine::Synchronous => Self::Pram,
            ConfiguredMachine::Asynchronous(_) => Self::Apram,
            ConfiguredMachine::Multicomputer(_) => Self::Multicomputer,
            ConfiguredMachine::Gpu(_) => Self::Gpu,
        }
    }
}
