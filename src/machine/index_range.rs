//! The ranges of the indices of a block.

use std::iter::repeat_n;

use crate::engine::lanes::shape::affine;

#[derive(Debug, Clone, Copy)]
pub struct IndexRange {
    pub from: i64,
    /// The difference from each to the next.
    pub stride: i64,
    /// Number of values.
    pub count: u128,
}

/// Appends the values of the range `place` for all processors that one processor asks for, if these are
/// not too many. There is a processor for each combination of values; the last range varies fastest.
pub fn fill(ranges: &[IndexRange], place: usize, column: &mut Vec<i64>) {
    let slower = product(&ranges[..place]) as usize;
    let faster = product(&ranges[place + 1..]) as usize;
    if product(ranges) == 0 {
        return;
    }
    let begin = column.len();
    match faster {
        1 => column.extend(ranges[place].values()),
        _ => (ranges[place].values()).for_each(|value| column.extend(repeat_n(value, faster))),
    }
    let end = column.len();
    for _ in 1..slower {
        column.extend_from_within(begin..end);
    }
}

/// How many processors one processor asks for: the product of the lengths, or the largest number of the
/// type.
pub fn product(ranges: &[IndexRange]) -> u128 {
    let mut counts = ranges.iter().map(|range| range.count);
    if counts.any(|count| count == 0) {
        return 0;
    }
    (ranges.iter()).fold(1, |ways, range| ways.saturating_mul(range.count))
}

impl IndexRange {
    fn values(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.count as i64).map(|step| affine(self.from, self.stride, step))
    }
}
