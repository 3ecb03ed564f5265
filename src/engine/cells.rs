//! Numbers of cells, and stretches of cells.

use std::ops::Range;

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;

use super::refusal::attempt;

/// The number of a cell.
pub type Cell = u32;

/// The cells of one array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The first cell.
    pub base: Cell,
    /// Number of cells.
    pub cells: u32,
}

impl Region {
    /// The cells.
    pub fn range(self) -> Range<usize> {
        self.base as usize..self.base as usize + self.cells as usize
    }

    /// Whether a cell belongs to the region.
    pub fn has(self, cell: usize) -> bool {
        self.range().contains(&cell)
    }
}

/// Whether two ranges overlap.
pub fn overlap<T: PartialOrd>(a: &Range<T>, b: &Range<T>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Copies the first `used` elements into a zeroed vector of length `room`. None if the system refuses
/// the memory. The host provides a page at its first write, so unused room costs nothing.
pub fn with_room<T: Zeroable>(old: &mut [T], used: usize, room: usize) -> Option<Vec<T>> {
    let mut new = attempt(|| try_zeroed_vec(room)).ok()?;
    for (new, old) in new.iter_mut().zip(old).take(used) {
        std::mem::swap(new, old);
    }
    Some(new)
}
