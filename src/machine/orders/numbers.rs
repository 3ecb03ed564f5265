//! A set of small numbers in which the smallest element from a given number on is found in a few steps.

/// Bits of a word.
const BITS: usize = 64;

/// One bit per number, and above these one bit per word that is not 0, up to a level of a single word.
#[derive(Debug, Clone)]
pub struct Numbers {
    levels: Vec<Vec<u64>>,
}

impl Numbers {
    /// An empty set of numbers below `width`.
    pub fn below(width: usize) -> Self {
        let mut levels = vec![vec![0; width.div_ceil(BITS).max(1)]];
        while let Some(words) = levels.last().map(Vec::len).filter(|words| *words > 1) {
            levels.push(vec![0; words.div_ceil(BITS)]);
        }
        Self { levels }
    }

    /// Adds a number.
    pub fn insert(&mut self, mut number: usize) {
        for words in &mut self.levels {
            let word = &mut words[number / BITS];
            let was_empty = *word == 0;
            *word |= 1 << (number % BITS);
            if !was_empty {
                break;
            }
            number /= BITS;
        }
    }

    /// Removes a number.
    pub fn remove(&mut self, mut number: usize) {
        for words in &mut self.levels {
            let word = &mut words[number / BITS];
            *word &= !(1 << (number % BITS));
            if *word != 0 {
                break;
            }
            number /= BITS;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.levels.last().is_none_or(|words| words[0] == 0)
    }

    /// The smallest element that is not less than this number.
    pub fn at_or_after(&self, number: usize) -> Option<usize> {
        let mut from = number;
        for (level, words) in self.levels.iter().enumerate() {
            let word = words.get(from / BITS)? & (u64::MAX << (from % BITS));
            if word != 0 {
                let at = from / BITS * BITS + word.trailing_zeros() as usize;
                let below = self.levels[..level].iter().rev();
                return Some(below.fold(at, |at, words| {
                    at * BITS + words[at].trailing_zeros() as usize
                }));
            }
            from = from / BITS + 1;
        }
        None
    }

    /// The last number.
    pub fn last(&self) -> Option<usize> {
        let mut levels = self.levels.iter().rev();
        let top = |words: &Vec<u64>| words[0].checked_ilog2();
        let at = levels.next().and_then(top)? as usize;
        Some(levels.fold(at, |at, words| at * BITS + words[at].ilog2() as usize))
    }
}
