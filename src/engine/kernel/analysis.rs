//! What can be said of a kernel for a group before any processor runs it.
//!
//! Each register gets a [`Shape`]. What all processors have in common is computed here, once, and
//! so are the subscripts that grow evenly; only the rest is left to be run chunk by chunk. For
//! one processor nothing is left.

use std::ops::Range;

use crate::code::kernel::{ArrayRef, Kernel, Op, Reg, Slot};
use crate::engine::cells::Cell;
use crate::engine::lanes::lane_view::{LaneView, Seen, seen};
use crate::engine::lanes::selection::{LaneRange, Selection};
use crate::engine::lanes::shape::{self, Outlook, Shape};
use crate::engine::memory::Memory;

/// The analysis of a kernel for a group.
#[derive(Debug, Default, Clone)]
pub struct Analysis {
    /// By register.
    pub shapes: Vec<Shape>,
    /// The instructions that are left to each processor, in order.
    pub list: Vec<u32>,
    /// Registers of known shape of which some of these want every value.
    pub spread: Vec<Reg>,
    /// The reads of shared memory, in order.
    pub sites: Vec<Site>,
    /// Instructions of guarded stretches that all come through.
    pub extra: u32,
    /// Reads among them.
    pub extra_reads: u32,
    /// The guarded stretches that all come through.
    pub through: Vec<u32>,
    /// The instructions that may read what was never written.
    pub looking: Vec<u32>,
    /// Where the addresses of unknown shape can lie.
    extents: Vec<(Reg, Range<Cell>)>,
}

/// What an analysis is made with, besides what the processors hold.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// The scalars that earlier statements of the same run of statements have assigned, and what
    /// they hold.
    pub carried: &'a [(Slot, Shape)],
    /// When a cell is read that all of them read.
    pub reads: Reads,
}

impl Given<'_> {
    /// Nothing else.
    pub const NOTHING: Self = Self {
        carried: &[],
        reads: Reads::Now,
    };
}

/// When a cell is read that is the same for all processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// When the analysis is made.
    Now,
    /// When the statement is executed: it is in trips.
    InTrip,
}

/// A read instruction.
#[derive(Debug, Clone)]
pub struct Site {
    /// The instruction in the kernel.
    pub op: u32,
    /// Which read of the statement it is, where nothing is skipped before it.
    pub ordinal: u32,
    /// What it reads.
    pub cells: Cells,
}

/// The cells that the processors of a group touch by one access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// All the same.
    One(i64),
    /// `from + stride · lane`, one each.
    Line {
        /// That of lane 0.
        from: i64,
        /// Difference from lane to lane, not 0.
        stride: i64,
    },
    /// Some of these.
    Within(Range<Cell>),
}

/// Somebody fails, and only going through the processors one by one tells who.
#[derive(Debug)]
pub struct CertainFailure;

impl Cells {
    /// A stretch that holds them all.
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
    /// Makes the analysis of a kernel.
    pub fn make(
        &mut self,
        kernel: &Kernel,
        view: LaneView<'_>,
        memory: &Memory,
        given: Given<'_>,
    ) -> Result<(), CertainFailure> {
        self.clear(kernel);
        let mut analyser = Analyser {
            analysis: self,
            kernel,
            view,
            memory,
            given,
            range: view.lanes.range(),
        };
        analyser.stretch(0..kernel.ops.len(), Way::Open)?;
        self.find_spread(kernel);
        Ok(())
    }

    /// Leaves everything to each processor: for who wants to know which instruction of which
    /// processor fails, or every read in its place.
    pub fn leave_all(&mut self, kernel: &Kernel) {
        self.clear(kernel);
        self.list.extend(0..kernel.ops.len() as u32);
        self.looking.extend(0..kernel.ops.len() as u32);
    }

    fn clear(&mut self, kernel: &Kernel) {
        self.shapes.clear();
        self.shapes
            .resize(kernel.registers as usize, Shape::Unknown);
        self.list.clear();
        self.spread.clear();
        self.sites.clear();
        self.extents.clear();
        self.looking.clear();
        self.through.clear();
        (self.extra, self.extra_reads) = (0, 0);
    }

    /// What a register holds.
    pub fn shape(&self, reg: Reg) -> Shape {
        self.shapes[reg.0 as usize]
    }

    /// Whether the shapes of a kernel's outputs tell all their values.
    pub fn knows_outputs(&self, kernel: &Kernel) -> bool {
        let mut outputs = kernel.outputs.iter();
        outputs.all(|reg| self.shape(*reg).is_known())
    }

    /// The cells with the addresses in a register.
    pub fn cells(&self, address: Reg) -> Cells {
        match self.shape(address) {
            Shape::Constant(cell) => Cells::One(cell),
            Shape::Sequence { from, stride } => Cells::Line { from, stride },
            Shape::Held(_) | Shape::Carried(_) | Shape::Unknown => {
                let extent = self.extents.iter().find(|(reg, _)| *reg == address);
                Cells::Within(extent.map_or(0..Cell::MAX, |(_, extent)| extent.clone()))
            }
        }
    }

    /// The registers with the addresses of the reads of shared memory, and which read of the
    /// statement each is.
    pub fn read_sites<'a>(&'a self, kernel: &'a Kernel) -> impl Iterator<Item = (Reg, u32)> + 'a {
        let site = |site: &Site| match kernel.ops[site.op as usize] {
            Op::Read { address, .. } => Some((address, site.ordinal)),
            _ => None,
        };
        self.sites.iter().filter_map(site)
    }

    /// Whether another analysis of the same kernel leaves the same to each processor.
    pub fn is_alike(&self, other: &Self) -> bool {
        (&self.list, &self.spread, &self.looking) == (&other.list, &other.spread, &other.looking)
            && (&self.through, &self.extents) == (&other.through, &other.extents)
            && (self.extra, self.extra_reads) == (other.extra, other.extra_reads)
    }

    /// What it tells becomes that of so many trips later, from each of which to the next the
    /// registers hold so much more.
    pub fn advance(&mut self, advances: &[i64], trips: usize) {
        for (shape, advance) in self.shapes.iter_mut().zip(advances) {
            if let Shape::Constant(from) | Shape::Sequence { from, .. } = shape {
                *from = from.wrapping_add(advance.wrapping_mul(trips as i64));
            }
        }
    }

    /// Whether an instruction of the list is done already: in a guarded stretch it stands there
    /// all the same.
    pub fn is_computed(&self, op: &Op) -> bool {
        op.result()
            .is_some_and(|to| self.shape(to) != Shape::Unknown)
    }

    /// Finds the lines that some instruction wants value by value.
    fn find_spread(&mut self, kernel: &Kernel) {
        for at in &self.list {
            let op = &kernel.ops[*at as usize];
            let operands = match *op {
                Op::Unary { a, .. } => [Some(a), None],
                Op::Binary { a, b, .. } => [Some(a), Some(b)],
                Op::Address { row, column, .. } => [row, column],
                Op::Copy { from, .. } => [Some(from), None],
                Op::Guard { test, .. } => [Some(test), None],
                // These go along the line.
                Op::Read { .. } | Op::Peek { .. } => [None, None],
                Op::Constant { .. } | Op::Scalar { .. } | Op::Length { .. } | Op::Charge { .. } => {
                    [None, None]
                }
            };
            for reg in operands.into_iter().flatten() {
                let is_line = matches!(self.shapes[reg.0 as usize], Shape::Sequence { .. });
                if is_line && !self.spread.contains(&reg) {
                    self.spread.push(reg);
                }
            }
        }
    }
}

/// How instructions are come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// All processors come to them.
    Open,
    /// Those whom a guard lets through, and nobody knows yet who that is.
    Guarded,
}

struct Analyser<'a> {
    analysis: &'a mut Analysis,
    kernel: &'a Kernel,
    view: LaneView<'a>,
    memory: &'a Memory,
    given: Given<'a>,
    range: LaneRange,
}

impl Analyser<'_> {
    fn stretch(&mut self, range: Range<usize>, way: Way) -> Result<(), CertainFailure> {
        let mut at = range.start;
        while at < range.end {
            let index = at;
            at += 1;
            match self.kernel.ops[index] {
                Op::Guard {
                    test,
                    open,
                    count,
                    number,
                } => {
                    let inside = at..at + count as usize;
                    at = inside.end;
                    if let (Shape::Constant(value), Way::Open) = (self.analysis.shape(test), way) {
                        if (value != 0) == open {
                            self.analysis.through.push(number);
                            self.stretch(inside, Way::Open)?;
                        }
                    } else {
                        self.analysis.list.push(index as u32);
                        self.stretch(inside, Way::Guarded)?;
                    }
                }
                Op::Charge {
                    instructions,
                    reads,
                } => {
                    if way == Way::Open {
                        self.analysis.extra += instructions;
                        self.analysis.extra_reads += reads;
                    } else {
                        self.analysis.list.push(index as u32);
                    }
                }
                op => self.instruction(index, op, way)?,
            }
        }
        Ok(())
    }

    fn instruction(&mut self, index: usize, op: Op, way: Way) -> Result<(), CertainFailure> {
        let to = op.result().expect("guards and charges are handled above");
        let outlook = self.outlook(op, way);
        if let Op::Read { address, .. } | Op::Peek { address, .. } = op {
            let cells = self.analysis.cells(address);
            if !self
                .memory
                .initialised
                .is_complete(&cells.extent(self.range))
            {
                self.analysis.looking.push(index as u32);
            }
            if let Op::Read { ordinal, .. } = op {
                self.analysis.sites.push(Site {
                    op: index as u32,
                    ordinal,
                    cells,
                });
            }
        }
        let shape = match (outlook, way) {
            (Outlook::Known(shape), _) => shape,
            (Outlook::Fails, Way::Open) => return Err(CertainFailure),
            // Perhaps the guard keeps those away who would fail.
            (Outlook::Fails, Way::Guarded) | (Outlook::Unknown, _) => Shape::Unknown,
        };
        self.analysis.shapes[to.0 as usize] = shape;
        if shape == Shape::Unknown || way == Way::Guarded {
            self.analysis.list.push(index as u32);
        }
        Ok(())
    }

    fn outlook(&mut self, op: Op, way: Way) -> Outlook {
        let shape = |reg: Reg| self.analysis.shape(reg);
        match op {
            Op::Constant { word, .. } => Outlook::Known(Shape::Constant(word)),
            Op::Unary { operation, a, .. } => shape::unary(operation, shape(a), self.range),
            Op::Binary {
                operation, a, b, ..
            } => shape::binary(operation, shape(a), shape(b), self.range),
            // The other copy into the same register is guarded.
            Op::Copy { .. } if way == Way::Guarded => Outlook::Unknown,
            Op::Copy { from, .. } => match shape(from) {
                Shape::Constant(value) => Outlook::Known(Shape::Constant(value)),
                _ => Outlook::Unknown,
            },
            Op::Scalar {
                up, slot, checked, ..
            } => self.scalar(up, slot, checked),
            Op::Length { array, axis, .. } => match self.handle(array) {
                Seen::Alike(handle) | Seen::Row(handle, _) => {
                    Outlook::Known(Shape::Constant(handle.length(axis)))
                }
                Seen::Nothing => Outlook::Fails,
                Seen::Each => Outlook::Unknown,
            },
            Op::Address {
                to,
                array,
                row,
                column,
            } => self.address(to, array, row, column),
            Op::Read { address, .. } | Op::Peek { address, .. } => match (shape(address), way) {
                (Shape::Constant(cell), Way::Open) if self.given.reads == Reads::Now => {
                    match self.memory.read(cell as usize) {
                        Some(word) => Outlook::Known(Shape::Constant(word)),
                        None => Outlook::Fails,
                    }
                }
                _ => Outlook::Unknown,
            },
            Op::Guard { .. } | Op::Charge { .. } => unreachable!("these have no result"),
        }
    }

    fn scalar(&self, up: u32, slot: Slot, checked: bool) -> Outlook {
        let at = slot.0 as usize;
        if up > 0 {
            if !self.view.has_one_origin() {
                return Outlook::Unknown;
            }
            let (team, lane) = self.view.ancestor(self.range.first, up);
            if checked && !team.has_written(at, lane) {
                return Outlook::Fails;
            }
            return Outlook::Known(Shape::Constant(team.scalars[at].of_lane(lane)));
        }
        if let Some((_, shape)) = (self.given.carried)
            .iter()
            .rev()
            .find(|(carried, _)| *carried == slot)
        {
            return Outlook::Known(*shape);
        }
        let team = self.view.own();
        if checked && team.scalars_written[at].is_some() {
            if !self.range.is_single() {
                return Outlook::Unknown;
            }
            if !team.has_written(at, self.range.first) {
                return Outlook::Fails;
            }
        }
        match (team.line(at, self.view.lanes), self.view.lanes) {
            (Some(shape), _) => Outlook::Known(shape),
            (None, Selection::All(_)) => Outlook::Known(Shape::Held(slot)),
            (None, Selection::List(_)) => Outlook::Unknown,
        }
    }

    fn handle(&self, array: ArrayRef) -> Seen {
        if self.range.is_single() {
            let handle = self.view.handle(array, self.range.first);
            return handle.map_or(Seen::Nothing, Seen::Alike);
        }
        seen(self.view, array)
    }

    fn address(
        &mut self,
        to: Reg,
        array: ArrayRef,
        row: Option<Reg>,
        column: Option<Reg>,
    ) -> Outlook {
        let (handle, apart) = match self.handle(array) {
            Seen::Alike(handle) => (handle, 0),
            Seen::Row(first, apart) => (first, apart),
            Seen::Nothing => return Outlook::Fails,
            Seen::Each => return Outlook::Unknown,
        };
        let base = |lane| handle.base + apart * lane;
        let extent = base(self.range.first)..base(self.range.last) + handle.cells() as Cell;
        let shape =
            |reg: Option<Reg>| reg.map_or(Shape::Constant(0), |reg| self.analysis.shape(reg));
        let (row, column) = (shape(row), shape(column));
        let ends = [self.range.first, self.range.last];
        let inside = |shape: Shape, bound: u32| {
            ends.iter().all(|lane| {
                let at = shape.at(*lane);
                at.is_some_and(|at| (at as u64) < u64::from(bound))
            })
        };
        for (shape, bound) in [(row, handle.rows), (column, handle.columns)] {
            if shape.at(0).is_none() {
                self.analysis.extents.push((to, extent));
                return Outlook::Unknown;
            }
            if !inside(shape, bound) {
                // Of use where a guard stands before it.
                self.analysis.extents.push((to, extent));
                return Outlook::Fails;
            }
        }
        let along = |shape: Shape| match shape {
            Shape::Sequence { from, stride } => (i128::from(from), i128::from(stride)),
            shape => (i128::from(shape.at(0).unwrap_or(0)), 0),
        };
        let ((row, by_row), (column, by_column)) = (along(row), along(column));
        let width = i128::from(handle.columns);
        let from = i128::from(handle.base) + row * width + column;
        let stride = i128::from(apart) + by_row * width + by_column;
        Shape::of_line(from, stride, self.range)
    }
}
