//! Merge sort on one processor, as in `programs/merge_sort.pram`.

use crate::work::{Arrays, take};

/// Sorted runs are merged in pairs, by the same comparisons in the same order.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    let mut merged = vec![0; a.len()];
    let mut width = 1;
    while width < a.len() {
        for left in (0..a.len()).step_by(2 * width) {
            let middle = (left + width).min(a.len());
            let end = (left + 2 * width).min(a.len());
            let (mut i, mut j) = (left, middle);
            for place in &mut merged[left..end] {
                if j >= end || (i < middle && a[i] <= a[j]) {
                    *place = a[i];
                    i += 1;
                } else {
                    *place = a[j];
                    j += 1;
                }
            }
        }
        a.copy_from_slice(&merged);
        width *= 2;
    }
    a
}
