//! The view of an array: its name, its type and its cells.

use crate::engine::handle::Handle;
use crate::engine::memory::Memory;
use crate::program::{Constant, Type, row_order};

/// An array under its name in the program.
#[derive(Clone, Copy)]
pub struct ArrayView<'a> {
    /// Its name in the program.
    pub name: &'a str,
    /// The type of its elements.
    pub element: Type,
    /// 0 for a shared scalar, 1 for a vector, 2 for a table.
    pub rank: u8,
    pub(super) handle: Handle,
    pub(super) memory: &'a Memory,
}

impl ArrayView<'_> {
    /// The number of its first cell in memory.
    pub fn base(self) -> u32 {
        self.handle.base
    }

    /// Whether a cell of this number is one of its own.
    pub fn has(self, cell: u32) -> bool {
        let behind = cell.checked_sub(self.base());
        behind.is_some_and(|place| (place as usize) < self.len())
    }

    /// Its length along each dimension; none for a shared scalar.
    pub fn dimensions(self) -> Vec<usize> {
        match self.rank {
            0 => Vec::new(),
            rank => self.handle.dimensions(rank),
        }
    }

    /// The place in row order of the cell at these subscripts, as many as it has dimensions; none
    /// where they lie outside.
    pub fn place(self, subscripts: &[i64]) -> Option<usize> {
        row_order::place(&self.dimensions(), subscripts)
    }

    /// How many cells it has.
    pub fn len(self) -> usize {
        self.handle.cells()
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// What a cell holds, counted row by row; none if it was never written.
    pub fn cell(self, at: usize) -> Option<Constant> {
        let word = self.memory.read(self.handle.base as usize + at)?;
        Some(Constant::from_word(word, self.element))
    }
}
