//! One-sweep scan, as in `programs/one_sweep_scan.pram`.

use crate::shared::{Fault, Reads, Shared, Steps, sum};
use crate::work::{Arrays, WORD, take};

/// Additions that are worth vector instructions, and a strip of them that stays in the cache.
const STRIP: std::ops::Range<usize> = 8..1024;

/// In place: from the top down nobody reads what was written before. A strip that is no longer
/// than the distance does not overlap with what it reads, so that its loop becomes vector code.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [mut a] = take(arrays);
    let n = a.len();
    let mut distance = 1;
    while distance < n {
        if distance < STRIP.start {
            for i in (distance..n).rev() {
                a[i] += a[i - distance];
            }
        } else {
            let mut end = n;
            while end > distance {
                let start = distance.max(end.saturating_sub(distance.min(STRIP.end)));
                let (before, strip) = a[..end].split_at_mut(start);
                for (own, other) in strip.iter_mut().zip(&before[start - distance..]) {
                    *own += other;
                }
                end = start;
            }
        }
        distance *= 2;
    }
    a
}

/// Each level reads every cell, and writes those from the distance on.
pub fn bytes(n: u64) -> u64 {
    (0..n.ilog2()).map(|d| WORD * (2 * n - (1 << d))).sum()
}

/// With exact checks.
pub fn checked(arrays: Arrays, reads: Reads) -> Result<Vec<i64>, Fault> {
    let [a] = take(arrays);
    let mut a = Shared::from(a);
    let steps = &mut Steps::under(reads);
    let n = a.len();
    let mut sums = Vec::with_capacity(n as usize);
    let mut distance = 1;
    while distance < n {
        // A[i] += A[i-2^d];
        steps.begin();
        sums.clear();
        for (i, processor) in (distance..n).zip(0..) {
            let own = a.read(i, processor, steps)?;
            let other = a.read(sum(i, -distance)?, processor, steps)?;
            sums.push(sum(own, other)?);
        }
        steps.end_reading()?;
        for ((i, processor), sum) in (distance..n).zip(0..).zip(&sums) {
            a.write(i, *sum, processor, steps)?;
        }
        steps.end_writing()?;
        distance *= 2;
    }
    Ok(a.into_words())
}
