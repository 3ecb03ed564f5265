//! A hash function for numbers that the simulation itself has assigned: links, ports, pairs.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by number. Nothing may depend on its iteration order.
pub(super) type NumberMap<V> = HashMap<u64, V, BuildHasherDefault<NumberHasher>>;

/// Keeps successive numbers adjacent in memory, as regular algorithms use them one after the other.
///
/// A map chooses the slot by the low bits, so the lower half of the number is kept there and the upper
/// half is spread over it. The top seven bits, which a map compares before it looks at the number, are
/// mixed from all others.
#[derive(Clone, Copy, Default)]
pub(super) struct NumberHasher(u64);

/// The bits below the uppermost seven.
const LOW: u64 = (1 << 57) - 1;

/// 2^64 divided by the golden ratio, whose multiples are spread evenly.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

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
        let (upper, lower) = (number >> 32, number & 0xFFFF_FFFF);
        // The middle bits of the product depend on all bits of the upper half.
        let slot = lower.wrapping_add(upper.wrapping_mul(SPREAD) >> 20);
        let mixed = number.wrapping_mul(SPREAD) & !LOW;
        self.0 ^= (slot & LOW) | mixed;
    }
}
