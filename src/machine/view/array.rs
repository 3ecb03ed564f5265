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

    /// Whether it contains the cell with this number.
    pub fn has(self, cell: u32) -> bool {
        let offset = cell.checked_sub(self.base());
        offset.is_some_and(|place| (place as usize) < self.len())
    }

    /// Its length along each dimension; empty for a shared scalar.
    pub fn dimensions(self) -> Vec<usize> {
        match self.rank {
            0 => Vec::new(),
            rank => self.handle.dimensions(rank),
        }
    }

    /// The position in row-major order of the cell at these subscripts, as many as it has dimensions;
    /// `None` if one is outside.
    pub fn place(self, subscripts: &[i64]) -> Option<usize> {
        row_order::place(&self.dimensions(), subscripts)
    }

    pub fn len(self) -> usize {
        self.handle.cells()
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The value of a cell, given by its position in row-major order; `None` if it was never written.
    pub fn cell(self, at: usize) -> Option<Constant> {
        let word = self.memory.read(self.handle.base as usize + at)?;
        Some(Constant::from_word(word, self.element))
    }
}
