//! Every access to shared memory that a program's source holds.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    AlgorithmId, Argument, Cell, Expr, ExprKind, Initial, Program, Range, Reach, ReturnValue, Stmt,
    StmtKind, Target,
};
use crate::source::Span;

/// Whether a cell is read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccessKind {
    /// Read.
    Read,
    /// Written.
    Write,
}

/// A place of the source at which shared memory is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Access {
    /// The cell as written.
    pub span: Span,
    /// What is done to it.
    pub kind: AccessKind,
}

/// The accesses of every algorithm that the entry can reach, in the order of the text.
pub fn accesses(program: &Program) -> Vec<Access> {
    accesses_from(program, &program.algorithms[program.entry.index()].body)
}

/// The accesses in some statements and in every algorithm that they can reach, in the order of the
/// text.
pub(crate) fn accesses_from(program: &Program, body: &[Stmt]) -> Vec<Access> {
    let mut collector = Collector {
        found: HashSet::new(),
        reached: vec![false; program.algorithms.len()],
        waiting: Vec::new(),
    };
    collector.statements(body);
    while let Some(algorithm) = collector.waiting.pop() {
        collector.statements(&program.algorithms[algorithm.index()].body);
    }
    let mut found: Vec<Access> = collector.found.into_iter().collect();
    found.sort_unstable();
    found
}

struct Collector {
    found: HashSet<Access>,
    /// Which algorithms were met, by id.
    reached: Vec<bool>,
    /// Those of them whose bodies were not read yet.
    waiting: Vec<AlgorithmId>,
}

impl Collector {
    fn reach(&mut self, algorithm: AlgorithmId) {
        let reached = &mut self.reached[algorithm.index()];
        if !*reached {
            *reached = true;
            self.waiting.push(algorithm);
        }
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, statement: &StmtKind) {
        match statement {
            StmtKind::Assign {
                target,
                update,
                value,
                ..
            } => {
                if let Target::Cell(cell) = target {
                    self.cell(cell, AccessKind::Write);
                    if update.is_some() {
                        self.cell(cell, AccessKind::Read);
                    }
                }
                self.expression(value);
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
            StmtKind::For {
                from,
                to,
                step,
                body,
                ..
            } => {
                self.expressions([from, to].into_iter().chain(step));
                self.statements(body);
            }
            StmtKind::While {
                prelude,
                condition,
                body,
                update,
                ..
            } => {
                self.statements(prelude);
                self.expression(condition);
                self.statements(body);
                self.statements(update);
            }
            StmtKind::Parallel { ranges, body, .. } => {
                for Range { from, to, step } in ranges {
                    self.expressions([from, to].into_iter().chain(step));
                }
                self.statements(body);
            }
            StmtKind::Call {
                algorithm,
                arguments,
                ..
            } => {
                for argument in arguments {
                    if let Argument::Scalar(value) = argument {
                        self.expression(value);
                    }
                }
                self.reach(*algorithm);
            }
            StmtKind::Return(Some(ReturnValue::Scalar(value))) => self.expression(value),
            StmtKind::Barrier(Some((from, to))) => self.expressions([from, to]),
            StmtKind::Allocate {
                dimensions,
                initial,
                ..
            } => {
                self.expressions(dimensions);
                if let Initial::Generator(_, arguments) = initial {
                    self.expressions(arguments);
                }
            }
            // Instruments read memory without touching it; the others touch none.
            StmtKind::Print(_)
            | StmtKind::Assert { .. }
            | StmtKind::Output { .. }
            | StmtKind::Return(_)
            | StmtKind::Barrier(None)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Forget(_)
            | StmtKind::SameLengths { .. }
            | StmtKind::Move { .. } => {}
        }
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expr>) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Constant(_)
            | ExprKind::Scalar { .. }
            | ExprKind::Length(..)
            | ExprKind::Machine(_) => {}
            ExprKind::Cell(cell) => self.cell(cell, AccessKind::Read),
            ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => self.expression(operand),
            ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => self.expressions([&**left, &**right]),
            ExprKind::Builtin(_, arguments) => self.expressions(arguments),
        }
    }

    fn cell(&mut self, cell: &Cell, kind: AccessKind) {
        if cell.reach == Reach::Shared {
            self.found.insert(Access {
                span: cell.span,
                kind,
            });
        }
        self.expressions(&cell.subscripts);
    }
}
