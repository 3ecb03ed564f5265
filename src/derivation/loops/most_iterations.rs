//! Loops whose number of iterations depends on data and is bounded by an assertion,
//! `tvrdnja prolaza <= e;`, or by a part of the test: `while (j > 0 and A[j] > x)`. The number of
//! iterations lies between 0 and the bound, which gives two bounds of the cost.

use super::evolutions::Evolution;
use super::iterations::{LoopCode, LoopTest};
use super::parts::Iterations;
use crate::derivation::abstract_value::AbstractValue;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::asynchronous::clock::Certainty;
use crate::derivation::branches::leaving::Construct;
use crate::derivation::cost::CostBounds;
use crate::derivation::dependence::Unfollowed;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{Outcome, Walker, too_large};
use crate::program::{Asserted, ScalarId, Stmt, StmtKind};
use crate::source::Span;

/// A loop with an upper bound on its number of iterations.
pub(in crate::derivation) struct BoundedLoop<'b> {
    /// The assertion. None if a part of the test gives the bound.
    pub claim: Option<Span>,
    /// The upper bound.
    pub most: Formula,
    /// The test before each iteration, if it counts as a step.
    pub test: Option<LoopTest<'b>>,
    /// The statements of an iteration.
    pub body: &'b [Stmt],
    /// Whether an iteration is a round.
    pub round: bool,
    /// Scalars with a known evolution.
    pub scalars: Vec<(ScalarId, Evolution)>,
}

impl Walker<'_> {
    /// The assertion at the start of a loop's body, and the number of iterations that it allows. A loop
    /// without iterations satisfies any assertion.
    pub(in crate::derivation) fn claimed_iterations(
        &self,
        body: &[Stmt],
    ) -> Option<(Span, Formula)> {
        // The statement that counts the iterations precedes the assertion.
        let claimed = body
            .iter()
            .take(2)
            .find_map(|statement| match &statement.kind {
                StmtKind::Assert {
                    asserted: Asserted::Iterations { most, .. },
                    ..
                } => match &self.frame().scalars[most.index()] {
                    Some(AbstractValue::Number(most)) => Some((statement.span, most.clone())),
                    _ => None,
                },
                _ => None,
            });
        let (claim, most) = claimed?;
        let most = if self.facts.is_nonnegative(&most) {
            most
        } else {
            self.facts.greatest(vec![Formula::default(), most])
        };
        Some((claim, most))
    }

    /// The cost of 0 to `most` iterations.
    pub(in crate::derivation) fn loop_at_most(
        &mut self,
        claimed: BoundedLoop<'_>,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let BoundedLoop {
            claim,
            most,
            test,
            body,
            round,
            scalars,
        } = claimed;
        if let Some(claim) = claim.filter(|claim| !self.given.contains(claim)) {
            self.given.push(claim);
        }
        let keeps_clock = self.keeps_clock();
        let last = most.plus_number(-1).ok_or_else(|| too_large(span))?;
        let iterations = Iterations::new(
            self.iteration_name().to_owned(),
            [Formula::default(), last],
            // Without them, the clock at the end of an iteration is the same for all iterations.
            if keeps_clock { Vec::new() } else { scalars },
            true,
        );
        let inside = match test.filter(|_| keeps_clock) {
            Some(test) => LoopCode::Tested(test, round),
            None => LoopCode::Body(body, round),
        };
        let (clock, barriers, divergence) = (self.clock.clone(), self.barriers, self.divergence);
        let executed = self.native.as_ref().map(|native| native.executed);
        let outside = self.take_deferred();
        // Some processors may finish before others.
        self.in_groups();
        self.compared += 1;
        self.exactness.varies = true;
        // The first iteration is not split off, since it may be the last one.
        let depth = if keeps_clock { 2 } else { 0 };
        let mut outcome = self.perhaps(|this| this.iterations(&iterations, inside, span, depth))?;
        self.divergence = divergence;
        if self.native.is_some() && self.barriers != barriers {
            let what = Unfollowed::BarrierInLoop;
            return Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        }
        self.defer_perhaps(outside, span)?;
        self.clock = clock.either(&self.clock);
        if let (Some(native), Some(executed)) = (&mut self.native, executed) {
            native.executed = Certainty::either(native.executed, executed);
        }
        outcome.cost = outcome.cost.or_nothing();
        outcome.leaves = outcome.leaves.perhaps().ended(Construct::Loop);
        for line in &mut outcome.lines {
            line.cost = std::mem::take(&mut line.cost).or_nothing();
        }
        outcome.steps = None;
        self.unknown_from(body);
        match test {
            None => Ok(outcome),
            Some(test) if keeps_clock => {
                let last = self.test_of(test, span)?;
                self.one_after(outcome, last, span)
            }
            Some(test) => {
                let tests = self.tests_at_most(test, iterations, most)?;
                self.one_after(tests, outcome, span)
            }
        }
    }

    /// From one test up to one more than there are iterations.
    fn tests_at_most(
        &mut self,
        test: LoopTest<'_>,
        iterations: Iterations,
        most: Formula,
    ) -> Result<Outcome, Obstacle> {
        let span = test.condition.span;
        let once = self.test_of(test, span)?;
        let tests = Iterations {
            high: most,
            ..iterations
        };
        let divergence = self.divergence;
        self.in_groups();
        let before = self.frame().clone();
        let mut tests = self.iterations(&tests, LoopCode::Test(test), span, 0)?;
        *self.frame_mut() = before;
        self.divergence = divergence;
        tests.cost = CostBounds {
            lower: once.cost.lower,
            upper: tests.cost.upper,
        };
        for line in &mut tests.lines {
            line.cost.lower = tests.cost.lower.clone();
        }
        tests.steps = None;
        Ok(tests)
    }
}
