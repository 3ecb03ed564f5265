//! How scalars go from turn to turn of a loop, and what a loop assigns at all.

use std::collections::BTreeSet;

use super::formula::{Atom, Formula};
use super::walker::Walker;
use super::worth::Worth;
use crate::program::visit::{self, Visitor, walk_statement};
use crate::program::{
    ArrayId, BinaryOp, Constant, Destination, Expr, ExprKind, ScalarId, Stmt, StmtKind, Target,
};

/// How a scalar goes from turn to turn.
#[derive(Debug, Clone)]
pub(super) enum Course {
    /// start + stride · index
    Linear(Formula, Formula),
    /// start · 2^(rate · index)
    Doubling(Formula, i128),
}

impl Course {
    pub fn at(&self, index: &Formula) -> Option<Formula> {
        match self {
            Self::Linear(start, stride) => start.plus(&stride.times(index)?),
            Self::Doubling(start, rate) => {
                let growth = index.times_number(*rate)?.power_of_two()?;
                start.times(&growth)
            }
        }
    }
}

impl Walker<'_> {
    /// Scalars that each turn changes in the same way, once, whatever happens in it.
    pub(super) fn courses(&self, body: &[Stmt]) -> Vec<(ScalarId, Course)> {
        let course = |(id, op, number): (ScalarId, BinaryOp, i64)| {
            let Some(Worth::Number(start)) = self.frame().scalars[id.index()].clone() else {
                return None;
            };
            if let Some(increment) = increment(op, number) {
                return Some((id, Course::Linear(start, increment)));
            }
            let sign = match op {
                BinaryOp::Multiply => 1,
                BinaryOp::Divide if start.exponent_of_two().is_some() => -1,
                _ => return None,
            };
            let doubles = number >= 2 && number.count_ones() == 1;
            let rate = sign * i128::from(number.trailing_zeros());
            doubles.then_some((id, Course::Doubling(start, rate)))
        };
        own_updates(body).into_iter().filter_map(course).collect()
    }
}

/// A scalar that each turn divides, rounded down, by a power of two: ⌊start/2^(rate·t)⌋.
pub(super) struct Halving {
    pub scalar: ScalarId,
    start: Formula,
    rate: i128,
}

impl Halving {
    pub fn at(&self, index: &Formula) -> Option<Formula> {
        let shrinks = index.times_number(-self.rate)?.power_of_two()?;
        let quotient = self.start.times(&shrinks)?;
        Some(Formula::atom(Atom::Floor(Box::new(quotient))))
    }
}

impl Walker<'_> {
    /// Scalars that begin with no power of two and are halved in each turn.
    pub(super) fn halvings(&self, body: &[Stmt]) -> Vec<Halving> {
        let updates = own_updates(body).into_iter();
        let halved = updates.filter(|(_, op, number)| {
            *op == BinaryOp::Divide && *number >= 2 && number.count_ones() == 1
        });
        let halving = |(scalar, _, number): (ScalarId, BinaryOp, i64)| {
            let Some(Worth::Number(start)) = self.frame().scalars[scalar.index()].clone() else {
                return None;
            };
            let rate = i128::from(number.trailing_zeros());
            let is_plain = start.exponent_of_two().is_none();
            is_plain.then_some(Halving {
                scalar,
                start,
                rate,
            })
        };
        halved.filter_map(halving).collect()
    }
}

/// Scalars that each turn changes by the same number, once, whatever happens in it.
pub(super) fn increments(body: &[Stmt]) -> Vec<(ScalarId, Formula)> {
    let updates = own_updates(body).into_iter();
    updates
        .filter_map(|(id, op, number)| Some((id, increment(op, number)?)))
        .collect()
}

/// What is added.
fn increment(op: BinaryOp, number: i64) -> Option<Formula> {
    match op {
        BinaryOp::Add => Some(Formula::number(i128::from(number))),
        BinaryOp::Subtract => Some(Formula::number(-i128::from(number))),
        _ => None,
    }
}

/// Scalars that are assigned once, to what an operator makes of them and a constant.
fn own_updates(body: &[Stmt]) -> Vec<(ScalarId, BinaryOp, i64)> {
    let mut collector = Collector::default();
    visit::statements(&mut collector, body);
    let all = collector.scalars;
    let mut found = Vec::new();
    for statement in body {
        let StmtKind::Assign {
            target: Target::Scalar(id),
            update,
            value,
            ..
        } = &statement.kind
        else {
            continue;
        };
        if all.iter().filter(|other| *other == id).count() != 1 {
            continue;
        }
        let is_own =
            |expr: &Expr| matches!(&expr.kind, ExprKind::Scalar { id: own, .. } if own == id);
        let (op, operand) = match (update, &value.kind) {
            (Some(op), _) => (*op, value),
            (None, ExprKind::Binary(op, a, b)) if is_own(a) => (*op, &**b),
            (None, ExprKind::Binary(op @ BinaryOp::Multiply, a, b)) if is_own(b) => (*op, &**a),
            _ => continue,
        };
        if let ExprKind::Constant(Constant::Int(number)) = operand.kind {
            found.push((*id, op, number));
        }
    }
    found
}

/// The scalars, and the arrays, that statements give new values or lengths.
pub(super) fn assigned(body: &[Stmt]) -> (BTreeSet<ScalarId>, Vec<ArrayId>) {
    let mut collector = Collector::default();
    visit::statements(&mut collector, body);
    (collector.scalars.into_iter().collect(), collector.arrays)
}

#[derive(Default)]
struct Collector {
    scalars: Vec<ScalarId>,
    arrays: Vec<ArrayId>,
}

impl Visitor for Collector {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign {
                target: Target::Scalar(id),
                ..
            }
            | StmtKind::For { variable: id, .. }
            | StmtKind::Draw { result: id, .. }
            | StmtKind::Forget(id) => self.scalars.push(*id),
            StmtKind::Call {
                result: Some(Destination::Scalar(id)),
                ..
            } => self.scalars.push(*id),
            StmtKind::Call {
                result: Some(Destination::Array(array)),
                ..
            }
            | StmtKind::Allocate { array, .. }
            | StmtKind::View { view: array, .. }
            | StmtKind::Move { to: array, .. } => self.arrays.push(*array),
            _ => {}
        }
        walk_statement(self, statement);
    }
}
