//! The accesses of the processors of an asynchronous block since the last barrier, recorded as accesses
//! of groups instead of per cell.
//!
//! As long as the index ranges (see [`crate::engine::nest::access_relation`]) prove that no two
//! processors access the same cell, no cell is stamped. Otherwise, the accesses in doubt are stamped in
//! their cells, and so is every later access of these cells until the barrier.

use std::ops::Range;

use crate::code::kernel::{ArrayRef, Kernel, Reg};
use crate::engine::cells::{Cell, overlap};
use crate::engine::kernel::analysis::{Analysis, GroupCells};
use crate::engine::lanes::selection::{LaneRange, Selection};
use crate::engine::memory::{Memory, Stamp};
use crate::engine::nest::access_relation::AccessRelation;
use crate::engine::nest::induction::Trips;
use crate::engine::tuning::Tuning;
use crate::machine::groups::Group;

/// The accesses of a section's processors so far.
#[derive(Debug, Clone)]
pub struct SectionAccesses {
    /// The most accesses that are compared with each other.
    most_compared: usize,
    /// The accesses since the last barrier.
    pub entries: Vec<RepeatedAccess>,
    /// Cells whose accesses are stamped.
    pub stamped: Vec<Range<Cell>>,
}

/// An access of some processors, which they may have made several times.
#[derive(Debug, Clone)]
pub struct RepeatedAccess {
    pub array: ArrayRef,
    /// Which cells each processor accesses.
    pub relation: AccessRelation,
    /// The lanes of the processors that made it.
    pub lanes: Selection,
    /// Whether it writes.
    pub is_write: bool,
}

/// A statement that a group is about to execute, analysed before.
pub struct Upcoming<'a> {
    /// The group.
    pub group: &'a Group,
    /// Its code.
    pub kernel: &'a Kernel,
    /// Its analysis.
    pub analysis: &'a Analysis,
    /// The iterations of a loop in which they made it; the analysis is that of the first.
    pub trips: Trips<'a>,
    /// Whether it ends with a write to shared memory.
    pub writes: bool,
}

/// An access and its cells, as far as they are known.
pub struct Planned {
    /// The register with the cell number.
    pub address: Reg,
    pub array: ArrayRef,
    /// The cells in the first iteration.
    pub cells: GroupCells,
    /// The lanes that may make it.
    pub range: LaneRange,
    /// Whether it writes.
    pub is_write: bool,
}

impl SectionAccesses {
    /// No accesses yet.
    pub fn new(tuning: Tuning) -> Self {
        Self {
            most_compared: tuning.max_compared_accesses,
            entries: Vec::new(),
            stamped: Vec::new(),
        }
    }

    /// Removes all accesses, after a barrier.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.stamped.clear();
    }

    /// Adds accesses if no two processors access the same cell by these and the earlier ones.
    pub fn take_in(&mut self, new: Vec<RepeatedAccess>) -> bool {
        if self.entries.len() + new.len() > self.most_compared {
            return false;
        }
        let is_apart = |at: usize, entry: &RepeatedAccess| {
            let (relation, extent) = (&entry.relation, entry.relation.extent());
            let before = self.entries.iter().chain(&new[..at]);
            !relation.meets_itself()
                && !self.stamped.iter().any(|stamped| overlap(stamped, &extent))
                && !before
                    .into_iter()
                    .any(|entry| entry.relation.may_meet(relation))
        };
        if !(new.iter().enumerate()).all(|(at, entry)| is_apart(at, entry)) {
            return false;
        }
        for entry in new {
            let same = |known: &&mut RepeatedAccess| {
                (known.array, known.is_write) == (entry.array, entry.is_write)
                    && known.lanes.is_same_list(&entry.lanes)
            };
            let mut known = self.entries.iter_mut().filter(same);
            if !known.any(|known| known.relation.take_trips(&entry.relation)) {
                self.entries.push(entry);
            }
        }
        true
    }

    /// Removes and returns the accesses that touch one of these ranges of cells; these and all later
    /// ones there must be stamped.
    pub fn take_out(&mut self, extents: Vec<Range<Cell>>) -> Vec<RepeatedAccess> {
        let touches = |entry: &RepeatedAccess| {
            (extents.iter()).any(|extent| overlap(extent, &entry.relation.extent()))
        };
        let (out, kept) = std::mem::take(&mut self.entries)
            .into_iter()
            .partition(touches);
        self.entries = kept;
        self.stamped.extend(extents);
        let of_entries: &Vec<RepeatedAccess> = &out;
        self.stamped
            .extend(of_entries.iter().map(|entry| entry.relation.extent()));
        // One range that contains all of them does as well, once there are many.
        if self.stamped.len() > self.most_compared {
            let start = self.stamped.iter().map(|range| range.start).min();
            let end = self.stamped.iter().map(|range| range.end).max();
            self.stamped.clear();
            self.stamped.push(start.unwrap_or(0)..end.unwrap_or(0));
        }
        out
    }
}

/// Stamps accesses into their cells. The processors' lanes are their numbers in the block.
pub fn stamp(memory: &mut Memory, entries: &[RepeatedAccess], epoch: u32) {
    for RepeatedAccess {
        relation,
        lanes,
        is_write,
        ..
    } in entries
    {
        for trip in 0..relation.trips() {
            for processor in lanes.iter() {
                let cell = relation.cell(processor, trip) as usize;
                let stamp = Stamp { epoch, processor };
                if *is_write {
                    *memory.writer(cell) = stamp;
                } else {
                    *memory.reader(cell) = stamp;
                }
            }
        }
    }
}

impl Upcoming<'_> {
    /// Its reads of shared memory, then its write, if any.
    pub fn accesses(&self) -> impl Iterator<Item = Planned> {
        let range = self.group.lanes.range();
        let access = move |address: Reg, is_write: bool| Planned {
            address,
            array: self.kernel.array_at(address),
            cells: self.analysis.cells(address),
            range,
            is_write,
        };
        let reads = self.analysis.read_sites(self.kernel);
        let write = self.writes.then(|| self.kernel.outputs[0]);
        let reads = reads.map(move |(address, _)| access(address, false));
        reads.chain(write.map(move |address| access(address, true)))
    }
}
