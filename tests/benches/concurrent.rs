//! Cells that many processors read or write in one step, as in `tests/benches/programs/`.

use crate::work::{Arrays, take};

/// How many times the programs repeat their step.
const STEPS: i64 = 20;

/// One cell, read by all.
pub fn one_read(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    let value = std::hint::black_box(3);
    for _ in 0..STEPS {
        for cell in &mut a {
            *cell += value;
        }
    }
    a
}

/// Reads anywhere.
pub fn scattered_reads(arrays: Arrays) -> Vec<i64> {
    let [at, a] = take(arrays);
    let mut sums = vec![0; a.len()];
    for _ in 0..STEPS {
        for (sum, at) in sums.iter_mut().zip(&at) {
            *sum += a[*at as usize];
        }
    }
    sums
}

/// Writes anywhere, no two into one cell.
pub fn exclusive_writes(arrays: Arrays) -> Vec<i64> {
    let [at, a] = take(arrays);
    let mut cells = vec![0; a.len()];
    for _ in 0..STEPS {
        for (at, value) in at.iter().zip(&a) {
            cells[*at as usize] = *value;
        }
    }
    cells
}

/// A cell, and the step in which it was written last.
type Stamped = (i64, i64);

/// Writes into `count` cells; `meet` makes one value of that which stands there in this step and of
/// the next.
fn stamped(arrays: Arrays, count: usize, meet: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    let [at, a] = take(arrays);
    let mut cells: Vec<Stamped> = vec![(0, 0); count];
    for step in 1..=STEPS {
        for (at, new) in at.iter().zip(&a) {
            let (value, stamp) = &mut cells[*at as usize];
            *value = if *stamp == step {
                meet(*value, *new)
            } else {
                *new
            };
            *stamp = step;
        }
    }
    cells.into_iter().map(|(value, _)| value).collect()
}

/// Sums in sixteen cells.
pub fn sums_in_few(arrays: Arrays) -> Vec<i64> {
    stamped(arrays, 16, |sum, value| sum + value)
}

/// The lowest processor's value, in sixteen cells.
pub fn priority_in_few(arrays: Arrays) -> Vec<i64> {
    stamped(arrays, 16, |first, _| first)
}

/// Sums in as many cells as there are processors.
pub fn sums_in_many(arrays: Arrays) -> Vec<i64> {
    let count = arrays[0].len();
    stamped(arrays, count, |sum, value| sum + value)
}
