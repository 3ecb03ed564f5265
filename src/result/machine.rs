//! What data says of a machine, by name.

use schemars::JsonSchema;
use serde::Serialize;

use crate::machine::configuration::{Configuration, Kind};

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
}

impl MachineKind {
    /// The machine of a run.
    pub fn of(configuration: &Configuration) -> Self {
        match configuration.kind {
            Kind::Synchronous => Self::Pram,
            Kind::Asynchronous(_) => Self::Apram,
            Kind::Multicomputer(_) => Self::Multicomputer,
        }
    }
}
