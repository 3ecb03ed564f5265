//! The arrays that a body subscripts with a plain index: they say how long `indeks i` runs.

use crate::syntax::ast::{
    Expr, ExprKind, Ident, ParallelHeader, PrintPart, Stmt, StmtKind, Target,
};

/// An array with the position of the subscript that is the plain index.
pub(super) type Subscripted = (Ident, usize, usize);

/// Every array subscripted with plain `index`, with the position of that subscript and their
/// number, in order of appearance; each array and position once.
pub(super) fn arrays(body: &[Stmt], index: &str) -> Vec<Subscripted> {
    let mut search = Search {
        index,
        found: Vec::new(),
    };
    search.statements(body);
    search.found
}

struct Search<'s> {
    index: &'s str,
    found: Vec<Subscripted>,
}

impl Search<'_> {
    fn statements(&mut self, body: &[Stmt]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign { target, value, .. } => {
                if let Target::Element(name, subscripts, _) = target {
                    self.element(name, subscripts);
                }
                self.expression(value);
            }
            StmtKind::Declare { declarators, .. } => {
                for declarator in declarators {
                    for length in declarator.dimensions.iter().flatten().flatten() {
                        self.expression(length);
                    }
                    self.optional(declarator.initial.as_ref());
                }
            }
            StmtKind::Parallel(parallel) => {
                if let ParallelHeader::Ranges(ranges) = &parallel.header {
                    for range in ranges {
                        self.expression(&range.from);
                        self.expression(&range.to);
                        self.optional(range.step.as_ref());
                    }
                }
                self.statements(&parallel.body);
            }
            StmtKind::For {
                from,
                to,
                step,
                body,
                ..
            } => {
                self.expression(from);
                self.expression(to);
                self.optional(step.as_ref());
                self.statements(body);
            }
            StmtKind::CFor {
                initial,
                condition,
                update,
                body,
            } => {
                for part in [initial, update].into_iter().flatten() {
                    self.statement(part);
                }
                self.optional(condition.as_ref());
                self.statements(body);
            }
            StmtKind::While {
                condition: head,
                body,
            }
            | StmtKind::Repeat { count: head, body } => {
                self.expression(head);
                self.statements(body);
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expression(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StmtKind::Return(value) => self.optional(value.as_ref()),
            StmtKind::Print(parts) => {
                for part in parts {
                    if let PrintPart::Value(value) = part {
                        self.expression(value);
                    }
                }
            }
            StmtKind::Assert { condition, .. } => self.expression(condition),
            StmtKind::Call(call) => self.expression(call),
            StmtKind::Block(body) => self.statements(body),
            StmtKind::Barrier(part) => {
                if let Some((from, to)) = part {
                    self.expression(from);
                    self.expression(to);
                }
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Output(_) | StmtKind::Empty => {}
        }
    }

    fn optional(&mut self, expr: Option<&Expr>) {
        if let Some(expr) = expr {
            self.expression(expr);
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Element(name, subscripts) => self.element(name, subscripts),
            ExprKind::Call(_, arguments) | ExprKind::List(arguments) => {
                for argument in arguments {
                    self.expression(argument);
                }
            }
            ExprKind::Unary(_, operand) => self.expression(operand),
            ExprKind::Binary(_, _, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::WholeArray(_)
            | ExprKind::Neutral(_) => {}
        }
    }

    fn element(&mut self, name: &Ident, subscripts: &[Expr]) {
        for (position, subscript) in subscripts.iter().enumerate() {
            let plain = matches!(&subscript.kind, ExprKind::Name(name) if name.text == self.index);
            let known = |found: &Subscripted| found.0.text == name.text && found.1 == position;
            if plain && !self.found.iter().any(known) {
                self.found.push((name.clone(), position, subscripts.len()));
            }
            self.expression(subscript);
        }
    }
}
