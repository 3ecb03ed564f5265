//! The JSON of what a run is legal on.

use schemars::JsonSchema;
use serde::Serialize;

use crate::machine::rules::model::Legality;
use crate::result::run::Run;

/// The weakest models that allow a run: per step and per access on a synchronous machine, per
/// section on the asynchronous one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RunLegalityJson {
    /// On a synchronous machine.
    Synchronous(LegalityJson),
    /// On the asynchronous machine.
    Asynchronous {
        /// `apram`, `apram-cr`, or null where neither allows it.
        section: Option<String>,
    },
}

/// The weakest models of the synchronous PRAM that allow what happened.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LegalityJson {
    /// When all reads of a step are one moment, and all its writes another.
    pub step: String,
    /// When the k-th read of a processor meets only the k-th reads of the others.
    pub access: String,
}

impl RunLegalityJson {
    /// What a run is legal on.
    pub(super) fn new(run: &Run) -> Self {
        match run.configuration.asynchronous() {
            None => Self::Synchronous(run.legal_on.into()),
            Some(_) => Self::Asynchronous {
                section: run.section_model().map(str::to_owned),
            },
        }
    }
}

impl From<Legality> for LegalityJson {
    fn from(legality: Legality) -> Self {
        Self {
            step: legality.step.to_string(),
            access: legality.access.to_string(),
        }
    }
}
