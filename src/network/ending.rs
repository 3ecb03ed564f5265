//! How a block ends other than normally.

use super::deadlock::Deadlock;
use super::parameters::Overflow;

/// Bounds that end a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkLimits {
    /// The most messages of a run.
    pub messages: u64,
    /// The most instructions and requests of all processors together, which also ends a loop that takes
    /// no time.
    pub operations: u64,
}

impl Default for NetworkLimits {
    fn default() -> Self {
        Self {
            messages: 100_000_000,
            operations: u64::MAX,
        }
    }
}

/// How a block ended in lock step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockStepEnd {
    /// Well.
    Over,
    /// Lock step was given up, and the block must be executed event by event from its beginning.
    GivenUp,
    /// It sends more messages than the limit.
    TooManyMessages,
}

/// Why a block did not end well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockEnding<S> {
    /// No processor can continue.
    Deadlock(Deadlock),
    /// All processors have ended and messages are left, by receiver, sender and order of issue.
    NeverReceived(Vec<Left>),
    /// A fault of the program.
    Stopped(S),
    /// More messages than the limit.
    TooManyMessages,
    /// More instructions and requests than the limit.
    TooLong,
    /// A time or count overflows.
    Overflow,
}

impl<S> From<Overflow> for BlockEnding<S> {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

/// A message that was not received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    pub sender: u32,
    /// The processor that should have received it.
    pub receiver: u32,
    /// Its length.
    pub words: u64,
    /// Its tag.
    pub tag: i64,
    pub queue: Option<u32>,
    /// The number of the statement that sent it.
    pub place: u32,
}
