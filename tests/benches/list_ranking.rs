//! List ranking by pointer jumping, as in programs/list_ranking.pram.

use crate::shared::{Fault, Reads, Shared, Steps, sum};
use crate::work::{Arrays, take};

/// The end of a list.
const END: i64 = -1;

/// ⌈log n⌉
fn rounds(n: usize) -> u32 {
    n.next_power_of_two().ilog2()
}

/// From one pair of arrays into another, both statements of a round in one loop.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [mut next] = take(arrays);
    let n = next.len();
    let mut rank: Vec<i64> = next.iter().map(|next| i64::from(*next != END)).collect();
    let mut new_rank = vec![0; n];
    let mut new_next = vec![0; n];
    for _ in 0..rounds(n) {
        for i in 0..n {
            if next[i] == END {
                new_rank[i] = rank[i];
                new_next[i] = END;
            } else {
                let successor = next[i] as usize;
                new_rank[i] = rank[i] + rank[successor];
                new_next[i] = next[successor];
            }
        }
        std::mem::swap(&mut rank, &mut new_rank);
        std::mem::swap(&mut next, &mut new_next);
    }
    rank
}

/// With exact checks.
pub fn checked(arrays: Arrays, reads: Reads) -> Result<Vec<i64>, Fault> {
    let [next] = take(arrays);
    let n = next.len();
    let mut next = Shared::from(next);
    let mut rank = Shared::unwritten(n);
    let steps = &mut Steps::under(reads);
    // if (next[i] == -1)
    steps.begin();
    let mut is_end = Vec::with_capacity(n);
    for i in 0..n as u32 {
        is_end.push(next.read(i64::from(i), i, steps)? == END);
    }
    steps.end_reading()?;
    // rank[i] = 0; beside rank[i] = 1;
    steps.begin();
    for (i, is_end) in (0..).zip(&is_end) {
        rank.write(i64::from(i), i64::from(!is_end), i, steps)?;
    }
    steps.end_writing()?;
    let mut active: Vec<u32> = Vec::with_capacity(n);
    let mut values = Vec::with_capacity(n);
    for _ in 0..rounds(n) {
        // if (next[i] != -1)
        steps.begin();
        active.clear();
        for i in 0..n as u32 {
            if next.read(i64::from(i), i, steps)? != END {
                active.push(i);
            }
        }
        steps.end_reading()?;
        // rank[i] += rank[next[i]];
        steps.begin();
        values.clear();
        for i in active.iter().copied() {
            let own = rank.read(i64::from(i), i, steps)?;
            let successor = next.read(i64::from(i), i, steps)?;
            values.push(sum(own, rank.read(successor, i, steps)?)?);
        }
        steps.end_reading()?;
        for (i, value) in active.iter().copied().zip(&values) {
            rank.write(i64::from(i), *value, i, steps)?;
        }
        steps.end_writing()?;
        // next[i] = next[next[i]];
        steps.begin();
        values.clear();
        for i in active.iter().copied() {
            let successor = next.read(i64::from(i), i, steps)?;
            values.push(next.read(successor, i, steps)?);
        }
        steps.end_reading()?;
        for (i, value) in active.iter().copied().zip(&values) {
            next.write(i64::from(i), *value, i, steps)?;
        }
        steps.end_writing()?;
    }
    Ok(rank.into_words())
}
