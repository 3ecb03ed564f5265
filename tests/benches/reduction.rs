//! Reduction of n = 2^k elements, as in `programs/reduction.pram`.

use crate::shared::{Fault, Reads, Shared, Steps, sum};
use crate::work::{Arrays, LINE, WORD, take};

/// Level by level, in place.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    up_sweep(&mut a);
    a
}

/// The reduction itself, which a prescan begins with.
pub fn up_sweep(a: &mut [i64]) {
    let mut half = 1;
    while half < a.len() {
        for block in a.chunks_exact_mut(2 * half) {
            block[2 * half - 1] += block[half - 1];
        }
        half *= 2;
    }
}

/// The bytes of the cache lines that [`up_sweep`] reads and writes.
pub fn bytes(n: u64) -> u64 {
    let level = |half: u64| {
        let block = 2 * half * WORD;
        // Both cells in one line, else two lines read and one of them written.
        let of_block = if block <= LINE { 2 * block } else { 3 * LINE };
        n / (2 * half) * of_block
    };
    (0..n.ilog2()).map(|d| level(1 << d)).sum()
}

/// With exact checks.
pub fn checked(arrays: Arrays, reads: Reads) -> Result<Vec<i64>, Fault> {
    let [a] = take(arrays);
    let mut a = Shared::from(a);
    checked_up_sweep(&mut a, &mut Steps::under(reads))?;
    Ok(a.into_words())
}

/// The reduction with exact checks, which a prescan begins with.
pub fn checked_up_sweep(a: &mut Shared, steps: &mut Steps) -> Result<(), Fault> {
    let n = a.len();
    let mut sums = Vec::with_capacity(a.len() as usize / 2);
    let mut half = 1;
    while half < n {
        // A[i+2^(d+1)-1] += A[i+2^d-1];
        steps.begin();
        sums.clear();
        for (i, processor) in (0..n).step_by(2 * half as usize).zip(0..) {
            let right = a.read(sum(i, 2 * half - 1)?, processor, steps)?;
            let left = a.read(sum(i, half - 1)?, processor, steps)?;
            sums.push(sum(right, left)?);
        }
        steps.end_reading()?;
        for ((i, processor), sums) in (0..n).step_by(2 * half as usize).zip(0..).zip(&sums) {
            a.write(sum(i, 2 * half - 1)?, *sums, processor, steps)?;
        }
        steps.end_writing()?;
        half *= 2;
    }
    Ok(())
}
