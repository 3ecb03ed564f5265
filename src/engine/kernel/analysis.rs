//! The analysis of a kernel for a group before it is executed.
//!
//! Each register gets a [`RegisterShape`]. Values that all processors have in common, and affine
//! subscripts, are computed here once; only the other instructions are executed chunk by chunk. For a
//! single processor none remain.

use std::ops::Range;

use crate::code::kernel::{Kernel, Op, Reg, Slot};
use crate::engine::cells::Cell;
use crate::engine::lanes::selection::LaneRange;
use crate::engine::lanes::shape::RegisterShape;

/// The analysis of a kernel for a group.
#[derive(Debug, Default, Clone)]
pub struct Analysis {
    /// By register.
    pub shapes: Vec<RegisterShape>,
    /// The instructions that each processor has to execute, in order.
    pub list: Vec<u32>,
    /// Registers with an affine shape whose values some of these instructions need individually.
    pub spread: Vec<Reg>,
    /// The reads of shared memory, in order.
    pub sites: Vec<ReadSite>,
    /// Instructions of guarded stretches that all processors pass.
    pub extra: u32,
    /// Reads among them.
    pub extra_reads: u32,
    /// The guarded stretches that all processors pass.
    pub through: Vec<u32>,
    /// The instructions that may read an unwritten cell.
    pub looking: Vec<u32>,
    /// The extents of addresses of unknown shape.
    pub extents: Vec<(Reg, Range<Cell>)>,
}

/// The input of an analysis, in addition to the state of the processors.
#[derive(Debug, Clone, Copy)]
pub struct AnalysisInput<'a> {
    /// The shapes of scalars that earlier statements of the same sequence have assigned.
    pub carried: &'a [(Slot, RegisterShape)],
    /// When a cell that all processors read is read.
    pub reads: Reads,
}

impl AnalysisInput<'_> {
    /// No additional input.
    pub const NOTHING: Self = Self {
        carried: &[],
        reads: Reads::Now,
    };
}

/// When a cell that is the same for all processors is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// During the analysis.
    Now,
    /// When the statement is executed: it is in trips.
    InTrip,
}

/// A read instruction.
#[derive(Debug, Clone)]
pub struct ReadSite {
    /// The instruction in the kernel.
    pub op: u32,
    /// The number of the read in the statement, if nothing before it is skipped.
    pub ordinal: u32,
    /// The cells that are read.
    pub cells: GroupCells,
}

/// The cells that the processors of a group touch by one access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupCells {
    /// The same cell for all.
    One(i64),
    /// `from + stride · lane`, one for each lane.
    Line {
        /// That of lane 0.
        from: i64,
        /// Difference from lane to lane, not 0.
        stride: i64,
    },
    /// Some cells of this range.
    Within(Range<Cell>),
}

/// Some processor certainly fails; executing them one by one finds the lowest such processor.
#[derive(Debug)]
pub struct CertainFailure;

impl GroupCells {
    /// A range that contains all cells.
    pub fn extent(&self, range: LaneRange) -> Range<Cell> {
        let at = |from: i64, stride: i64, lane| (from + stride * i64::from(lane)) as Cell;
        match *self {
            Self::One(cell) => cell as Cell..cell as Cell + 1,
            Self::Line { from, stride } => {
                let ends = [at(from, stride, range.first), at(from, stride, range.last)];
                ends[0].min(ends[1])..ends[0].max(ends[1]) + 1
            }
            Self::Within(ref extent) => extent.clone(),
        }
    }
}

impl Analysis {
    /// Leaves all instructions to each processor, to find out which instruction of which processor
    /// fails, or to log every read separately.
    pub fn leave_all(&mut self, kernel: &Kernel) {
        self.clear(kernel);
        self.list.extend(0..kernel.ops.len() as u32);
        self.looking.extend(0..kernel.ops.len() as u32);
    }

    /// Clears the analysis and gives each register of this kernel an unknown shape.
    pub fn clear(&mut self, kernel: &Kernel) {
        self.shapes.clear();
        self.shapes
            .resize(kernel.registers as usize, RegisterShape::Unknown);
        self.list.clear();
        self.spread.clear();
        self.sites.clear();
        self.extents.clear();
        self.looking.clear();
        self.through.clear();
        (self.extra, self.extra_reads) = (0, 0);
    }

    /// The shape of a register.
    pub fn shape(&self, reg: Reg) -> RegisterShape {
        self.shapes[reg.0 as usize]
    }

    /// Whether the shapes of all outputs determine their values.
    pub fn knows_outputs(&self, kernel: &Kernel) -> bool {
        let mut outputs = kernel.outputs.iter();
        outputs.all(|reg| self.shape(*reg).is_known())
    }

    /// The cells with the addresses in a register.
    pub fn cells(&self, address: Reg) -> GroupCells {
        match self.shape(address) {
            RegisterShape::Constant(cell) => GroupCells::One(cell),
            RegisterShape::Sequence { from, stride } => GroupCells::Line { from, stride },
            RegisterShape::Held(_) | RegisterShape::Carried(_) | RegisterShape::Unknown => {
                let extent = self.extents.iter().find(|(reg, _)| *reg == address);
                GroupCells::Within(extent.map_or(0..Cell::MAX, |(_, extent)| extent.clone()))
            }
        }
    }

    /// The address registers of the reads of shared memory, with the number of each read in the
    /// statement.
    pub fn read_sites<'a>(&'a self, kernel: &'a Kernel) -> impl Iterator<Item = (Reg, u32)> + 'a {
        let site = |site: &ReadSite| Some((kernel.ops[site.op as usize].address()?, site.ordinal));
        self.sites.iter().filter_map(site)
    }

    /// Whether another analysis of the same kernel leaves the same instructions to each processor.
    pub fn is_alike(&self, other: &Self) -> bool {
        (&self.list, &self.spread, &self.looking) == (&other.list, &other.spread, &other.looking)
            && (&self.through, &self.extents) == (&other.through, &other.extents)
            && (self.extra, self.extra_reads) == (other.extra, other.extra_reads)
    }

    /// Shifts the analysis by `trips` iterations. `advances` contains the increment of each register
    /// from one iteration to the next.
    pub fn advance(&mut self, advances: &[i64], trips: usize) {
        for (shape, advance) in self.shapes.iter_mut().zip(advances) {
            if let RegisterShape::Constant(from) | RegisterShape::Sequence { from, .. } = shape {
                *from = from.wrapping_add(advance.wrapping_mul(trips as i64));
            }
        }
    }

    /// Whether the result of a listed instruction is known: in a guarded stretch it is listed anyway.
    pub fn is_computed(&self, op: &Op) -> bool {
        op.result()
            .is_some_and(|to| self.shape(to) != RegisterShape::Unknown)
    }

    /// Finds the affine registers whose values some instruction needs individually.
    pub fn find_spread(&mut self, kernel: &Kernel) {
        for at in &self.list {
            let op = &kernel.ops[*at as usize];
            let operands = match *op {
                Op::Unary { a, .. } => [Some(a), None],
                Op::Binary { a, b, .. } => [Some(a), Some(b)],
                Op::Address { row, column, .. } => [row, column],
                Op::Within { subscript, .. } => [Some(subscript), None],
                Op::Copy { from, .. } => [Some(from), None],
                Op::Guard { test, .. } => [Some(test), None],
                // These process the line as a whole.
                Op::Read { .. } | Op::Peek { .. } => [None, None],
                Op::Constant { .. } | Op::Scalar { .. } | Op::Length { .. } | Op::Charge { .. } => {
                    [None, None]
                }
            };
            for reg in operands.into_iter().flatten() {
                let is_line = matches!(self.shapes[reg.0 as usize], RegisterShape::Sequence { .. });
                if is_line && !self.spread.contains(&reg) {
                    self.spread.push(reg);
                }
            }
        }
    }
}
