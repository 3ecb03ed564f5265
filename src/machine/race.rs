//! A race: two processors of an asynchronous machine access one cell in one section, and no
//! barrier says who comes first.

use crate::semantic::program::Constant;
use crate::source::Span;

/// Two accesses that nothing orders.
#[derive(Debug, Clone, PartialEq)]
pub struct Race {
    /// The section, from 1.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The access that the run came to first; another run may come to it last.
    pub earlier: RaceAccess,
    /// The other.
    pub later: RaceAccess,
    /// Both only read: legal where many may read what nobody writes.
    pub reads_only: bool,
}

/// One of the two.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceAccess {
    /// The access in the source.
    pub span: Span,
    /// The statement it belongs to.
    pub statement: Span,
    /// The processor, as the user names it.
    pub processor: String,
    /// What it wrote; none for a read.
    pub written: Option<Constant>,
    /// The step, from 1, in the order in which this run executed them.
    pub step: u64,
}
