//! Races as data: accesses of a section that no barrier orders.

use crate::code::kernel::ArrayRef;
use crate::engine::cells::Cell;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::TeamId;
use crate::engine::memory::Stamp;
use crate::machine::names::TeamProcessor;
use crate::machine::trace::CallTrace;
use crate::program::Constant;
use crate::source::Span;

/// Two conflicting accesses that no barrier orders.
#[derive(Debug, Clone, PartialEq)]
pub struct Race {
    /// The section, from 1.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The access that this run made first; another run may make it last.
    pub earlier: RaceAccess,
    pub later: RaceAccess,
    /// Whether both are reads: legal under `apram-cr`, if no processor writes the cell in the section.
    pub reads_only: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RaceAccess {
    /// The access in the source.
    pub span: Span,
    /// The statement it belongs to.
    pub statement: Span,
    /// The processor, as the user names it.
    pub processor: String,
    /// The value that it wrote; `None` for a read.
    pub written: Option<Constant>,
    /// The step, from 1, in the order of this run.
    pub step: u64,
    /// The number of statements that its processor had executed before. If processors wait for each
    /// other at a barrier between two statements, all their earlier accesses come before it.
    pub stage: u64,
    /// The calls around it.
    pub trace: CallTrace,
}

/// The races of a run.
#[derive(Debug, Clone, Default)]
pub struct Races {
    /// The first illegal one; its earlier access is still to be searched for (see [`RaceFinding`]).
    pub first: Option<RaceFinding>,
    /// The accesses to the cell that is searched for, in the order of the run.
    pub probed: Vec<(Stamp, RaceAccess)>,
    /// The number of reads that conflict only with reads.
    pub of_reads: u64,
    /// The number of other conflicting accesses.
    pub of_writes: u64,
}

/// An access that is searched for in a second run of the same program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// The section.
    pub section: u64,
    /// The cell.
    pub cell: u32,
}

/// A race as it is known when it is found.
#[derive(Debug, Clone)]
pub struct RaceFinding {
    /// Where to search for the earlier access.
    pub probe: Probe,
    /// The race; its earlier access is a copy of the later one until it is known.
    pub race: Race,
}

/// An access to a cell in a section.
#[derive(Clone, Copy)]
pub struct SectionAccess {
    /// The block.
    pub block: TeamId,
    /// The cell.
    pub cell: Cell,
    /// The processor, by its number in the block.
    pub number: Lane,
    /// Its number among the processor's reads in this step.
    pub ordinal: u32,
    /// The processor.
    pub processor: TeamProcessor,
    /// The access in the source.
    pub span: Span,
    /// The statement it belongs to.
    pub statement: Span,
    /// The array, as the code of the processor's block refers to it.
    pub array_ref: ArrayRef,
    /// The word written; `None` for a read.
    pub word: Option<i64>,
}
