//! The arrays that a body subscripts with a plain index: they say how long `indeks i` runs.

use crate::syntax::ast::visit::{self, Visitor, walk_expression, walk_statement};
use crate::syntax::ast::{Expr, ExprKind, Ident, Stmt, StmtKind, Target};

/// An array with the position of the subscript that is the plain index.
pub(super) type Subscripted = (Ident, usize, usize);

/// Every array subscripted with plain `index`, with the position of that subscript and their
/// number, in order of appearance; each array and position once.
pub(super) fn arrays(body: &[Stmt], index: &str) -> Vec<Subscripted> {
    let mut search = Search {
        index,
        found: Vec::new(),
    };
    visit::statements(&mut search, body);
    search.found
}

/// How many subscripts a body gives an array where it first has some.
pub(super) fn rank(body: &[Stmt], array: &str) -> Option<u8> {
    let mut count = Count { array, found: None };
    visit::statements(&mut count, body);
    count.found.and_then(|found| u8::try_from(found).ok())
}

struct Count<'s> {
    array: &'s str,
    found: Option<usize>,
}

impl Visitor for Count<'_> {
    fn statement(&mut self, statement: &Stmt) {
        if let StmtKind::Assign { target, .. } = &statement.kind {
            match target {
                Target::Element(name, subscripts, _) => self.note(name, subscripts.len()),
                Target::Section(name, subscripts, _) => self.note(name, subscripts.len()),
                Target::Name(_) | Target::WholeArray(..) => {}
            }
        }
        walk_statement(self, statement);
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Element(name, subscripts) => self.note(name, subscripts.len()),
            ExprKind::Section(name, subscripts) => self.note(name, subscripts.len()),
            _ => {}
        }
        walk_expression(self, expr);
    }
}

impl Count<'_> {
    fn note(&mut self, name: &Ident, subscripts: usize) {
        if name.text == self.array {
            self.found.get_or_insert(subscripts);
        }
    }
}

struct Search<'s> {
    index: &'s str,
    found: Vec<Subscripted>,
}

impl Visitor for Search<'_> {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign {
                target: Target::Element(name, subscripts, _),
                value,
                ..
            } => {
                self.element(name, subscripts);
                self.expression(value);
            }
            _ => walk_statement(self, statement),
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Element(name, subscripts) => self.element(name, subscripts),
            _ => walk_expression(self, expr),
        }
    }
}

impl Search<'_> {
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
