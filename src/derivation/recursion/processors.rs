//! The largest number of processors of recursions: over sizes that follow one another, and over
//! simultaneous activations.

use super::recurrence::LinearRecurrence;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::cost::{CostBounds, CostTerm};
use crate::derivation::walker::Walker;

impl Walker<'_> {
    /// p(x) = max(a·p(x − 1), f(x)): the maximum of a^(x − start)·p(start) and a^(x − y)·f(y) for y =
    /// start + 1 … x. For a = 0 it is f(x): there is no call, or, in the lower bound, perhaps none.
    pub(super) fn most(
        &self,
        step: &LinearRecurrence,
        end: &Formula,
    ) -> Option<(CostBounds, CostTerm)> {
        if step.depends_on_passed() && step.factor.iter().any(|factor| *factor > 1) {
            return None;
        }
        let from = Formula::number(step.start + 1);
        let levels = end.minus(&Formula::symbol(&step.symbol))?;
        let all = end.plus_number(-step.start)?;
        let (mut own, mut first) = (step.own.clone(), step.first.clone());
        for (symbol, value) in step.passed_after(&levels)? {
            own = own.map(|of| self.facts.substitute(of, symbol, &value))?;
        }
        for (symbol, value) in step.passed_after(&all)? {
            first = first.map(|of| self.facts.substitute(of, symbol, &value))?;
        }
        let most = |factor: u32, first: &Formula, own: &Formula| {
            if factor == 0 {
                return self.facts.substitute(own, &step.symbol, end);
            }
            let factor = Formula::number(factor.into());
            let of_level = own.times(&factor.raised(&levels)?)?;
            let inside = (self.facts).greatest_over(&of_level, &step.symbol, &from, end)?;
            let first = first.times(&factor.raised(&all)?)?;
            Some(self.facts.greatest(vec![inside, first]))
        };
        let cost = CostBounds {
            lower: most(step.factor[0], &first.lower, &own.lower)?,
            upper: most(step.factor[1], &first.upper, &own.upper)?,
        };
        let way = CostTerm::Closed(cost.upper.clone());
        Some((cost, way))
    }
}
