//! Loops with a test before each iteration that depends on scalars with a known evolution.

use std::sync::Arc;

use super::most_turns::AtMost;
use super::parts::Turns;
use super::skips::without_skips;
use super::turns::{Inside, Test};
use crate::derivation::algebra::formula::Formula;
use crate::derivation::branches::leaving::{Construct, Leaves, is_left_early, skips_turns};
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{Outcome, Walker, too_large};
use crate::derivation::worth::{Truth, Worth};
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
        if !update.is_empty() && skips_turns(body) {
            let branches = without_skips(body).filter(|_| !self.has_company());
            all = branches.ok_or_else(|| {
                let what = "going on to the next turn of a loop with an update";
                Obstacle::reason(statement.span, Reason::Statement(what))
            })?;
        }
        all.extend(update.iter().cloned());
        let before = self.frame().clone();
        let scalars = self.courses(&all, None, (&Formula::default(), 1));
        let name = self.name_of_turns();
        let saved = self.facts.clone();
        self.unknown_from(&all);
        let symbol = self.unbounded(name);
        for (id, course) in &scalars {
            let value = course.rounded_at(&Formula::symbol(&symbol), &self.facts);
            self.frame_mut().scalars[id.index()] = value.map(Worth::Number);
        }
        let test = Test {
            prelude,
            condition,
            body: &all,
        };
        let truth = self.truth_of(test)?;
        let truth = self.decided(truth);
        *self.frame_mut() = before.clone();
        self.facts = saved;
        let count = (self.turns_while_true(&truth, &symbol))
            .or_else(|| self.turns_by_squares(condition, &all));
        let reason = match &truth {
            Truth::Known(true) if !is_left_early(&all) => Reason::Endless,
            Truth::Unknown(name) => Reason::Turns(Arc::clone(name)),
            Truth::Nonnegative(_) => Reason::Empty,
            _ => Reason::Turns("values that change in it".into()),
        };
        let Some(count) = count else {
            let claimed = self
                .turns_claimed(body)
                .map(|(claim, most)| (Some(claim), most));
            let bound = claimed.or_else(|| Some((None, self.turns_at_most(&truth, &symbol)?)));
            return match bound {
                Some((claim, most)) if prelude.is_empty() => {
                    let claimed = AtMost {
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
        let turns = Turns::new(name.to_owned(), [Formula::default(), high], scalars, true);
        let is_tested = *charge == Charge::Step && self.keeps_clock();
        let inside = if is_tested {
            Inside::Tested(test, *round)
        } else {
            Inside::While(test, *round)
        };
        let mut outcome = self.turns(&turns, inside, statement.span, 0)?;
        let leaves = std::mem::replace(&mut outcome.leaves, Leaves::Never);
        if is_tested {
            let last = self.test_of(test, span)?;
            outcome = self.one_after(outcome, last, span)?;
        } else if *charge == Charge::Step {
            let tests = Turns {
                high: count.clone(),
                ..turns.clone()
            };
            // The test is evaluated once more than the body.
            let before = self.frame().clone();
            let tests = self.turns(&tests, Inside::Test(test), span, 0)?;
            *self.frame_mut() = before;
            outcome = self.one_after(tests, outcome, span)?;
        }
        if leaves.is_never() {
            self.leave(&all, &turns, &before, span)?;
            return Ok(outcome);
        }
        self.unknown_from(&all);
        outcome = outcome.perhaps();
        outcome.leaves = leaves.perhaps().ended(Construct::Loop);
        Ok(outcome)
    }

    /// The condition after the statements that precede it.
    fn truth_of(&mut self, test: Test<'_>) -> Result<Truth, Obstacle> {
        if test.prelude.is_empty() {
            return Ok(self.evaluate(test.condition)?.truth());
        }
        let span = test.condition.span;
        if self.keeps_clock() {
            let what = "a call in the condition of a loop on the asynchronous machine";
            return Err(Obstacle::reason(span, Reason::Statement(what)));
        }
        self.body(test.prelude)?;
        Ok(self.evaluate(test.condition)?.truth())
    }
}
