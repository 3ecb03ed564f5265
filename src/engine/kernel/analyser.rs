//! The analysis of a kernel, instruction by instruction.

use std::ops::Range;

use super::analysis::{Analysis, AnalysisInput, CertainFailure, ReadSite, Reads};
use crate::code::kernel::{ArrayRef, Kernel, Op, Reg, Slot};
use crate::engine::cells::Cell;
use crate::engine::lanes::lane_view::{LaneView, Seen, seen};
use crate::engine::lanes::selection::{LaneRange, Selection};
use crate::engine::lanes::shape::{self, Outlook, RegisterShape};
use crate::engine::memory::Memory;

/// Which processors execute an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// All of them.
    Open,
    /// Those that pass a guard, which is known only during execution.
    Guarded,
}

struct Analyser<'a> {
    analysis: &'a mut Analysis,
    kernel: &'a Kernel,
    view: LaneView<'a>,
    memory: &'a Memory,
    given: AnalysisInput<'a>,
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
                    if let (RegisterShape::Constant(value), Way::Open) =
                        (self.analysis.shape(test), way)
                    {
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
                // (Told apart in `outlook`.)
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
                self.analysis.sites.push(ReadSite {
                    op: index as u32,
                    ordinal,
                    cells,
                });
            }
        }
        let shape = match (outlook, way) {
            (Outlook::Known(shape), _) => shape,
            (Outlook::Fails, Way::Open) => return Err(CertainFailure),
            // The processors that would fail possibly do not pass the guard.
            (Outlook::Fails, Way::Guarded) | (Outlook::Unknown, _) => RegisterShape::Unknown,
        };
        self.analysis.shapes[to.0 as usize] = shape;
        if shape == RegisterShape::Unknown || way == Way::Guarded {
            self.analysis.list.push(index as u32);
        }
        Ok(())
    }

    fn outlook(&mut self, op: Op, way: Way) -> Outlook {
        let shape = |reg: Reg| self.analysis.shape(reg);
        match op {
            Op::Constant { word, .. } => Outlook::Known(RegisterShape::Constant(word)),
            Op::Unary { operation, a, .. } => shape::unary(operation, shape(a), self.range),
            Op::Binary {
                operation, a, b, ..
            } => shape::binary(operation, shape(a), shape(b), self.range),
            // The other copy into the same register is guarded.
            Op::Copy { .. } if way == Way::Guarded => Outlook::Unknown,
            Op::Copy { from, .. } => match shape(from) {
                RegisterShape::Constant(value) => Outlook::Known(RegisterShape::Constant(value)),
                _ => Outlook::Unknown,
            },
            Op::Scalar {
                up, slot, checked, ..
            } => self.scalar(up, slot, checked),
            Op::Length { array, axis, .. } => match self.handle(array) {
                Seen::Alike(handle) | Seen::Row(handle, _) => {
                    Outlook::Known(RegisterShape::Constant(handle.length(axis)))
                }
                Seen::Nothing => Outlook::Fails,
                Seen::Each => Outlook::Unknown,
            },
            Op::Within {
                array,
                axis,
                subscript,
                ..
            } => self.within(array, axis, shape(subscript)),
            Op::Address {
                to,
                array,
                row,
                column,
            } => self.address(to, array, row, column),
            Op::Read { address, .. } | Op::Peek { address, .. } => match (shape(address), way) {
                (RegisterShape::Constant(cell), Way::Open) if self.given.reads == Reads::Now => {
                    match self.memory.read(cell as usize) {
                        Some(word) => Outlook::Known(RegisterShape::Constant(word)),
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
            return Outlook::Known(RegisterShape::Constant(team.scalars[at].of_lane(lane)));
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
            (None, Selection::All(_)) => Outlook::Known(RegisterShape::Held(slot)),
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

    /// The outlook of a subscript: whether it is inside the array along a dimension.
    fn within(&self, array: ArrayRef, axis: u8, subscript: RegisterShape) -> Outlook {
        let length = match self.handle(array) {
            Seen::Alike(handle) | Seen::Row(handle, _) => handle.lengths[usize::from(axis)],
            Seen::Nothing => return Outlook::Fails,
            Seen::Each => return Outlook::Unknown,
        };
        match subscript.at(0) {
            None => Outlook::Unknown,
            Some(_) if self.is_inside(subscript, length.into()) => Outlook::Known(subscript),
            Some(_) => Outlook::Fails,
        }
    }

    /// Whether an affine value is between 0 and a bound for all processors.
    fn is_inside(&self, line: RegisterShape, bound: u64) -> bool {
        [self.range.first, self.range.last].iter().all(|lane| {
            let at = line.at(*lane);
            at.is_some_and(|at| (at as u64) < bound)
        })
    }

    fn address(
        &mut self,
        to: Reg,
        array: ArrayRef,
        row: Option<Reg>,
        column: Option<Reg>,
    ) -> Outlook {
        let (handle, distance) = match self.handle(array) {
            Seen::Alike(handle) => (handle, 0),
            Seen::Row(first, distance) => (first, distance),
            Seen::Nothing => return Outlook::Fails,
            Seen::Each => return Outlook::Unknown,
        };
        let base = |lane| handle.base + distance * lane;
        let extent = base(self.range.first)..base(self.range.last) + handle.cells() as Cell;
        let shape = |reg: Option<Reg>| {
            reg.map_or(RegisterShape::Constant(0), |reg| self.analysis.shape(reg))
        };
        let is_table = column.is_some();
        let (row, column) = (shape(row), shape(column));
        let [rows, columns] = if is_table {
            [handle.lengths[0], handle.columns()].map(u64::from)
        } else {
            [handle.cells() as u64, 1]
        };
        for (shape, bound) in [(row, rows), (column, columns)] {
            if shape.at(0).is_none() {
                self.analysis.extents.push((to, extent));
                return Outlook::Unknown;
            }
            if !self.is_inside(shape, bound) {
                // The extent is needed if the instruction is guarded.
                self.analysis.extents.push((to, extent));
                return Outlook::Fails;
            }
        }
        let along = |shape: RegisterShape| match shape {
            RegisterShape::Sequence { from, stride } => (i128::from(from), i128::from(stride)),
            shape => (i128::from(shape.at(0).unwrap_or(0)), 0),
        };
        let ((row, by_row), (column, by_column)) = (along(row), along(column));
        let width = i128::from(columns);
        let from = i128::from(handle.base) + row * width + column;
        let stride = i128::from(distance) + by_row * width + by_column;
        RegisterShape::of_line(from, stride, self.range)
    }
}

impl Analysis {
    /// Analyses a kernel.
    pub fn make(
        &mut self,
        kernel: &Kernel,
        view: LaneView<'_>,
        memory: &Memory,
        given: AnalysisInput<'_>,
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
}
