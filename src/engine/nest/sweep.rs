//! Sweeps: statements executed in place, in an order of processors in which each of them reads the
//! values from before the step.
//!
//! If a read and the write are lines with the same stride, the cell that lane i reads is written by lane
//! i + k, for one k. If k > 0 for all reads, the lanes are executed in ascending order, if k < 0 in
//! descending order: each cell is then read before it is written, and no column of results is needed.

use std::cmp::Ordering;

use crate::engine::kernel::analysis::GroupCells;

/// The order in which the processors execute statements.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum StatementOrder {
    /// Any order: no processor touches a cell that another one writes.
    #[default]
    Any,
    /// Ascending: each reads cells that higher ones write.
    Up,
    /// Descending: each reads cells that lower ones write.
    Down,
}

impl StatementOrder {
    /// The order in which each processor reads a cell before another one writes it. None if these are
    /// not lines with the same stride.
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

    /// The order that satisfies both.
    pub fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, order) | (order, Self::Any) => Some(order),
            _ => (self == other).then_some(self),
        }
    }
}
