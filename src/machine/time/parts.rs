//! Parts of an asynchronous block that synchronise at barriers of their own, and the processors that
//! wait there.

use std::collections::BTreeMap;

use crate::engine::lanes::selection::Lane;
use crate::machine::groups::Group;

/// A part of a block: consecutive processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProcessorPart {
    /// The first.
    pub from: Lane,
    /// The last, included.
    pub to: Lane,
}

impl ProcessorPart {
    /// Whether a processor belongs to it.
    pub fn holds(self, number: Lane) -> bool {
        (self.from..=self.to).contains(&number)
    }

    /// The number of its processors.
    pub fn processors(self) -> u64 {
        u64::from(self.to - self.from) + 1
    }
}

/// The processors that wait at a barrier of a part.
#[derive(Debug, Default, Clone)]
pub struct Gathered {
    /// Number of processors.
    pub count: u64,
    /// Their groups, by the number of their arrival.
    pub groups: Vec<u64>,
}

/// A group at a barrier.
#[derive(Debug, Clone)]
pub struct Parked {
    /// The group.
    pub(crate) group: Group,
    /// The parts at whose barriers its processors wait, and how many of them do; empty at a barrier of
    /// the whole block.
    pub(crate) parts: BTreeMap<ProcessorPart, u64>,
    /// The part at whose barrier each processor arrived, in the order of the group; empty at a barrier
    /// of the whole block.
    pub(crate) each: Vec<ProcessorPart>,
}
