//! The derived costs of a program, and their comparison with counted runs.

use std::sync::Arc;

use crate::derivation::{CostBounds, CostLine, DerivedCost, DerivedMeasure, NoFormula};
use crate::quantity::{Measure, Quantity, Unit};

/// The derived costs of a program.
#[derive(Debug, Clone, Default)]
pub struct Derivation {
    /// The algorithm, or `program`.
    pub entry: String,
    /// Whether something was to be assumed of the sizes.
    pub is_assuming: bool,
    /// Each measure.
    pub measures: Vec<(Quantity, MeasureDerivation)>,
}

/// The derivation of one measure.
#[derive(Debug, Clone)]
pub enum MeasureDerivation {
    /// A formula or its bounds.
    Found(Box<CheckedDerivation>),
    /// No formula.
    None(NoFormula),
}

/// A formula, and its comparison with counted runs.
#[derive(Debug, Clone)]
pub struct CheckedDerivation {
    /// The formula.
    pub found: DerivedCost,
    /// The number of sizes at which it was compared.
    pub sizes: usize,
    /// A size at which it differs, which is a bug in the derivation.
    pub differs: Option<Vec<(Arc<str>, i128)>>,
}

/// The derived measure for a quantity; the cost is a product of two.
pub fn counted(quantity: Quantity) -> Option<DerivedMeasure> {
    Some(match (quantity.measure, quantity.unit) {
        (Measure::T, Some(Unit::Apram)) => DerivedMeasure::AsynchronousTime,
        (Measure::W, Some(Unit::Apram)) => DerivedMeasure::AsynchronousWork,
        (Measure::T, Some(unit)) => DerivedMeasure::Time(unit),
        (Measure::W, Some(unit)) => DerivedMeasure::Work(unit),
        (Measure::Processors, _) => DerivedMeasure::Processors,
        (Measure::Reads, _) => DerivedMeasure::Reads,
        (Measure::Writes, _) => DerivedMeasure::Writes,
        (Measure::T | Measure::W, None) | (Measure::C, _) => return None,
        (
            Measure::Issued
            | Measure::Transactions
            | Measure::Passes
            | Measure::Conflicts
            | Measure::Atomics
            | Measure::Divergent
            | Measure::Launches,
            _,
        ) => return None,
    })
}

impl CheckedDerivation {
    /// The formula or its bounds.
    pub fn cost(&self) -> &CostBounds {
        &self.found.cost
    }

    /// The lines of the program to which it is attributed.
    pub fn lines(&self) -> &[CostLine] {
        &self.found.lines
    }
}
