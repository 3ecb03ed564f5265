//! What data says of a machine, by name.

use schemars::JsonSchema;
use serde::Serialize;

use crate::machine::configuration::{Branches, Configuration};
use crate::machine::event::SectionKind;
use crate::machine::rules::model::Simultaneity;

/// The machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MachineKind {
    /// The synchronous PRAM.
    Pram,
    /// The asynchronous PRAM.
    Apram,
}

/// Which accesses count as simultaneous, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SimultaneityName {
    /// All reads of a step are one moment, and all its writes another.
    Step,
    /// The k-th read of a processor meets only the k-th reads of the others.
    Access,
}

/// How the branches of an `ako` share the time, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BranchesName {
    /// Side by side, step beside step.
    Mimd,
    /// One after the other.
    Simd,
}

/// The kind of a section of the asynchronous PRAM, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum SectionKindName {
    /// Outside of every block.
    #[serde(rename = "sequential")]
    Sequential,
    /// A statement of a synchronous block, with its barriers.
    #[serde(rename = "adapted step")]
    Adapted,
    /// Of an asynchronous block.
    #[serde(rename = "asynchronous")]
    Asynchronous,
}

impl MachineKind {
    /// The machine of a run.
    pub fn of(configuration: &Configuration) -> Self {
        match configuration.asynchronous {
            None => Self::Pram,
            Some(_) => Self::Apram,
        }
    }
}

impl From<Simultaneity> for SimultaneityName {
    fn from(simultaneity: Simultaneity) -> Self {
        match simultaneity {
            Simultaneity::Step => Self::Step,
            Simultaneity::Access => Self::Access,
        }
    }
}

impl From<Branches> for BranchesName {
    fn from(branches: Branches) -> Self {
        match branches {
            Branches::Mimd => Self::Mimd,
            Branches::Simd => Self::Simd,
        }
    }
}

impl From<SectionKind> for SectionKindName {
    fn from(kind: SectionKind) -> Self {
        match kind {
            SectionKind::Sequential => Self::Sequential,
            SectionKind::Adapted => Self::Adapted,
            SectionKind::Native => Self::Asynchronous,
        }
    }
}

impl SectionKindName {
    /// As data and tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Adapted => "adapted step",
            Self::Asynchronous => "asynchronous",
        }
    }
}
