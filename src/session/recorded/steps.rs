//! The part of a recorded trace that is about steps.

use serde::Deserialize;

use super::run::Common;
use crate::present::json::trace::{TracedArrayJson, TracedRaceJson};
use crate::present::json::trace_step::StepJson;
use crate::present::json::trace_values::CellsJson;

/// The steps of a run.
#[derive(Debug, Deserialize)]
pub struct StepTrace {
    #[serde(flatten)]
    pub common: Common,
    /// Arrays and shared scalars.
    pub arrays: Vec<TracedArrayJson>,
    /// What they hold before the first step.
    pub before: Vec<CellsJson>,
    /// What a run without steps printed.
    #[serde(default)]
    pub printed: Vec<String>,
    /// The steps that are told.
    pub steps: Vec<StepJson>,
    /// How many steps the run took.
    pub length: u64,
    /// On the asynchronous machine the first illegal race.
    #[serde(default)]
    pub race: Option<TracedRaceJson>,
}
