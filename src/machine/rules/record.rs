//! A record of the accesses of asynchronous blocks, made to find out why two orders of them end
//! differently.

use crate::machine::event::Observer;
use crate::machine::pram::Machine;
use super::race::{RaceAccess, SectionAccess};

/// No more accesses than this are written down.
const MOST_ACCESSES: usize = 1 << 20;

/// What is to be written down, and what was.
#[derive(Debug, Default, Clone)]
pub enum Record {
    /// Nothing.
    #[default]
    Nothing,
    /// Every access in its order, as long as there are not too many.
    All(Trace),
    /// Of the accesses with these numbers, from 0, what a user wants to know.
    Some {
        /// The numbers.
        wanted: Vec<usize>,
        /// How many accesses there were so far.
        count: usize,
        /// What was found, with its number.
        found: Vec<(usize, Recorded)>,
    },
}

/// The accesses of a run.
#[derive(Debug, Default, Clone)]
pub struct Trace {
    /// In their order.
    pub accesses: Vec<Traced>,
    /// Whether there were more than can be written down.
    pub is_cut: bool,
}

/// An access as far as it takes part in what a run comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traced {
    /// The section.
    pub section: u64,
    /// The processor, by its number in the block.
    pub number: u32,
    /// The cell.
    pub cell: u32,
    /// Whether it writes.
    pub is_write: bool,
    /// What it read or wrote; none where the cell that it read was never written.
    pub word: Option<i64>,
}

/// An access as a user is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// The section.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The access.
    pub access: RaceAccess,
}

impl Record {
    /// Everything.
    pub fn all() -> Self {
        Self::All(Trace::default())
    }

    /// These accesses.
    pub fn some(wanted: Vec<usize>) -> Self {
        Self::Some {
            wanted,
            count: 0,
            found: Vec::new(),
        }
    }
}

impl<O: Observer> Machine<'_, O> {
    /// Writes an access down that has just been made, with the word that it read or wrote, if any.
    pub(crate) fn write_down(&mut self, access: SectionAccess, word: Option<i64>) {
        let native = self.state.blocks.get(&access.block);
        let section = native.map_or(0, |native| native.section);
        let wanted = match &mut self.state.record {
            Record::Nothing => None,
            Record::All(trace) if trace.accesses.len() < MOST_ACCESSES => {
                trace.accesses.push(Traced {
                    section,
                    number: access.number,
                    cell: access.cell,
                    is_write: access.word.is_some(),
                    word,
                });
                None
            }
            Record::All(trace) => {
                trace.is_cut = true;
                None
            }
            Record::Some { wanted, count, .. } => {
                *count += 1;
                wanted.contains(&(*count - 1)).then_some(*count - 1)
            }
        };
        let Some(number) = wanted else {
            return;
        };
        let recorded = Recorded {
            section,
            cell: self.cell_text(access),
            access: self.race_access(access),
        };
        if let Record::Some { found, .. } = &mut self.state.record {
            found.push((number, recorded));
        }
    }
}
