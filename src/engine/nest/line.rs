//! The operands and results of a fused loop: cells along a line, columns, and single values.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::code::kernel::Reg;
use crate::engine::arithmetic::Operand;
use crate::engine::kernel::job::KernelJob;
use crate::engine::kernel::kernel_run::Registers;
use crate::engine::lanes::selection::{Chunk, Selection};
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::words::Flagged;

/// The source of values.
#[derive(Debug, Clone, Copy)]
pub enum ChunkSource {
    /// The cells with the addresses in a register.
    Cells(Reg),
    /// A register.
    Register(Reg),
}

/// Cells along a line, from position to position of a chunk. The words of the memory are not stored
/// here: all lines of a statement share them, and registers are few.
#[derive(Clone, Copy)]
pub struct CellLine {
    /// The first cell.
    pub first: usize,
    /// From cell to cell.
    pub stride: usize,
}

/// The values of a chunk.
#[derive(Clone, Copy)]
pub enum ChunkValues<'a> {
    /// In cells.
    Line(CellLine),
    /// By position.
    Column(&'a [i64]),
    /// The same value for all.
    Uniform(i64),
}

impl<'a> ChunkValues<'a> {
    /// The values of cells or of a register.
    pub fn of(
        source: ChunkSource,
        registers: &'a Registers,
        job: &KernelJob<'a>,
        chunk: Chunk,
    ) -> Option<Self> {
        match source {
            ChunkSource::Cells(address) => Some(Self::Line(CellLine::of(job, address, chunk)?)),
            ChunkSource::Register(reg) => Some(match registers.operand(job, reg, chunk) {
                Operand::Flat(column) => Self::Column(&column[..chunk.len]),
                Operand::Constant(value) => Self::Uniform(value),
            }),
        }
    }

    /// The values of `count` positions in reverse order. None for a column, which has only one order.
    pub fn reversed(self, count: usize) -> Option<Self> {
        match self {
            Self::Line(line) => Some(Self::Line(line.reversed(count))),
            Self::Column(_) => None,
            Self::Uniform(value) => Some(Self::Uniform(value)),
        }
    }
}

impl CellLine {
    /// The cells whose addresses are in a register, if consecutive positions of the chunk have a
    /// constant distance, or the same cell.
    pub fn of(job: &KernelJob<'_>, address: Reg, chunk: Chunk) -> Option<Self> {
        let (from, stride) = match job.analysis.shape(address) {
            RegisterShape::Sequence { from, stride } => (from, stride),
            RegisterShape::Constant(cell) => (cell, 0),
            RegisterShape::Held(_) | RegisterShape::Carried(_) | RegisterShape::Unknown => {
                return None;
            }
        };
        let step = match job.view.lanes {
            Selection::All(_) => 1,
            Selection::List(list) if job.view.lanes.are_even() => i64::from(list.step()),
            Selection::List(_) => return None,
        };
        let first = i64::from(job.view.lanes.at(chunk.start));
        Some(Self {
            first: (from + stride * first) as usize,
            stride: (stride * step) as usize,
        })
    }

    /// The cells of a chunk of `count` positions in reverse order.
    pub fn reversed(self, count: usize) -> Self {
        let last = self.stride.wrapping_mul(count - 1);
        Self {
            first: self.first.wrapping_add(last),
            stride: self.stride.wrapping_neg(),
        }
    }

    /// The cells of the processor at a position of the chunk in all iterations, each `by` after the
    /// previous one.
    pub fn of_lane(self, position: usize, by: i64) -> Self {
        Self {
            first: self.first.wrapping_add(self.stride.wrapping_mul(position)),
            stride: by as usize,
        }
    }

    /// The distances between the cells of neighbouring processors, and between those of consecutive
    /// iterations, which are `by` apart.
    pub fn gaps(&self, by: i64) -> [u64; 2] {
        [(self.stride as i64).unsigned_abs(), by.unsigned_abs()]
    }

    /// The cells from the first to that of the last of `count` positions, for an ascending line.
    pub fn stretch(self, words: &[AtomicI64], count: usize) -> &[AtomicI64] {
        let end = |gaps: usize| self.first + self.stride * gaps + 1;
        let end = count.checked_sub(1).map_or(self.first, end);
        &words[self.first..end]
    }

    /// Copies the values of `count` positions here if both lines have stride 1. Returns whether it did.
    pub fn copy(self, words: &[AtomicI64], values: ChunkValues<'_>, count: usize) -> bool {
        let (1, ChunkValues::Line(from @ CellLine { stride: 1, .. })) = (self.stride, values)
        else {
            return false;
        };
        let (to, from) = (self.stretch(words, count), from.stretch(words, count));
        for (to, from) in to.iter().zip(from) {
            to.store(from.load(Relaxed), Relaxed);
        }
        true
    }

    /// The next cell.
    #[inline]
    pub fn next<'a>(&mut self, words: &'a [AtomicI64]) -> &'a AtomicI64 {
        let word = &words[self.first];
        self.first = self.first.wrapping_add(self.stride);
        word
    }

    /// The value of the next cell.
    #[inline]
    pub fn read(&mut self, words: &[AtomicI64]) -> Flagged {
        (self.next(words).load(Relaxed), 0)
    }
}
