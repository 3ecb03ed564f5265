//! Prescan of n = 2^k elements, as in `programs/prescan.pram`.

use crate::reduction::{self, checked_up_sweep, up_sweep};
use crate::shared::{Fault, Reads, Shared, Steps, sum};
use crate::work::{Arrays, LINE, WORD, take};

/// Level by level, in place, the three statements of the way down in one loop.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    up_sweep(&mut a);
    let n = a.len();
    a[n - 1] = 0;
    let mut half = n / 2;
    while half >= 1 {
        for block in a.chunks_exact_mut(2 * half) {
            let total = block[half - 1];
            block[half - 1] = block[2 * half - 1];
            block[2 * half - 1] += total;
        }
        half /= 2;
    }
    a
}

/// The bytes of the cache lines that the loops read and write.
pub fn bytes(n: u64) -> u64 {
    let level = |half: u64| {
        let block = 2 * half * WORD;
        // Both cells in one line, else two lines read and written.
        n / (2 * half) * 2 * block.min(2 * LINE)
    };
    reduction::bytes(n) + (0..n.ilog2()).map(|d| level(1 << d)).sum::<u64>()
}

/// With exact checks.
pub fn checked(arrays: Arrays, reads: Reads) -> Result<Vec<i64>, Fault> {
    let [a] = take(arrays);
    let mut a = Shared::from(a);
    let steps = &mut Steps::under(reads);
    checked_up_sweep(&mut a, steps)?;
    let n = a.len();
    steps.begin();
    a.write(n - 1, 0, 0, steps)?;
    let mut totals = Vec::with_capacity(n as usize / 2);
    let mut values = Vec::with_capacity(n as usize / 2);
    let mut half = n / 2;
    while half >= 1 {
        let active = || (0..n).step_by(2 * half as usize).zip(0..);
        // t = A[i+2^d-1];
        steps.begin();
        totals.clear();
        for (i, processor) in active() {
            totals.push(a.read(sum(i, half - 1)?, processor, steps)?);
        }
        steps.end_reading()?;
        // A[i+2^d-1] = A[i+2^(d+1)-1];
        steps.begin();
        values.clear();
        for (i, processor) in active() {
            values.push(a.read(sum(i, 2 * half - 1)?, processor, steps)?);
        }
        steps.end_reading()?;
        for ((i, processor), value) in active().zip(&values) {
            a.write(sum(i, half - 1)?, *value, processor, steps)?;
        }
        steps.end_writing()?;
        // A[i+2^(d+1)-1] += t;
        steps.begin();
        values.clear();
        for ((i, processor), total) in active().zip(&totals) {
            let right = a.read(sum(i, 2 * half - 1)?, processor, steps)?;
            values.push(sum(right, *total)?);
        }
        steps.end_reading()?;
        for ((i, processor), value) in active().zip(&values) {
            a.write(sum(i, 2 * half - 1)?, *value, processor, steps)?;
        }
        steps.end_writing()?;
        half /= 2;
    }
    Ok(a.into_words())
}
