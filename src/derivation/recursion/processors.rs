//! The most processors of recursions: of all sizes that come up one after the other, and of those that are
//! active side by side.

use super::recurrence::Step;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::cost::{Cost, Way};
use crate::derivation::walker::Walker;

impl Walker<'_> {
    /// The most processors: those for the start, and those for each size up to the end.
    pub(super) fn most(&self, step: &Step, end: &Formula) -> Option<(Cost, Way)> {
        let from = Formula::number(step.start + 1);
        let calls = end.minus(&Formula::symbol(&step.symbol))?;
        let (mut own, mut first) = (step.own.clone(), step.first.clone());
        for (symbol, value) in step.handed_after(&calls)? {
            own = own.map(|of| self.facts.substitute(of, symbol, &value))?;
        }
        for (symbol, value) in step.handed_after(&end.plus_number(-step.start)?)? {
            first = first.map(|of| self.facts.substitute(of, symbol, &value))?;
        }
        let greatest = |own: &Formula| self.facts.greatest_over(own, &step.symbol, &from, end);
        let cost = own.map(greatest)?.or_more(&first, &self.facts);
        let way = Way::Closed(cost.upper.clone());
        Some((cost, way))
    }

    /// p(x) = max(a·p(x − 1), f(x)): the largest of a^(x − start)·p(start) and a^(x − y)·f(y) for
    /// y = start + 1 … x.
    pub(super) fn most_of_levels(&self, step: &Step, end: &Formula) -> Option<(Cost, Way)> {
        if step.is_handed() {
            return None;
        }
        let from = Formula::number(step.start + 1);
        let levels = end.minus(&Formula::symbol(&step.symbol))?;
        let all = end.plus_number(-step.start)?;
        let most = |factor: u32, first: &Formula, own: &Formula| {
            let factor = Formula::number(factor.into());
            let of_level = own.times(&factor.raised(&levels)?)?;
            let inside = (self.facts).greatest_over(&of_level, &step.symbol, &from, end)?;
            let first = first.times(&factor.raised(&all)?)?;
            Some(self.facts.greatest(vec![inside, first]))
        };
        let cost = Cost {
            lower: most(step.factor[0], &step.first.lower, &step.own.lower)?,
            upper: most(step.factor[1], &step.first.upper, &step.own.upper)?,
        };
        let way = Way::Closed(cost.upper.clone());
        Some((cost, way))
    }
}
