//! The global memory: cells, whether they were written, and in a section who touched them last.
//!
//! Every array lies in one flat row of cells. A cell is a word that several threads of the host
//! may read and write: within a step no two of them write one cell, and none reads what another
//! writes, unless the rules of the machine are asked about it first.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::{Zeroable, zeroed_vec};

/// The number of a cell.
pub type Cell = u32;

/// Who touched a cell last, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp {
    /// The epoch; 0 is before all.
    pub epoch: u32,
    /// The processor, by its number.
    pub processor: u32,
}

/// A stretch of cells that belongs to somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The first cell.
    pub base: Cell,
    /// How many.
    pub cells: u32,
}

impl Region {
    fn range(self) -> Range<usize> {
        self.base as usize..self.base as usize + self.cells as usize
    }
}

/// Bytes that a cell takes: the word, whether it was written, and the stamps of its last reader
/// and writer, which are there only where something needs them.
pub const BYTES_PER_CELL: u64 = 8 + 1 + 16;

/// Where there are many cells, room for so many times more is asked for at once: what nobody uses
/// of it costs nothing, and arrays need not be moved when others come.
const AHEAD: usize = 4;
/// But for no more than this.
const MOST_AHEAD: usize = 3 << 20;
/// So many cells are many.
const MANY: usize = 1 << 16;

/// Writes down which cells of an array were written, if some were not.
pub struct Marking<'a> {
    written: &'a [AtomicU8],
    unwritten: Option<&'a AtomicU64>,
    fresh: u64,
}

impl Marking<'_> {
    /// Whether some cells were never written.
    pub fn is_needed(&self) -> bool {
        self.unwritten.is_some()
    }

    /// A cell was written, by its only writer at this time.
    #[inline]
    pub fn mark(&mut self, cell: usize) {
        if self.written[cell].load(Relaxed) == 0 {
            self.written[cell].store(1, Relaxed);
            self.fresh += 1;
        }
    }

    /// The same of cells side by side.
    pub fn mark_all(&mut self, cells: Range<usize>) {
        for written in &self.written[cells] {
            self.fresh += u64::from(1 - written.load(Relaxed));
            written.store(1, Relaxed);
        }
    }

    /// No more cells come.
    pub fn end(self) {
        if let Some(unwritten) = self.unwritten {
            unwritten.fetch_sub(self.fresh, Relaxed);
        }
    }
}

/// More cells than this cannot be numbered.
pub const MOST_CELLS: u64 = u32::MAX as u64;

/// The global memory.
#[derive(Debug, Default)]
pub struct Memory {
    /// How many cells there are; there is room for more.
    cells: usize,
    words: Vec<AtomicI64>,
    /// 1 where a cell was ever written.
    written: Vec<AtomicU8>,
    /// Regions of which some cells were never written, and how many.
    incomplete: Vec<(Region, AtomicU64)>,
    /// The last reader of each cell, as far as anybody asked.
    readers: Vec<Stamp>,
    /// The last writer of each cell, as far as anybody asked.
    writers: Vec<Stamp>,
    epoch: u32,
    /// Free stretches below the end, by their first cell.
    free: BTreeMap<Cell, u32>,
}

impl Memory {
    /// How many bytes there would be after `cells` more.
    pub fn bytes_with(&self, cells: u64) -> u64 {
        self.len()
            .saturating_add(cells)
            .saturating_mul(BYTES_PER_CELL)
    }

    /// How many cells there are.
    pub fn len(&self) -> u64 {
        self.cells as u64
    }

    /// The cells, for who knows that they were written.
    pub fn words(&self) -> &[AtomicI64] {
        &self.words[..self.cells]
    }

    /// What a cell holds; none if it was never written.
    pub fn read(&self, cell: usize) -> Option<i64> {
        self.is_written(cell)
            .then(|| self.words[cell].load(Relaxed))
    }

    /// Whether a cell was ever written.
    pub fn is_written(&self, cell: usize) -> bool {
        self.written[cell].load(Relaxed) == 1
    }

    /// Whether all of these cells were written.
    pub fn are_written(&self, cells: Range<usize>) -> bool {
        let mut written = self.written[cells].iter();
        written.all(|written| written.load(Relaxed) == 1)
    }

    /// Whether all of these cells were written, as far as can be told at once.
    pub fn is_complete(&self, cells: Range<Cell>) -> bool {
        self.incomplete_in(&cells).next().is_none()
    }

    fn incomplete_in(&self, cells: &Range<Cell>) -> impl Iterator<Item = &(Region, AtomicU64)> {
        self.incomplete.iter().filter(move |(region, unwritten)| {
            region.base < cells.end
                && cells.start < region.base + region.cells
                && unwritten.load(Relaxed) > 0
        })
    }

    /// Writes a cell.
    pub fn write(&self, cell: usize, word: i64) {
        self.words[cell].store(word, Relaxed);
        if !self.incomplete.is_empty() && self.written[cell].swap(1, Relaxed) == 0 {
            self.count_written(cell);
        }
    }

    fn count_written(&self, cell: usize) {
        let holding = (self.incomplete.iter()).find(|(region, _)| region.range().contains(&cell));
        if let Some((_, unwritten)) = holding {
            unwritten.fetch_sub(1, Relaxed);
        }
    }

    /// Where to write down that cells of `extent` were written; none where several arrays have to
    /// know.
    pub fn marking(&self, extent: Range<Cell>) -> Option<Marking<'_>> {
        let mut incomplete = self.incomplete_in(&extent);
        let unwritten = incomplete.next().map(|(_, unwritten)| unwritten);
        let is_alone = incomplete.next().is_none();
        is_alone.then_some(Marking {
            written: &self.written,
            unwritten,
            fresh: 0,
        })
    }

    /// Writes words into cells that lie along a line, beginning with the first; all of them have
    /// been written before.
    #[inline]
    pub fn store_line(&self, first: usize, stride: i64, values: impl Iterator<Item = i64>) {
        if stride == 1 {
            for (word, value) in self.words[first..].iter().zip(values) {
                word.store(value, Relaxed);
            }
            return;
        }
        let mut cell = first;
        for value in values {
            self.words[cell].store(value, Relaxed);
            cell = cell.wrapping_add(stride as usize);
        }
    }

    /// Writes words into cells, which lie within `extent`.
    pub fn store(
        &self,
        extent: Range<Cell>,
        cells: impl Iterator<Item = usize>,
        values: impl Iterator<Item = i64>,
    ) {
        if self.is_complete(extent) {
            let words = self.words.as_slice();
            cells
                .zip(values)
                .for_each(|(cell, value)| words[cell].store(value, Relaxed));
            return;
        }
        let mut last: Option<&(Region, AtomicU64)> = None;
        let mut fresh = 0;
        for (cell, value) in cells.zip(values) {
            self.words[cell].store(value, Relaxed);
            // Nobody else writes the cell at this time: no exchange is needed.
            if self.is_written(cell) {
                continue;
            }
            self.written[cell].store(1, Relaxed);
            if last.is_none_or(|(region, _)| !region.range().contains(&cell)) {
                if let Some((_, unwritten)) = last {
                    unwritten.fetch_sub(fresh, Relaxed);
                }
                fresh = 0;
                last = (self.incomplete.iter()).find(|(region, _)| region.range().contains(&cell));
            }
            fresh += 1;
        }
        if let Some((_, unwritten)) = last {
            unwritten.fetch_sub(fresh, Relaxed);
        }
    }

    /// Fills cells.
    pub fn fill(&mut self, cells: Range<usize>, words: &[i64]) {
        for (cell, word) in self.words[cells.clone()].iter_mut().zip(words) {
            *cell.get_mut() = *word;
        }
        for flag in &mut self.written[cells.clone()] {
            *flag.get_mut() = 1;
        }
        self.recount(&cells);
    }

    /// Copies cells, unwritten ones too.
    pub fn copy(&mut self, from: Range<usize>, to: usize) {
        let target = to..to + from.len();
        for (from, to) in from.zip(target.clone()) {
            *self.words[to].get_mut() = *self.words[from].get_mut();
            *self.written[to].get_mut() = *self.written[from].get_mut();
        }
        self.recount(&target);
    }

    /// Some cells of a region changed in whether they were written.
    fn recount(&mut self, cells: &Range<usize>) {
        let written = &self.written;
        let count = |region: Region| {
            let flags = written[region.range()].iter();
            flags
                .map(|flag| u64::from(1 - flag.load(Relaxed)))
                .sum::<u64>()
        };
        for (region, unwritten) in &mut self.incomplete {
            let range = region.range();
            if range.start < cells.end && cells.start < range.end {
                *unwritten.get_mut() = count(*region);
            }
        }
        self.settle();
    }

    /// Forgets that regions were incomplete which are complete by now.
    pub fn settle(&mut self) {
        self.incomplete
            .retain_mut(|(_, unwritten)| *unwritten.get_mut() > 0);
    }

    /// What cells hold.
    pub fn words_of(&self, cells: Range<usize>) -> Vec<i64> {
        let words = self.words[cells].iter();
        words.map(|word| word.load(Relaxed)).collect()
    }

    /// Begins a new epoch: no stamp is valid in it.
    pub fn next_epoch(&mut self) -> u32 {
        if self.epoch == u32::MAX {
            // The numbers are used up: forget all stamps and begin again.
            self.readers.fill(Stamp::default());
            self.writers.fill(Stamp::default());
            self.epoch = 0;
        }
        self.epoch += 1;
        self.epoch
    }

    /// The stamp of the last reader of a cell.
    pub fn reader(&mut self, cell: usize) -> &mut Stamp {
        stamp(&mut self.readers, self.cells, cell)
    }

    /// The stamp of the last writer of a cell.
    pub fn writer(&mut self, cell: usize) -> &mut Stamp {
        stamp(&mut self.writers, self.cells, cell)
    }

    /// The free stretch that would serve, if there is one.
    fn fitting(&self, cells: u32) -> Option<(Cell, u32)> {
        self.free
            .iter()
            .find(|(_, free)| **free >= cells)
            .map(|(base, free)| (*base, *free))
    }

    /// Whether an allocation would need more memory than there is.
    pub fn must_grow(&self, cells: u32) -> bool {
        self.fitting(cells).is_none()
    }

    /// New cells, unwritten.
    pub fn allocate(&mut self, cells: u32) -> Region {
        let region = self.take(cells);
        if cells > 0 {
            self.incomplete
                .push((region, AtomicU64::new(u64::from(cells))));
        }
        region
    }

    fn take(&mut self, cells: u32) -> Region {
        if let Some((base, free)) = self.fitting(cells) {
            self.free.remove(&base);
            if free > cells {
                self.free.insert(base + cells, free - cells);
            }
            let region = Region { base, cells };
            for flag in &mut self.written[region.range()] {
                *flag.get_mut() = 0;
            }
            // Who touched what lay here before has not touched what lies here now.
            for stamps in [&mut self.readers, &mut self.writers] {
                let end = region.range().end.min(stamps.len());
                let begin = region.range().start.min(end);
                stamps[begin..end].fill(Stamp::default());
            }
            return region;
        }
        let base = self.cells;
        self.cells += cells as usize;
        if self.cells > self.words.len() {
            let ahead = (AHEAD * self.cells).min(MOST_AHEAD);
            let least = if self.cells < MANY { 0 } else { ahead };
            let room = self.cells.max(2 * self.words.len()).max(least);
            self.words = with_room(std::mem::take(&mut self.words), base, room);
            self.written = with_room(std::mem::take(&mut self.written), base, room);
        }
        Region {
            base: base as Cell,
            cells,
        }
    }

    /// Gives cells back.
    pub fn release(&mut self, region: Region) {
        let Region {
            mut base,
            mut cells,
        } = region;
        if cells == 0 {
            return;
        }
        self.incomplete.retain(|(other, _)| *other != region);
        if let Some(after) = self.free.remove(&(base + cells)) {
            cells += after;
        }
        if let Some((before, length)) = self.free.range(..base).next_back() {
            let (before, length) = (*before, *length);
            if before + length == base {
                self.free.remove(&before);
                base = before;
                cells += length;
            }
        }
        self.free.insert(base, cells);
    }
}

/// The same with room for more. The host brings memory into being where somebody first writes
/// something else than 0, so what nobody uses costs nothing.
fn with_room<T: Zeroable>(old: Vec<T>, used: usize, room: usize) -> Vec<T> {
    let mut new = zeroed_vec(room);
    for (new, old) in new.iter_mut().zip(old).take(used) {
        *new = old;
    }
    new
}

/// The stamp of a cell: the row of stamps is as long as somebody asked for.
fn stamp(stamps: &mut Vec<Stamp>, cells: usize, cell: usize) -> &mut Stamp {
    if stamps.len() <= cell {
        stamps.resize(cells, Stamp::default());
    }
    &mut stamps[cell]
}
