//! Asynchronous blocks, section by section. A section takes the time of its slowest processor plus the
//! barrier that ends it.
//!
//! One processor represents all. A cost that is the same for all counts immediately. A cost that depends
//! on the processor's index is deferred to the barrier, as a formula in the index for each range of it;
//! there the maximum counts.

use super::clock::{Certainty, Clock};
use super::deferred::DeferredCost;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::asynchronous::AsynchronousBlock;
use crate::derivation::cost::CostBounds;
use crate::derivation::dependence::Unfollowed;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{DerivedMeasure, IndexVariable, Outcome, Walker, too_large};
use crate::program::Stmt;
use crate::source::Span;

impl Walker<'_> {
    /// Whether one processor represents all those of an asynchronous block.
    fn follows_one(&self) -> bool {
        self.counted == DerivedMeasure::AsynchronousTime && self.native.is_some()
    }

    pub(in crate::derivation) fn own_indices(&self) -> &[IndexVariable] {
        match &self.native {
            Some(native) if self.follows_one() => &native.indices,
            _ => &[],
        }
    }

    /// Whether a formula depends on the index of the representative processor.
    pub fn has_own_index(&self, formula: &Formula) -> bool {
        (self.own_indices().iter()).any(|index| formula.has(&index.symbol))
    }

    /// Whether `low` ≤ `high` holds for at least one value of the own indices.
    pub(in crate::derivation) fn is_somewhere_at_most(
        &self,
        low: &Formula,
        high: &Formula,
    ) -> bool {
        let gap = high.minus(low).and_then(|gap| {
            self.own_indices().iter().rev().try_fold(gap, |gap, index| {
                (self.facts).greatest_over(&gap, &index.symbol, &index.low, &index.high)
            })
        });
        gap.is_some_and(|gap| self.facts.is_nonnegative(&gap))
    }

    /// Follows the body of an asynchronous block. Its indices are those from `depth` on.
    pub fn sections(
        &mut self,
        body: &[Stmt],
        depth: usize,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let slots = match self.counted {
            DerivedMeasure::AsynchronousTime => self.slots(span)?,
            _ => Formula::number(1),
        };
        let indices = match self.counted {
            DerivedMeasure::AsynchronousTime => self.indices.split_off(depth),
            _ => Vec::new(),
        };
        self.native = Some(AsynchronousBlock {
            indices,
            slots,
            deferred: None,
            executed: Certainty::Yes,
        });
        self.clock = Clock::default();
        let outcome = self
            .body(body)
            .and_then(|outcome| self.ended(outcome, span));
        self.native = None;
        self.clock = Clock::default();
        outcome
    }

    /// The end of the block is a barrier if anything was executed since the last one.
    fn ended(&mut self, mut outcome: Outcome, span: Span) -> Result<Outcome, Obstacle> {
        let refused = |what| Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        if !outcome.leaves.is_never() {
            return refused(Unfollowed::LeavesAsynchronousBlock);
        }
        match self.native.as_ref().map(|native| native.executed) {
            Some(Certainty::Yes) => {
                let barrier = self.barrier(false, span)?;
                outcome.cost = self.then(&outcome.cost, &barrier.cost, span)?;
                outcome.lines.extend(barrier.lines);
                Ok(outcome)
            }
            // A barrier contributes no work.
            Some(Certainty::Perhaps) if self.counted == DerivedMeasure::AsynchronousWork => {
                Ok(outcome)
            }
            Some(Certainty::Perhaps) => refused(Unfollowed::LastBarrier),
            _ => Ok(outcome),
        }
    }

    /// A barrier; on synchronous machines it costs nothing.
    pub fn barrier(&mut self, of_part: bool, span: Span) -> Result<Outcome, Obstacle> {
        if !self.counted.is_asynchronous() {
            return Ok(Outcome::nothing());
        }
        let refused = |what| Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        if of_part {
            return refused(Unfollowed::PartialBarrier);
        }
        let pieces = self.take_deferred();
        let Some(native) = &mut self.native else {
            return refused(Unfollowed::BarrierOutside);
        };
        native.executed = Certainty::No;
        let slots = native.slots.clone();
        self.barriers += 1;
        self.clock = Clock::default();
        if self.counted == DerivedMeasure::AsynchronousWork {
            return Ok(Outcome::nothing());
        }
        let barrier = self
            .parameters
            .as_ref()
            .map(|machine| machine.barrier.clone());
        let mut cost = CostBounds::exactly(barrier.unwrap_or_default());
        if let Some(pieces) = pieces {
            if slots != Formula::number(1) {
                return Err(Obstacle::reason(span, Reason::Scheduling));
            }
            let slowest = self.slowest(&pieces);
            let slowest = slowest.ok_or_else(|| Obstacle::reason(span, Reason::Longest))?;
            cost = cost.plus(&slowest).ok_or_else(|| too_large(span))?;
        }
        let mut outcome =
            Outcome::of_step(cost, span, crate::derivation::shape::StepShape::default());
        outcome.steps = None;
        Ok(outcome)
    }

    /// The maximum of the deferred costs.
    fn slowest(&self, pieces: &[DeferredCost]) -> Option<CostBounds> {
        let mut slowest = CostBounds::default();
        for piece in pieces {
            let mut facts = self.facts.clone();
            for index in &piece.indices {
                facts.rebound(&index.symbol, &index.low, &index.high);
                facts.learn(index.high.minus(&index.low)?);
            }
            let longest = |each: &Formula| {
                let mut longest = each.clone();
                for index in piece.indices.iter().rev() {
                    let (low, high) = (&index.low, &index.high);
                    longest = facts.greatest_over(&longest, &index.symbol, low, high)?;
                }
                Some(longest)
            };
            let mut cost = piece.cost.map(longest)?;
            if !piece.is_certain {
                cost = cost.or_nothing();
            }
            slowest = slowest.or_more(&cost, &self.facts);
        }
        Some(slowest)
    }
}
