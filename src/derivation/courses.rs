//! How scalars go from turn to turn of a loop, and what a loop assigns at all.

use std::collections::BTreeSet;

use super::facts::Facts;
use super::formula::{Atom, Formula, Symbol};
use super::leaving::skips_turns;
use super::obstacle::Obstacle;
use super::parts::Turns;
use super::walker::{Frame, Walker, too_large};
use super::worth::Worth;
use crate::program::visit::{self, Visitor, walk_statement};
use crate::program::{
    ArrayId, BinaryOp, Constant, Destination, Expr, ExprKind, ScalarId, Stmt, StmtKind, Target,
    Type,
};
use crate::source::Span;

/// How a scalar goes from turn to turn: its value where a turn begins.
#[derive(Debug, Clone)]
pub(super) enum Course {
    /// start + stride · index
    Linear(Formula, Formula),
    /// start · ratio^index
    Growing(Formula, Formula),
    /// ⌊start / divisor^index⌋
    Shrinking(Formula, Formula),
    /// What the turn before has left, a formula of the index of that, which is so much further.
    Carried(Symbol, Formula, i128),
}

impl Course {
    /// The value for an index; none where it is rounded, or too large.
    pub fn at(&self, index: &Formula, facts: &Facts) -> Option<Formula> {
        match self {
            Self::Linear(start, stride) => start.plus(&stride.times(index)?),
            Self::Growing(start, ratio) => start.times(&ratio.raised(index)?),
            Self::Shrinking(start, divisor) => {
                let quotient = start.over(&divisor.raised(index)?)?;
                let floor = facts.floor(&quotient)?;
                (floor == quotient || floor.as_whole().is_some()).then_some(floor)
            }
            Self::Carried(symbol, left, back) => {
                facts.substitute(left, symbol, &index.plus_number(*back)?)
            }
        }
    }

    /// The value for an index, also where it is rounded.
    pub fn rounded_at(&self, index: &Formula, facts: &Facts) -> Option<Formula> {
        match self {
            Self::Shrinking(start, divisor) => {
                let quotient = start.over(&divisor.raised(index)?)?;
                Some(Formula::atom(Atom::Floor(Box::new(quotient))))
            }
            _ => self.at(index, facts),
        }
    }

    /// The same scalar, where the index of the first turn is this and not 0, and `sign` is added to it
    /// from turn to turn.
    fn from(self, first: &Formula, sign: i128) -> Option<Self> {
        Some(match self {
            Self::Linear(start, stride) => {
                let stride = stride.times_number(sign)?;
                let start = start.minus(&stride.times(first)?)?;
                Self::Linear(start, stride)
            }
            Self::Growing(start, ratio) => {
                let ratio = ratio.raised(&Formula::number(sign))?;
                Self::Growing(start.over(&ratio.raised(first)?)?, ratio)
            }
            Self::Shrinking(start, divisor) => {
                let divisor = divisor.raised(&Formula::number(sign))?;
                Self::Shrinking(start.times(&divisor.raised(first)?)?, divisor)
            }
            Self::Carried(..) => return None,
        })
    }

    /// The same scalar in every so many-th turn, from the one with the index `remainder` on.
    pub fn thinned(&self, modulus: i128, remainder: i128, facts: &Facts) -> Option<Self> {
        let (remainder, modulus_of) = (Formula::number(remainder), Formula::number(modulus));
        Some(match self {
            Self::Linear(_, stride) => {
                Self::Linear(self.at(&remainder, facts)?, stride.times_number(modulus)?)
            }
            Self::Growing(_, ratio) => {
                Self::Growing(self.at(&remainder, facts)?, ratio.raised(&modulus_of)?)
            }
            Self::Shrinking(start, divisor) => Self::Shrinking(
                start.over(&divisor.raised(&remainder)?)?,
                divisor.raised(&modulus_of)?,
            ),
            Self::Carried(symbol, left, back) => {
                // The turn before the one behind turn x of these, counted among all.
                let behind = Formula::symbol(symbol).plus_number(-back)?;
                let before = (behind.times_number(modulus)?)
                    .plus(&remainder)?
                    .plus_number(*back)?;
                let left = facts.substitute(left, symbol, &before)?;
                Self::Carried(symbol.clone(), left, *back)
            }
        })
    }
}

impl Walker<'_> {
    /// Scalars that each turn changes in the same way, once, whatever happens in it. The index of the
    /// first turn is given, and what is added to it from turn to turn.
    pub(super) fn courses(
        &self,
        body: &[Stmt],
        first: &Formula,
        sign: i128,
    ) -> Vec<(ScalarId, Course)> {
        let changed = assigned(body).0;
        let course = |(id, op, operand): (ScalarId, BinaryOp, Expr)| {
            let Some(Worth::Number(start)) = self.frame().scalars[id.index()].clone() else {
                return None;
            };
            let operand = self.invariant(&operand, &changed)?;
            let is_int = self.algorithm().scalars[id.index()].ty == Type::Int;
            let is_positive = || self.facts.is_positive(&operand);
            let course = match op {
                BinaryOp::Add => Course::Linear(start, operand),
                BinaryOp::Subtract => Course::Linear(start, operand.times_number(-1)?),
                BinaryOp::Multiply if is_positive() => Course::Growing(start, operand),
                BinaryOp::Divide if is_int && is_positive() => Course::Shrinking(start, operand),
                _ => return None,
            };
            Some((id, course.from(first, sign)?))
        };
        own_updates(body).into_iter().filter_map(course).collect()
    }

    /// The value of a constant, of a scalar that no turn changes, or of a number of the machine.
    fn invariant(&self, operand: &Expr, changed: &BTreeSet<ScalarId>) -> Option<Formula> {
        match &operand.kind {
            ExprKind::Constant(Constant::Int(number)) => Some(Formula::number(i128::from(*number))),
            ExprKind::Scalar { id, .. } if !changed.contains(id) => {
                match self.frame().scalars[id.index()].clone() {
                    Some(Worth::Number(value)) if self.facts.is_whole(&value) => Some(value),
                    _ => None,
                }
            }
            ExprKind::Machine(parameter) => self.machine_number(*parameter),
            _ => None,
        }
    }

    /// What a turn begins with: of what its body assigns only the scalars with a course are known.
    pub(super) fn begin_turn(&mut self, turns: &Turns, index: &Formula, body: &[Stmt]) {
        self.unknown_from(body);
        self.set_scalars(turns, index);
    }

    fn set_scalars(&mut self, turns: &Turns, index: &Formula) {
        for (id, course) in &turns.scalars {
            let value = course.at(index, &self.facts).map(Worth::Number);
            let value = value.unwrap_or_else(|| {
                if let Course::Shrinking(start, divisor) = course {
                    self.ask_for_power(start, divisor);
                }
                Worth::Unknown(self.scalar_name(*id))
            });
            self.frame_mut().scalars[id.index()] = Some(value);
        }
    }

    /// What a body assigns has no known value at the beginning of any but its first turn.
    pub(super) fn unknown_from(&mut self, body: &[Stmt]) {
        for id in assigned(body).0 {
            let name = self.scalar_name(id);
            self.frame_mut().scalars[id.index()] = Some(Worth::Unknown(name));
        }
    }

    /// Behind a loop what it assigns is unknown, but for the scalars with a course and those that its
    /// last turn leaves.
    pub(super) fn leave(
        &mut self,
        body: &[Stmt],
        turns: &Turns,
        before: &Frame,
        span: Span,
    ) -> Result<(), Obstacle> {
        let left = self.left_behind(turns, before, body);
        self.unknown_from(body);
        for (id, value) in left {
            self.frame_mut().scalars[id.index()] = Some(Worth::Number(value));
        }
        let (low, high) = (&turns.low, &turns.high);
        let high_or_none = self.not_below(low, high, span)?;
        let fits = |end: Option<Formula>| end.ok_or_else(|| too_large(span));
        let end = match high_or_none {
            // One beyond the last, after as many turns as there are from `low` to `some`.
            Some(some) if turns.is_ascending => fits(some.plus_number(1))?,
            Some(some) => fits(
                some.minus(low)
                    .and_then(|it| high.minus(&it)?.plus_number(-1)),
            )?,
            None => turns.first().clone(),
        };
        self.set_scalars(turns, &end);
        Ok(())
    }
}

/// Scalars that are assigned once, to what an operator makes of them and something else.
fn own_updates(body: &[Stmt]) -> Vec<(ScalarId, BinaryOp, Expr)> {
    let mut collector = Collector::default();
    visit::statements(&mut collector, body);
    let all = collector.scalars;
    let mut found = Vec::new();
    // What stands behind a way to the next turn is not executed in each of them.
    let skips = body
        .iter()
        .position(|it| skips_turns(std::slice::from_ref(it)));
    for statement in &body[..skips.unwrap_or(body.len())] {
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
        found.push((*id, op, operand.clone()));
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
