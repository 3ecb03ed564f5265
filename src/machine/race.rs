//! A race: two processors of an asynchronous machine access one cell in one section, and no
//! barrier says who comes first.

use super::memory::Stamp;
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

/// The races of a run.
#[derive(Debug, Clone, Default)]
pub struct Races {
    /// The first illegal one, with the access that the run came to earlier still to be looked
    /// for (see [`Finding`]).
    pub first: Option<Finding>,
    /// The accesses to the cell that is looked for, in the order in which the run came to them.
    pub probed: Vec<(Stamp, RaceAccess)>,
    /// How many accesses met only reads, reading themselves.
    pub of_reads: u64,
    /// How many met otherwise.
    pub of_writes: u64,
}

/// An access that is looked for in a second run of the same program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// The section.
    pub section: u64,
    /// The cell.
    pub cell: u32,
}

/// A race as far as its first discovery tells.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Where to look for the earlier access.
    pub probe: Probe,
    /// The race; its earlier access is the later one until it is known.
    pub race: Race,
}
