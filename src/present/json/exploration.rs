//! The JSON of several orders of execution.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::race::RaceAccessJson;
use super::value::ValueJson;
use crate::result::run::{Exploration, ExploredRun};
use crate::source::Sources;

/// The orders that were tried.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExplorationJson {
    /// How many orders were tried and ran to their end.
    pub tried: u64,
    /// How many were given up at a limit: nothing is known of them.
    pub given_up: u64,
    /// Whether all that were tried end the same.
    pub same: bool,
    /// The first order, and the first that ends differently; empty where none does.
    pub different: Vec<ExploredRunJson>,
    /// The accesses from which on the two differ. Absent where none differ, or where it is not
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub responsible: Option<ResponsibleJson>,
}

/// An order of execution and how it ended.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExploredRunJson {
    /// The token that repeats it: `--schedule TOKEN`.
    pub schedule: String,
    /// Outputs by name.
    pub outputs: IndexMap<String, ValueJson>,
    /// The lines that it printed.
    pub printed: Vec<String>,
    /// The fault that ended it; null when none did.
    pub fault: Option<String>,
}

/// Two accesses to one cell that come in either order.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ResponsibleJson {
    /// The section, from 1.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The one that comes first under the first order, and the one that does under the second.
    pub accesses: [RaceAccessJson; 2],
}

impl ExplorationJson {
    /// From what was explored.
    pub fn new(exploration: &Exploration, sources: &Sources) -> Self {
        let different = exploration.different.as_ref();
        let explored = |explored: &ExploredRun| ExploredRunJson {
            schedule: explored.schedule.to_string(),
            outputs: (explored.outputs.iter())
                .map(|(name, value)| (name.clone(), value.into()))
                .collect(),
            printed: explored.printed.clone(),
            fault: explored.fault.clone(),
        };
        let responsible = different.and_then(|different| different.responsible.as_ref());
        Self {
            tried: exploration.tried,
            given_up: exploration.given_up,
            same: different.is_none(),
            different: (different.into_iter())
                .flat_map(|different| different.runs.iter().map(explored))
                .collect(),
            responsible: responsible.map(|found| ResponsibleJson {
                section: found.section,
                cell: found.cell.clone(),
                accesses: (found.accesses.each_ref())
                    .map(|access| RaceAccessJson::new(access, sources)),
            }),
        }
    }
}
