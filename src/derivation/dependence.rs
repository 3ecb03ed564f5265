//! What values without a formula depend on, and what is not followed.

use std::sync::Arc;

/// What a value depends on that has no formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dependence {
    /// An array, a scalar or an algorithm of this name.
    Name(Arc<str>),
    /// A truth value where a number counts.
    Truth,
    /// A number where a truth value counts.
    Number,
    /// A quotient of integers.
    Quotient,
    /// A quotient of reals.
    RealQuotient,
    /// A remainder.
    Remainder,
    /// A power.
    Power,
    /// A shift of bits.
    Shift,
    /// A comparison of reals, `max` or `min`.
    RealComparison,
    /// An operator on bits.
    Bits,
    /// An operation on reals that may round.
    RealOperation,
    /// A built-in function.
    Function,
    /// A real constant.
    RealNumber,
    /// A number drawn at random.
    Random,
    /// A scalar that was not written yet.
    Unwritten,
    /// The result of a call.
    Call,
    /// Values that change in the loop.
    Changing,
    /// What an atomic operation found in its cell.
    OldValue,
}

impl Dependence {
    /// Whether the scalar or array of this name is meant.
    pub fn is_named(&self, name: &str) -> bool {
        matches!(self, Self::Name(own) if **own == *name)
    }
}

impl From<Arc<str>> for Dependence {
    fn from(name: Arc<str>) -> Self {
        Self::Name(name)
    }
}

impl From<&str> for Dependence {
    fn from(name: &str) -> Self {
        Self::Name(name.into())
    }
}

/// What a derivation does not follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfollowed {
    /// A block inside a block, where one of them is asynchronous.
    MixedBlocks,
    /// `return` or `break` out of a block in a block.
    LeavesInnerBlock,
    /// `return` or `break` out of an asynchronous block.
    LeavesAsynchronousBlock,
    /// A processor leaves a loop or an iteration early, on the asynchronous machine.
    LeavesLoop,
    /// A barrier after which perhaps nothing is executed.
    LastBarrier,
    /// A barrier that only some processors wait at.
    PartialBarrier,
    /// A barrier outside of every asynchronous block.
    BarrierOutside,
    /// A barrier under a condition.
    ConditionalBarrier,
    /// A barrier in a loop whose number of iterations depends on data.
    BarrierInLoop,
    /// An array whose length differs between iterations.
    ChangingLength,
    /// A branch with serial sides, in iterations that processors make unequally often.
    SerialBranch,
    /// `continue` in a loop with an update.
    ContinueWithUpdate,
    /// A call in the condition of a loop, on the asynchronous machine.
    CallInCondition,
    /// A recursive call by processors of a block, on the asynchronous machine.
    RecursionInBlock,
    /// A loop whose counter is shared.
    SharedCounter,
    /// A part of an array whose cells were just read, on the asynchronous machine.
    PartJustRead,
    /// An assertion that never holds.
    NeverHolds,
    /// Messages between processors.
    Messages,
    /// Barriers of a warp.
    WarpBarriers,
}
