//! How the statements of a text are nested: what a new layout has to keep.

use std::mem::{Discriminant, discriminant};

use crate::syntax::ast::visit::bodies;
use crate::syntax::ast::{Item, Stmt, StmtKind};

/// A mark of the nesting, in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A body begins.
    Body,
    /// A statement of this kind.
    Statement(Discriminant<StmtKind>),
    /// A body ends.
    End,
}

/// The nesting of everything in these items.
pub fn shape(items: &[Item]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for item in items {
        match item {
            Item::Algorithm(algorithm) => body(&algorithm.body, &mut marks),
            Item::Program(program) => body(&program.body, &mut marks),
            _ => {}
        }
    }
    marks
}

fn body(statements: &[Stmt], marks: &mut Vec<Mark>) {
    marks.push(Mark::Body);
    for statement in statements {
        marks.push(Mark::Statement(discriminant(&statement.kind)));
        for inner in bodies(statement) {
            body(inner, marks);
        }
    }
    marks.push(Mark::End);
}
