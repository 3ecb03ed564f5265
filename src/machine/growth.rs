//! What a plan tells in later turns of a loop.
//!
//! Where the loop's variable goes on by the same amount from turn to turn, so do the subscripts
//! that are affine in it. Then two plans, that of the first turn and that of the last one, tell
//! those of all turns between: what is affine takes its extremes at the ends.

use super::form::{Form, Span};
use super::plan::{Cells, Plan};
use super::pram::kernel_of;
use super::reach::Reach;
use super::team::TeamId;
use crate::code::control::{Control, Instruction};
use crate::code::kernel::{Kernel, Op, Reg, Slot};
use crate::code::operation::{Binary, Unary};

/// The turns in which a kernel is executed.
#[derive(Debug, Clone, Copy)]
pub struct Turns<'a> {
    /// How many.
    pub count: usize,
    /// By register, how much what the plan tells grows from turn to turn.
    pub advances: &'a [i64],
}

impl Turns<'_> {
    /// A single one.
    pub const ONE: Self = Self {
        count: 1,
        advances: &[],
    };

    /// How much what a register holds grows from turn to turn, where the plan tells it.
    pub fn advance(self, reg: Reg) -> i64 {
        self.advances.get(reg.0 as usize).copied().unwrap_or(0)
    }

    /// Where an access with the address in a register reaches in all turns, if these are its cells
    /// in the first one; none where they do not lie along a line.
    pub fn reach(self, address: Reg, cells: &Cells, team: TeamId, span: Span) -> Option<Reach> {
        let reach = Reach::of(cells, team, span)?;
        Some(reach.in_turns(self.advance(address), self.count))
    }
}

/// How what a register holds changes from turn to turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// Not at all.
    Same,
    /// By the same amount each time.
    Even,
    /// Each processor computes its own.
    Own,
}

/// The scalars in the body of a loop.
#[derive(Debug)]
pub struct Body {
    /// Those that it assigns.
    assigned: Vec<Slot>,
    /// Those that it has assigned already, and how they grow.
    grown: Vec<(Slot, Growth)>,
    /// Those that it asks for before it assigns them: what a turn assigns the next one finds.
    pub handed_on: Vec<Slot>,
}

impl Body {
    /// The body of a loop with this variable.
    pub fn new(variable: Slot, instructions: &[Instruction]) -> Self {
        let assigned_by = |next: &Instruction| match &next.control {
            Control::Assign { slots, .. } => slots.clone(),
            _ => Vec::new(),
        };
        let assigned: Vec<Slot> = instructions.iter().flat_map(assigned_by).collect();
        let (mut so_far, mut handed_on) = (vec![variable], Vec::new());
        for next in instructions {
            for op in &kernel_of(next).ops {
                if let Op::Scalar { up: 0, slot, .. } = op
                    && assigned.contains(slot)
                    && !so_far.contains(slot)
                    && !handed_on.contains(slot)
                {
                    handed_on.push(*slot);
                }
            }
            so_far.extend(assigned_by(next));
        }
        Self {
            assigned,
            grown: vec![(variable, Growth::Even)],
            handed_on,
        }
    }

    /// A scalar has been assigned.
    pub fn assigns(&mut self, slot: Slot, growth: Growth) {
        self.grown.push((slot, growth));
    }

    /// Whether each processor has its own of what is handed on from turn to turn: these are the
    /// forms that scalars have behind the last statement.
    pub fn is_closed(&self, carried: &[(Slot, Form)]) -> bool {
        self.handed_on.iter().all(|slot| {
            let last = carried.iter().rev().find(|(carried, _)| carried == slot);
            last.is_some_and(|(_, form)| !form.is_told())
        })
    }

    /// By how much each register that the plans of a kernel tell grows from turn to turn; none
    /// where two plans do not tell that. There are two turns at least.
    pub fn advances(
        &self,
        kernel: &Kernel,
        [first, last]: [&Plan; 2],
        turns: usize,
    ) -> Option<(Vec<i64>, Vec<Growth>)> {
        if !first.is_alike(last) {
            return None;
        }
        let registers = kernel.registers as usize;
        let (mut advances, mut growths) = (vec![0; registers], vec![Growth::Same; registers]);
        for op in &kernel.ops {
            let to = op.result()?;
            let growth = self.growth(*op, first.form(to), &growths)?;
            let ends = [first.form(to), last.form(to)];
            advances[to.0 as usize] = match growth {
                Growth::Even => advance(ends, turns)?,
                Growth::Same | Growth::Own if ends[0] == ends[1] => 0,
                Growth::Same | Growth::Own => return None,
            };
            growths[to.0 as usize] = growth;
        }
        Some((advances, growths))
    }

    /// How the result of an instruction grows, which has this form; none where that is not known.
    fn growth(&self, op: Op, form: Form, growths: &[Growth]) -> Option<Growth> {
        let of = |reg: Reg| growths[reg.0 as usize];
        let same = |regs: &[Reg]| regs.iter().all(|reg| of(*reg) == Growth::Same);
        let told = match op {
            Op::Scalar { up: 0, slot, .. } => return Some(self.scalar(slot, form.is_told())),
            Op::Constant { .. } | Op::Scalar { .. } | Op::Length { .. } => Some(Growth::Same),
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
            Op::Address { row, column, .. } => {
                let of = |reg: Option<Reg>| reg.map_or(Growth::Same, of);
                Some(either(of(row), of(column)))
            }
            // What is not affine stays the same only where its operands do.
            Op::Unary { a, .. } => same(&[a]).then_some(Growth::Same),
            Op::Binary { a, b, .. } => same(&[a, b]).then_some(Growth::Same),
            // Nothing is read before the turn in which it is.
            Op::Read { .. } | Op::Peek { .. } => Some(Growth::Own),
            Op::Guard { .. } | Op::Charge { .. } => None,
        };
        if form.is_told() {
            told.filter(|growth| *growth != Growth::Own)
        } else {
            Some(Growth::Own)
        }
    }

    fn scalar(&self, slot: Slot, is_told: bool) -> Growth {
        let grown = self.grown.iter().rev().find(|(grown, _)| *grown == slot);
        if let Some((_, growth)) = grown {
            return *growth;
        }
        let is_own = !is_told || self.assigned.contains(&slot);
        if is_own { Growth::Own } else { Growth::Same }
    }
}

/// How a sum grows.
fn either(a: Growth, b: Growth) -> Growth {
    match (a, b) {
        (Growth::Own, _) | (_, Growth::Own) => Growth::Own,
        (Growth::Even, _) | (_, Growth::Even) => Growth::Even,
        (Growth::Same, Growth::Same) => Growth::Same,
    }
}

/// From turn to turn, if these are the forms in the first turn and in the last one.
fn advance(ends: [Form; 2], turns: usize) -> Option<i64> {
    let from = match ends {
        [Form::Uniform(first), Form::Uniform(last)] => [first, last],
        [
            Form::Affine { from, stride },
            Form::Affine {
                from: last,
                stride: last_stride,
            },
        ] if stride == last_stride => [from, last],
        _ => return None,
    };
    let [first, last] = from.map(i128::from);
    let between = turns as i128 - 1;
    let advance = i64::try_from((last - first) / between).ok()?;
    (i128::from(advance) * between == last - first).then_some(advance)
}
