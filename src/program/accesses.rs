//! Every access to shared memory that a program's source holds.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::visit::{self, Visitor, walk_expression, walk_statement};
use super::{AlgorithmId, Cell, Expr, ExprKind, Program, Reach, Stmt, StmtKind, Target};
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
    visit::statements(&mut collector, body);
    while let Some(algorithm) = collector.waiting.pop() {
        visit::statements(&mut collector, &program.algorithms[algorithm.index()].body);
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

    fn cell(&mut self, cell: &Cell, kind: AccessKind) {
        if cell.reach == Reach::Shared {
            self.found.insert(Access {
                span: cell.span,
                kind,
            });
        }
    }
}

impl Visitor for Collector {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign {
                target: Target::Cell(cell),
                update,
                ..
            } => {
                self.cell(cell, AccessKind::Write);
                if update.is_some() {
                    self.cell(cell, AccessKind::Read);
                }
            }
            StmtKind::Atomic { cell, .. } => {
                self.cell(cell, AccessKind::Write);
                self.cell(cell, AccessKind::Read);
            }
            StmtKind::Call { algorithm, .. } => self.reach(*algorithm),
            // Instruments read memory without touching it.
            StmtKind::Print(_) | StmtKind::Assert { .. } | StmtKind::Output { .. } => return,
            _ => {}
        }
        walk_statement(self, statement);
    }

    fn expression(&mut self, expression: &Expr) {
        if let ExprKind::Cell(cell) = &expression.kind {
            self.cell(cell, AccessKind::Read);
        }
        walk_expression(self, expression);
    }
}
