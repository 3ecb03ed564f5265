//! What is open in a listing.

/// Why a listing cannot be nested: its layout and its end words do not fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misfit;

/// What is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Open {
    /// The listing itself.
    Listing,
    /// A loop that counts.
    For,
    /// A parallel loop.
    Parallel,
    /// A loop with a condition before its body.
    While,
    /// `repeat … until c`, `do … while c`
    Repeat,
    /// `repeat k times`
    Times,
    /// `if`
    If,
    /// `else`
    Else,
    /// `begin` alone.
    Block,
}
