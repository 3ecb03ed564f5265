//! Where a loop begins on the asynchronous machine, and what its turns leave.

use super::clock::{Clock, Sure};
use super::put_off::Piece;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::Walker;
use crate::source::Span;

/// Where a loop begins, on the asynchronous machine.
pub(in crate::derivation) struct Start {
    pub clock: Clock,
    executed: Sure,
    pub barriers: u32,
    put_off: Option<Vec<Piece>>,
}

impl Start {
    pub fn of(walker: &mut Walker<'_>) -> Self {
        Self {
            clock: walker.clock.clone(),
            executed: (walker.native.as_ref()).map_or(Sure::No, |native| native.executed),
            barriers: walker.barriers,
            put_off: walker.take_put_off(),
        }
    }

    /// What a turn has put off; what was put off before is so again.
    pub fn created(
        &self,
        walker: &mut Walker<'_>,
        is_followed: bool,
        span: Span,
    ) -> Result<Option<Vec<Piece>>, Obstacle> {
        let created = walker.take_put_off();
        walker.set_put_off(self.put_off.clone());
        // A section that begins in one turn ends in another.
        let crosses = self.put_off.is_some() || created.is_some();
        if is_followed && crosses && walker.barriers != self.barriers {
            return Err(Obstacle::reason(span, Reason::Longest));
        }
        Ok(created)
    }

    /// Behind the last turn, where there is one.
    pub fn ended(&self, walker: &mut Walker<'_>, after: Clock, is_some: bool) {
        walker.clock = if is_some {
            after
        } else {
            self.clock.either(&after)
        };
        if let Some(native) = &mut walker.native
            && !is_some
        {
            native.executed = native.executed.either(self.executed);
        }
    }
}
