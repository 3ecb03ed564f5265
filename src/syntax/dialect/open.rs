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

/// A head that was read.
pub struct Head {
    /// What it opens.
    pub open: Open,
    /// What closes that.
    pub close: String,
    /// Its last token.
    pub last: usize,
    /// Where its body begins, in the list of tokens.
    pub behind: usize,
    /// Whether nothing but the end of the line ends it.
    pub is_bare: bool,
}
