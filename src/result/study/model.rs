//! Formulas of the user's beside what was measured.

use crate::quantity::Measure;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Amount, Size};

/// A formula of the user's, `--model-formula`, evaluated at every size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ModelFormula {
    /// What it is a formula of.
    pub measure: Measure,
    /// As it was given: `t_c*N^2*Z/p + 2*t_s`.
    pub formula: String,
    /// One row for each row of the series.
    pub rows: Vec<ModelRow>,
    /// The largest relative difference, without its sign; null where nothing was measured.
    pub largest_difference: Option<f64>,
}

/// What a formula foretells at one size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ModelRow {
    /// The size.
    pub inputs: Size,
    /// What was measured, in the unit of the study.
    pub measured: Amount,
    /// The value of the formula.
    pub predicted: f64,
    /// (predicted - measured)/measured; null where 0 was measured.
    pub difference: Option<f64>,
}
