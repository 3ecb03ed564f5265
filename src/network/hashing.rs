//! A hash function for numbers that the simulation gave out itself: links, ports, pairs.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by number. Nothing may depend on the order in which it is walked.
pub(super) type NumberMap<V> = HashMap<u64, V, BuildHasherDefault<NumberHasher>>;

/// Multiplies by an odd constant, and folds the upper half onto the lower one, by which a map
/// chooses its slot.
#[derive(Clone, Copy, Default)]
pub(super) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        // 2^64 divided by the golden ratio, which spreads successive numbers.
        let product = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ (product >> 32);
    }
}
