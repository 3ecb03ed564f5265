//! The state of an asynchronous block, and the stamps of the accesses in its sections.

use std::collections::BTreeMap;
use std::ops::Range;

use super::races::SectionAccess;
use super::section_accesses::SectionAccesses;
use crate::engine::cells::Cell;
use crate::engine::lanes::selection::Lane;
use crate::engine::memory::{Memory, Stamp};
use crate::machine::time::clock::Clocks;
use crate::machine::time::parts::{Gathered, Parked, ProcessorPart};
use crate::machine::time::passed_parts::PassedParts;
use crate::source::Span;

/// The state of an asynchronous block.
#[derive(Debug, Clone)]
pub struct AsynchronousBlock<'c> {
    pub clocks: Clocks<'c>,
    /// Groups at a barrier, by the number of their arrival.
    pub parked: BTreeMap<u64, Parked>,
    /// The number of arrivals of groups at barriers.
    pub arrivals: u64,
    /// The number of processors that wait at a barrier of the whole block.
    pub parked_for_all: usize,
    /// The waiting processors, by the part that synchronises at their barrier.
    pub parked_in_parts: BTreeMap<ProcessorPart, Gathered>,
    /// The epoch of the section: older stamps are not of it.
    pub began: u32,
    /// The step at which the section began.
    pub began_at: u64,
    /// The epoch since the last barrier, of the whole block or of a part.
    pub epoch: u32,
    /// The barriers of parts of the block in this section.
    pub passed: PassedParts,
    /// Whether the block's algorithm has barriers of parts: only then all readers of a cell that several
    /// processors have read are kept.
    pub in_parts: bool,
    /// The reads of the cells that several processors have read in this section.
    pub many: BTreeMap<Cell, Vec<Stamp>>,
    /// The total number of these readers.
    pub reader_count: u64,
    /// The accesses of the section that are not stamped; `None` if all are stamped.
    pub unstamped: Option<SectionAccesses>,
    /// The section's number in the run.
    pub section: u64,
    /// Whether nothing was executed since the last barrier of the whole block.
    pub at_barrier: bool,
    /// The first and the last statement executed in it.
    pub extent: Option<(Span, Span)>,
    /// The header of the block.
    pub span: Span,
    /// The time of its barriers.
    pub barrier: u64,
    /// If the processors are executed access by access, the progress of each.
    pub progress: Vec<BlockProgress>,
}

/// The progress of a processor in its block.
#[derive(Debug, Default, Clone, Copy)]
pub struct BlockProgress {
    /// Accesses; processors that meet at a barrier take over the maximum.
    pub accesses: u64,
    /// Statements.
    pub statements: u64,
}

/// The processor in a reader's stamp if several processors have read the cell.
const SEVERAL_READERS: u32 = u32::MAX;

impl AsynchronousBlock<'_> {
    /// Whether an access was by another processor, in this section, and is not ordered before one of
    /// `number` now by barriers of parts: by one at which both were, or by several through others.
    pub fn is_open(&self, stamp: Stamp, number: Lane) -> bool {
        stamp.epoch >= self.began
            && stamp.processor != number
            && !self.passed.orders(stamp.processor, stamp.epoch, number)
    }

    /// The same for the reads of a cell that several processors have read. Reads that are ordered before
    /// this access are dropped: what must come after them must come after this access, too.
    fn is_open_to_a_reader(&mut self, cell: Cell, number: Lane) -> bool {
        let Some(mut readers) = self.many.remove(&cell) else {
            return true;
        };
        let count = readers.len();
        while (readers.last()).is_some_and(|reader| !self.is_open(*reader, number)) {
            readers.pop();
        }
        self.reader_count -= (count - readers.len()) as u64;
        let is_open = !readers.is_empty();
        self.many.insert(cell, readers);
        is_open
    }

    /// Stamps an access. If it conflicts with an access of another processor in this section, returns
    /// whether both are reads.
    pub fn meets(&mut self, memory: &mut Memory, access: SectionAccess) -> Option<bool> {
        let (cell, number) = (access.cell as usize, access.number);
        let (reader, writer) = (*memory.reader(cell), *memory.writer(cell));
        let met_writer = self.is_open(writer, number);
        let met_reader = if reader.processor == SEVERAL_READERS && reader.epoch >= self.began {
            self.is_open_to_a_reader(access.cell, number)
        } else {
            self.is_open(reader, number)
        };
        let stamp = Stamp {
            epoch: self.epoch,
            processor: number,
        };
        if access.word.is_some() {
            *memory.writer(cell) = stamp;
            return (met_writer || met_reader).then_some(false);
        }
        *memory.reader(cell) = stamp;
        if reader.epoch >= self.began && (met_reader || reader.processor == SEVERAL_READERS) {
            memory.reader(cell).processor = SEVERAL_READERS;
            if self.in_parts {
                let readers = self.many.entry(access.cell).or_default();
                let before = readers.len();
                if reader.processor != SEVERAL_READERS {
                    readers.push(reader);
                }
                readers.push(stamp);
                self.reader_count += (readers.len() - before) as u64;
            }
        }
        match (met_writer, met_reader) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        }
    }
}

impl AsynchronousBlock<'_> {
    /// The processors `members` synchronise at a barrier: each takes over the maximum of their numbers
    /// of accesses.
    pub fn level(&mut self, members: Range<usize>) {
        let Some(members) = self.progress.get_mut(members) else {
            return;
        };
        let most = members.iter().map(|each| each.accesses).max();
        for each in members {
            each.accesses = most.unwrap_or(0);
        }
    }
}
