//! What processors that exchange messages compute, as in `tests/benches/programs/`. The twins move
//! the words and count no times.

use crate::work::{Arrays, take};

/// Each number goes to the next processor of a ring.
pub fn neighbours(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    a.rotate_right(1);
    a
}

/// The first number goes to all, in log p steps.
pub fn broadcast(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    let mut have = 1;
    while have < a.len() {
        a.copy_within(..have, have);
        have *= 2;
    }
    a
}

/// The largest number for all, in log p exchanges.
pub fn all_reduce(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    let mut stride = 1;
    while stride < a.len() {
        a = (0..a.len())
            .map(|own| a[own].max(a[own ^ stride]))
            .collect();
        stride *= 2;
    }
    a
}
