//! The ranges of loops and blocks: their bounds, and the value as a function of the index.

use super::evolutions::Evolution;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{Walker, too_large};
use crate::program::Expr;
use crate::source::Span;

impl Walker<'_> {
    /// The first value, the last value and the stride.
    pub(in crate::derivation) fn bounds(
        &mut self,
        [from, to]: [&Expr; 2],
        step: Option<&Expr>,
    ) -> Result<[Formula; 3], Obstacle> {
        let stride = match step {
            Some(step) => self.bound(step)?,
            None => Formula::number(1),
        };
        Ok([self.bound(from)?, self.bound(to)?, stride])
    }

    fn bound(&mut self, expr: &Expr) -> Result<Formula, Obstacle> {
        self.number(expr).map_err(|obstacle| match obstacle {
            Obstacle::Reason(span, Reason::DependsOn(name)) => {
                Obstacle::reason(span, Reason::Iterations(name))
            }
            other => other,
        })
    }

    /// The bounds of the index of a range, and the start and the stride of the value.
    pub(in crate::derivation) fn range_of(
        &mut self,
        first: &Formula,
        last: &Formula,
        stride: &Formula,
        span: Span,
    ) -> Result<(Formula, Formula, Formula, Formula), Obstacle> {
        let (low, high, evolution) = self.range(first, last, stride, span)?;
        match evolution {
            Evolution::Linear(start, stride) => Ok((low, high, start, stride)),
            _ => Err(too_large(span)),
        }
    }

    pub(in crate::derivation) fn range(
        &mut self,
        first: &Formula,
        last: &Formula,
        stride: &Formula,
        span: Span,
    ) -> Result<(Formula, Formula, Evolution), Obstacle> {
        let fits = |value: Option<Formula>| value.ok_or_else(|| too_large(span));
        let plain = Evolution::Linear(Formula::default(), Formula::number(1));
        let (low, high, evolution) = match stride.as_whole() {
            Some(1) => (first.clone(), last.clone(), plain),
            Some(-1) => (last.clone(), first.clone(), plain),
            _ => {
                let up = self.facts.is_positive(stride);
                let negative = fits(stride.times_number(-1))?;
                if stride.is_zero() {
                    return Err(Obstacle::reason(span, Reason::NoStep));
                }
                if !up && !self.facts.is_positive(&negative) {
                    return Err(Obstacle::reason(span, Reason::Empty));
                }
                let (way, size) = if up {
                    (fits(last.minus(first))?, stride.clone())
                } else {
                    (fits(first.minus(last))?, negative)
                };
                let high = fits(self.facts.quotient(&way, &size))?;
                self.ask_for_shares(&high);
                let evolution = Evolution::Linear(first.clone(), stride.clone());
                (Formula::default(), high, evolution)
            }
        };
        Ok((low, high, evolution))
    }

    /// Ensures that the number of iterations is at least 0, that is, `high` ≥ `low` − 1. None if there
    /// is no iteration.
    pub(in crate::derivation) fn not_below(
        &self,
        low: &Formula,
        high: &Formula,
        span: Span,
    ) -> Result<Option<Formula>, Obstacle> {
        let count = high.minus(low).and_then(|it| it.plus_number(1));
        let count = count.ok_or_else(|| too_large(span))?;
        if self.facts.is_nonnegative(&count) && !count.is_zero() {
            return Ok(Some(high.clone()));
        }
        let negative = count.times_number(-1).ok_or_else(|| too_large(span))?;
        if self.facts.is_nonnegative(&negative) {
            return Ok(None);
        }
        let count = self.facts.greatest(vec![Formula::default(), count]);
        let high = low.plus(&count).and_then(|it| it.plus_number(-1));
        Ok(Some(high.ok_or_else(|| too_large(span))?))
    }
}
