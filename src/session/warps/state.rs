//! What warps do.

/// What a warp does at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WarpState {
    /// It has issued nothing yet.
    First,
    /// It issues the current instruction.
    Issues,
    /// It may issue an instruction.
    Ready,
    /// It waits for memory until this time.
    Memory(u64),
    /// It waits at a barrier until this time.
    Barrier(u64),
    /// It has ended.
    Ended,
}
