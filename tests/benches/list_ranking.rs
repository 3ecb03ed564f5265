//! List ranking by pointer jumping, as in `programs/list_ranking.pram`.

use crate::shared::{Fault, Reads, Shared, Steps, sum};
use crate::work::{Arrays, take};

/// The end of a list.
const END: i64 = -1;

/// ⌈log n⌉
fn rounds(n: usize) -> u32 {
    n.next_power_of_two().ilog2()
}

/// An element's rank and successor, side by side: a jump finds both in one cache line.
#[derive(Debug, Clone, Copy, Default)]
struct Element {
    rank: i64,
    next: i64,
}

/// From one array into another, both statements of a round in one loop.
pub fn unchecked(arrays: Arrays) -> Vec<i64> {
    let [next] = take(arrays);
    let first = next.iter().map(|&next| Element {
        rank: i64::from(next != END),
        next,
    });
    let mut list: Vec<Element> = first.collect();
    let mut after = vec![Element::default(); list.len()];
    for _ in 0..rounds(list.len()) {
        for (element, after) in list.iter().zip(&mut after) {
            *after = *element;
            if element.next != END {
                let successor = list[element.next as usize];
                after.rank += successor.rank;
                after.next = successor.next;
            }
        }
        std::mem::swap(&mut list, &mut after);
    }
    list.iter().map(|element| element.rank).collect()
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
