//! What a step counts: for time once, or as often as the processors of the machine have to act; for work
//! for all who are active.

use super::charge::Charge;
use super::cost::Cost;
use super::obstacle::{Obstacle, Reason};
use super::shape::Shape;
use super::walker::{Counted, Outcome, Walker, too_large};
use crate::derivation::algebra::formula::{Atom, Formula};
use crate::source::Span;
use crate::syntax::ast::Unit;

impl Walker<'_> {
    /// One step of the active processors.
    pub fn step(&mut self, span: Span, taken: &Charge) -> Result<Outcome, Obstacle> {
        let instructions = taken.of_step();
        let (low, high) = match self.counted {
            Counted::AsynchronousTime | Counted::AsynchronousWork => {
                return self.timed_step(span, taken);
            }
            Counted::Time(Unit::Rounds) | Counted::Work(Unit::Rounds) | Counted::Processors => {
                (0, 0)
            }
            Counted::Time(Unit::Steps) | Counted::Work(Unit::Steps) => (1, 1),
            Counted::Time(Unit::Instructions) | Counted::Work(Unit::Instructions) => instructions,
            Counted::Reads => taken.reads,
            Counted::Writes => (taken.writes, taken.writes),
        };
        let cost = self.share(low, high, span)?;
        let shape = Shape {
            instructions,
            ..Shape::default()
        };
        Ok(Outcome::of_step(cost, span, shape))
    }

    /// One round of the processors that execute this body.
    pub fn round(&mut self, round: bool, span: Span) -> Result<Cost, Obstacle> {
        match self.counted {
            Counted::Time(Unit::Rounds) | Counted::Work(Unit::Rounds) if round => {
                self.share(1, 1, span)
            }
            _ => Ok(Cost::default()),
        }
    }

    /// So much for each who is active, or so much time.
    fn share(&mut self, low: i128, high: i128, span: Span) -> Result<Cost, Obstacle> {
        if high == 0 {
            return Ok(Cost::default());
        }
        let factor = match self.counted {
            Counted::Time(_) => self.slots(span)?,
            _ => self.count(&Formula::number(1), span)?,
        };
        let cost = Cost {
            lower: Formula::number(low),
            upper: Formula::number(high),
        };
        (cost.map(|each| each.times(&factor))).ok_or_else(|| too_large(span))
    }

    /// Σ of a value over all who are active here and the turns that they make.
    pub fn count(&self, value: &Formula, span: Span) -> Result<Formula, Obstacle> {
        let mut sum = value.clone();
        for index in self.indices.iter().rev() {
            // There may be no value of the index: what follows from there being one is not used.
            sum = (index.outside)
                .sum(&sum, &index.symbol, &index.low, &index.high)
                .ok_or_else(|| self.no_sum(&sum, span))?;
        }
        Ok(sum)
    }

    /// Why a sum is not found. It may be where turns with different remainders are told apart; that of a
    /// polynomial always has a closed form.
    pub fn no_sum(&self, value: &Formula, span: Span) -> Obstacle {
        let mut found = None;
        value.collect(&mut |atom| {
            if let Atom::Modulo(part, divisor) = atom
                && let Some(divisor) = divisor.as_whole()
                && let Some(symbol) = self.loops.iter().rev().find(|symbol| part.has(symbol))
            {
                found = Some(Obstacle::Residues(symbol.clone(), divisor));
            }
        });
        let reason = if value.is_polynomial() {
            Reason::TooLarge
        } else {
            Reason::Sum
        };
        found.unwrap_or_else(|| Obstacle::reason(span, reason))
    }

    /// How many processors may be active here at one time.
    pub fn active(&self, span: Span) -> Result<Formula, Obstacle> {
        let mut sum = Formula::number(1);
        for index in self.indices.iter().rev() {
            let bound = if index.is_processor {
                self.facts.sum(&sum, &index.symbol, &index.low, &index.high)
            } else {
                self.facts
                    .greatest_over(&sum, &index.symbol, &index.low, &index.high)
            };
            sum = bound.ok_or_else(|| self.no_sum(&sum, span))?;
        }
        Ok(sum)
    }

    /// How often the processors of the machine have to act for a step: Brent's principle.
    pub fn slots(&self, span: Span) -> Result<Formula, Obstacle> {
        let Some(processors) = &self.processors else {
            return Ok(Formula::number(1));
        };
        if !self.is_in_block() {
            return Ok(Formula::number(1));
        }
        let active = self.active(span)?;
        if self.facts.is_at_most(&active, processors) {
            return Ok(Formula::number(1));
        }
        let slots = active
            .over(processors)
            .and_then(|share| self.facts.ceil(&share));
        let alone = !self.diverged;
        (slots.filter(|_| alone)).ok_or_else(|| Obstacle::reason(span, Reason::Scheduling))
    }
}
