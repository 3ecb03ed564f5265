//! The barriers of parts that were passed in a section, and which accesses they order.

use std::collections::BinaryHeap;

use super::parts::ProcessorPart;
use crate::engine::lanes::selection::Lane;

/// Barriers of parts of an asynchronous block, in the order in which they were passed.
#[derive(Debug, Default, Clone)]
pub struct PassedParts {
    /// Each with the epoch that it began.
    barriers: Vec<(u32, ProcessorPart)>,
    /// By processor: the numbers of the barriers that it passed, ascending.
    of: Vec<Vec<u32>>,
    /// The total number of these.
    entries: u64,
}

impl PassedParts {
    /// Records that a part passes its barrier, with which an epoch begins.
    pub fn pass(&mut self, epoch: u32, part: ProcessorPart) {
        let number = self.barriers.len() as u32;
        self.barriers.push((epoch, part));
        let end = part.to as usize + 1;
        if self.of.len() < end {
            self.of.resize_with(end, Vec::new);
        }
        for of in &mut self.of[part.from as usize..end] {
            of.push(number);
        }
        self.entries += part.processors();
    }

    /// Removes all barriers, at the beginning of a section.
    pub fn clear(&mut self) {
        if !self.barriers.is_empty() {
            self.barriers.clear();
            self.of.iter_mut().for_each(Vec::clear);
            self.entries = 0;
        }
    }

    pub fn bytes(&self) -> u128 {
        let numbers = u128::from(self.entries) * size_of::<u32>() as u128;
        numbers + (self.barriers.len() * size_of::<(u32, ProcessorPart)>()) as u128
    }

    /// Whether what `earlier` did in an epoch comes before what `later` does now: they have been at the
    /// same barrier since, or `later` was at one with a processor that had been at one with `earlier`,
    /// and so on. Searches backwards in time from `later`, barrier by barrier.
    pub fn orders(&self, earlier: Lane, epoch: u32, later: Lane) -> bool {
        let since = self.barriers.partition_point(|(began, _)| *began <= epoch) as u32;
        let mut reached = BinaryHeap::new();
        reached.extend(self.last_before(self.barriers.len() as u32, since, later));
        let mut looked_at = None;
        while let Some(number) = reached.pop() {
            if looked_at == Some(number) {
                continue;
            }
            looked_at = Some(number);
            let (_, part) = self.barriers[number as usize];
            if part.holds(earlier) {
                return true;
            }
            let mut pushed = None;
            for lane in part.from..=part.to {
                let last = self.last_before(number, since, lane);
                if last != pushed {
                    reached.extend(last);
                    pushed = last;
                }
            }
        }
        false
    }

    /// The last barrier that a processor passed before the one with this number, if it is not older than
    /// `since`.
    fn last_before(&self, number: u32, since: u32, lane: Lane) -> Option<u32> {
        let of = self.of.get(lane as usize)?;
        let before = of.partition_point(|other| *other < number);
        let last = *of[..before].last()?;
        (last >= since).then_some(last)
    }
}
