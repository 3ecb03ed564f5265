//! Which cells were written.
//!
//! Each cell has a flag. The strided sets that a nest writes are recorded as sets before it is
//! executed (see `nest::reserved`); their flags are set when the sets do not tell whether cells
//! were written.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::cells::{Cell, Region, overlap, with_room};
use super::strided_set::{Row, StridedSet};
use super::tuning::Tuning;

/// The most strided sets of an array that are kept: those that were used last.
const MOST_GRIDS: usize = 8;

/// Which cells were written.
#[derive(Debug)]
pub struct Initialised {
    /// Strided sets of at most this many cells are flagged cell by cell.
    few: usize,
    /// 1 where a cell was ever written; also 0 where only a strided set records that it was.
    flags: Vec<AtomicU8>,
    /// Regions of which some cells were never written.
    incomplete: Vec<Incomplete>,
    /// Whether new regions are recorded by the flags of their cells alone: where there are as many
    /// of them as processors, searching a list of them would take too long.
    by_flags: bool,
}

impl Clone for Initialised {
    fn clone(&self) -> Self {
        let flags = self.flags.iter().map(|flag| flag.load(Relaxed).into());
        Self {
            few: self.few,
            flags: flags.collect(),
            incomplete: self.incomplete.clone(),
            by_flags: self.by_flags,
        }
    }
}

/// A region with unwritten cells.
#[derive(Debug)]
struct Incomplete {
    region: Region,
    /// How many flags are 0.
    unwritten: AtomicU64,
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
    /// Whether the flags of its cells are set, too.
    is_flagged: bool,
}

/// Marks cells as written, one by one.
pub struct Marker<'a> {
    written: &'a Initialised,
    last: Option<&'a Incomplete>,
    fresh: u64,
}

impl Initialised {
    /// For a memory without cells.
    pub fn new(tuning: Tuning) -> Self {
        Self {
            few: tuning.min_strided_cells,
            flags: Vec::new(),
            incomplete: Vec::new(),
            by_flags: false,
        }
    }

    /// Sets whether new regions are recorded by the flags of their cells alone. When that ends, none of
    /// the regions made meanwhile may be left.
    pub fn know_by_flags(&mut self, by_flags: bool) {
        self.by_flags = by_flags;
    }

    /// Makes room for the flags of `room` cells, of which `used` are in use.
    pub fn make_room(&mut self, used: usize, room: usize) -> Option<()> {
        self.flags = with_room(&mut self.flags, used, room)?;
        Some(())
    }

    /// New cells, none of them written.
    pub fn begin(&mut self, region: Region) {
        if region.cells > 0 && !self.by_flags {
            self.incomplete.push(Incomplete {
                region,
                unwritten: AtomicU64::new(u64::from(region.cells)),
                grids: Vec::new(),
            });
        }
    }

    /// Clears the flags of a region.
    pub fn clear(&mut self, region: Region) {
        for flag in &mut self.flags[region.range()] {
            *flag.get_mut() = 0;
        }
    }

    /// Removes the record of a region that is given back.
    pub fn release(&mut self, region: Region) {
        (self.incomplete).retain(|other| !region.has(other.region.base as usize));
    }

    /// Whether a cell was ever written.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.flags[cell].load(Relaxed) == 1 || self.is_in_grid(cell)
    }

    #[cold]
    fn is_in_grid(&self, cell: usize) -> bool {
        let mut holding = (self.incomplete.iter()).filter(|other| other.region.has(cell));
        holding.any(|other| other.grids.iter().any(|known| known.set.has(cell)))
    }

    /// Whether every cell was written.
    pub fn is_all(&self) -> bool {
        self.incomplete.is_empty() && !self.by_flags
    }

    /// Whether all of these cells were written, as far as the list of incomplete regions tells.
    pub fn is_complete(&self, cells: &Range<Cell>) -> bool {
        !self.incomplete.iter().any(|other| {
            let region = other.region;
            overlap(cells, &(region.base..region.base + region.cells))
                && other.unwritten.load(Relaxed) > 0
        })
    }

    /// The region that holds all of these cells, if some of its cells were never written.
    fn holding(&self, cells: &Range<Cell>) -> Option<usize> {
        let holds = |other: &Incomplete| {
            let region = other.region;
            region.base <= cells.start && cells.end <= region.base + region.cells
        };
        self.incomplete.iter().position(holds)
    }

    /// Whether all cells of a strided set within `extent` were written.
    pub fn has_set(&mut self, set: StridedSet, extent: &Range<Cell>) -> bool {
        if self.is_complete(extent) {
            return true;
        }
        let Some(at) = self.holding(extent) else {
            return set.rows().flat_map(Row::cells).all(|cell| self.has(cell));
        };
        let Self {
            few,
            flags,
            incomplete,
            ..
        } = self;
        let incomplete = &mut incomplete[at];
        if let Some(at) = (incomplete.grids.iter()).position(|known| known.set.holds(&set)) {
            // The sets that were used last are kept longest.
            incomplete.grids[at..].rotate_left(1);
            return true;
        }
        incomplete.spell_out(flags);
        let mut rows = set.rows();
        let has_all = rows.all(|row| {
            let mut all = 1;
            for_each(flags, row, |flag| all &= *flag);
            all == 1
        });
        if has_all && set.len() > *few {
            incomplete.keep(set, true, flags);
        }
        has_all
    }

    /// Records that all cells of a strided set within `extent` are written.
    pub fn add_set(&mut self, set: StridedSet, extent: &Range<Cell>) {
        if self.is_complete(extent) {
            return;
        }
        let Some(at) = self.holding(extent) else {
            return self.mark(set.rows().flat_map(Row::cells));
        };
        let Self {
            few,
            flags,
            incomplete,
            ..
        } = self;
        let incomplete = &mut incomplete[at];
        if incomplete.grids.iter().any(|known| known.set.holds(&set)) {
            return;
        }
        if set.begin().is_some() || set.len() <= *few {
            incomplete.flag(set, flags);
            self.settle();
        } else {
            incomplete.keep(set, false, flags);
        }
    }

    /// Marks these cells as written.
    pub fn mark(&mut self, cells: impl Iterator<Item = usize>) {
        let mut marker = self.marker();
        cells.for_each(|cell| marker.mark(cell));
        marker.end();
        self.settle();
    }

    /// A marker for cells that are written one by one.
    pub fn marker(&self) -> Marker<'_> {
        Marker {
            written: self,
            last: None,
            fresh: 0,
        }
    }

    /// Sets the flags of all cells of strided sets, before many cells are looked up one by one.
    pub fn spell_out(&mut self) {
        for incomplete in &mut self.incomplete {
            incomplete.spell_out(&mut self.flags);
        }
        self.settle();
    }

    /// Marks all of these cells as written.
    pub fn fill(&mut self, cells: Range<usize>) {
        for flag in &mut self.flags[cells.clone()] {
            *flag.get_mut() = 1;
        }
        self.recount(&cells);
    }

    /// Copies the flags of cells, unwritten ones too.
    pub fn copy(&mut self, from: Range<usize>, to: usize) {
        self.spell_out();
        let target = to..to + from.len();
        for (from, to) in from.zip(target.clone()) {
            *self.flags[to].get_mut() = *self.flags[from].get_mut();
        }
        let mut is_known = false;
        for incomplete in &mut self.incomplete {
            if incomplete.overlaps(&target) {
                incomplete.grids.clear();
                is_known = true;
            }
        }
        if !is_known {
            // All of the target was written before, and some of it may not be any more.
            self.begin(Region {
                base: target.start as Cell,
                cells: target.len() as u32,
            });
        }
        self.recount(&target);
    }

    /// Counts the unwritten cells again in the regions of cells whose flags have changed.
    fn recount(&mut self, cells: &Range<usize>) {
        for incomplete in &mut self.incomplete {
            if incomplete.overlaps(cells) {
                let flags = self.flags[incomplete.region.range()].iter();
                let unwritten = flags.map(|flag| u64::from(1 - flag.load(Relaxed))).sum();
                *incomplete.unwritten.get_mut() = unwritten;
            }
        }
        self.settle();
    }

    /// Removes the records of regions whose cells are all written by now.
    pub fn settle(&mut self) {
        (self.incomplete).retain_mut(|incomplete| *incomplete.unwritten.get_mut() > 0);
    }
}

impl Incomplete {
    fn overlaps(&self, cells: &Range<usize>) -> bool {
        overlap(&self.region.range(), cells)
    }

    /// Keeps a strided set; if there are too many, the one that was used the longest ago goes.
    fn keep(&mut self, set: StridedSet, is_flagged: bool, flags: &mut [AtomicU8]) {
        if self.grids.len() == MOST_GRIDS {
            let Known { set, is_flagged } = self.grids.remove(0);
            if !is_flagged {
                self.flag(set, flags);
            }
        }
        self.grids.push(Known { set, is_flagged });
    }

    fn spell_out(&mut self, flags: &mut [AtomicU8]) {
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

impl Marker<'_> {
    /// Marks a cell as written; no other thread writes it at this time.
    #[inline]
    pub fn mark(&mut self, cell: usize) {
        if self.written.flags[cell].load(Relaxed) == 0 {
            self.written.flags[cell].store(1, Relaxed);
            if self.last.is_none_or(|last| !last.region.has(cell)) {
                self.turn_to(cell);
            }
            self.fresh += 1;
        }
    }

    fn turn_to(&mut self, cell: usize) {
        let mut incomplete = self.written.incomplete.iter();
        let next = incomplete.find(|other| other.region.has(cell));
        if let Some(last) = std::mem::replace(&mut self.last, next) {
            last.unwritten.fetch_sub(self.fresh, Relaxed);
        }
        self.fresh = 0;
    }

    /// Ends the marking: the cells that were marked last are subtracted from the unwritten ones.
    pub fn end(self) {
        if let Some(last) = self.last {
            last.unwritten.fetch_sub(self.fresh, Relaxed);
        }
    }
}

/// Goes through the flags of a row; of cells side by side several at a time.
fn for_each(flags: &mut [AtomicU8], row: Row, mut each: impl FnMut(&mut u8)) {
    if row.apart == 1 {
        let flags = flags[row.first..][..row.count].iter_mut();
        flags.for_each(|flag| each(flag.get_mut()));
    } else {
        row.cells().for_each(|cell| each(flags[cell].get_mut()));
    }
}
