//! The start of a loop on the asynchronous machine, and the state after its iterations.

use super::clock::{Certainty, Clock};
use super::deferred::DeferredCost;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::Walker;
use crate::source::Span;

/// The state after an iteration.
pub(in crate::derivation) struct AfterIteration {
    pub clock: Clock,
    executed: Certainty,
}

/// The state before a loop.
pub(in crate::derivation) struct LoopStart {
    pub clock: Clock,
    executed: Certainty,
    pub barriers: u32,
    deferred: Option<Vec<DeferredCost>>,
}

impl LoopStart {
    pub fn of(walker: &mut Walker<'_>) -> Self {
        Self {
            clock: walker.clock.clone(),
            executed: (walker.native.as_ref()).map_or(Certainty::No, |native| native.executed),
            barriers: walker.barriers,
            deferred: walker.take_deferred(),
        }
    }

    /// The costs deferred by an iteration. Restores those deferred before the loop.
    pub fn created(
        &self,
        walker: &mut Walker<'_>,
        is_followed: bool,
        span: Span,
    ) -> Result<Option<Vec<DeferredCost>>, Obstacle> {
        let created = walker.take_deferred();
        walker.set_deferred(self.deferred.clone());
        // A section that starts in one iteration ends in another.
        let crosses = self.deferred.is_some() || created.is_some();
        if is_followed && crosses && walker.barriers != self.barriers {
            return Err(Obstacle::reason(span, Reason::Longest));
        }
        Ok(created)
    }

    /// Restores the state before the loop, so that it can be followed again; returns the state after the
    /// iteration.
    pub fn return_to(&self, walker: &mut Walker<'_>) -> AfterIteration {
        let clock = std::mem::replace(&mut walker.clock, self.clock.clone());
        let executed = (walker.native.as_mut()).map_or(Certainty::No, |native| {
            std::mem::replace(&mut native.executed, self.executed)
        });
        AfterIteration { clock, executed }
    }

    /// Sets the state after the loop: `is_some` if every processor executes an iteration, `is_anywhere`
    /// if any does.
    pub fn ended(
        &self,
        walker: &mut Walker<'_>,
        after: AfterIteration,
        is_some: bool,
        is_anywhere: bool,
    ) {
        walker.clock = if is_some {
            after.clock
        } else {
            self.clock.either(&after.clock)
        };
        if let Some(native) = &mut walker.native {
            native.executed = if is_anywhere {
                after.executed
            } else {
                after.executed.either(self.executed)
            };
        }
    }
}
