//! Arrays as processors know them: where they lie, and how long they are.

use super::cells::Cell;

/// An array as one processor knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Handle {
    /// Its first cell.
    pub base: Cell,
    /// Elements, or rows.
    pub rows: u32,
    /// 1, or columns.
    pub columns: u32,
}

impl Handle {
    /// Number of elements.
    pub fn cells(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The cell at these subscripts; none outside of the array.
    pub fn cell(self, row: i64, column: i64) -> Option<i64> {
        let inside =
            (row as u64) < u64::from(self.rows) && (column as u64) < u64::from(self.columns);
        inside.then(|| i64::from(self.base) + row * i64::from(self.columns) + column)
    }

    /// An array with these lengths, one for each dimension.
    pub fn of_dimensions(base: Cell, lengths: &[u32]) -> Self {
        let length = |dimension: usize| lengths.get(dimension).copied().unwrap_or(1);
        Self {
            base,
            rows: length(0),
            columns: length(1),
        }
    }

    /// What `duljina` gives: all elements, rows (axis 0) or columns (axis 1).
    pub fn length(self, axis: Option<u8>) -> i64 {
        match axis {
            None => self.cells() as i64,
            Some(0) => i64::from(self.rows),
            Some(_) => i64::from(self.columns),
        }
    }

    /// Rows and columns, or one of both and 1.
    pub fn lengths(self, dimension: Option<u8>) -> (u32, u32) {
        match dimension {
            None => (self.rows, self.columns),
            Some(0) => (self.rows, 1),
            Some(_) => (self.columns, 1),
        }
    }

    /// The length along each dimension of an array of this rank.
    pub fn dimensions(self, rank: u8) -> Vec<usize> {
        if rank == 2 {
            vec![self.rows as usize, self.columns as usize]
        } else {
            vec![self.cells()]
        }
    }
}
