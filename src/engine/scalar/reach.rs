//! The cells that a single processor may access.

use crate::engine::cells::Region;

/// The kind of an access to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchKind {
    /// It reads it.
    Read,
    /// It writes it.
    Write,
}

/// The cells of the memory that a processor may access.
pub trait CellReach {
    /// Whether it may read a cell.
    fn reads(&self, cell: usize) -> bool;

    /// Whether it may write a cell; if so, the write is recorded.
    fn writes(&mut self, cell: usize) -> bool;

    /// Records new cells of the processor.
    fn obtain(&mut self, region: Region);
}

/// The whole memory: there is only one processor.
#[derive(Debug)]
pub struct Everywhere;

impl CellReach for Everywhere {
    #[inline]
    fn reads(&self, _: usize) -> bool {
        true
    }

    #[inline]
    fn writes(&mut self, _: usize) -> bool {
        true
    }

    fn obtain(&mut self, _: Region) {}
}

/// Marks a cell that its owner may have written.
const WRITTEN: u32 = 1 << 31;
/// No processor owns the cell.
const NOBODY: u32 = WRITTEN - 1;

/// The processor that owns each cell, and the cells that were written by their owners. Cells after the
/// end have no owner.
#[derive(Debug, Default, Clone)]
pub struct CellOwners {
    by_cell: Vec<u32>,
}

impl CellOwners {
    /// The owner of a cell.
    pub fn of(&self, cell: usize) -> Option<u32> {
        let owner = self.by_cell.get(cell)? & !WRITTEN;
        (owner != NOBODY).then_some(owner)
    }

    #[inline]
    fn entry(&self, cell: usize) -> u32 {
        self.by_cell.get(cell).copied().unwrap_or(NOBODY)
    }

    /// Sets the owner of each cell of a region, by its position in the region.
    pub fn each(&mut self, region: Region, owner: impl Fn(usize) -> u32) {
        let range = region.range();
        if self.by_cell.len() < range.end {
            self.by_cell.resize(range.end, NOBODY);
        }
        for (place, cell) in self.by_cell[range].iter_mut().enumerate() {
            *cell = owner(place);
        }
    }

    /// Removes the owners of the cells of a region.
    pub fn forget(&mut self, region: Region) {
        let end = region.range().end.min(self.by_cell.len());
        let begin = region.range().start.min(end);
        self.by_cell[begin..end].fill(NOBODY);
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.by_cell.as_slice()) as u64
    }
}

/// The cells that one processor owns.
#[derive(Debug)]
pub struct OwnCells<'o> {
    /// The owners of all cells.
    pub owners: &'o mut CellOwners,
    /// The processor.
    pub processor: u32,
}

impl CellReach for OwnCells<'_> {
    #[inline]
    fn reads(&self, cell: usize) -> bool {
        self.owners.entry(cell) & !WRITTEN == self.processor
    }

    #[inline]
    fn writes(&mut self, cell: usize) -> bool {
        let is_own = self.reads(cell);
        if is_own {
            self.owners.by_cell[cell] |= WRITTEN;
        }
        is_own
    }

    fn obtain(&mut self, region: Region) {
        self.owners.each(region, |_| self.processor);
    }
}

/// The cells that code outside all blocks may access: those that no processor has written.
#[derive(Debug)]
pub struct Preparation<'o> {
    /// The owners of all cells.
    pub owners: &'o mut CellOwners,
}

impl CellReach for Preparation<'_> {
    #[inline]
    fn reads(&self, cell: usize) -> bool {
        self.owners.entry(cell) & WRITTEN == 0
    }

    /// This code may read cells that it has written itself.
    #[inline]
    fn writes(&mut self, cell: usize) -> bool {
        if let Some(owner) = self.owners.by_cell.get_mut(cell) {
            *owner &= !WRITTEN;
        }
        true
    }

    /// They have no owner before a clause distributes them.
    fn obtain(&mut self, region: Region) {
        self.owners.forget(region);
    }
}
