//! Whether a set of index values is nonempty: the iteration of an enclosing loop in which this changes,
//! and assumptions that would decide it.

use super::threshold::threshold;
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::formula::{Atom, Formula};
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::Walker;
use crate::semantic::rational::Rational;
use crate::source::Span;

/// The most iterations of a loop with constant bounds that are followed one by one.
const MOST_SPLIT_ITERATIONS: i128 = 4;

impl Walker<'_> {
    /// The obstacle if it is unknown whether a range is nonempty, that is, whether `difference` ≥ 0. An
    /// enclosing loop may be split where this changes.
    pub(in crate::derivation) fn perhaps_empty(
        &mut self,
        difference: &Formula,
        span: Span,
    ) -> Obstacle {
        let unknown = Obstacle::reason(span, Reason::Empty);
        if self.has_own_index(difference) {
            return unknown;
        }
        let difference = self.without_extremes(difference);
        let truth = Truth::Nonnegative(difference.clone());
        let symbol = (self.loops.iter().rev()).find(|symbol| difference.has(symbol));
        // If processors differ in the iteration of the change, the loop cannot be split there.
        let change = symbol.and_then(|symbol| {
            let (at, _) = threshold(&self.facts, &truth, symbol)?;
            (!self.has_index(&at)).then(|| Obstacle::Split(symbol.clone(), at))
        });
        if let Some(split) = change.or_else(|| self.split_few_iterations(&difference)) {
            return split;
        }
        self.ask_at_ends(&difference);
        unknown
    }

    /// Splits off the first iteration of an enclosing loop that has few iterations and on whose index a
    /// formula depends.
    pub(in crate::derivation) fn split_few_iterations(
        &self,
        formula: &Formula,
    ) -> Option<Obstacle> {
        self.loops.iter().rev().find_map(|symbol| {
            let bounded = self.facts.of(symbol).filter(|_| formula.has(symbol))?;
            let first = bounded.least.as_whole()?;
            let iterations = bounded.most.as_ref()?.as_whole()? - first + 1;
            let next = Formula::number(first + 1);
            (2..=MOST_SPLIT_ITERATIONS)
                .contains(&iterations)
                .then(|| Obstacle::Split(symbol.clone(), next))
        })
    }

    /// [`Self::split_few_iterations`] for a condition on one formula.
    pub(super) fn split_by_iteration(&self, truth: &Truth) -> Option<Obstacle> {
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return None;
        };
        self.split_few_iterations(formula)
    }

    /// rest − min(a, b) ≥ 0 is rest − a ≥ 0 if rest − b is negative, and rest + max(a, b) ≥ 0 is rest +
    /// a ≥ 0 if rest + b is negative: an operand that never bounds the range does not decide whether it
    /// is empty.
    fn without_extremes(&self, difference: &Formula) -> Formula {
        let found = difference.terms.iter().find_map(|(product, value)| {
            let part = Formula::term(product.clone(), Rational::ONE);
            let (values, sign) = match part.as_atom()? {
                Atom::Least(values) => (values, -1),
                Atom::Greatest(values) => (values, 1),
                _ => return None,
            };
            if *value != Rational::whole(sign) {
                return None;
            }
            let rest = difference.minus(&Formula::term(product.clone(), *value))?;
            let with = |extreme: &Formula| rest.plus(&extreme.times_number(sign)?);
            let is_negative = |extreme: &&Formula| {
                let opposite = with(extreme).and_then(|it| it.times_number(-1));
                opposite.is_some_and(|opposite| self.facts.is_positive(&opposite))
            };
            let (dropped, left): (Vec<&Formula>, Vec<&Formula>) =
                values.iter().partition(is_negative);
            // A range that an iteration does not restrict may have been shown to be nonempty in another
            // way.
            let is_of_iteration =
                |extreme: &&Formula| self.loops.iter().any(|symbol| extreme.has(symbol));
            let fits = sign < 0 || dropped.iter().all(is_of_iteration);
            match left.as_slice() {
                [one] if fits => with(one),
                _ => None,
            }
        });
        found.unwrap_or_else(|| difference.clone())
    }
}
