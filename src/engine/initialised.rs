//! Records which cells were written.
//!
//! Each cell has a flag. The strided sets that a nest writes are recorded as sets before its execution
//! (see `nest::reserved`); their flags are set only when the sets do not suffice to decide whether cells
//! were written.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use super::cells::{Cell, Region, with_room};
use super::incomplete::Incomplete;
use super::strided_set::{CellRow, StridedSet};
use super::tuning::Tuning;

/// Which cells were written.
#[derive(Debug)]
pub struct Initialised {
    /// Strided sets of at most this many cells are recorded by flags.
    few: usize,
    /// 1 if a cell was written; 0 if not, or if only a strided set records it.
    flags: Vec<AtomicU8>,
    /// Regions in which some cells were never written, by their first cell. They do not overlap.
    incomplete: BTreeMap<Cell, Incomplete>,
    /// The number of these regions that are now complete; they are removed together (see
    /// [`Self::settle`]).
    complete: AtomicUsize,
    /// The regions, by their first cell, with strided sets whose flags are not set.
    unflagged: BTreeSet<Cell>,
    /// Whether new regions are recorded by the flags of their cells only: there are as many of them as
    /// processors, and a record of each would cost more than its cells.
    by_flags: bool,
}

impl Clone for Initialised {
    fn clone(&self) -> Self {
        let flags = self.flags.iter().map(|flag| flag.load(Relaxed).into());
        Self {
            few: self.few,
            flags: flags.collect(),
            incomplete: self.incomplete.clone(),
            complete: self.complete.load(Relaxed).into(),
            unflagged: self.unflagged.clone(),
            by_flags: self.by_flags,
        }
    }
}

/// Marks single cells as written.
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
            incomplete: BTreeMap::new(),
            complete: AtomicUsize::new(0),
            unflagged: BTreeSet::new(),
            by_flags: false,
        }
    }

    /// Sets whether new regions are recorded by flags only. When this is switched off, no region created
    /// in the meantime may exist.
    pub fn know_by_flags(&mut self, by_flags: bool) {
        self.by_flags = by_flags;
    }

    /// Allocates flags for `room` cells, of which `used` are in use.
    pub fn make_room(&mut self, used: usize, room: usize) -> Option<()> {
        self.flags = with_room(&mut self.flags, used, room)?;
        Some(())
    }

    /// Adds unwritten cells.
    pub fn begin(&mut self, region: Region) {
        if region.cells > 0 && !self.by_flags {
            self.incomplete.insert(region.base, Incomplete::new(region));
        }
    }

    /// Clears the flags of a region.
    pub fn clear(&mut self, region: Region) {
        for flag in &mut self.flags[region.range()] {
            *flag.get_mut() = 0;
        }
    }

    /// Removes the records of a released region.
    pub fn release(&mut self, region: Region) {
        self.forget(&region.range());
    }

    /// Removes the records of all regions that overlap these cells; returns the regions.
    fn forget(&mut self, cells: &Range<usize>) -> Vec<Region> {
        let regions: Vec<Region> = self
            .overlapping(cells)
            .map(|record| record.region)
            .collect();
        for region in &regions {
            if let Some(mut record) = self.incomplete.remove(&region.base) {
                *self.complete.get_mut() -= usize::from(record.is_complete());
            }
            self.unflagged.remove(&region.base);
        }
        regions
    }

    /// The records of regions that overlap these cells, from the last to the first.
    fn overlapping<'a>(
        &'a self,
        cells: &'a Range<usize>,
    ) -> impl Iterator<Item = &'a Incomplete> + 'a {
        let before = self.incomplete.range(..cells.end as Cell).rev();
        // The regions end in the same order as they begin.
        (before.map(|(_, record)| record)).take_while(|record| record.overlaps(cells))
    }

    /// The record of the region that contains a cell.
    fn around(&self, cell: usize) -> Option<&Incomplete> {
        let (_, record) = self.incomplete.range(..=cell as Cell).next_back()?;
        record.region.has(cell).then_some(record)
    }

    /// Changes a record, and the flags of its cells.
    fn change<T>(
        &mut self,
        base: Cell,
        change: impl FnOnce(&mut Incomplete, &mut [AtomicU8]) -> T,
    ) -> T {
        let record = self.incomplete.get_mut(&base);
        let record = record.expect("records are changed by the first cell of their region");
        *self.complete.get_mut() -= usize::from(record.is_complete());
        let result = change(record, &mut self.flags);
        *self.complete.get_mut() += usize::from(record.is_complete());
        if record.is_flagged() {
            self.unflagged.remove(&base);
        } else {
            self.unflagged.insert(base);
        }
        result
    }

    /// Whether a cell was ever written.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.flags[cell].load(Relaxed) == 1 || self.is_in_grid(cell)
    }

    #[cold]
    fn is_in_grid(&self, cell: usize) -> bool {
        let record = self.around(cell);
        record.is_some_and(|record| record.is_in_grid(cell))
    }

    /// Whether every cell was written.
    pub fn is_all(&self) -> bool {
        self.incomplete.is_empty() && !self.by_flags
    }

    /// Whether all of these cells were written according to the records of incomplete regions.
    pub fn is_complete(&self, cells: &Range<Cell>) -> bool {
        let cells = cells.start as usize..cells.end as usize;
        (self.overlapping(&cells)).all(|record| record.unwritten.load(Relaxed) == 0)
    }

    /// The region, by its first cell, that contains all of these cells, if it is incomplete.
    fn holding(&self, cells: &Range<Cell>) -> Option<Cell> {
        let record = self.around(cells.start as usize)?;
        (cells.end as usize <= record.region.range().end).then_some(record.region.base)
    }

    /// Whether all cells of a strided set within `extent` were written.
    pub fn has_set(&mut self, set: StridedSet, extent: &Range<Cell>) -> bool {
        if self.is_complete(extent) {
            return true;
        }
        let Some(base) = self.holding(extent) else {
            return set
                .rows()
                .flat_map(CellRow::cells)
                .all(|cell| self.has(cell));
        };
        let few = self.few;
        self.change(base, |record, flags| record.has_set(set, few, flags))
    }

    /// Records that all cells of a strided set within `extent` are written.
    pub fn add_set(&mut self, set: StridedSet, extent: &Range<Cell>) {
        if self.is_complete(extent) {
            return;
        }
        let Some(base) = self.holding(extent) else {
            return self.mark(set.rows().flat_map(CellRow::cells));
        };
        let few = self.few;
        self.change(base, |record, flags| record.add_set(set, few, flags));
        self.settle();
    }

    /// Marks these cells as written.
    pub fn mark(&mut self, cells: impl Iterator<Item = usize>) {
        let mut marker = self.marker();
        cells.for_each(|cell| marker.mark(cell));
        marker.end();
        self.settle();
    }

    /// A marker for single cells.
    pub fn marker(&self) -> Marker<'_> {
        Marker {
            written: self,
            last: None,
            fresh: 0,
        }
    }

    /// Sets the flags of all cells of strided sets, before many cells are looked up one by one.
    pub fn spell_out(&mut self) {
        while let Some(base) = self.unflagged.first().copied() {
            self.change(base, Incomplete::spell_out);
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

    /// Copies the flags of cells, including unwritten ones.
    pub fn copy(&mut self, from: Range<usize>, to: usize) {
        self.spell_out();
        let target = to..to + from.len();
        for (from, to) in from.zip(target.clone()) {
            *self.flags[to].get_mut() = *self.flags[from].get_mut();
        }
        // Cells of the target that were written before may become unwritten.
        let (mut begin, mut end) = (target.start, target.end);
        for region in self.forget(&target) {
            begin = begin.min(region.range().start);
            end = end.max(region.range().end);
        }
        self.begin(Region {
            base: begin as Cell,
            cells: (end - begin) as u32,
        });
        self.recount(&target);
    }

    /// Counts the unwritten cells of the regions that contain cells with changed flags.
    fn recount(&mut self, cells: &Range<usize>) {
        let records = self.overlapping(cells);
        let bases: Vec<Cell> = records.map(|record| record.region.base).collect();
        for base in bases {
            self.change(base, Incomplete::recount);
        }
        self.settle();
    }

    /// Removes the records of complete regions once they are as many as the others, so that the cost for
    /// each removed record is constant.
    pub fn settle(&mut self) {
        let complete = *self.complete.get_mut();
        if complete == 0 || 2 * complete < self.incomplete.len() {
            return;
        }
        self.incomplete.retain(|base, record| {
            let is_complete = record.is_complete();
            if is_complete {
                self.unflagged.remove(base);
            }
            !is_complete
        });
        *self.complete.get_mut() = 0;
    }
}

impl Marker<'_> {
    /// Marks a cell as written. No other thread writes it at the same time.
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
        let next = self.written.around(cell);
        self.subtract();
        self.last = next;
    }

    /// Subtracts the recently marked cells from the number of unwritten cells of their region.
    fn subtract(&mut self) {
        let fresh = std::mem::take(&mut self.fresh);
        if let Some(last) = self.last
            && fresh > 0
            && last.unwritten.fetch_sub(fresh, Relaxed) == fresh
        {
            self.written.complete.fetch_add(1, Relaxed);
        }
    }

    /// Ends the marking.
    pub fn end(mut self) {
        self.subtract();
    }
}
