//! Which cells were written.
//!
//! Each cell has a flag. The strided sets that a nest writes are recorded as sets before it is
//! executed (see `nest::reserved`); their flags are set when a question cannot be answered from
//! the sets.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::cells::{Cell, Region, overlap, with_room};
use super::strided_set::{Row, StridedSet};
use super::tuning::Tuning;

/// So many strided sets of an array are kept, those that were asked for last.
const MOST_GRIDS: usize = 8;

/// Which cells were written.
#[derive(Debug)]
pub struct Initialised {
    /// Strided sets of so few cells are flagged cell by cell.
    few: usize,
    /// 1 where a cell was ever written; as long as a strided set says so, perhaps 0.
    flags: Vec<AtomicU8>,
    /// Regions of which some cells were never written.
    incomplete: Vec<Incomplete>,
    /// New regions are known by the flags of their cells alone: where there are as many of them as
    /// processors, a list of them would be gone through too often.
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
    /// What is known to be written.
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
    /// Whether the flags say so, too.
    is_flagged: bool,
}

/// Writes down one by one which cells were written.
pub struct Marker<'a> {
    written: &'a Initialised,
    last: Option<&'a Incomplete>,
    fresh: u64,
}

impl Initialised {
    /// Of no cells.
    pub fn new(tuning: Tuning) -> Self {
        Self {
            few: tuning.min_strided_cells,
            flags: Vec::new(),
            incomplete: Vec::new(),
            by_flags: false,
        }
    }

    /// From now on new regions are known by the flags of their cells alone, or not any more. None of
    /// those made meanwhile may be left then.
    pub fn know_by_flags(&mut self, by_flags: bool) {
        self.by_flags = by_flags;
    }

    /// Flags for so many cells, of which so many are in use.
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

    /// Forgets who wrote what lay here before.
    pub fn clear(&mut self, region: Region) {
        for flag in &mut self.flags[region.range()] {
            *flag.get_mut() = 0;
        }
    }

    /// Cells are given back.
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

    /// Whether all of these cells were written, as far as can be told at once.
    pub fn is_complete(&self, cells: &Range<Cell>) -> bool {
        !self.incomplete.iter().any(|other| {
            let region = other.region;
            overlap(cells, &(region.base..region.base + region.cells))
                && other.unwritten.load(Relaxed) > 0
        })
    }

    /// The region that holds all of these cells, if some of it were never written.
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
            // Those that are asked for are kept longest.
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

    /// All cells of a strided set within `extent` are written from now on.
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

    /// These cells were written.
    pub fn mark(&mut self, cells: impl Iterator<Item = usize>) {
        let mut marker = self.marker();
        cells.for_each(|cell| marker.mark(cell));
        marker.end();
        self.settle();
    }

    /// Writes down which cells were written.
    pub fn marker(&self) -> Marker<'_> {
        Marker {
            written: self,
            last: None,
            fresh: 0,
        }
    }

    /// Gives all cells of strided sets their flags: many will be asked for one by one.
    pub fn spell_out(&mut self) {
        for incomplete in &mut self.incomplete {
            incomplete.spell_out(&mut self.flags);
        }
        self.settle();
    }

    /// All of these cells were written.
    pub fn fill(&mut self, cells: Range<usize>) {
        for flag in &mut self.flags[cells.clone()] {
            *flag.get_mut() = 1;
        }
        self.recount(&cells);
    }

    /// Cells were copied, unwritten ones too.
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
            // All of it was written before, and now some of it is not any more.
            self.begin(Region {
                base: target.start as Cell,
                cells: target.len() as u32,
            });
        }
        self.recount(&target);
    }

    /// Some cells of a region changed in whether they were written.
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

    /// Forgets that regions were incomplete which are complete by now.
    pub fn settle(&mut self) {
        (self.incomplete).retain_mut(|incomplete| *incomplete.unwritten.get_mut() > 0);
    }
}

impl Incomplete {
    fn overlaps(&self, cells: &Range<usize>) -> bool {
        overlap(&self.region.range(), cells)
    }

    /// Keeps a strided set, and makes room for it.
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

    /// Gives the cells of a strided set their flags.
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
    /// A cell was written, by its only writer at this time.
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

    /// No more cells come.
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
