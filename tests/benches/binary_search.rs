//! Many keys in one sorted array, as in `programs/binary_search.pram`.

use crate::work::{Arrays, take};

/// One key after the other.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [sorted, keys] = take(arrays);
    let place = |key: &i64| {
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if sorted[middle] < *key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low as i64
    };
    keys.iter().map(place).collect()
}
