//! A set of small numbers, one bit each, that is emptied at no cost: mostly the cells that were
//! touched in a step.
//!
//! Each processor touches a cell once at most through one access, so a bit that is set already
//! was set by another processor: no number has to be kept beside it. The bits are valid in one
//! epoch only, and a stretch of them is cleared when it is first used in a new one, so a step
//! costs what it touches. Once a step has touched one cell per word of bits, all other stretches are
//! cleared at once, so that further touches need not look at epochs.

/// Cells whose bits share an epoch: a cache line of bits.
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
    /// How many cells were handed to [`Self::touch_each`] in this epoch.
    touched: usize,
}

impl Presence {
    /// Empties the set; `cells` is one more than the largest number that will be in it.
    pub fn begin(&mut self, cells: usize) {
        let stretches = cells.div_ceil(STRETCH);
        if self.epochs.len() < stretches {
            self.bits.resize(stretches, [0; WORDS]);
            self.epochs.resize(stretches, 0);
        }
        if self.epoch == u32::MAX {
            // The numbers are used up: make all bits invalid and begin again.
            self.epochs.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
        self.touched = 0;
    }

    /// Sets the bit of a cell. Says whether it was set before.
    #[inline]
    pub fn touch(&mut self, cell: usize) -> bool {
        self.touch_all(cell / BITS, 1 << (cell % BITS))
    }

    /// Sets the bits of these cells. Says whether one was set before.
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

    /// Clears the stretches that were not used in this epoch yet.
    fn clear_others(&mut self) {
        for (bits, epoch) in self.bits.iter_mut().zip(&mut self.epochs) {
            if *epoch != self.epoch {
                (*bits, *epoch) = ([0; WORDS], self.epoch);
            }
        }
    }

    /// Sets the bits of `count` cells along a line, no two of which are the same. Says whether one
    /// was set before.
    pub fn touch_line(&mut self, first: usize, stride: i64, count: usize) -> bool {
        let (mut cell, mut met) = (first, false);
        let (mut at, mut bits) = (first / BITS, 0);
        for _ in 0..count {
            // The bits of one word are gathered and set at once.
            if cell / BITS != at {
                met |= self.touch_all(at, bits);
                (at, bits) = (cell / BITS, 0);
            }
            bits |= 1 << (cell % BITS);
            cell = cell.wrapping_add(stride as usize);
        }
        met | (bits != 0 && self.touch_all(at, bits))
    }

    /// Touches cells of one word of bits.
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

    /// Sets the bits that are set in another. Says whether one was set before.
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
