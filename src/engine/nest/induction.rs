//! Analyses of later iterations of a loop.
//!
//! If the loop variable changes by the same amount in each iteration, so do the subscripts that are
//! affine in it. Two analyses, of the first and of the last iteration, then determine those of all
//! iterations in between: affine values have their extremes at the ends.

use super::access_relation::AccessRelation;
use crate::code::control::Instruction;
use crate::code::kernel::{Kernel, Op, Reg, Slot};
use crate::code::operation::{Binary, Unary};
use crate::engine::kernel::analysis::{Analysis, GroupCells};
use crate::engine::lanes::selection::LaneRange;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::team::TeamId;

/// The iterations in which a kernel is executed.
#[derive(Debug, Clone, Copy)]
pub struct Trips<'a> {
    /// Number of trips.
    pub count: usize,
    /// The increment of each register from one iteration to the next.
    pub advances: &'a [i64],
}

impl Trips<'_> {
    /// A single trip.
    pub const ONE: Self = Self {
        count: 1,
        advances: &[],
    };

    /// The increment of a register from one iteration to the next, if the analysis determines it.
    pub fn advance(self, reg: Reg) -> i64 {
        self.advances.get(reg.0 as usize).copied().unwrap_or(0)
    }

    /// The relation of an access in all iterations, given its address register and its cells in the
    /// first one. None if they are not on a line.
    pub fn relation(
        self,
        address: Reg,
        cells: &GroupCells,
        team: TeamId,
        range: LaneRange,
    ) -> Option<AccessRelation> {
        let relation = AccessRelation::of(cells, team, range)?;
        Some(relation.in_trips(self.advance(address), self.count))
    }
}

/// How a register changes from one iteration to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Induction {
    /// It does not change.
    Invariant,
    /// By the same amount each time.
    Linear,
    /// Each processor computes its own value.
    PerLane,
}

/// The scalars in the body of a loop.
#[derive(Debug)]
pub struct LoopBody {
    /// The scalars that the loop assigns.
    assigned: Vec<Slot>,
    /// The scalars assigned so far, and how they change.
    grown: Vec<(Slot, Induction)>,
    /// Scalars that are loaded before they are assigned: their value is carried to the next iteration.
    pub carried_over: Vec<Slot>,
}

impl LoopBody {
    /// The body of a loop with this variable.
    pub fn new(variable: Slot, instructions: &[Instruction]) -> Self {
        let assigned = instructions
            .iter()
            .map(|next| next.control.assigned_scalars());
        let assigned = assigned.collect::<Vec<_>>().concat();
        let (mut so_far, mut carried_over) = (vec![variable], Vec::new());
        for next in instructions {
            for op in &next.kernel().ops {
                if let Some((0, slot)) = op.loaded_scalar()
                    && assigned.contains(&slot)
                    && !so_far.contains(&slot)
                    && !carried_over.contains(&slot)
                {
                    carried_over.push(slot);
                }
            }
            so_far.extend(next.control.assigned_scalars());
        }
        Self {
            assigned,
            grown: vec![(variable, Induction::Linear)],
            carried_over,
        }
    }

    /// Records that a scalar has been assigned.
    pub fn assigns(&mut self, slot: Slot, induction: Induction) {
        self.grown.push((slot, induction));
    }

    /// Whether each processor computes its own values of the scalars that are carried to the next
    /// iteration. `carried` contains the shapes of scalars after the last statement.
    pub fn is_closed(&self, carried: &[(Slot, RegisterShape)]) -> bool {
        self.carried_over.iter().all(|slot| {
            let last = carried.iter().rev().find(|(carried, _)| carried == slot);
            last.is_some_and(|(_, shape)| !shape.is_known())
        })
    }

    /// The increment of each register from one iteration to the next. None if two analyses do not
    /// determine it. There are at least two iterations.
    pub fn advances(
        &self,
        kernel: &Kernel,
        [first, last]: [&Analysis; 2],
        trips: usize,
    ) -> Option<(Vec<i64>, Vec<Induction>)> {
        if !first.is_alike(last) {
            return None;
        }
        let registers = kernel.registers as usize;
        let (mut advances, mut inductions) =
            (vec![0; registers], vec![Induction::Invariant; registers]);
        for op in &kernel.ops {
            let to = op.result()?;
            let induction = self.induction(*op, first.shape(to), &inductions)?;
            let ends = [first.shape(to), last.shape(to)];
            advances[to.0 as usize] = match induction {
                Induction::Linear => advance(ends, trips)?,
                Induction::Invariant | Induction::PerLane if ends[0] == ends[1] => 0,
                Induction::Invariant | Induction::PerLane => return None,
            };
            inductions[to.0 as usize] = induction;
        }
        Some((advances, inductions))
    }

    /// How the result of an instruction with this shape changes. None if it is unknown.
    fn induction(
        &self,
        op: Op,
        shape: RegisterShape,
        inductions: &[Induction],
    ) -> Option<Induction> {
        let of = |reg: Reg| inductions[reg.0 as usize];
        let same = |regs: &[Reg]| regs.iter().all(|reg| of(*reg) == Induction::Invariant);
        let kind = match op {
            Op::Scalar { up: 0, slot, .. } => return Some(self.scalar(slot, shape.is_known())),
            Op::Constant { .. } | Op::Scalar { .. } | Op::Length { .. } => {
                Some(Induction::Invariant)
            }
            Op::Copy { from, .. } => Some(of(from)),
            Op::Unary {
                operation: Unary::NegateInt,
                a,
                ..
            } => Some(of(a)),
            Op::Binary {
                operation: Binary::AddInt | Binary::SubtractInt,
                a,
                b,
                ..
            } => Some(either(of(a), of(b))),
            Op::Binary {
                operation: Binary::MultiplyInt,
                a,
                b,
                ..
            } if same(&[a]) || same(&[b]) => Some(either(of(a), of(b))),
            Op::Within { subscript, .. } => Some(of(subscript)),
            Op::Address { row, column, .. } => {
                let of = |reg: Option<Reg>| reg.map_or(Induction::Invariant, of);
                Some(either(of(row), of(column)))
            }
            // A result that is not affine stays the same only if its operands do.
            Op::Unary { a, .. } => same(&[a]).then_some(Induction::Invariant),
            Op::Binary { a, b, .. } => same(&[a, b]).then_some(Induction::Invariant),
            // Cells are read in their trip, not by the analysis.
            Op::Read { .. } | Op::Peek { .. } => Some(Induction::PerLane),
            Op::Guard { .. } | Op::Charge { .. } => None,
        };
        if shape.is_known() {
            kind.filter(|induction| *induction != Induction::PerLane)
        } else {
            Some(Induction::PerLane)
        }
    }

    fn scalar(&self, slot: Slot, is_known: bool) -> Induction {
        let grown = self.grown.iter().rev().find(|(grown, _)| *grown == slot);
        if let Some((_, induction)) = grown {
            return *induction;
        }
        let is_own = !is_known || self.assigned.contains(&slot);
        if is_own {
            Induction::PerLane
        } else {
            Induction::Invariant
        }
    }
}

/// How a sum grows.
fn either(a: Induction, b: Induction) -> Induction {
    match (a, b) {
        (Induction::PerLane, _) | (_, Induction::PerLane) => Induction::PerLane,
        (Induction::Linear, _) | (_, Induction::Linear) => Induction::Linear,
        (Induction::Invariant, Induction::Invariant) => Induction::Invariant,
    }
}

/// The increment per iteration, given the shapes in the first and the last one.
fn advance(ends: [RegisterShape; 2], trips: usize) -> Option<i64> {
    let from = match ends {
        [
            RegisterShape::Constant(first),
            RegisterShape::Constant(last),
        ] => [first, last],
        [
            RegisterShape::Sequence { from, stride },
            RegisterShape::Sequence {
                from: last,
                stride: last_stride,
            },
        ] if stride == last_stride => [from, last],
        _ => return None,
    };
    let [first, last] = from.map(i128::from);
    let between = trips as i128 - 1;
    let advance = i64::try_from((last - first) / between).ok()?;
    (i128::from(advance) * between == last - first).then_some(advance)
}
