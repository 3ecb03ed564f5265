//! A region in which some cells were never written: their number, and strided sets of written cells.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::cells::{Region, overlap};
use super::strided_set::{CellRow, StridedSet};

/// The most strided sets that are kept for an array: the most recently used ones.
const MOST_GRIDS: usize = 8;

/// A region with unwritten cells.
#[derive(Debug)]
pub(super) struct Incomplete {
    /// Its cells.
    pub region: Region,
    /// The number of flags that are 0.
    pub unwritten: AtomicU64,
    /// Strided sets of cells that were written.
    grids: Vec<Known>,
}

impl Clone for Incomplete {
    fn clone(&self) -> Self {
        Self {
            region: self.region,
            unwritten: self.unwritten.load(Relaxed).into(),
            grids: self.grids.clone(),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Known {
    set: StridedSet,
    /// Whether the flags of its cells are also set.
    is_flagged: bool,
}

impl Incomplete {
    /// A region without written cells.
    pub fn new(region: Region) -> Self {
        Self {
            region,
            unwritten: AtomicU64::new(region.cells.into()),
            grids: Vec::new(),
        }
    }

    /// Whether a strided set records that a cell was written.
    pub fn is_in_grid(&self, cell: usize) -> bool {
        self.grids.iter().any(|known| known.set.has(cell))
    }

    /// Whether the region contains some of these cells.
    pub fn overlaps(&self, cells: &Range<usize>) -> bool {
        overlap(&self.region.range(), cells)
    }

    /// Whether all cells were written according to their flags.
    pub fn is_complete(&mut self) -> bool {
        *self.unwritten.get_mut() == 0
    }

    /// Whether the flags of all cells of the strided sets are set.
    pub fn is_flagged(&self) -> bool {
        self.grids.iter().all(|known| known.is_flagged)
    }

    /// Counts the unwritten cells after their flags have changed.
    pub fn recount(&mut self, flags: &mut [AtomicU8]) {
        let flags = flags[self.region.range()].iter_mut();
        *self.unwritten.get_mut() = flags.map(|flag| u64::from(1 - *flag.get_mut())).sum();
    }

    /// Whether all cells of a strided set were written.
    pub fn has_set(&mut self, set: StridedSet, few: usize, flags: &mut [AtomicU8]) -> bool {
        if let Some(at) = (self.grids.iter()).position(|known| known.set.holds(&set)) {
            // The most recently used sets are kept longest.
            self.grids[at..].rotate_left(1);
            return true;
        }
        self.spell_out(flags);
        let mut rows = set.rows();
        let has_all = rows.all(|row| {
            let mut all = 1;
            for_each(flags, row, |flag| all &= *flag);
            all == 1
        });
        if has_all && set.len() > few {
            self.keep(set, true, flags);
        }
        has_all
    }

    /// Records that all cells of a strided set are written.
    pub fn add_set(&mut self, set: StridedSet, few: usize, flags: &mut [AtomicU8]) {
        if self.grids.iter().any(|known| known.set.holds(&set)) {
            return;
        }
        if set.begin().is_some() || set.len() <= few {
            self.flag(set, flags);
        } else {
            self.keep(set, false, flags);
        }
    }

    /// Adds a strided set. If there are too many, the least recently used one is removed.
    fn keep(&mut self, set: StridedSet, is_flagged: bool, flags: &mut [AtomicU8]) {
        if self.grids.len() == MOST_GRIDS {
            let Known { set, is_flagged } = self.grids.remove(0);
            if !is_flagged {
                self.flag(set, flags);
            }
        }
        self.grids.push(Known { set, is_flagged });
    }

    /// Sets the flags of all cells of the strided sets.
    pub fn spell_out(&mut self, flags: &mut [AtomicU8]) {
        for at in 0..self.grids.len() {
            if !std::mem::replace(&mut self.grids[at].is_flagged, true) {
                self.flag(self.grids[at].set, flags);
            }
        }
    }

    /// Sets the flags of the cells of a strided set.
    fn flag(&mut self, set: StridedSet, flags: &mut [AtomicU8]) {
        for row in set.rows() {
            let mut fresh = 0;
            for_each(flags, row, |flag| {
                fresh += u64::from(1 - *flag);
                *flag = 1;
            });
            *self.unwritten.get_mut() -= fresh;
        }
    }
}

/// Applies a function to the flags of a row; adjacent flags are processed several at a time.
fn for_each(flags: &mut [AtomicU8], row: CellRow, mut each: impl FnMut(&mut u8)) {
    if row.distance == 1 {
        let flags = flags[row.first..][..row.count].iter_mut();
        flags.for_each(|flag| each(flag.get_mut()));
    } else {
        row.cells().for_each(|cell| each(flags[cell].get_mut()));
    }
}
