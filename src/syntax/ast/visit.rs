//! Walks through the syntax tree: a visitor says what it looks for, the rest is gone through here.

use super::{
    Distribution, Expr, ExprKind, Meeting, Output, ParallelHeader, Peer, PrintPart, Stmt, StmtKind,
    Subscript, Target, WrittenChange,
};

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

/// Visits what is inside a statement: its expressions, the subscripts of what it assigns or
/// receives, its bodies.
pub(crate) fn walk_statement<V: Visitor + ?Sized>(visitor: &mut V, statement: &Stmt) {
    if let StmtKind::CFor {
        initial, update, ..
    } = &statement.kind
    {
        for part in [initial, update].into_iter().flatten() {
            visitor.statement(part);
        }
    }
    for expression in expressions(statement) {
        visitor.expression(expression);
    }
    for body in bodies(statement) {
        statements(visitor, body);
    }
}

/// Visits what is inside an expression.
pub(crate) fn walk_expression<V: Visitor + ?Sized>(visitor: &mut V, expression: &Expr) {
    for inner in operands(expression) {
        visitor.expression(inner);
    }
}

/// Makes functions that gather what is inside, borrowed with or without `mut`.
macro_rules! gatherers {
    ($expressions:ident, $of_target:ident, $of_subscripts:ident, $of_peer:ident, $operands:ident
        $(, $mutable:tt)?) => {
        /// The expressions of a statement itself in the order of the text, without those of its
        /// bodies and of the assignments in the head of a loop.
        pub(crate) fn $expressions(statement: & $($mutable)? Stmt) -> Vec<& $($mutable)? Expr> {
            let mut all = Vec::new();
            match & $($mutable)? statement.kind {
                StmtKind::Assign { target, value, .. } => {
                    $of_target(target, &mut all);
                    all.push(value);
                }
                StmtKind::Atomic { target, change, value, .. } => {
                    if let WrittenChange::Compare(condition) = change {
                        all.push(condition);
                    }
                    $of_target(target, &mut all);
                    all.push(value);
                }
                StmtKind::Declare { declarators, .. } => {
                    for declarator in declarators {
                        for length in (& $($mutable)? declarator.dimensions).into_iter().flatten() {
                            all.extend(length);
                        }
                        all.extend(& $($mutable)? declarator.initial);
                        if let Some(distribution) = & $($mutable)? declarator.distribution {
                            match & $($mutable)? distribution.kind {
                                Distribution::Cyclic(Some(inside)) | Distribution::On(inside) => {
                                    all.push(inside);
                                }
                                Distribution::Cyclic(None)
                                | Distribution::Blocks
                                | Distribution::Rows
                                | Distribution::Columns
                                | Distribution::Squares => {}
                            }
                        }
                    }
                }
                StmtKind::Parallel(parallel) => {
                    if let ParallelHeader::Ranges(ranges) = & $($mutable)? parallel.header {
                        for range in ranges {
                            all.extend([& $($mutable)? range.from, & $($mutable)? range.to]);
                            all.extend(& $($mutable)? range.step);
                        }
                    }
                    if let Some(tasks) = & $($mutable)? parallel.tasks {
                        all.extend(& $($mutable)? tasks.mapping);
                    }
                }
                StmtKind::For { from, to, step, .. } => {
                    all.extend([from, to]);
                    all.extend(step);
                }
                StmtKind::CFor { condition, .. } => all.extend(condition),
                StmtKind::While { condition: one, .. }
                | StmtKind::Repeat { count: one, .. }
                | StmtKind::If { condition: one, .. }
                | StmtKind::Assert { condition: one, .. }
                | StmtKind::ClaimTurns(one)
                | StmtKind::Call(one)
                | StmtKind::Meet(Meeting::Call(_, Some(one))) => all.push(one),
                StmtKind::Print(parts) => {
                    for part in parts {
                        if let PrintPart::Value(value) = part {
                            all.push(value);
                        }
                    }
                }
                StmtKind::Return(value) => all.extend(value),
                StmtKind::Output(outputs) => {
                    for Output { value, .. } in outputs {
                        all.push(value);
                    }
                }
                StmtKind::Barrier(Some((from, to))) => all.extend([from, to]),
                StmtKind::Send { items, to, tag, .. } => {
                    all.extend(items);
                    $of_peer(to, &mut all);
                    all.extend(tag);
                }
                StmtKind::Receive {
                    targets, from, tag, ..
                } => {
                    for target in targets {
                        $of_target(target, &mut all);
                    }
                    $of_peer(from, &mut all);
                    all.extend(tag);
                }
                StmtKind::Block(_)
                | StmtKind::Barrier(None)
                | StmtKind::WarpBarrier
                | StmtKind::Meet(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Empty => {}
            }
            all
        }

        fn $of_target<'e>(
            target: &'e $($mutable)? Target,
            all: &mut Vec<&'e $($mutable)? Expr>,
        ) {
            match target {
                Target::Name(_) | Target::WholeArray(..) => {}
                Target::Element(_, inside, _) => all.extend(inside),
                Target::Section(_, subscripts, _) => $of_subscripts(subscripts, all),
            }
        }

        fn $of_subscripts<'e>(
            subscripts: &'e $($mutable)? [Subscript],
            all: &mut Vec<&'e $($mutable)? Expr>,
        ) {
            for subscript in subscripts {
                match subscript {
                    Subscript::At(place) => all.push(place),
                    Subscript::Range { from, to } => {
                        all.extend(from);
                        all.extend(to);
                    }
                }
            }
        }

        fn $of_peer<'e>(peer: &'e $($mutable)? Peer, all: &mut Vec<&'e $($mutable)? Expr>) {
            match peer {
                Peer::Number(number) => all.push(number),
                Peer::Indices(indices, _) => all.extend(indices),
                Peer::Anyone(_) => {}
            }
        }

        /// The expressions in an expression in the order of the text.
        pub(crate) fn $operands(expression: & $($mutable)? Expr) -> Vec<& $($mutable)? Expr> {
            let mut all = Vec::new();
            match & $($mutable)? expression.kind {
                ExprKind::Element(_, inside) | ExprKind::Call(_, inside) | ExprKind::List(inside) => {
                    all.extend(inside);
                }
                ExprKind::Section(_, subscripts) => $of_subscripts(subscripts, &mut all),
                ExprKind::Unary(_, operand) => all.push(operand),
                ExprKind::Binary(_, _, left, right) => {
                    all.push(left);
                    all.push(right);
                }
                ExprKind::Int(_)
                | ExprKind::Real(_)
                | ExprKind::Bool(_)
                | ExprKind::Name(_)
                | ExprKind::WholeArray(_)
                | ExprKind::Neutral(_) => {}
            }
            all
        }
    };
}

gatherers!(expressions, of_target, of_subscripts, of_peer, operands);
gatherers!(
    expressions_mut,
    of_target_mut,
    of_subscripts_mut,
    of_peer_mut,
    operands_mut,
    mut
);

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
            | StmtKind::WarpBarrier
            | StmtKind::Atomic { .. }
            | StmtKind::Meet(_)
            | StmtKind::Print(_)
            | StmtKind::Assert { .. }
            | StmtKind::ClaimTurns(_)
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

/// A bound on the iterations of a loop, as the first statement of its body: the claim and the bound.
pub(crate) fn claimed_turns(body: &[Stmt]) -> Option<(&Stmt, &Expr)> {
    let first = (body.iter()).find(|statement| !matches!(statement.kind, StmtKind::Empty))?;
    match &first.kind {
        StmtKind::ClaimTurns(bound) => Some((first, bound)),
        StmtKind::Block(body) => claimed_turns(body),
        _ => None,
    }
}
