//! Sides of branches that are executed one after the other, as on a GPU.

use crate::derivation::cost::Cost;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{Counted, Outcome, Walker, too_large};
use crate::quantity::Unit;
use crate::source::Span;

impl Walker<'_> {
    /// Whether what groups of processors take adds up.
    pub(in crate::derivation) fn adds_sides(&self) -> bool {
        self.serial && self.counted.is_time()
    }

    /// Whether the groups of a branch need not be there at the same time, where that counts.
    pub(in crate::derivation) fn separates_sides(&self) -> bool {
        self.serial && (self.counted.is_time() || self.counted == Counted::Processors)
    }

    /// Two groups, one after the other where they surely go different ways; those that may meet in the same
    /// statements take at least as long as one of them, and at most as long as both one after the other.
    pub(in crate::derivation) fn one_by_one(
        &self,
        one: Outcome,
        other: Outcome,
        are_apart: bool,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        // ⌈(a + b)/p⌉ times the longer of two steps may be more than both steps by themselves.
        let is_scheduled = self.is_scheduled() && self.counted == Counted::Time(Unit::Instructions);
        if is_scheduled && !are_apart {
            return Err(Obstacle::reason(span, Reason::Scheduling));
        }
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
