//! The cost of a run on the asynchronous PRAM: time, work, waiting, section by section.

use serde::{Deserialize, Serialize};

use crate::machine::event::Section;

/// The number of sections that are kept separately.
const KEPT: usize = 1000;

/// The cost of a run on the asynchronous PRAM, in its own units of time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AsynchronousCost {
    /// The time of the machine: the slowest processor of every section, and the barriers.
    pub time: u64,
    /// The sum of the processors' own times.
    pub work: u64,
    /// The sum of the times that they waited for each other.
    pub waiting: u64,
    /// The number of barriers: each ends a section.
    pub sections: u64,
    /// The first thousand sections.
    pub table: Vec<Section>,
}

impl AsynchronousCost {
    /// Whether a sum of times overflowed.
    pub fn is_too_long(&self) -> bool {
        [self.time, self.work, self.waiting].contains(&u64::MAX)
    }

    /// Adds a section. Times stop at the largest number of 64 bits.
    pub fn add(&mut self, section: Section) {
        let time = section.time.saturating_add(section.barrier);
        self.time = self.time.saturating_add(time);
        self.work = self.work.saturating_add(section.work);
        self.waiting = self.waiting.saturating_add(section.waiting);
        self.sections += section.barriers;
        if self.table.len() < KEPT {
            self.table.push(section);
        }
    }
}
