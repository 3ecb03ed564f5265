//! Updates by ⊕ (`x ⊕= e`): whether what it stands for makes something else of a cell each time.

use std::collections::{HashMap, HashSet};

use crate::program::visit::bodies;
use crate::program::{BinaryOp, Expr, ExprKind, Program, Stmt, StmtKind, Target};
use crate::source::Span;

/// Of these cells, those that every instance updates by an operator of which doing it twice is not
/// doing it once: by `+`, not by `max`.
pub(super) fn accumulating(program: &Program, cells: &HashSet<Span>) -> HashSet<Span> {
    let mut found: HashMap<Span, bool> = HashMap::new();
    let mut look = |target: &Target, update: Option<BinaryOp>, value: &Expr| {
        if let Target::Cell(cell) = target
            && cells.contains(&cell.span)
        {
            let accumulates = update.or_else(|| outermost(value)).is_some_and(accumulates);
            *found.entry(cell.span).or_insert(true) &= accumulates;
        }
    };
    for algorithm in &program.algorithms {
        each_assignment(&algorithm.body, &mut look);
    }
    let found = found.into_iter();
    found
        .filter_map(|(span, accumulates)| accumulates.then_some(span))
        .collect()
}

fn accumulates(operator: BinaryOp) -> bool {
    match operator {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::DivideUp
        | BinaryOp::DivideNearest
        | BinaryOp::Power
        | BinaryOp::BitXor
        | BinaryOp::NotEqual
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => true,
        BinaryOp::Modulo
        | BinaryOp::Equal
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::Max
        | BinaryOp::Min
        | BinaryOp::BothTrue
        | BinaryOp::EitherTrue => false,
    }
}

/// The operator that an expression evaluates last; none of the result of a call.
fn outermost(value: &Expr) -> Option<BinaryOp> {
    match &value.kind {
        ExprKind::Binary(operator, ..) => Some(*operator),
        ExprKind::Convert(_, inner) => outermost(inner),
        ExprKind::Constant(_)
        | ExprKind::Scalar { .. }
        | ExprKind::Length(..)
        | ExprKind::Machine(_)
        | ExprKind::Cell(_)
        | ExprKind::Unary(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Builtin(..) => None,
    }
}

type Look<'l> = dyn FnMut(&Target, Option<BinaryOp>, &Expr) + 'l;

fn each_assignment(statements: &[Stmt], look: &mut Look<'_>) {
    for statement in statements {
        if let StmtKind::Assign {
            target,
            update,
            value,
            ..
        } = &statement.kind
        {
            look(target, *update, value);
        }
        for body in bodies(&statement.kind) {
            each_assignment(body, look);
        }
    }
}
