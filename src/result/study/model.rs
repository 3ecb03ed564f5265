//! The user's formulas compared with the measurements.

use crate::quantity::Measure;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Amount, Size};

/// A formula of the user's, `--model-formula`, evaluated at every size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ModelFormula {
    /// The measure of the formula.
    pub measure: Measure,
    /// As it was given: `t_c*N^2*Z/p + 2*t_s`.
    pub formula: String,
    /// One row for each row of the series.
    pub rows: Vec<ModelRow>,
    /// The largest relative difference, as an absolute value; null if nothing was measured.
    pub largest_difference: Option<f64>,
}

/// The prediction of a formula at one size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ModelRow {
    /// The size.
    pub inputs: Size,
    /// The measured value, in the unit of the study.
    pub measured: Amount,
    /// The value of the formula.
    pub predicted: f64,
    /// (predicted - measured)/measured; null if 0 was measured.
    pub difference: Option<f64>,
}
