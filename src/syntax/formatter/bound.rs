//! The names that a text binds to values of its own: what they mean there is not built in.

use std::collections::HashSet;

use crate::syntax::ast::visit::{Visitor, statements, walk_statement};
use crate::syntax::ast::{ExprKind, Item, ParallelHeader, Stmt, StmtKind};

/// The names of inputs, parameters, variables, arrays, channels and outputs in these items.
pub fn bound(items: &[Item]) -> HashSet<String> {
    let mut bound = Bound::default();
    for item in items {
        match item {
            Item::Input(input) => bound.bind(&input.name.text),
            Item::Algorithm(algorithm) => {
                for parameter in &algorithm.parameters {
                    bound.bind(&parameter.name.text);
                }
                statements(&mut bound, &algorithm.body);
            }
            Item::Program(program) => statements(&mut bound, &program.body),
            Item::Claim(claim) => {
                for size in &claim.sizes {
                    bound.bind(&size.text);
                }
            }
            Item::Neutral(neutral) => bound.bind(&neutral.name.text),
            Item::Machine(_) | Item::Include(_) | Item::Sequential(_) => {}
        }
    }
    bound.names
}

#[derive(Default)]
struct Bound {
    names: HashSet<String>,
}

impl Bound {
    fn bind(&mut self, name: &str) {
        if !self.names.contains(name) {
            self.names.insert(name.to_owned());
        }
    }
}

impl Visitor for Bound {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign { target, .. } => self.bind(&target.name().text),
            StmtKind::Declare { declarators, .. } => {
                for declarator in declarators {
                    self.bind(&declarator.name.text);
                }
            }
            StmtKind::Parallel(parallel) => match &parallel.header {
                ParallelHeader::Ranges(ranges) => {
                    for range in ranges {
                        self.bind(&range.variable.text);
                    }
                }
                ParallelHeader::Indices(variable) | ParallelHeader::IndicesOf { variable, .. } => {
                    self.bind(&variable.text);
                }
                ParallelHeader::SideBySide { .. } => {}
            },
            StmtKind::For { variable, .. } => self.bind(&variable.text),
            StmtKind::Receive {
                targets, sender, ..
            } => {
                for target in targets {
                    self.bind(&target.name().text);
                }
                if let Some(sender) = sender {
                    self.bind(&sender.text);
                }
            }
            StmtKind::Output(outputs) => {
                // A value without a name is shown under its own.
                for output in outputs {
                    match (&output.name, &output.value.kind) {
                        (Some(name), _) | (None, ExprKind::Name(name)) => self.bind(&name.text),
                        (None, _) => {}
                    }
                }
            }
            _ => {}
        }
        walk_statement(self, statement);
    }
}
