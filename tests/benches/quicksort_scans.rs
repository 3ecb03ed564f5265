//! Quicksort by segmented scans, as in `programs/quicksort_scans.pram`.

use std::cmp::Ordering;

use crate::work::{Arrays, take};

/// The part in which an element lies: its first and its last cell.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    first: usize,
    last: usize,
}

/// How many are smaller than the pivot, and how many equal.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    smaller: usize,
    equal: usize,
}

/// Round by round, from one pair of arrays into another; both scans in one loop, in place.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    let n = a.len();
    let whole = Part {
        first: 0,
        last: n - 1,
    };
    let mut parts = vec![whole; n];
    let mut counts = vec![Counts::default(); n];
    let mut new_a = a.clone();
    let mut new_parts = parts.clone();
    while !a.is_sorted() {
        for ((counts, x), part) in counts.iter_mut().zip(&a).zip(&parts) {
            let order = x.cmp(&a[part.first]);
            counts.smaller = usize::from(order == Ordering::Less);
            counts.equal = usize::from(order == Ordering::Equal);
        }
        segmented_scan(&mut counts, &parts);
        for i in 0..n {
            let Part { first, last } = parts[i];
            let middle = first + counts[last].smaller;
            let high = middle + counts[last].equal;
            let Counts { smaller, equal } = counts[i];
            let (place, first, last) = match a[i].cmp(&a[first]) {
                Ordering::Less => (first + smaller - 1, first, middle - 1),
                Ordering::Equal => (middle + equal - 1, middle, high - 1),
                Ordering::Greater => (high + (i - first) - smaller - equal, high, last),
            };
            new_a[place] = a[i];
            new_parts[place] = Part { first, last };
        }
        std::mem::swap(&mut a, &mut new_a);
        std::mem::swap(&mut parts, &mut new_parts);
    }
    a
}

/// In one sweep after the other, from the top down.
fn segmented_scan(counts: &mut [Counts], parts: &[Part]) {
    let n = counts.len();
    let mut distance = 1;
    while distance < n {
        for i in (distance..n).rev() {
            if i - distance >= parts[i].first {
                let before = counts[i - distance];
                counts[i].smaller += before.smaller;
                counts[i].equal += before.equal;
            }
        }
        distance *= 2;
    }
}
