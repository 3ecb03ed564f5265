//! The global memory: cells, whether they were written, and the stamps of their last readers and
//! writers.
//!
//! Every array is stored in one flat sequence of cells. A cell is a word that several threads of the
//! host may read and write: within a step no two threads write the same cell, and none reads a cell that
//! another one writes, unless the access rules of the machine have already resolved the conflict.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::cells::{Cell, Region, with_room};
use super::initialised::Initialised;
use super::tuning::Tuning;

/// The last processor that accessed a cell, and the epoch of the access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp {
    /// The epoch; 0 is before the first one.
    pub epoch: u32,
    /// The processor, by its number.
    pub processor: u32,
}

/// Bytes for each cell: the word, the flag for written cells, and the stamps of its last reader and
/// writer, which are allocated only if a rule needs them.
pub const BYTES_PER_CELL: u64 = 8 + 1 + 16;

/// From [`MIN_CELLS_AHEAD`] cells on, this multiple of the required memory is allocated at once: unused
/// memory costs nothing, and the cells need not be moved when arrays are added.
const AHEAD: usize = 4;
/// The most cells that are allocated ahead.
const MOST_AHEAD: usize = 3 << 20;
/// Below this number of cells, the allocation is only doubled.
const MIN_CELLS_AHEAD: usize = 1 << 12;

/// More cells than this cannot be numbered.
pub const MOST_CELLS: u64 = u32::MAX as u64;

/// The global memory.
#[derive(Debug)]
pub struct Memory {
    /// The number of cells; more are allocated.
    cells: usize,
    words: Vec<AtomicI64>,
    /// Which cells were written.
    pub initialised: Initialised,
    /// The stamps of the last readers, by cell; extended when needed.
    readers: Vec<Stamp>,
    /// The stamps of the last writers, by cell; extended when needed.
    writers: Vec<Stamp>,
    epoch: u32,
    /// Free stretches below the end, by their first cell.
    free: BTreeMap<Cell, u32>,
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        let words = self.words().iter().map(|word| word.load(Relaxed).into());
        Self {
            cells: self.cells,
            words: words.collect(),
            initialised: self.initialised.clone(),
            readers: self.readers.clone(),
            writers: self.writers.clone(),
            epoch: self.epoch,
            free: self.free.clone(),
        }
    }
}

impl Memory {
    /// No cells.
    pub fn new(tuning: Tuning) -> Self {
        Self {
            cells: 0,
            words: Vec::new(),
            initialised: Initialised::new(tuning),
            readers: Vec::new(),
            writers: Vec::new(),
            epoch: 0,
            free: BTreeMap::new(),
        }
    }

    /// The number of bytes with `cells` more cells.
    pub fn bytes_with(&self, cells: u64) -> u64 {
        self.len()
            .saturating_add(cells)
            .saturating_mul(BYTES_PER_CELL)
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells == 0
    }

    /// The number of cells.
    pub fn len(&self) -> u64 {
        self.cells as u64
    }

    /// The words of all cells, for callers that know which ones were written.
    pub fn words(&self) -> &[AtomicI64] {
        &self.words[..self.cells]
    }

    /// The value of a cell. None if it was never written.
    pub fn read(&self, cell: usize) -> Option<i64> {
        (self.initialised.has(cell)).then(|| self.words[cell].load(Relaxed))
    }

    /// Writes a cell.
    pub fn write(&self, cell: usize, word: i64) {
        self.words[cell].store(word, Relaxed);
        if !self.initialised.is_all() {
            let mut marker = self.initialised.marker();
            marker.mark(cell);
            marker.end();
        }
    }

    /// Writes words into cells side by side, beginning with the first.
    pub fn write_row(&self, first: usize, words: &[i64]) {
        let mut marker = self.initialised.marker();
        for (cell, word) in (first..).zip(words) {
            self.words[cell].store(*word, Relaxed);
            marker.mark(cell);
        }
        marker.end();
    }

    /// Writes words into cells along a line, which were already marked as written.
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
        let words = self.words.as_slice();
        if self.initialised.is_complete(&extent) {
            cells
                .zip(values)
                .for_each(|(cell, value)| words[cell].store(value, Relaxed));
            return;
        }
        // No other thread writes these cells, so no atomic exchange is needed.
        let mut marker = self.initialised.marker();
        for (cell, value) in cells.zip(values) {
            words[cell].store(value, Relaxed);
            marker.mark(cell);
        }
        marker.end();
    }

    /// Fills cells with the given words.
    pub fn fill(&mut self, cells: Range<usize>, words: impl IntoIterator<Item = i64>) {
        for (cell, word) in self.words[cells.clone()].iter_mut().zip(words) {
            *cell.get_mut() = word;
        }
        self.initialised.fill(cells);
    }

    /// Copies cells, including unwritten ones.
    pub fn copy(&mut self, from: Range<usize>, to: usize) {
        for (from, to) in from.clone().zip(to..) {
            *self.words[to].get_mut() = *self.words[from].get_mut();
        }
        self.initialised.copy(from, to);
    }

    /// The words of cells.
    pub fn words_of(&self, cells: Range<usize>) -> Vec<i64> {
        let words = self.words[cells].iter();
        words.map(|word| word.load(Relaxed)).collect()
    }

    /// The words of cells, in the allocation of the memory, whose other words are dropped.
    pub fn take_words(&mut self, cells: Range<usize>) -> Vec<i64> {
        let mut words = std::mem::take(&mut self.words);
        words.truncate(cells.end);
        words.drain(..cells.start);
        // The standard library collects this into the same allocation.
        words.into_iter().map(AtomicI64::into_inner).collect()
    }

    /// Begins a new epoch: no stamp is valid in it.
    pub fn next_epoch(&mut self) -> u32 {
        self.next_epochs(1)
    }

    /// Starts `count` successive epochs; returns the first one.
    pub fn next_epochs(&mut self, count: u32) -> u32 {
        if self.epoch > u32::MAX - count {
            // The numbers are used up: clears all stamps and starts again.
            self.readers.fill(Stamp::default());
            self.writers.fill(Stamp::default());
            self.epoch = 0;
        }
        self.epoch += count;
        self.epoch - count + 1
    }

    /// The stamp of the last reader of a cell.
    pub fn reader(&mut self, cell: usize) -> &mut Stamp {
        stamp(&mut self.readers, self.cells, cell)
    }

    /// Takes the stamps of the last writers of all cells, to be put back later.
    pub fn take_writers(&mut self) -> Vec<Stamp> {
        if self.writers.len() < self.cells {
            self.writers.resize(self.cells, Stamp::default());
        }
        std::mem::take(&mut self.writers)
    }

    /// Puts the stamps of the last writers back.
    pub fn put_writers(&mut self, stamps: Vec<Stamp>) {
        self.writers = stamps;
    }

    /// The stamp of the last writer of a cell.
    #[inline]
    pub fn writer(&mut self, cell: usize) -> &mut Stamp {
        stamp(&mut self.writers, self.cells, cell)
    }

    /// The free stretch that would be used, if there is one.
    fn fitting(&self, cells: u32) -> Option<(Cell, u32)> {
        self.free
            .iter()
            .find(|(_, free)| **free >= cells)
            .map(|(base, free)| (*base, *free))
    }

    /// Whether an allocation would require more memory.
    pub fn must_grow(&self, cells: u32) -> bool {
        self.fitting(cells).is_none()
    }

    /// Allocates unwritten cells. None if the system refuses the memory.
    pub fn allocate(&mut self, cells: u32) -> Option<Region> {
        let region = self.take(cells)?;
        self.initialised.begin(region);
        Some(region)
    }

    fn take(&mut self, cells: u32) -> Option<Region> {
        if let Some((base, free)) = self.fitting(cells) {
            self.free.remove(&base);
            if free > cells {
                self.free.insert(base + cells, free - cells);
            }
            let region = Region { base, cells };
            self.initialised.clear(region);
            // The stamps belong to an earlier array.
            for stamps in [&mut self.readers, &mut self.writers] {
                let end = region.range().end.min(stamps.len());
                let begin = region.range().start.min(end);
                stamps[begin..end].fill(Stamp::default());
            }
            return Some(region);
        }
        let base = self.cells;
        let all = base + cells as usize;
        if all > self.words.len() {
            let ahead = (AHEAD * all).min(MOST_AHEAD);
            let least = if all < MIN_CELLS_AHEAD { 0 } else { ahead };
            let room = all.max(2 * self.words.len()).max(least);
            self.grow(room).or_else(|| self.grow(all))?;
        }
        self.cells = all;
        Some(Region {
            base: base as Cell,
            cells,
        })
    }

    /// Increases the capacity to `room` cells. None if the system refuses it; nothing has changed then.
    fn grow(&mut self, room: usize) -> Option<()> {
        self.initialised.make_room(self.cells, room)?;
        self.words = with_room(&mut self.words, self.cells, room)?;
        Some(())
    }

    /// Releases cells.
    pub fn release(&mut self, region: Region) {
        let Region {
            mut base,
            mut cells,
        } = region;
        if cells == 0 {
            return;
        }
        self.initialised.release(region);
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

/// The stamp of a cell. If the vector is too short, it is extended to `cells` cells.
fn stamp(stamps: &mut Vec<Stamp>, cells: usize, cell: usize) -> &mut Stamp {
    if stamps.len() <= cell {
        stamps.resize(cells, Stamp::default());
    }
    &mut stamps[cell]
}
