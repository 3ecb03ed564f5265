//! What ordinary programs do, as in `tests/benches/programs/`: loops, calls, small blocks, branches.

use crate::work::{Arrays, take};

/// How many times a step is repeated where it is.
const STEPS: usize = 20;

/// A loop with conditions.
pub fn sequential_loop(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    let mut x = 0;
    for cell in &mut a {
        x = if *cell % 2 == 0 { x + *cell } else { x - 1 };
        *cell = x;
    }
    a
}

/// A call for each element.
pub fn calls(arrays: Arrays) -> Vec<i64> {
    #[inline(never)]
    fn next(x: i64) -> i64 {
        if x % 2 == 0 { x / 2 } else { 3 * x + 1 }
    }
    let [mut a] = take(arrays);
    for cell in &mut a {
        *cell = next(*cell);
    }
    a
}

/// One more in each cell, sixteen cells at a time.
pub fn small_blocks(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    for block in a.chunks_exact_mut(16) {
        for cell in std::hint::black_box(block) {
            *cell += 1;
        }
    }
    a
}

/// A table of four rows, transposed.
pub fn transposition(arrays: Arrays) -> Vec<i64> {
    let [a] = take(arrays);
    let (rows, columns) = (4, a.len() / 4);
    let mut transposed = vec![0; a.len()];
    for i in 0..rows {
        for j in 0..columns {
            transposed[j * rows + i] = a[i * columns + j];
        }
    }
    transposed
}

/// Two ways through a step.
pub fn branches(arrays: Arrays) -> Vec<i64> {
    let [a] = take(arrays);
    let mut b = vec![0; a.len()];
    for _ in 0..STEPS {
        for (own, a) in b.iter_mut().zip(&a) {
            if a % 2 == 0 {
                *own += a;
            } else {
                *own -= 1;
            }
        }
    }
    b
}
