//! Sides of branches that are executed one after the other, as on a GPU.

use crate::derivation::cost::Cost;
use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{Outcome, Walker, too_large};
use crate::source::Span;

impl Walker<'_> {
    /// Whether what groups of processors take adds up.
    pub(in crate::derivation) fn adds_sides(&self) -> bool {
        self.serial && self.counted.is_time()
    }

    /// Two groups, one after the other where they surely go different ways; those that may meet in the same
    /// statements take from the time of one to that of both.
    pub(in crate::derivation) fn one_by_one(
        &self,
        one: Outcome,
        other: Outcome,
        are_apart: bool,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let both = one.cost.plus(&other.cost).ok_or_else(|| too_large(span))?;
        let cost = if are_apart {
            both
        } else {
            let lower = one.cost.or_more(&other.cost, &self.facts).lower;
            Cost { lower, ..both }
        };
        Ok(Outcome {
            cost,
            lines: [one.lines, other.lines].concat(),
            leaves: one.leaves.either(other.leaves, None),
            steps: None,
        })
    }
}
