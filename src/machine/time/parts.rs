//! Parts of an asynchronous block that meet at barriers of their own, and who waits there.

use std::collections::BTreeMap;

use crate::engine::lanes::selection::Lane;
use crate::machine::groups::Group;

/// A part of a block: its processors from one number to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The first.
    pub from: Lane,
    /// The last, included.
    pub to: Lane,
}

impl Part {
    /// Whether a processor belongs to it.
    pub fn holds(self, number: Lane) -> bool {
        (self.from..=self.to).contains(&number)
    }

    /// How many processors belong to it.
    pub fn processors(self) -> u64 {
        u64::from(self.to - self.from) + 1
    }
}

/// Who waits at a barrier of a part.
#[derive(Debug, Default, Clone)]
pub struct Gathered {
    /// How many processors.
    pub count: u64,
    /// Their groups, by the number of their arrival.
    pub groups: Vec<u64>,
}

/// A group at a barrier.
#[derive(Debug, Clone)]
pub struct Parked {
    /// The group.
    pub(crate) group: Group,
    /// For whom its processors wait, and how many of them do; empty at a barrier of all.
    pub(crate) parts: BTreeMap<Part, u64>,
    /// Where they are several: for whom each waits, in the order of the group.
    pub(crate) each: Vec<Part>,
}
