//! What a step reads, writes and computes: the counts of docs/machines.md.

use super::walker::Walker;
use crate::program::visit::any_expression;
use crate::program::{BinaryOp, Cell, Expr, ExprKind, Reach, Target};

/// The least and the most of what an expression takes: `and` and `or` may skip their right side.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Charge {
    pub instructions: (i128, i128),
    pub reads: (i128, i128),
}

impl Charge {
    fn add(&mut self, other: Self) {
        self.instructions.0 += other.instructions.0;
        self.instructions.1 += other.instructions.1;
        self.reads.0 += other.reads.0;
        self.reads.1 += other.reads.1;
    }

    fn operator(&mut self, counts: bool) {
        self.instructions.0 += i128::from(counts);
        self.instructions.1 += i128::from(counts);
    }

    fn read(&mut self) {
        self.operator(true);
        self.reads.0 += 1;
        self.reads.1 += 1;
    }

    /// A statement or a test takes 1 at least.
    pub fn of_step(self) -> (i128, i128) {
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

/// Whether an expression holds a shared read or an operator.
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
    /// What an expression takes; in a subscript operators are free.
    pub fn charge(&mut self, expr: &Expr, operators: bool) -> Charge {
        let mut charge = Charge::default();
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Scalar { .. } | ExprKind::Machine(_) => {}
            ExprKind::Cell(cell) => {
                charge.add(self.place(cell));
                if cell.reach == Reach::Shared {
                    charge.read();
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
                let decided = self.evaluate(left).map(|worth| self.decided(worth.truth()));
                match decided {
                    Ok(super::worth::Truth::Known(truth)) if truth == open => {}
                    Ok(super::worth::Truth::Known(_)) => rest = Charge::default(),
                    _ => (rest.instructions.0, rest.reads.0) = (0, 0),
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

    /// What finding a cell takes.
    fn place(&mut self, cell: &Cell) -> Charge {
        let mut charge = Charge::default();
        for subscript in &cell.subscripts {
            charge.add(self.charge(subscript, false));
        }
        charge
    }

    /// What an assignment takes, and how many cells of shared memory it writes.
    pub fn assignment(
        &mut self,
        target: &Target,
        update: Option<BinaryOp>,
        value: &Expr,
    ) -> (Charge, i128) {
        let mut charge = self.charge(value, true);
        let mut writes = 0;
        if let Target::Cell(cell) = target {
            charge.add(self.place(cell));
            if cell.reach == Reach::Shared {
                if update.is_some() {
                    charge.read();
                }
                charge.operator(true);
                writes = 1;
            }
        }
        charge.operator(update.is_some());
        (charge, writes)
    }
}
