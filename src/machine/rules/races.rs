//! Races as data: accesses of a section that nothing orders.

use crate::code::kernel::ArrayRef;
use crate::engine::cells::Cell;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::TeamId;
use crate::engine::memory::Stamp;
use crate::machine::names::TeamProcessor;
use crate::machine::trace::CallTrace;
use crate::program::Constant;
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
    /// Both only read: legal under `apram-cr`, where no processor writes the cell in the section.
    pub reads_only: bool,
}

/// One of the two accesses of a race.
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
    /// How many statements its processor had executed before: processors that wait for each other
    /// at a barrier between two statements have the accesses of all earlier ones behind them.
    pub stage: u64,
    /// The calls around it.
    pub trace: CallTrace,
}

/// The races of a run.
#[derive(Debug, Clone, Default)]
pub struct Races {
    /// The first illegal one, with the access that the run came to earlier still to be looked
    /// for (see [`RaceFinding`]).
    pub first: Option<RaceFinding>,
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
pub struct RaceFinding {
    /// Where to look for the earlier access.
    pub probe: Probe,
    /// The race; its earlier access is the later one until it is known.
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
    /// Which of the processor's reads in this step it is.
    pub ordinal: u32,
    /// The processor.
    pub processor: TeamProcessor,
    /// The access in the source.
    pub span: Span,
    /// The statement it belongs to.
    pub statement: Span,
    /// The array, as the code of the processor's block refers to it.
    pub array_ref: ArrayRef,
    /// What is written; none for a read.
    pub word: Option<i64>,
}
