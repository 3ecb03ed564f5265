//! A set of small numbers with one bit each that is cleared in constant time; mostly the cells that were
//! touched in a step.
//!
//! Each processor touches a cell at most once by one access, so a bit that is already set was set by
//! another processor, and no processor number is needed. The bits are valid in one epoch only, and a
//! block of bits is cleared when it is first used in a new epoch, so the cost of a step is proportional
//! to what it touches. Once a step has touched one cell per word of bits, all remaining blocks are
//! cleared, so that further touches need not check epochs.

/// Cells whose bits share an epoch: one cache line of bits.
const STRETCH: usize = 512;
/// Bits of a word.
const BITS: usize = 64;
/// Words of a stretch.
const WORDS: usize = STRETCH / BITS;

/// One bit per cell.
#[derive(Debug, Default)]
pub struct Presence {
    bits: Vec<[u64; WORDS]>,
    /// By stretch, when its bits were cleared.
    epochs: Vec<u32>,
    epoch: u32,
    /// The number of cells passed to [`Self::touch_each`] in this epoch.
    touched: usize,
}

impl Presence {
    /// Clears the set. `cells` is one more than the largest number that will be in it.
    pub fn begin(&mut self, cells: usize) {
        let stretches = cells.div_ceil(STRETCH);
        if self.epochs.len() < stretches {
            self.bits.resize(stretches, [0; WORDS]);
            self.epochs.resize(stretches, 0);
        }
        if self.epoch == u32::MAX {
            // The numbers are used up: invalidates all bits and starts again.
            self.epochs.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
        self.touched = 0;
    }

    /// Sets the bit of a cell. Returns whether it was already set.
    #[inline]
    pub fn touch(&mut self, cell: usize) -> bool {
        self.touch_all(cell / BITS, 1 << (cell % BITS))
    }

    /// Sets the bits of these cells. Returns whether one was already set.
    pub fn touch_each(&mut self, cells: &[i64]) -> bool {
        let words = self.bits.len() * WORDS;
        let was_sparse = self.touched < words;
        self.touched += cells.len();
        if self.touched < words {
            let mut met = false;
            for cell in cells {
                met |= self.touch(*cell as usize);
            }
            return met;
        }
        if was_sparse {
            self.clear_others();
        }
        let (bits, mut met) = (self.bits.as_flattened_mut(), 0);
        for cell in cells {
            let (at, place) = (*cell as usize / BITS, *cell as usize % BITS);
            met |= bits[at] >> place;
            bits[at] |= 1 << place;
        }
        met & 1 != 0
    }

    /// Clears the blocks that were not used in this epoch.
    fn clear_others(&mut self) {
        for (bits, epoch) in self.bits.iter_mut().zip(&mut self.epochs) {
            if *epoch != self.epoch {
                (*bits, *epoch) = ([0; WORDS], self.epoch);
            }
        }
    }

    /// Sets the bits of `count` different cells along a line. Returns whether one was already set.
    pub fn touch_line(&mut self, first: usize, stride: i64, count: usize) -> bool {
        let (mut cell, mut met) = (first, false);
        let (mut at, mut bits) = (first / BITS, 0);
        for _ in 0..count {
            // The bits of one word are collected and set at once.
            if cell / BITS != at {
                met |= self.touch_all(at, bits);
                (at, bits) = (cell / BITS, 0);
            }
            bits |= 1 << (cell % BITS);
            cell = cell.wrapping_add(stride as usize);
        }
        met | (bits != 0 && self.touch_all(at, bits))
    }

    /// Sets bits of one word. Returns whether one was already set.
    #[inline]
    fn touch_all(&mut self, at: usize, touched: u64) -> bool {
        let stretch = at / WORDS;
        let bits = &mut self.bits[stretch];
        if self.epochs[stretch] != self.epoch {
            self.epochs[stretch] = self.epoch;
            *bits = [0; WORDS];
        }
        let word = &mut bits[at % WORDS];
        let before = *word & touched != 0;
        *word |= touched;
        before
    }

    /// Sets the bits that are set in another set. Returns whether one was already set.
    pub fn merge(&mut self, others: &Self) -> bool {
        let mut met = false;
        for (stretch, bits) in others.bits.iter().enumerate() {
            if others.epochs[stretch] != others.epoch {
                continue;
            }
            let mine = &mut self.bits[stretch];
            if self.epochs[stretch] != self.epoch {
                self.epochs[stretch] = self.epoch;
                *mine = *bits;
                continue;
            }
            for (mine, theirs) in mine.iter_mut().zip(bits) {
                met |= *mine & theirs != 0;
                *mine |= theirs;
            }
        }
        met
    }
}
