//! A record of the accesses of asynchronous blocks, made to find out why two orders of them end
//! differently.

use super::races::RaceAccess;

/// What is to be recorded, and what was.
#[derive(Debug, Default, Clone)]
pub enum AccessRecord {
    /// Nothing.
    #[default]
    Nothing,
    /// Every access in its order, as long as there are not too many.
    All(AccessTrace),
    /// Of the accesses with these numbers, from 0, what is shown to a user.
    Some {
        /// The numbers.
        wanted: Vec<usize>,
        /// How many accesses there were so far.
        count: usize,
        /// What was found, with its number.
        found: Vec<(usize, RecordedAccess)>,
    },
}

/// The accesses of a run.
#[derive(Debug, Default, Clone)]
pub struct AccessTrace {
    /// In their order.
    pub accesses: Vec<TracedAccess>,
    /// Whether there were more than can be recorded.
    pub is_cut: bool,
}

/// An access, as far as the result of a run depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TracedAccess {
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
pub struct RecordedAccess {
    /// The section.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The access.
    pub access: RaceAccess,
}

impl AccessRecord {
    /// To record every access.
    pub fn all() -> Self {
        Self::All(AccessTrace::default())
    }

    /// To record these accesses.
    pub fn some(wanted: Vec<usize>) -> Self {
        Self::Some {
            wanted,
            count: 0,
            found: Vec::new(),
        }
    }
}
