//! Sorting by comparisons: odd-even transposition, quicksort by scans, and merge sort.

use super::account::{Cost, branches, does, nothing, round, statement};
use super::reductions::sortedness;
use super::{ANY_SIZE, inputs, log, numbers, run};

/// Numbers that are all different or nearly so, few different ones, and orders that are special.
pub fn arrays(n: u64) -> Vec<Vec<i64>> {
    let ascending: Vec<i64> = (0..n as i64).collect();
    let descending = ascending.iter().rev().copied().collect();
    vec![
        numbers(n, 1 << 30),
        numbers(n, 3),
        vec![7; n as usize],
        ascending,
        descending,
    ]
}

pub fn sorted(a: &[i64]) -> Vec<i64> {
    let mut sorted = a.to_vec();
    sorted.sort_unstable();
    sorted
}

#[test]
fn odd_even_transposition_sorts() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 100) {
        let mut cost = nothing();
        for r in 0..n {
            let pairs = (n - r % 2) / 2;
            cost += round(pairs);
            cost += statement(pairs, does(1, 0, 0)); // x = A[i];
            cost += statement(pairs, does(1, 0, 0)); // y = A[i+1];
            cost += statement(pairs, does(0, 1, 1)); // A[i] = min(x, y);
            cost += statement(pairs, does(0, 1, 1)); // A[i+1] = max(x, y);
        }
        let t = if n < 3 { n - 1 } else { n };
        let w = n * (n - 1) / 2;
        cost.equals((t, w), (4 * t, 4 * w), (6 * t, 6 * w));
        cost.accesses(2 * w, 2 * w);
        for a in arrays(n) {
            run("odd_even_transposition", &inputs(&a), &[])
                .succeeds()
                .gives("A", sorted(&a))
                .costs(&cost)
                .legal_on("erew", "erew");
        }
    }
}

/// `merge_sort`, whose comparisons depend on the data.
fn merge_sort(a: &[i64]) -> Cost {
    let n = a.len();
    let mut a = a.to_vec();
    let mut merged = a.clone();
    let mut cost = nothing();
    let mut width = 1;
    while width < n {
        for left in (0..n).step_by(2 * width) {
            let middle = n.min(left + width);
            let end = n.min(left + 2 * width);
            let (mut i, mut j) = (left, middle);
            cost += statement(1, does(0, 2, 0)); // sredina = min(lijevo + w, n);
            cost += statement(1, does(0, 3, 0)); // kraj = min(lijevo + 2*w, n);
            cost += statement(1, does(0, 0, 0)); // i = lijevo;
            cost += statement(1, does(0, 0, 0)); // j = sredina;
            for place in &mut merged[left..end] {
                // ako (j >= kraj or (i < sredina and A[i] <= A[j]))
                let test = if j >= end {
                    does(0, 2, 0)
                } else if i >= middle {
                    does(0, 4, 0)
                } else {
                    does(2, 5, 0)
                };
                let from = if j >= end || (i < middle && a[i] <= a[j]) {
                    &mut i
                } else {
                    &mut j
                };
                *place = a[*from];
                *from += 1;
                cost += round(1) + statement(1, test);
                cost += statement(1, does(1, 0, 1)); // merged[k] = …;
                cost += statement(1, does(0, 1, 0)); // i++; or j++;
            }
        }
        a.copy_from_slice(&merged);
        for _ in 0..n {
            cost += round(1) + statement(1, does(1, 0, 1)); // A[k] = merged[k];
        }
        width *= 2;
    }
    cost
}

#[test]
fn merge_sort_sorts() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 100) {
        for a in arrays(n) {
            run("merge_sort", &inputs(&a), &[])
                .succeeds()
                .gives("A", sorted(&a))
                .costs(&merge_sort(&a))
                .legal_on("erew", "erew");
        }
    }
}

/// Tasks sort the halves, whose sizes differ by one at most: the sizes tell how many elements are merged.
#[test]
fn merge_sort_tasks_sorts() {
    fn merged(n: u64) -> u64 {
        if n < 2 {
            return 0;
        }
        n + merged(n / 2) + merged(n - n / 2)
    }
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 40) {
        for a in arrays(n) {
            let ran = run("merge_sort_tasks", &inputs(&a), &[])
                .succeeds()
                .gives("A", sorted(&a))
                .legal_on("erew", "erew");
            // B[k] = …; and A[k] = B[k]; for each element that is merged.
            assert_eq!(ran.json["cost"]["writes"], 2 * merged(n));
        }
    }
}

/// `+_segmented_scan` of an array whose parts are so long.
fn segmented_scan(parts: &[Vec<i64>]) -> Cost {
    let n = parts.iter().map(Vec::len).sum::<usize>() as u64;
    let mut cost = nothing();
    for d in 0..log(n) {
        let distance = 1 << d;
        let adding = parts.iter().map(|part| part.len().saturating_sub(distance));
        cost += round(n - distance as u64);
        cost += statement(n - distance as u64, does(1, 3, 0)); // ako (i - 2^d >= first[i])
        cost += statement(adding.sum::<usize>() as u64, does(2, 1, 1)); // X[i] += X[i-2^d];
    }
    cost
}

/// `quicksort_scans`: the parts and what splitting them costs, round by round.
fn quicksort(a: &[i64]) -> Cost {
    let n = a.len() as u64;
    let mut cost = nothing(); // first contents are free: first, last, smaller, equal
    let mut parts = vec![a.to_vec()];
    loop {
        cost += sortedness(n);
        cost += statement(1, does(0, 1, 0)); // not …
        if parts.concat().is_sorted() {
            return cost;
        }
        let split: Vec<[Vec<i64>; 3]> = parts.iter().map(|part| split(part)).collect();
        let [smaller, equal, greater] =
            [0, 1, 2].map(|group| split.iter().map(|of| of[group].len() as u64).sum::<u64>());

        cost += round(n);
        cost += statement(n, does(1, 0, 0)); // x = A[i];
        cost += statement(n, does(2, 0, 0)); // pivot = A[first[i]];
        cost += statement(n, does(0, 1, 0)); // x < pivot
        cost += branches(&[
            (smaller, does(0, 0, 1)),         // smaller[i] = 1;
            (equal + greater, does(0, 1, 0)), // x == pivot
        ]);
        cost += statement(equal, does(0, 0, 1)); // equal[i] = 1;

        cost += segmented_scan(&parts);
        cost += segmented_scan(&parts);

        cost += round(n);
        cost += statement(n, does(1, 0, 0)); // x = A[i];
        cost += statement(n, does(1, 0, 0)); // low = first[i];
        cost += statement(n, does(1, 0, 0)); // end = last[i];
        cost += statement(n, does(1, 1, 0)); // middle = low + smaller[end];
        cost += statement(n, does(1, 1, 0)); // high = middle + equal[end];
        cost += statement(n, does(1, 0, 0)); // pivot = A[low];
        cost += statement(n, does(0, 1, 0)); // x < pivot
        cost += branches(&[
            (smaller, does(1, 2, 0)),         // place = low + smaller[i] - 1;
            (equal + greater, does(0, 1, 0)), // x == pivot
        ]);
        cost += branches(&[
            (smaller, does(0, 0, 1)), // first[place] = low;
            (equal, does(1, 2, 0)),   // place = middle + equal[i] - 1;
            (greater, does(2, 4, 0)), // place = high + (i - low) - smaller[i] - equal[i];
        ]);
        cost += branches(&[
            (smaller, does(0, 1, 1)), // last[place] = middle - 1;
            (equal, does(0, 0, 1)),   // first[place] = middle;
            (greater, does(0, 0, 1)), // first[place] = high;
        ]);
        cost += branches(&[
            (equal, does(0, 1, 1)),   // last[place] = high - 1;
            (greater, does(0, 0, 1)), // last[place] = end;
        ]);
        cost += statement(n, does(0, 0, 1)); // A[place] = x;
        parts = split.into_iter().flatten().collect();
        parts.retain(|part| !part.is_empty());
    }
}

/// What is smaller than the first element, equal to it, greater, each in its old order.
fn split(part: &[i64]) -> [Vec<i64>; 3] {
    let those = |is_it: fn(&i64, &i64) -> bool| {
        let those = part.iter().filter(|x| is_it(x, &part[0]));
        those.copied().collect()
    };
    [
        those(|x, p| x < p),
        those(|x, p| x == p),
        those(|x, p| x > p),
    ]
}

#[test]
fn quicksort_by_scans_sorts() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 100) {
        for a in arrays(n) {
            // Where anything is left to do, all read the first element of the one part.
            let model = if a.is_sorted() { "erew" } else { "crew" };
            run("quicksort_scans", &inputs(&a), &[])
                .succeeds()
                .gives("A", sorted(&a))
                .costs(&quicksort(&a))
                .legal_on(model, model);
            run("quicksort_scans", &inputs(&a), &["--branches", "simd"])
                .succeeds()
                .gives("A", sorted(&a));
        }
    }
    let a = numbers(1024, 1 << 30);
    run("quicksort_scans", &inputs(&a), &[])
        .succeeds()
        .gives("A", sorted(&a))
        .costs(&quicksort(&a));
}
