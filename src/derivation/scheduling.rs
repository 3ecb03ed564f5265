//! Brent's theorem: more processors in the program than in the machine. A step with a active processors,
//! of all groups together, takes ⌈a/p⌉ times as long.

use super::cost::CostBounds;
use super::obstacle::{Obstacle, Reason};
use super::shape::{StepShape, plain_steps, side_by_side};
use super::walker::{DerivedMeasure, Divergence, Outcome, Walker, too_large};
use crate::derivation::algebra::formula::Formula;
use crate::derivation::branches::together::Together;
use crate::quantity::Unit;
use crate::source::Span;

impl Walker<'_> {
    /// From here on, possibly not all processors of a block are active.
    pub(in crate::derivation) fn in_groups(&mut self) {
        if self.is_in_block() {
            self.divergence = self.divergence.max(Divergence::InGroups);
        }
    }

    /// Whether time is counted separately for each step by the number of its active processors.
    pub(in crate::derivation) fn is_scheduled(&self) -> bool {
        let is_by_steps = matches!(
            self.counted,
            DerivedMeasure::Time(Unit::Steps | Unit::Instructions)
        );
        is_by_steps && self.processors.is_some() && self.is_in_block()
    }

    /// How often the processors of the machine have to act for a step of the active processors. If there
    /// are several groups, the steps of any of them may be combined.
    pub(in crate::derivation) fn slots(&self, span: Span) -> Result<Formula, Obstacle> {
        let Some(processors) = &self.processors else {
            return Ok(Formula::number(1));
        };
        if !self.is_in_block() {
            return Ok(Formula::number(1));
        }
        let active = self.active_at_most(span)?;
        let is_accompanied = self.accompanied && !self.is_scheduled();
        if !is_accompanied && self.facts.is_at_most(&active, processors) {
            return Ok(Formula::number(1));
        }
        let is_known = match self.divergence {
            Divergence::None => true,
            Divergence::InGroups => self.is_scheduled(),
            Divergence::InIterations => false,
        };
        let slots = (self.slots_of(&active)).filter(|_| is_known);
        slots.ok_or_else(|| Obstacle::reason(span, Reason::Scheduling))
    }

    /// ⌈active/p⌉.
    fn slots_of(&self, active: &Formula) -> Option<Formula> {
        let share = active.over(self.processors.as_ref()?)?;
        self.facts.ceil(&share)
    }

    /// The time of consecutive steps.
    pub(in crate::derivation) fn scheduled_time(
        &mut self,
        steps: &[StepShape],
        span: Span,
    ) -> Result<CostBounds, Obstacle> {
        let mut total = CostBounds::default();
        for step in steps {
            let time = self.time_of_step(step);
            let time = time.ok_or_else(|| Obstacle::reason(span, Reason::Scheduling))?;
            total = total.plus(&time).ok_or_else(|| too_large(span))?;
        }
        Ok(total)
    }

    fn time_of_step(&mut self, step: &StepShape) -> Option<CostBounds> {
        let (least, most) = match self.counted {
            DerivedMeasure::Time(Unit::Steps) => {
                (step.instructions.0.min(1), step.instructions.1.min(1))
            }
            _ => step.instructions,
        };
        let active = step.active.as_ref()?;
        // ⌈n/2⌉ and ⌊n/2⌋ processors at the same time are n.
        let active = CostBounds {
            lower: self.plainer(&active.lower),
            upper: self.plainer(&active.upper),
        };
        let slots = active.map(|active| self.slots_of(active))?;
        Some(CostBounds {
            lower: slots.lower.times_number(least)?,
            upper: slots.upper.times_number(most)?,
        })
    }

    /// The time of two groups whose steps are executed at the same time.
    pub(in crate::derivation) fn scheduled_beside(
        &mut self,
        one: &Outcome,
        other: &Outcome,
        together: Together,
        span: Span,
    ) -> Result<CostBounds, Obstacle> {
        if one.cost.is_zero() || other.cost.is_zero() {
            let acts = if one.cost.is_zero() { other } else { one };
            return Ok(acts.cost.clone());
        }
        let both = plain_steps(one.steps.as_ref()).zip(plain_steps(other.steps.as_ref()));
        if let Some((a, b)) = both.filter(|_| together.is_step_by_step()) {
            return self.scheduled_time(&side_by_side(a, b, &self.facts), span);
        }
        let upper = self.scheduled_sum(one, other, span)?;
        if together != Together::Disjoint {
            return Ok(CostBounds::exactly(upper).or_nothing());
        }
        let lower = one.cost.or_more(&other.cost, &self.facts).lower;
        Ok(CostBounds { lower, upper })
    }

    /// An upper bound of the time of two groups whose steps are not distinguished: ⌈a/p⌉ + ⌈b/p⌉ ≥ ⌈(a +
    /// b)/p⌉. For instructions there is no such bound, since a step of few instructions may be combined
    /// with one of many.
    pub(in crate::derivation) fn scheduled_sum(
        &self,
        one: &Outcome,
        other: &Outcome,
        span: Span,
    ) -> Result<Formula, Obstacle> {
        if self.counted != DerivedMeasure::Time(Unit::Steps) {
            return Err(Obstacle::reason(span, Reason::Scheduling));
        }
        let sum = one.cost.upper.plus(&other.cost.upper);
        sum.ok_or_else(|| too_large(span))
    }
}
