//! The lengths of Collatz sequences, as in `programs/collatz.pram`.

use crate::work::{Arrays, take};

/// One number after the other.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [numbers] = take(arrays);
    let steps = |number: &i64| {
        let mut x = *number;
        let mut count = 0;
        while x != 1 {
            x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
            count += 1;
        }
        count
    };
    numbers.iter().map(steps).collect()
}
