//! The instructions, reads and writes of an expression or a statement, as docs/machines.md counts them.

use super::abstract_value::Truth;
use super::evaluate::{both, either};
use super::walker::Walker;
use crate::derivation::asynchronous::clock::{Tick, ValueSource};
use crate::program::visit::any_expression;
use crate::program::{BinaryOp, Cell, Expr, ExprKind, Reach, Target};

/// The instructions and accesses of an expression or a statement. Pairs are (least, most): `and` and
/// `or` may skip their right side.
#[derive(Debug, Clone, Default)]
pub(super) struct Operations {
    pub instructions: (i128, i128),
    pub reads: (i128, i128),
    pub writes: i128,
    /// Clock ticks in the order of evaluation.
    pub ticks: Vec<Tick>,
    /// The values from which the result is computed.
    pub made_from: Vec<ValueSource>,
}

impl Operations {
    /// Adds operations that are executed next and whose result is also part of the value.
    pub fn add(&mut self, other: Self) {
        self.instructions.0 += other.instructions.0;
        self.instructions.1 += other.instructions.1;
        self.reads.0 += other.reads.0;
        self.reads.1 += other.reads.1;
        self.writes += other.writes;
        self.ticks.extend(other.ticks);
        self.made_from.extend(other.made_from);
    }

    fn operator(&mut self, counts: bool) {
        if counts {
            self.instruction(Tick::Local);
        }
    }

    fn instruction(&mut self, tick: Tick) {
        self.instructions.0 += 1;
        self.instructions.1 += 1;
        self.ticks.push(tick);
    }

    /// Adds a read of shared memory. Its address was computed from the sources recorded so far;
    /// afterwards the read itself is the only source.
    fn read(&mut self, number: u32) {
        let address = std::mem::replace(&mut self.made_from, vec![ValueSource::Read(number)]);
        self.instruction(Tick::Read(number, address));
        self.reads.0 += 1;
        self.reads.1 += 1;
    }

    /// The instructions of a statement or a test: at least 1.
    pub fn of_step(&self) -> (i128, i128) {
        (self.instructions.0.max(1), self.instructions.1.max(1))
    }
}

/// Whether an expression reads shared memory.
pub(super) fn reads_shared(expr: &Expr) -> bool {
    any_expression(
        expr,
        &|kind| matches!(kind, ExprKind::Cell(cell) if cell.reach == Reach::Shared),
    )
}

/// Whether an expression contains a shared read or an operator.
pub(super) fn computes(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Scalar { .. } | ExprKind::Machine(_) => false,
        ExprKind::Convert(_, operand) => computes(operand),
        ExprKind::Cell(cell) => {
            cell.reach == Reach::Shared || cell.subscripts.iter().any(reads_shared)
        }
        _ => true,
    }
}

impl Walker<'_> {
    /// The operations of an expression. Operators in subscripts are free.
    pub fn charge(&mut self, expr: &Expr, operators: bool) -> Operations {
        let mut charge = Operations::default();
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Machine(_) => {}
            ExprKind::Scalar { id, .. } => {
                charge.made_from = vec![ValueSource::Scalar(self.frames.len(), id.index())];
            }
            ExprKind::Cell(cell) => {
                charge.add(self.place(cell));
                if cell.reach == Reach::Shared {
                    charge.read(self.next_read());
                } else {
                    let own = ValueSource::Array(self.frames.len(), cell.array.index());
                    charge.made_from.push(own);
                }
            }
            ExprKind::Length(..) => charge.operator(operators),
            ExprKind::Unary(_, operand) => {
                charge.add(self.charge(operand, operators));
                charge.operator(operators);
            }
            ExprKind::Convert(_, operand) => charge.add(self.charge(operand, operators)),
            ExprKind::Binary(_, left, right) => {
                charge.add(self.charge(left, operators));
                charge.add(self.charge(right, operators));
                charge.operator(operators);
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                charge.add(self.charge(left, operators));
                charge.operator(operators);
                let mut rest = self.charge(right, operators);
                let open = matches!(expr.kind, ExprKind::And(..));
                let decided = self.evaluate(left).map(|value| {
                    let truth = self.decided(value.truth());
                    self.supposed(truth)
                });
                match decided {
                    Ok(Truth::Known(truth)) if truth == open => {}
                    Ok(Truth::Known(_)) => rest = Operations::default(),
                    _ => {
                        (rest.instructions.0, rest.reads.0) = (0, 0);
                        rest.ticks = vec![Tick::Perhaps(rest.ticks)];
                    }
                }
                charge.add(rest);
            }
            ExprKind::Builtin(_, operands) => {
                for operand in operands {
                    charge.add(self.charge(operand, operators));
                }
                charge.operator(operators);
            }
        }
        charge
    }

    /// Simplifies a condition by the conditions that are assumed to hold here.
    fn supposed(&self, truth: Truth) -> Truth {
        if self.supposed.contains(&truth) {
            return Truth::Known(true);
        }
        match truth {
            Truth::Both(one, other) => both(self.supposed(*one), self.supposed(*other)),
            Truth::Either(one, other) => either(self.supposed(*one), self.supposed(*other)),
            truth => match truth.clone().not() {
                Some(opposite) if self.supposed.contains(&opposite) => Truth::Known(false),
                _ => truth,
            },
        }
    }

    /// A new number for a read.
    fn next_read(&mut self) -> u32 {
        self.reads += 1;
        self.reads
    }

    /// The operations of the subscripts of a cell.
    fn place(&mut self, cell: &Cell) -> Operations {
        let mut charge = Operations::default();
        for subscript in &cell.subscripts {
            charge.add(self.charge(subscript, false));
        }
        charge
    }

    /// The operations of an atomic: it computes the address, evaluates its operands, and is one instruction.
    pub fn atomic<'e>(
        &mut self,
        cell: &Cell,
        operands: impl Iterator<Item = &'e Expr>,
    ) -> Operations {
        let mut charge = self.place(cell);
        for operand in operands {
            charge.add(self.charge(operand, true));
        }
        charge.instruction(Tick::Local);
        charge
    }

    /// The operations of an assignment: it computes the address, reads the cell if there is an operator
    /// (`+=`), evaluates the right side, and writes.
    pub fn assignment(
        &mut self,
        target: &Target,
        update: Option<BinaryOp>,
        value: &Expr,
    ) -> Operations {
        let mut charge = Operations::default();
        let mut address = None;
        if let Target::Cell(cell) = target {
            charge.add(self.place(cell));
            if cell.reach == Reach::Shared {
                address = Some(charge.made_from.clone());
                if update.is_some() {
                    charge.read(self.next_read());
                }
            }
        }
        charge.made_from.clear();
        charge.add(self.charge(value, true));
        charge.operator(update.is_some());
        if let Some(address) = address {
            charge.instruction(Tick::Write(address));
            charge.writes = 1;
        }
        charge
    }
}
