//! The global memory: cells, whether they were written, and the stamps of who touched them last.
//!
//! Every array lies in one flat row of cells. Beside the cells lie two rows of [`Stamp`]s, the
//! last reader and the last writer. A stamp is valid in one epoch only, so nothing has to be
//! cleared between steps: a step just begins a new epoch.

use std::collections::BTreeMap;
use std::ops::Range;

/// The number of a cell.
pub type Cell = u32;

/// Who touched a cell last, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp {
    /// The epoch; 0 is before all.
    pub epoch: u32,
    /// The processor, by its number in the step.
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

/// Bytes that a cell takes with its stamps.
pub const BYTES_PER_CELL: u64 = 8 + 1 + 16;

/// More cells than this cannot be numbered.
pub const MOST_CELLS: u64 = u32::MAX as u64;

/// The global memory.
#[derive(Debug, Default)]
pub struct Memory {
    /// The cells.
    pub words: Vec<i64>,
    /// 1 where a cell was ever written.
    pub written: Vec<u8>,
    /// How many cells in use were never written.
    unwritten: u64,
    /// The last reader of each cell.
    pub readers: Vec<Stamp>,
    /// The last writer of each cell.
    pub writers: Vec<Stamp>,
    epoch: u32,
    /// Free stretches below the end, by their first cell.
    free: BTreeMap<Cell, u32>,
}

impl Memory {
    /// How many bytes there would be after `cells` more.
    pub fn bytes_with(&self, cells: u64) -> u64 {
        (self.words.len() as u64)
            .saturating_add(cells)
            .saturating_mul(BYTES_PER_CELL)
    }

    /// How many cells there are.
    pub fn len(&self) -> u64 {
        self.words.len() as u64
    }

    /// Whether any cell in use was never written: if none, nobody has to look.
    pub fn has_unwritten(&self) -> bool {
        self.unwritten > 0
    }

    /// Writes a cell.
    pub fn write(&mut self, cell: usize, word: i64) {
        self.words[cell] = word;
        if self.unwritten > 0 {
            self.unwritten -= u64::from(1 - self.written[cell]);
            self.written[cell] = 1;
        }
    }

    /// Fills cells.
    pub fn fill(&mut self, cells: Range<usize>, words: &[i64]) {
        self.unwritten -= self.count_unwritten(cells.clone());
        self.words[cells.clone()].copy_from_slice(words);
        self.written[cells].fill(1);
    }

    /// Copies cells, unwritten ones too.
    pub fn copy(&mut self, from: Range<usize>, to: usize) {
        let target = to..to + from.len();
        self.unwritten -= self.count_unwritten(target.clone());
        self.words.copy_within(from.clone(), to);
        self.written.copy_within(from, to);
        self.unwritten += self.count_unwritten(target);
    }

    fn count_unwritten(&self, cells: Range<usize>) -> u64 {
        self.written[cells]
            .iter()
            .map(|written| u64::from(1 - written))
            .sum()
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
        self.unwritten += u64::from(cells);
        if let Some((base, free)) = self.fitting(cells) {
            self.free.remove(&base);
            if free > cells {
                self.free.insert(base + cells, free - cells);
            }
            let range = base as usize..(base + cells) as usize;
            self.written[range].fill(0);
            return Region { base, cells };
        }
        let base = self.words.len();
        let end = base + cells as usize;
        self.words.resize(end, 0);
        self.written.resize(end, 0);
        self.readers.resize(end, Stamp::default());
        self.writers.resize(end, Stamp::default());
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
        self.unwritten -= self.count_unwritten(base as usize..(base + cells) as usize);
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
