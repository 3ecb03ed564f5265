//! Loops in blocks that processors leave in different iterations, by a condition on their index: full
//! iterations up to that point, and part of one more iteration.

use super::iterations::LoopCode;
use super::parts::Iterations;
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::branches::leaving::{Construct, Leaves, skips_iterations};
use crate::derivation::branches::nested::{differs_by_iteration, may_skip};
use crate::derivation::branches::threshold::{Change, threshold};
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{DerivedMeasure, Outcome, Walker, too_large};
use crate::program::{Stmt, StmtKind};
use crate::quantity::Unit;
use crate::source::Span;

impl Walker<'_> {
    /// The iteration at which a processor leaves the innermost loop on one of the sides: the first one
    /// for which the condition selects that side.
    pub(in crate::derivation) fn exit(
        &self,
        truth: &Truth,
        [then, otherwise]: [&[Stmt]; 2],
    ) -> Option<Obstacle> {
        let (symbol, iterations) = self.open_loops.last()?;
        let is_known = iterations.is_ascending
            && self.is_in_block()
            && !self.counted.is_asynchronous()
            && !self.serial;
        let exits =
            |side: &[Stmt]| (side.last()).is_some_and(|last| matches!(last.kind, StmtKind::Break));
        if !is_known || exits(then) == exits(otherwise) {
            return None;
        }
        let (at, change) = threshold(&self.facts, truth, symbol)?;
        let leaving = if exits(then) { then } else { otherwise };
        if skips_iterations(leaving) {
            return None;
        }
        // Processors leave in different iterations. In each of these, those that stay wait at the end of
        // the branch for the statements before the `break`.
        if self.counted.is_time() && self.has_index(&at) && leaving.len() > 1 {
            return None;
        }
        let fits = match change {
            Change::From => exits(then),
            Change::Below => exits(otherwise),
            Change::Only => exits(then) && self.facts.is_at_most(&iterations.low, &at),
            Change::AllBut => exits(otherwise) && self.facts.is_at_most(&iterations.low, &at),
        };
        // If the condition is the same for all iterations there is nothing to split.
        let is_inside = at != iterations.low || iterations.low != iterations.high;
        (fits && is_inside).then(|| Obstacle::Exit(symbol.clone(), at))
    }

    /// Whether an exit may be followed after these statements of an iteration: all processors reach it,
    /// and for time in the same step. Otherwise the longer last iteration of a processor would delay the
    /// others in each iteration.
    pub(in crate::derivation) fn may_exit_after(&self, front: &[Stmt], leaves: &Leaves) -> bool {
        let waits = self.counted.is_time() && self.is_in_block() && !self.open_loops.is_empty();
        let is_by_part = !matches!(
            self.counted,
            DerivedMeasure::Time(Unit::Rounds | Unit::Steps)
        );
        let differs = || differs_by_iteration(front) || is_by_part && may_skip(front);
        leaves.is_never() && !(waits && differs())
    }

    /// The iterations up to the one at which the loop is left at the latest.
    pub(in crate::derivation) fn until_exit(
        &mut self,
        iterations: &Iterations,
        at: Formula,
        inside: LoopCode<'_>,
        (span, depth): (Span, u32),
    ) -> Result<Outcome, Obstacle> {
        let fits = |formula: Option<Formula>| formula.ok_or_else(|| too_large(span));
        let before = self.frame().clone();
        let limit = fits(iterations.high.plus_number(1))?;
        self.ask_for_order(iterations.high.minus(&at));
        let least = self.facts.least(vec![at, limit.clone()]);
        let at = self.facts.greatest(vec![iterations.low.clone(), least]);
        let mut whole = iterations.clone();
        whole.high = fits(at.plus_number(-1))?;
        let mut last = iterations.clone();
        last.is_single = true;
        last.low.clone_from(&at);
        last.high = self.facts.least(vec![at.clone(), iterations.high.clone()]);
        if whole.high == iterations.high && whole.low == iterations.low {
            return Err(Obstacle::reason(span, Reason::Branch));
        }
        let whole = self.iterations(&whole, inside, span, depth + 1)?;
        *self.frame_mut() = before;
        let comes = whole.leaves.is_never();
        let mut last = self.if_certain(comes, |this| {
            this.iterations(&last, inside, span, depth + 1)
        })?;
        // A `vrati` in that iteration also leaves the call.
        let leaves = Leaves::all(Construct::Loop).either(last.leaves.clone(), None);
        if self.differs(&at) && self.counted.is_time() {
            // The last part adds to the time only if the processors with the most full iterations
            // execute it; otherwise it coincides with full iterations of others.
            match self.is_left_by_all(&at, &limit, span) {
                Some(true) => {}
                Some(false) => last = Outcome::nothing(),
                None => last = last.perhaps(),
            }
        }
        match whole.leaves {
            Leaves::Never => {}
            Leaves::Perhaps(..) => last = last.perhaps(),
            Leaves::Always(_) => last = Outcome::nothing(),
        }
        last.leaves = leaves.perhaps();
        self.one_after(whole, last, span)
    }

    /// Whether all processors leave the loop before its last iteration has ended; Some(false) if one
    /// does not.
    fn is_left_by_all(&mut self, at: &Formula, limit: &Formula, span: Span) -> Option<bool> {
        let most = self.greatest_of_all(at.clone(), span).ok()?;
        let facts: &Facts = &self.facts;
        if facts.is_at_most(limit, &most) {
            return Some(false);
        }
        let before = most.plus_number(1)?;
        facts.is_at_most(&before, limit).then_some(true)
    }
}
