//! Which bodies are rounds: those that hold an access to shared memory themselves.
//!
//! Definition (machines, section 1): a round is one execution of the body of a loop or block, if
//! its own statements and `ako` branches, not a loop, block or call inside it, contain such an
//! access. The header of an inner loop or block and the arguments of a call belong to the body
//! that they stand in; the test of an inner `dok` belongs to neither; instruments (`ispisi`,
//! `tvrdi`, `izlaz`) access nothing.

use crate::program::visit::any_expression;
use crate::program::{
    Argument, Cell, Expr, ExprKind, Initial, Range, Reach, ReturnValue, Stmt, StmtKind, Target,
};

/// Whether each execution of this body is a round.
pub(super) fn is_round(body: &[Stmt]) -> bool {
    body.iter().any(statement)
}

fn statement(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Assign { target, value, .. } => {
            matches!(target, Target::Cell(target) if cell(target)) || touches(value)
        }
        StmtKind::If {
            condition,
            then,
            otherwise,
            ..
        } => touches(condition) || is_round(then) || is_round(otherwise),
        StmtKind::For {
            from,
            to,
            step,
            prelude,
            ..
        } => {
            let header = touches(from) || touches(to) || step.as_ref().is_some_and(touches);
            header || is_round(prelude)
        }
        StmtKind::Parallel { ranges, .. } => ranges.iter().any(|Range { from, to, step }| {
            touches(from) || touches(to) || step.as_ref().is_some_and(touches)
        }),
        StmtKind::Call { arguments, .. } => arguments
            .iter()
            .any(|argument| matches!(argument, Argument::Scalar(value) if touches(value))),
        StmtKind::Atomic { .. } => true,
        StmtKind::Return(Some(ReturnValue::Scalar(value))) => touches(value),
        StmtKind::Barrier(Some((from, to))) => touches(from) || touches(to),
        StmtKind::Allocate {
            dimensions,
            initial,
            ..
        } => {
            dimensions.iter().any(touches)
                || matches!(initial, Initial::Generator(_, values) if values.iter().any(touches))
        }
        StmtKind::While { .. }
        | StmtKind::Return(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Barrier(None)
        | StmtKind::WarpBarrier
        | StmtKind::Forget(_)
        | StmtKind::SameLengths { .. }
        | StmtKind::SameExtents(_)
        // Messages are no accesses to shared memory: the multicomputer counts no rounds.
        | StmtKind::Distribute { .. }
        | StmtKind::Settle(_)
        | StmtKind::Meet(_)
        | StmtKind::Send { .. }
        | StmtKind::Receive { .. }
        | StmtKind::Ask { .. }
        // Its bounds read no shared memory.
        | StmtKind::Draw { .. }
        | StmtKind::Move { .. }
        | StmtKind::View { .. }
        | StmtKind::Print(_)
        | StmtKind::Assert { .. }
        | StmtKind::Output { .. } => false,
    }
}

fn cell(cell: &Cell) -> bool {
    cell.reach == Reach::Shared || cell.subscripts.iter().any(touches)
}

/// Whether evaluating this accesses shared memory.
pub(super) fn touches(expr: &Expr) -> bool {
    any_expression(
        expr,
        &|kind| matches!(kind, ExprKind::Cell(cell) if cell.reach == Reach::Shared),
    )
}
