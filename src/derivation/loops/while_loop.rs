//! Loops with a test before each iteration that depends on scalars with a known evolution.

use super::iterations::{LoopCode, LoopTest};
use super::most_iterations::BoundedLoop;
use super::parts::Iterations;
use super::skips::without_skips;
use crate::derivation::abstract_value::{AbstractValue, Truth};
use crate::derivation::algebra::formula::Formula;
use crate::derivation::branches::leaving::{Construct, Leaves, is_left_early, skips_iterations};
use crate::derivation::dependence::{Dependence, Unfollowed};
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{Outcome, Walker, too_large};
use crate::program::{Charge, Stmt, StmtKind};

impl Walker<'_> {
    /// A loop with a test before each iteration.
    pub(in crate::derivation) fn while_loop(
        &mut self,
        statement: &Stmt,
    ) -> Result<Outcome, Obstacle> {
        let StmtKind::While {
            prelude,
            condition,
            charge,
            body,
            update,
            round,
        } = &statement.kind
        else {
            return Ok(Outcome::nothing());
        };
        let span = condition.span;
        let mut all = body.clone();
        if !update.is_empty() && skips_iterations(body) {
            let branches = without_skips(body).filter(|_| !self.runs_concurrently());
            all = branches.ok_or_else(|| {
                let what = Unfollowed::ContinueWithUpdate;
                Obstacle::reason(statement.span, Reason::Unfollowed(what))
            })?;
        }
        all.extend(update.iter().cloned());
        let before = self.frame().clone();
        let scalars = self.evolutions(&all, None, (&Formula::default(), 1));
        let name = self.iteration_name();
        let saved = self.facts.clone();
        self.unknown_from(&all);
        let symbol = self.unbounded(name);
        for (id, evolution) in &scalars {
            let value = evolution.rounded_at(&Formula::symbol(&symbol), &self.facts);
            self.frame_mut().scalars[id.index()] = value.map(AbstractValue::Number);
        }
        let test = LoopTest {
            prelude,
            condition,
            body: &all,
        };
        let truth = self.truth_of(test)?;
        let truth = self.decided(truth);
        *self.frame_mut() = before.clone();
        self.facts = saved;
        let count = (self.iterations_while_true(&truth, &symbol))
            .or_else(|| self.iterations_by_squaring(condition, &all));
        let reason = match &truth {
            Truth::Known(true) if !is_left_early(&all) => Reason::Endless,
            Truth::Unknown(name) => Reason::Iterations(name.clone()),
            Truth::Nonnegative(_) => Reason::Empty,
            _ => Reason::Iterations(Dependence::Changing),
        };
        let Some(count) = count else {
            let claimed = self
                .claimed_iterations(body)
                .map(|(claim, most)| (Some(claim), most));
            let bound = claimed.or_else(|| Some((None, self.iterations_at_most(&truth, &symbol)?)));
            return match bound {
                Some((claim, most)) if prelude.is_empty() => {
                    let claimed = BoundedLoop {
                        claim,
                        most,
                        test: (*charge == Charge::Step).then_some(test),
                        body: &all,
                        round: *round,
                        scalars,
                    };
                    self.loop_at_most(claimed, statement.span)
                }
                _ => Err(Obstacle::reason(span, reason)),
            };
        };
        let high = count.plus_number(-1).ok_or_else(|| too_large(span))?;
        let iterations =
            Iterations::new(name.to_owned(), [Formula::default(), high], scalars, true);
        let is_tested = *charge == Charge::Step && self.keeps_clock();
        let inside = if is_tested {
            LoopCode::Tested(test, *round)
        } else {
            LoopCode::While(test, *round)
        };
        let mut outcome = self.iterations(&iterations, inside, statement.span, 0)?;
        let leaves = std::mem::replace(&mut outcome.leaves, Leaves::Never);
        if is_tested {
            let last = self.test_of(test, span)?;
            outcome = self.one_after(outcome, last, span)?;
        } else if *charge == Charge::Step {
            let tests = Iterations {
                high: count.clone(),
                ..iterations.clone()
            };
            // The test is evaluated once more than the body.
            let before = self.frame().clone();
            let tests = self.iterations(&tests, LoopCode::Test(test), span, 0)?;
            *self.frame_mut() = before;
            outcome = self.one_after(tests, outcome, span)?;
        }
        if leaves.is_never() {
            self.leave(&all, &iterations, &before, span)?;
            return Ok(outcome);
        }
        self.unknown_from(&all);
        outcome = outcome.perhaps();
        outcome.leaves = leaves.perhaps().ended(Construct::Loop);
        Ok(outcome)
    }

    /// The condition after the statements that precede it.
    fn truth_of(&mut self, test: LoopTest<'_>) -> Result<Truth, Obstacle> {
        if test.prelude.is_empty() {
            return Ok(self.evaluate(test.condition)?.truth());
        }
        let span = test.condition.span;
        if self.keeps_clock() {
            let what = Unfollowed::CallInCondition;
            return Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        }
        self.body(test.prelude)?;
        Ok(self.evaluate(test.condition)?.truth())
    }
}
