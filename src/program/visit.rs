//! Walks through the typed tree: a visitor says what it looks for, the rest is gone through here.

use super::{
    Argument, AtomicChange, Axis, Cell, Distribution, Expr, ExprKind, Initial, Item, Meeting,
    OutputValue, Place, PrintPart, Question, Range, ReturnValue, Stmt, StmtKind, Target,
};

/// What is done at each statement and expression. Who overrides one of these and wants to go on
/// inside calls [`walk_statement`] or [`walk_expression`].
pub(crate) trait Visitor {
    /// A statement, in the order of the text.
    fn statement(&mut self, statement: &Stmt) {
        walk_statement(self, statement);
    }

    /// An expression, before those inside it.
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

/// Visits these expressions.
fn expressions<'e, V: Visitor + ?Sized>(
    visitor: &mut V,
    expressions: impl IntoIterator<Item = &'e Expr>,
) {
    for expression in expressions {
        visitor.expression(expression);
    }
}

/// Visits what is inside a statement: its expressions, the subscripts of what it assigns, its
/// bodies.
pub(crate) fn walk_statement<V: Visitor + ?Sized>(visitor: &mut V, statement: &Stmt) {
    match &statement.kind {
        StmtKind::Assign { target, value, .. } => {
            if let Target::Cell(Cell { subscripts, .. }) = target {
                expressions(visitor, subscripts);
            }
            visitor.expression(value);
        }
        StmtKind::Atomic {
            cell,
            change,
            value,
            ..
        } => {
            expressions(visitor, &cell.subscripts);
            if let AtomicChange::Compare(expected) = change {
                visitor.expression(expected);
            }
            visitor.expression(value);
        }
        StmtKind::If {
            condition,
            then,
            otherwise,
            ..
        } => {
            visitor.expression(condition);
            statements(visitor, then);
            statements(visitor, otherwise);
        }
        StmtKind::For {
            from,
            to,
            step,
            prelude,
            body,
            ..
        } => {
            expressions(visitor, [from, to].into_iter().chain(step));
            statements(visitor, prelude);
            statements(visitor, body);
        }
        StmtKind::While {
            prelude,
            condition,
            body,
            update,
            ..
        } => {
            statements(visitor, prelude);
            visitor.expression(condition);
            statements(visitor, body);
            statements(visitor, update);
        }
        StmtKind::Parallel { ranges, body, .. } => {
            for Range { from, to, step } in ranges {
                expressions(visitor, [from, to].into_iter().chain(step));
            }
            statements(visitor, body);
        }
        StmtKind::Call { arguments, .. } => {
            for argument in arguments {
                if let Argument::Scalar(value) = argument {
                    visitor.expression(value);
                }
            }
        }
        StmtKind::Allocate {
            dimensions,
            initial,
            ..
        } => {
            expressions(visitor, dimensions);
            if let Initial::Generator(_, arguments) = initial {
                expressions(visitor, arguments);
            }
        }
        StmtKind::View { axes, .. } => bounds(visitor, axes),
        StmtKind::Draw { bounds, .. } => expressions(visitor, bounds),
        StmtKind::Print(parts) => {
            for part in parts {
                if let PrintPart::Value(value) = part {
                    visitor.expression(value);
                }
            }
        }
        StmtKind::Barrier(Some((from, to))) => expressions(visitor, [from, to]),
        StmtKind::SameExtents(extents) => {
            expressions(visitor, extents.iter().flat_map(|extent| &extent.lengths));
        }
        StmtKind::Distribute {
            distribution: Distribution::On(number) | Distribution::Cyclic(Some(number)),
            ..
        } => visitor.expression(number),
        StmtKind::Send { items, to, tag, .. } => {
            for item in items {
                match item {
                    Item::Scalar(value) => visitor.expression(value),
                    Item::Part(part) => bounds(visitor, &part.axes),
                }
            }
            expressions(visitor, to.iter().chain(tag));
        }
        StmtKind::Receive {
            places, from, tag, ..
        } => {
            for place in places {
                if let Place::Part(part) = place {
                    bounds(visitor, &part.axes);
                }
            }
            expressions(visitor, from.iter().flatten().chain(tag));
        }
        StmtKind::Ask {
            question: Question::HasMessage(Some(number)) | Question::NeighbourAlong(number),
            ..
        }
        | StmtKind::Settle(number)
        | StmtKind::Meet(Meeting::Call(_, Some(number))) => visitor.expression(number),
        StmtKind::Return(Some(ReturnValue::Scalar(value)))
        | StmtKind::Output {
            value: OutputValue::Scalar(value),
            ..
        }
        | StmtKind::Assert {
            condition: value, ..
        } => visitor.expression(value),
        StmtKind::Return(None | Some(ReturnValue::Array(_)))
        | StmtKind::Output {
            value: OutputValue::Array(_),
            ..
        }
        | StmtKind::Barrier(None)
        | StmtKind::WarpBarrier
        | StmtKind::Meet(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Forget(_)
        | StmtKind::SameLengths { .. }
        | StmtKind::Distribute { .. }
        | StmtKind::Ask { .. }
        | StmtKind::Move { .. } => {}
    }
}

/// Visits the subscripts and bounds of a part of an array.
fn bounds<V: Visitor + ?Sized>(visitor: &mut V, axes: &[Axis]) {
    for axis in axes {
        match axis {
            Axis::At(subscript) => visitor.expression(subscript),
            Axis::Range(from, to) => expressions(visitor, [from, to]),
            Axis::All => {}
        }
    }
}

/// Visits the operands of an expression, and the subscripts of a cell.
pub(crate) fn walk_expression<V: Visitor + ?Sized>(visitor: &mut V, expression: &Expr) {
    match &expression.kind {
        ExprKind::Constant(_)
        | ExprKind::Scalar { .. }
        | ExprKind::Length(..)
        | ExprKind::Machine(_) => {}
        ExprKind::Cell(cell) => expressions(visitor, &cell.subscripts),
        ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => visitor.expression(operand),
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => expressions(visitor, [&**left, &**right]),
        ExprKind::Builtin(_, arguments) => expressions(visitor, arguments),
    }
}

/// The statements inside a statement.
pub(crate) fn bodies(kind: &StmtKind) -> Vec<&[Stmt]> {
    match kind {
        StmtKind::If {
            then, otherwise, ..
        } => vec![then, otherwise],
        StmtKind::For { prelude, body, .. } => vec![prelude, body],
        StmtKind::Parallel { body, .. } => vec![body],
        StmtKind::While {
            prelude,
            body,
            update,
            ..
        } => vec![prelude, body, update],
        StmtKind::Assign { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Barrier(_)
        | StmtKind::WarpBarrier
        | StmtKind::Atomic { .. }
        | StmtKind::Meet(_)
        | StmtKind::Allocate { .. }
        | StmtKind::View { .. }
        | StmtKind::Forget(_)
        | StmtKind::SameLengths { .. }
        | StmtKind::SameExtents(_)
        | StmtKind::Distribute { .. }
        | StmtKind::Send { .. }
        | StmtKind::Receive { .. }
        | StmtKind::Settle(_)
        | StmtKind::Ask { .. }
        | StmtKind::Draw { .. }
        | StmtKind::Move { .. }
        | StmtKind::Print(_)
        | StmtKind::Assert { .. }
        | StmtKind::Output { .. } => Vec::new(),
    }
}

/// Whether a statement, or one inside it, is like this.
pub(crate) fn any_statement(body: &[Stmt], is: &dyn Fn(&StmtKind) -> bool) -> bool {
    body.iter().any(|statement| {
        let kind = &statement.kind;
        is(kind) || (bodies(kind).into_iter()).any(|body| any_statement(body, is))
    })
}

/// Whether an expression, or one inside it, is like this.
pub(crate) fn any_expression(expression: &Expr, is: &dyn Fn(&ExprKind) -> bool) -> bool {
    struct Search<'s> {
        is: &'s dyn Fn(&ExprKind) -> bool,
        found: bool,
    }

    impl Visitor for Search<'_> {
        fn expression(&mut self, expression: &Expr) {
            self.found = self.found || (self.is)(&expression.kind);
            if !self.found {
                walk_expression(self, expression);
            }
        }
    }

    let mut search = Search { is, found: false };
    search.expression(expression);
    search.found
}
