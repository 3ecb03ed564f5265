//! A record of the accesses of asynchronous blocks, made to find out why two orders of them have
//! different results.

use super::races::RaceAccess;

/// What is to be recorded, and what has been recorded.
#[derive(Debug, Default, Clone)]
pub enum AccessRecord {
    #[default]
    Nothing,
    /// Every access in its order, as long as there are not too many.
    All(AccessTrace),
    /// Of the accesses with these numbers, from 0, what a user is shown.
    Some {
        /// The numbers.
        wanted: Vec<usize>,
        /// The number of accesses so far.
        count: usize,
        /// The recorded accesses with their numbers.
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
    /// The word that it read or wrote; `None` if the cell that it read was never written.
    pub word: Option<i64>,
}

/// An access as a user is shown it.
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
