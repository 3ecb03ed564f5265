//! Sides of branches that are executed one after the other, as on a GPU.

use crate::derivation::cost::CostBounds;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{DerivedMeasure, Outcome, Walker, too_large};
use crate::quantity::Unit;
use crate::source::Span;

impl Walker<'_> {
    /// Whether the times of both sides of a branch are added.
    pub(in crate::derivation) fn adds_sides(&self) -> bool {
        self.serial && self.counted.is_time()
    }

    /// Whether the sides of a branch are executed at different times, if this affects the measure.
    pub(in crate::derivation) fn separates_sides(&self) -> bool {
        self.serial && (self.counted.is_time() || self.counted == DerivedMeasure::Processors)
    }

    /// The outcome of two groups that are executed one after the other if they certainly take different
    /// sides. Groups that may execute the same statements take at least the longer time and at most the
    /// sum.
    pub(in crate::derivation) fn one_by_one(
        &self,
        one: Outcome,
        other: Outcome,
        are_disjoint: bool,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        // ⌈(a + b)/p⌉ times the longer of two steps may exceed the sum of both steps.
        let is_scheduled =
            self.is_scheduled() && self.counted == DerivedMeasure::Time(Unit::Instructions);
        if is_scheduled && !are_disjoint {
            return Err(Obstacle::reason(span, Reason::Scheduling));
        }
        let both = one.cost.plus(&other.cost).ok_or_else(|| too_large(span))?;
        let cost = if are_disjoint {
            both
        } else {
            let lower = one.cost.or_more(&other.cost, &self.facts).lower;
            CostBounds { lower, ..both }
        };
        Ok(Outcome {
            cost,
            lines: [one.lines, other.lines].concat(),
            leaves: one.leaves.either(other.leaves, None),
            steps: None,
        })
    }
}
