//! One iteration of a loop, for a symbolic index.

use super::evolutions::assigned;
use super::iterations::{LoopCode, LoopTest};
use super::parts::Iterations;
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::branches::leaving::Construct;
use crate::derivation::cost::{CostLine, CostTerm, LineKind};
use crate::derivation::dependence::Unfollowed;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{Outcome, Walker};
use crate::program::Expr;
use crate::source::Span;

impl Walker<'_> {
    /// Follows one iteration, for a symbolic index.
    pub(in crate::derivation) fn iteration(
        &mut self,
        iterations: &Iterations,
        symbol: &Symbol,
        inside: LoopCode<'_>,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        self.open_loops.push((symbol.clone(), iterations.clone()));
        let found = self.iteration_inside(iterations, symbol, inside, span);
        self.open_loops.pop();
        found
    }

    fn iteration_inside(
        &mut self,
        iterations: &Iterations,
        symbol: &Symbol,
        inside: LoopCode<'_>,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        // The index of a single iteration is known.
        let index = if iterations.low == iterations.high {
            iterations.low.clone()
        } else {
            Formula::symbol(symbol)
        };
        self.begin_iteration(iterations, &index, inside.body());
        let (test, body, round) = match inside {
            LoopCode::Body(body, round) => (Outcome::nothing(), body, round),
            LoopCode::While(test, round) => {
                self.learn_test(test);
                (Outcome::nothing(), test.body, round)
            }
            LoopCode::Tested(test, round) => {
                (self.test_of(test, test.condition.span)?, test.body, round)
            }
            LoopCode::Test(test) => return self.test_of(test, span),
        };
        let arrays = self.frame().arrays.clone();
        let own = self.round(round, span)?;
        let outcome = self.body(body)?;
        let mut outcome = self.one_after(test, outcome, span)?;
        if !outcome.leaves.is_never() {
            if self.counted.is_asynchronous() {
                let what = Unfollowed::LeavesLoop;
                return Err(Obstacle::reason(span, Reason::Unfollowed(what)));
            }
            // Assignments after a `nastavi`, `prekini` or `vrati` are not executed by all processors.
            self.unknown_from(body);
            outcome.leaves = outcome.leaves.ended(Construct::Turn);
        }
        // The next iteration has to start with the same array lengths, or with unknown ones.
        let mut changed = assigned(body).1;
        changed.retain(|array| {
            let now = &self.frame().arrays[array.index()];
            arrays[array.index()].is_some() && *now != arrays[array.index()]
        });
        if !changed.is_empty() {
            return Err(Obstacle::reason(
                span,
                Reason::Unfollowed(Unfollowed::ChangingLength),
            ));
        }
        outcome.cost = self.then(&own, &outcome.cost, span)?;
        if !own.is_zero() {
            let way = CostTerm::Closed(own.upper.clone());
            outcome.lines.insert(
                0,
                CostLine {
                    span,
                    cost: own,
                    way,
                    inside: Vec::new(),
                    kind: LineKind::Step,
                },
            );
        }
        Ok(outcome)
    }

    /// Learns the test of the loop, which holds in an iteration.
    fn learn_test(&mut self, test: LoopTest<'_>) {
        if test.prelude.is_empty()
            && let Ok(value) = self.evaluate(test.condition)
            && let Truth::Nonnegative(formula) = value.truth()
        {
            self.facts.learn(formula);
        }
    }

    /// The test of a loop, with the statements that precede it.
    pub(in crate::derivation) fn test_of(
        &mut self,
        test: LoopTest<'_>,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let before = self.body(test.prelude)?;
        let tested = self.test(test.condition, span)?;
        self.one_after(before, tested, span)
    }

    /// The test of a loop.
    pub(in crate::derivation) fn test(
        &mut self,
        condition: &Expr,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let taken = self.charge(condition, true);
        self.step(span, &taken)
    }
}
