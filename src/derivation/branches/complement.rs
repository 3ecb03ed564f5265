//! Code that is executed for all values of an index except those with one remainder: the cost of all
//! minus the cost of the excluded ones.

use super::branch::BranchTest;
use super::groups::{Group, Side, are_alike};
use super::index_set::Progression;
use super::leaving::Leaves;
use crate::derivation::abstract_value::Truth;
use crate::derivation::cost::{CostBounds, CostLine, CostTerm};
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::shape::{StepShape, plain_steps};
use crate::derivation::walker::{DerivedMeasure, Outcome, Walker, too_large};
use crate::source::Span;

impl Walker<'_> {
    /// Follows a side for all values of an index except those of a part: the cost for all values minus
    /// the cost for the part.
    pub(in crate::derivation) fn all_but(
        &mut self,
        (part, holds): (&Progression, &Truth),
        side: &Side<'_>,
        span: Span,
    ) -> Result<Option<Group>, Obstacle> {
        let side = &self.with_known_test(side, holds);
        if side.is_idle() {
            return Ok(Some(Group {
                outcome: Outcome::nothing(),
                is_certain: true,
                active: None,
            }));
        }
        let index = self.indices.iter().find(|it| it.symbol == part.symbol);
        let (Some(index), Some(every)) = (index, &part.every) else {
            return Err(Obstacle::reason(span, Reason::Branch));
        };
        // Consecutive integers have different remainders if the modulus is not 1.
        let two = (index.high.minus(&index.low)).and_then(|it| it.plus_number(-1));
        let others = every.modulus.plus_number(-2);
        let (two, others) = two.zip(others).ok_or_else(|| too_large(span))?;
        let wants_one = self.counted.is_time() || self.counted == DerivedMeasure::Processors;
        let is_certain = !wants_one || self.exists(&two) && self.facts.is_nonnegative(&others);
        let start = (self.frame().clone(), self.clock.clone());
        let compared = self.compared;
        let (facts, asserted) = (self.facts.clone(), self.asserted);
        let followed = self.follow(side);
        self.facts = facts;
        let mut all = followed?;
        // An assertion of the processors here would be taken as given for all.
        if self.asserted != asserted {
            return Err(Obstacle::reason(span, Reason::Branch));
        }
        let is_same = self.compared == compared && all.steps.is_some();
        if !wants_one || self.is_scheduled() {
            let after = (
                std::mem::replace(self.frame_mut(), start.0),
                std::mem::replace(&mut self.clock, start.1),
            );
            let returned = self.take_returned(&all.leaves);
            let group = self.restricted(part, side, span)?;
            self.set_returned(Vec::from_iter(returned));
            (*self.frame_mut(), self.clock) = after;
            if self.is_scheduled() {
                self.schedule_without(&mut all, group, span)?;
            } else {
                if let Some(Group { outcome: some, .. }) = group {
                    all.cost = without(&all.cost, &some.cost).ok_or_else(|| too_large(span))?;
                    all.lines = lines_without(all.lines, &some.lines);
                }
                all.steps = None;
            }
        } else if !is_same || self.counted == DerivedMeasure::Processors {
            self.exactness.is_coarse = true;
            all.cost = all.cost.or_nothing();
            // One side of an inner branch may be taken only by processors of the excluded part.
            all.steps =
                (all.steps).map(|steps| steps.into_iter().map(StepShape::perhaps).collect());
        }
        if let Leaves::Perhaps(..) = all.leaves {
            all.leaves = all.leaves.perhaps();
        }
        let asks = self.counted == DerivedMeasure::Processors;
        let active = asks.then(|| self.active(span).ok()).flatten();
        Ok(Some(Group {
            outcome: all,
            is_certain,
            active,
        }))
    }

    /// The time of the steps of all processors except those of a part, if the number of the latter is
    /// known.
    fn schedule_without(
        &mut self,
        all: &mut Outcome,
        group: Option<Group>,
        span: Span,
    ) -> Result<(), Obstacle> {
        let Some(Group {
            outcome: some,
            is_certain,
            ..
        }) = group
        else {
            return Ok(());
        };
        let unknown = || Obstacle::reason(span, Reason::Scheduling);
        let steps = plain_steps(some.steps.as_ref()).filter(|_| is_certain);
        let (Some(steps), Some(own)) = (steps, all.steps.as_mut()) else {
            return Err(unknown());
        };
        if steps.len() != own.len() || own.iter().any(|step| step.activation.is_some()) {
            return Err(unknown());
        }
        for (own, step) in own.iter_mut().zip(steps) {
            let active = own.active.as_ref().zip(step.active.as_ref());
            own.active = active.and_then(|(all, part)| without(all, part));
        }
        all.cost = self.scheduled_time(all.steps.as_deref().unwrap_or_default(), span)?;
        all.lines = Vec::new();
        Ok(())
    }

    /// A side whose test is counted for processors for which a condition holds.
    fn with_known_test<'b>(&mut self, side: &Side<'b>, holds: &Truth) -> Side<'b> {
        match side {
            Side::Choice(choice) => {
                let mut choice = choice.clone();
                if let Some(BranchTest::Of(condition, mut known)) = choice.test {
                    known.push(holds.clone());
                    let outside = std::mem::replace(&mut self.supposed, known);
                    let taken = self.charge(condition, true);
                    self.supposed = outside;
                    choice.test = Some(BranchTest::Counted(taken, condition.span));
                }
                Side::Choice(choice)
            }
            Side::Body(body) => Side::Body(body),
        }
    }
}

/// A cost minus a part of it.
fn without(all: &CostBounds, part: &CostBounds) -> Option<CostBounds> {
    if all.is_exact() && part.is_exact() {
        return Some(CostBounds::exactly(all.upper.minus(&part.upper)?));
    }
    Some(all.clone().or_nothing())
}

/// The lines of all processors minus those of a part.
fn lines_without(all: Vec<CostLine>, part: &[CostLine]) -> Vec<CostLine> {
    let is_alike = are_alike(&all, part);
    let line = |(at, line): (usize, CostLine)| {
        let cost = (part.get(at).filter(|_| is_alike))
            .and_then(|part| without(&line.cost, &part.cost))
            .unwrap_or_else(|| line.cost.clone().or_nothing());
        let inside = part.get(at).map_or(&[][..], |part| &part.inside);
        CostLine {
            way: CostTerm::Closed(cost.upper.clone()),
            cost,
            inside: lines_without(line.inside, inside),
            ..line
        }
    };
    all.into_iter().enumerate().map(line).collect()
}
