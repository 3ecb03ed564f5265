//! Walks through the syntax tree: a visitor says what it looks for, the rest is gone through here.

use super::{Expr, ExprKind, Meeting, ParallelHeader, PrintPart, Stmt, StmtKind, Subscript};

/// What is done at each statement and expression, in the order of the text; an update of a loop
/// comes before its body. Who overrides one of these and wants to go on inside calls
/// [`walk_statement`] or [`walk_expression`].
pub(crate) trait Visitor {
    /// A statement.
    fn statement(&mut self, statement: &Stmt) {
        walk_statement(self, statement);
    }

    /// An expression.
    fn expression(&mut self, expression: &Expr) {
        walk_expression(self, expression);
    }
}

/// Visits these statements.
pub(crate) fn statements<V: Visitor + ?Sized>(visitor: &mut V, body: &[Stmt]) {
    for statement in body {
        visitor.statement(statement);
    }
}

fn expressions<'e, V: Visitor + ?Sized>(
    visitor: &mut V,
    expressions: impl IntoIterator<Item = &'e Expr>,
) {
    for expression in expressions {
        visitor.expression(expression);
    }
}

/// Visits what is inside a statement: its expressions, the subscripts of what it assigns or
/// receives, its bodies.
pub(crate) fn walk_statement<V: Visitor + ?Sized>(visitor: &mut V, statement: &Stmt) {
    match &statement.kind {
        StmtKind::Assign { target, value, .. } => {
            expressions(visitor, target.expressions());
            visitor.expression(value);
        }
        StmtKind::Declare { declarators, .. } => {
            for declarator in declarators {
                expressions(visitor, declarator.dimensions.iter().flatten().flatten());
                expressions(visitor, &declarator.initial);
                let distribution = declarator.distribution.as_ref();
                expressions(visitor, distribution.and_then(|one| one.kind.expression()));
            }
        }
        StmtKind::Parallel(parallel) => {
            if let ParallelHeader::Ranges(ranges) = &parallel.header {
                for range in ranges {
                    expressions(visitor, [&range.from, &range.to]);
                    expressions(visitor, &range.step);
                }
            }
            let tasks = parallel.tasks.as_ref();
            expressions(visitor, tasks.and_then(|tasks| tasks.mapping.as_ref()));
            statements(visitor, &parallel.body);
        }
        StmtKind::For {
            from,
            to,
            step,
            body,
            ..
        } => {
            expressions(visitor, [from, to].into_iter().chain(step));
            statements(visitor, body);
        }
        StmtKind::CFor {
            initial,
            condition,
            update,
            body,
        } => {
            for part in [initial, update].into_iter().flatten() {
                visitor.statement(part);
            }
            expressions(visitor, condition);
            statements(visitor, body);
        }
        StmtKind::While {
            condition: head,
            body,
        }
        | StmtKind::Repeat { count: head, body } => {
            visitor.expression(head);
            statements(visitor, body);
        }
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            visitor.expression(condition);
            statements(visitor, then);
            statements(visitor, otherwise);
        }
        StmtKind::Print(parts) => {
            for part in parts {
                if let PrintPart::Value(value) = part {
                    visitor.expression(value);
                }
            }
        }
        StmtKind::Return(value) => expressions(visitor, value),
        StmtKind::Output(values) => expressions(visitor, values),
        StmtKind::Assert {
            condition: value, ..
        }
        | StmtKind::Call(value) => visitor.expression(value),
        StmtKind::Barrier(Some((from, to))) => expressions(visitor, [from, to]),
        StmtKind::Send { items, to, tag, .. } => {
            expressions(visitor, items.iter().chain(to.expressions()).chain(tag));
        }
        StmtKind::Receive {
            targets, from, tag, ..
        } => {
            for target in targets {
                expressions(visitor, target.expressions());
            }
            expressions(visitor, from.expressions().iter().chain(tag));
        }
        StmtKind::Meet(Meeting::Call(_, Some(argument))) => visitor.expression(argument),
        StmtKind::Block(body) => statements(visitor, body),
        StmtKind::Barrier(None)
        | StmtKind::Meet(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Empty => {}
    }
}

/// Visits what is inside an expression.
pub(crate) fn walk_expression<V: Visitor + ?Sized>(visitor: &mut V, expression: &Expr) {
    match &expression.kind {
        ExprKind::Element(_, inside) | ExprKind::Call(_, inside) | ExprKind::List(inside) => {
            expressions(visitor, inside);
        }
        ExprKind::Section(_, subscripts) => {
            expressions(visitor, subscripts.iter().flat_map(Subscript::expressions));
        }
        ExprKind::Unary(_, operand) => visitor.expression(operand),
        ExprKind::Binary(_, _, left, right) => expressions(visitor, [&**left, &**right]),
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::WholeArray(_)
        | ExprKind::Neutral(_) => {}
    }
}

/// The bodies of a statement, borrowed with or without `mut`.
macro_rules! bodies_of {
    ($statement:ident $(, $mutable:tt)?) => {
        match & $($mutable)? $statement.kind {
            StmtKind::If {
                then, otherwise, ..
            } => [then, otherwise],
            StmtKind::Parallel(block) => [& $($mutable)? block.body, & $($mutable)? []],
            StmtKind::For { body, .. }
            | StmtKind::CFor { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::Block(body) => [body, & $($mutable)? []],
            StmtKind::Assign { .. }
            | StmtKind::Declare { .. }
            | StmtKind::Return(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Barrier(_)
            | StmtKind::Meet(_)
            | StmtKind::Print(_)
            | StmtKind::Assert { .. }
            | StmtKind::Output(_)
            | StmtKind::Call(_)
            | StmtKind::Send { .. }
            | StmtKind::Receive { .. }
            | StmtKind::Empty => [& $($mutable)? [], & $($mutable)? []],
        }
    };
}

/// What a statement holds: of an `ako` both branches, of all others one body at most.
pub(crate) fn bodies(statement: &Stmt) -> [&[Stmt]; 2] {
    bodies_of!(statement)
}

/// The same to be changed.
pub(crate) fn bodies_mut(statement: &mut Stmt) -> [&mut [Stmt]; 2] {
    bodies_of!(statement, mut)
}
