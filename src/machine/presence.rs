//! Who was there before? One bit a cell says whether it was touched in this step.
//!
//! Each processor touches a cell once at most through one access, so a bit that is set already
//! was set by another processor: no name has to be kept beside it. The bits are valid in one
//! epoch only, and a stretch of them is cleared when it is first used in a new one, so a step
//! costs what it touches.

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
}

impl Presence {
    /// Nobody was anywhere. There are so many cells.
    pub fn begin(&mut self, cells: usize) {
        let stretches = cells.div_ceil(STRETCH);
        if self.epochs.len() < stretches {
            self.bits.resize(stretches, [0; WORDS]);
            self.epochs.resize(stretches, 0);
        }
        if self.epoch == u32::MAX {
            // The numbers are used up: forget all and begin again.
            self.epochs.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    /// Touches a cell. Says whether somebody was there before.
    #[inline]
    pub fn touch(&mut self, cell: usize) -> bool {
        let stretch = cell / STRETCH;
        let bits = &mut self.bits[stretch];
        if self.epochs[stretch] != self.epoch {
            self.epochs[stretch] = self.epoch;
            *bits = [0; WORDS];
        }
        let word = &mut bits[cell % STRETCH / BITS];
        let bit = 1 << (cell % BITS);
        let before = *word & bit != 0;
        *word |= bit;
        before
    }

    /// Takes over what others touched. Says whether somebody was there before them.
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
