//! Handles of arrays: their position in memory and their lengths.

use super::cells::Cell;
use crate::program::MOST_DIMENSIONS;

/// An array that a processor can access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Handle {
    /// Its first cell.
    pub base: Cell,
    /// The length of each dimension; 1 for dimensions that the array does not have.
    pub lengths: [u32; MOST_DIMENSIONS as usize],
    /// The product of the lengths, stored because every access needs it.
    count: Cell,
}

impl Handle {
    /// An array with these lengths, one for each dimension.
    pub fn of_dimensions(base: Cell, dimensions: &[u32]) -> Self {
        let mut lengths = [1; MOST_DIMENSIONS as usize];
        lengths[..dimensions.len()].copy_from_slice(dimensions);
        Self {
            base,
            lengths,
            count: lengths.iter().product(),
        }
    }

    /// The array as words.
    #[inline]
    pub fn words(self) -> [i64; 3] {
        let [first, second, third, fourth] = self.lengths;
        [[self.base, first], [second, third], [fourth, self.count]].map(bytemuck::cast)
    }

    /// The array that is encoded in these words.
    #[inline]
    pub fn of_words(words: [i64; 3]) -> Self {
        let [[base, first], [second, third], [fourth, count]] = words.map(bytemuck::cast);
        Self {
            base,
            lengths: [first, second, third, fourth],
            count,
        }
    }

    /// An array of the same lengths that starts this number of cells later.
    #[must_use]
    pub fn moved(self, cells: Cell) -> Self {
        Self {
            base: self.base + cells,
            ..self
        }
    }

    /// Number of elements.
    pub fn cells(self) -> usize {
        self.count as usize
    }

    /// The number of columns of a table.
    pub fn columns(self) -> u32 {
        self.lengths[1]
    }

    /// The cell of an element by its number in row order. None if it is outside the array.
    pub fn cell(self, element: i64) -> Option<i64> {
        let inside = (element as u64) < u64::from(self.count);
        inside.then(|| i64::from(self.base) + element)
    }

    /// The cell of a table element. None if it is outside the table.
    pub fn cell_at(self, row: i64, column: i64) -> Option<i64> {
        let inside = self.has(0, row) && self.has(1, column);
        inside.then(|| i64::from(self.base) + row * i64::from(self.columns()) + column)
    }

    /// Whether a subscript is inside the array along a dimension.
    pub fn has(self, axis: u8, subscript: i64) -> bool {
        (subscript as u64) < u64::from(self.lengths[usize::from(axis)])
    }

    /// The value of `duljina`: the number of elements, or the length of one dimension.
    pub fn length(self, axis: Option<u8>) -> i64 {
        match axis {
            None => self.cells() as i64,
            Some(axis) => i64::from(self.lengths[usize::from(axis)]),
        }
    }

    /// The lengths that are compared with those of other arrays: of all dimensions, or of one.
    pub fn compared(self, dimension: Option<u8>) -> [u32; MOST_DIMENSIONS as usize] {
        match dimension {
            None => self.lengths,
            Some(axis) => Self::of_dimensions(0, &[self.lengths[usize::from(axis)]]).lengths,
        }
    }

    /// The length along each dimension of an array of this rank.
    pub fn dimensions(self, rank: u8) -> Vec<usize> {
        let lengths = &self.lengths[..usize::from(rank.max(1))];
        lengths.iter().map(|length| *length as usize).collect()
    }

    /// The subscripts of an element by its number in row order, in an array of this rank that contains
    /// it.
    pub fn subscripts(self, rank: u8, element: u32) -> Vec<u32> {
        let mut rest = element;
        let mut subscripts = vec![0; usize::from(rank)];
        for (subscript, length) in subscripts.iter_mut().zip(&self.lengths).rev() {
            *subscript = rest % length;
            rest /= length;
        }
        subscripts
    }
}
