//! Which assignments depend on a type that has just become known: they are lowered again at once,
//! so that a chain of them costs its length, and not one pass over the whole body for each link.
//!
//! This is for assignments without calls of algorithms; everything else waits for the next pass.

use std::collections::HashMap;

use crate::syntax::ast::{self, ExprKind};

use super::{Lowered, Lowering, Meaning};
use crate::program::{ArrayId, BlockId, ScalarId};

/// What has a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Typed {
    Scalar(ScalarId),
    Elements(ArrayId),
}

/// The assignments of a body that were lowered so far, by what they read.
#[derive(Debug, Default)]
pub(super) struct Dependents<'a> {
    assignments: Vec<Assignment<'a>>,
    readers: HashMap<Typed, Vec<usize>>,
    pending: Vec<usize>,
}

#[derive(Debug)]
struct Assignment<'a> {
    statement: &'a ast::Stmt,
    block: BlockId,
    is_pending: bool,
}

impl Dependents<'_> {
    /// A type has changed.
    pub fn note(&mut self, typed: Typed) {
        for &reader in self.readers.get(&typed).into_iter().flatten() {
            let assignment = &mut self.assignments[reader];
            if !std::mem::replace(&mut assignment.is_pending, true) {
                self.pending.push(reader);
            }
        }
    }
}

impl<'a> Lowering<'a, '_> {
    /// Remembers an assignment for when a type that it reads changes.
    pub(super) fn remember(&mut self, statement: &'a ast::Stmt) {
        let ast::StmtKind::Assign {
            target,
            operator,
            value,
        } = &statement.kind
        else {
            return;
        };
        let mut read = Vec::new();
        // A call is a statement of its own with a result of its own: lowered again, it would leave
        // another one behind.
        let calls = *operator == Some(ast::BinaryOp::Generic) && self.is_user_operator();
        let is_simple = !calls
            && self.reads(value, &mut read)
            && match target {
                ast::Target::Name(name) => self.reads_name(name, &mut read),
                ast::Target::Element(name, subscripts, _) => {
                    self.reads_name(name, &mut read)
                        && subscripts
                            .iter()
                            .all(|subscript| self.reads(subscript, &mut read))
                }
                ast::Target::Section(..) | ast::Target::WholeArray(..) => false,
            };
        if !is_simple {
            return;
        }
        let dependents = &mut self.dependents;
        for typed in read {
            let readers = dependents.readers.entry(typed).or_default();
            readers.push(dependents.assignments.len());
        }
        dependents.assignments.push(Assignment {
            statement,
            block: self.block,
            is_pending: false,
        });
    }

    /// Lowers again what depends on types that have changed since, until none does.
    pub(super) fn settle(&mut self) {
        // Whether a scalar has a value here was found out before.
        self.assigned = None;
        while let Some(next) = self.dependents.pending.pop() {
            let assignment = &mut self.dependents.assignments[next];
            assignment.is_pending = false;
            self.block = assignment.block;
            let statement = assignment.statement;
            self.statement = statement.span;
            let _: Lowered<()> = self.statement(statement);
            self.out.clear();
        }
    }

    /// Collects what an expression reads; false if there is more to it than types of its own body.
    fn reads(&self, expr: &ast::Expr, read: &mut Vec<Typed>) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) => true,
            ExprKind::Name(name) => self.reads_name(name, read),
            ExprKind::Element(name, subscripts) => {
                self.reads_name(name, read) && subscripts.iter().all(|expr| self.reads(expr, read))
            }
            ExprKind::Unary(_, operand) => self.reads(operand, read),
            ExprKind::Binary(operator, _, left, right) => {
                *operator != ast::BinaryOp::Generic
                    && self.reads(left, read)
                    && self.reads(right, read)
            }
            ExprKind::Call(name, arguments) => {
                self.callee(name).is_some()
                    && !self.calls(expr)
                    && arguments.iter().all(|expr| self.reads(expr, read))
            }
            ExprKind::WholeArray(_)
            | ExprKind::Section(..)
            | ExprKind::Neutral(_)
            | ExprKind::List(_) => false,
        }
    }

    fn reads_name(&self, name: &ast::Ident, read: &mut Vec<Typed>) -> bool {
        match self.meaning(name) {
            Some(Meaning::Scalar(id)) => read.push(Typed::Scalar(id)),
            Some(Meaning::SharedScalar(id) | Meaning::Array(id)) => read.push(Typed::Elements(id)),
            Some(Meaning::Machine(_)) => {}
            Some(Meaning::Argument(_)) | None => return false,
        }
        true
    }
}
