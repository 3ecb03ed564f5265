//! The JSON of an illegal access in a synchronous step.

use schemars::JsonSchema;
use serde::Serialize;

use super::legality::LegalityJson;
use super::value::ScalarJson;
use crate::machine::rules::model::Simultaneity;
use crate::machine::rules::violation::{ViolatingAccess, Violation};
use crate::present::messages::violation;
use crate::source::Sources;

/// An illegal access.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViolationJson {
    /// `E0501`, `E0502` or `E0503`.
    pub code: String,
    /// What happened, in words.
    pub message: String,
    /// The model whose rule is broken.
    pub model: String,
    /// `step` or `access`: which accesses count as simultaneous.
    pub simultaneity: Simultaneity,
    /// The step, from 1.
    pub step: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The processors that met in the cell; the first few.
    pub processors: Vec<String>,
    /// How many met in it.
    pub processor_count: u64,
    /// How many cells of this step were met in.
    pub cells_in_step: u64,
    /// How many processors of this step took part in such a meeting.
    pub processors_in_step: u64,
    /// The accesses in the source.
    pub accesses: Vec<AccessJson>,
    /// The weakest models that allow this step.
    pub allowed_by: LegalityJson,
}

/// One of the accesses that met.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AccessJson {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The first processor that came this way.
    pub processor: String,
    /// Of a write, the value.
    pub value: Option<ScalarJson>,
}

impl ViolationJson {
    /// One illegal access.
    pub(super) fn new(violation: &Violation, sources: &Sources) -> Self {
        Self {
            code: violation.code.id().to_owned(),
            message: violation::title(violation),
            model: violation.model.to_string(),
            simultaneity: violation.simultaneity,
            step: violation.step,
            cell: violation.cell.clone(),
            processors: violation.processors.clone(),
            processor_count: violation.processor_count,
            cells_in_step: violation.cells_in_step,
            processors_in_step: violation.processors_in_step,
            accesses: violation
                .accesses
                .iter()
                .map(|access| AccessJson::new(access, sources))
                .collect(),
            allowed_by: violation.allowed_by.into(),
        }
    }
}

impl AccessJson {
    fn new(access: &ViolatingAccess, sources: &Sources) -> Self {
        let position = sources.position(access.span);
        Self {
            file: sources.get(access.span.file).name.clone(),
            line: position.line,
            column: position.column,
            processor: access.processor.clone(),
            value: access.value.map(ScalarJson::from),
        }
    }
}
