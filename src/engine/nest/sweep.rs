//! Sweeps: statements executed in place, in an order of the processors in which each of them reads
//! what was there before the step.
//!
//! Where a read and the write are lines of one stride, the cell that lane i reads is written by
//! lane i + k, for one k. If k > 0 for all reads, the lanes go upwards, if k < 0 downwards: then
//! each cell is read before it is written, and no column of results is needed.

use std::cmp::Ordering;

use crate::engine::kernel::analysis::GroupCells;

/// In which order the processors go through statements.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum StatementOrder {
    /// None touches what another one writes.
    #[default]
    Any,
    /// From the lowest to the highest: each reads what higher ones write.
    Up,
    /// From the highest to the lowest: each reads what lower ones write.
    Down,
}

impl StatementOrder {
    /// The order in which each processor reads a cell before another one writes it; none where
    /// these are no lines of one stride.
    pub fn of(read: &GroupCells, write: &GroupCells) -> Option<Self> {
        let (
            GroupCells::Line { from, stride },
            GroupCells::Line {
                from: to,
                stride: other,
            },
        ) = (read, write)
        else {
            return None;
        };
        // The reader of a cell is (to - from) / stride lanes above its writer.
        let above = (i128::from(*to) - i128::from(*from)) * i128::from(stride.signum());
        (stride == other).then_some(match above.cmp(&0) {
            Ordering::Less => Self::Up,
            Ordering::Equal => Self::Any,
            Ordering::Greater => Self::Down,
        })
    }

    /// The order that is both of these.
    pub fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, order) | (order, Self::Any) => Some(order),
            _ => (self == other).then_some(self),
        }
    }
}
