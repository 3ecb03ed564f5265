//! Equations between two indices: whether the value required of one index lies between its bounds.

use super::threshold::threshold;
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::evaluate::{both, either};
use crate::derivation::walker::Walker;

impl Walker<'_> {
    /// For an equation x = c with an index x, where c depends on other indices: the conjunction of
    /// `c lies between the bounds of x` and the equation. None if c certainly lies there, or if other
    /// indices do not decide it.
    pub(in crate::derivation) fn between_bounds(&self, truth: &Truth) -> Option<Truth> {
        let Truth::Zero(formula, is_equal) = truth else {
            return None;
        };
        if self.native.is_some() || self.adds_sides() {
            return None;
        }
        let mut ats = (0..self.indices.len()).rev();
        let at = ats.find(|at| formula.has(&self.indices[*at].symbol))?;
        let index = self.innermost_last(at)?.pop()?;
        if !index.is_processor && self.counted.is_time() {
            return None;
        }
        let (change, _) = threshold(&self.facts, truth, &index.symbol)?;
        let gaps = [change.minus(&index.low)?, index.high.minus(&change)?];
        let open = gaps
            .into_iter()
            .filter(|gap| !index.outside.is_nonnegative(gap) && !self.facts.is_nonnegative(gap));
        let decided: Vec<Formula> = open.filter(|gap| self.is_decided_by_others(gap)).collect();
        if decided.is_empty() {
            return None;
        }
        let mut found = truth.clone();
        for gap in decided.into_iter().rev() {
            found = if *is_equal {
                both(Truth::Nonnegative(gap), found)
            } else {
                let opposite = gap.times_number(-1)?.plus_number(-1)?;
                either(Truth::Nonnegative(opposite), found)
            };
        }
        Some(found)
    }

    /// Whether the sign of a formula changes at a known value of some index.
    fn is_decided_by_others(&self, formula: &Formula) -> bool {
        let truth = Truth::Nonnegative(formula.clone());
        let mut others = self.indices.iter().map(|index| &index.symbol);
        others.any(|symbol| formula.has(symbol) && threshold(&self.facts, &truth, symbol).is_some())
    }
}
