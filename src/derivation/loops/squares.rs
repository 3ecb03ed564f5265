//! Loops that square a scalar in every iteration, or take its square root: the number of iterations is a
//! logarithm of a logarithm.

use super::updates::{is_scalar, own_values, unrounded};
use crate::derivation::algebra::formula::Formula;
use crate::derivation::walker::Walker;
use crate::program::{BinaryOp, Builtin, Constant, Conversion, Expr, ExprKind, ScalarId, Stmt};

/// The effect of an iteration on the scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Square,
    /// The square root, rounded down.
    Root,
}

impl Walker<'_> {
    /// How often `s < limit` holds if an iteration squares s, or `s > limit` if it replaces s by ⌊√s⌋.
    ///
    /// Starting at a, s is a^(2^t), which is below L as long as 2^t < log L to base a. Starting at v, s
    /// is at least b as long as v ≥ b^(2^t), that is, 2^t ≤ log v to base b.
    pub(super) fn iterations_by_squaring(
        &mut self,
        condition: &Expr,
        body: &[Stmt],
    ) -> Option<Formula> {
        let (scalar, limit, is_below, is_strict) = compared(condition)?;
        let mut values = own_values(body).into_iter();
        let (_, value) = values.find(|(of, _)| *of == scalar)?;
        let change = change(scalar, &value)?;
        let start = self.frame().number(scalar)?.clone();
        let before = self.frame().clone();
        self.unknown_from(body);
        let limit = self.evaluate(limit);
        *self.frame_mut() = before;
        let limit = limit.ok()?.number().ok()?.clone();
        let (base, value) = match change {
            Change::Square => is_below.then_some((start, limit))?,
            Change::Root => (!is_below).then_some((limit.plus_number(is_strict.into())?, start))?,
        };
        (base.as_whole()? >= 2).then_some(())?;
        let gap = value.minus(&base)?;
        if !self.facts.is_nonnegative(&gap) {
            self.ask_for_nonnegative(Some(gap));
            return None;
        }
        // A logarithm to base 2 is an integer if and only if its argument is a power of two, so the
        // argument may be rounded first.
        let log = self.facts.log_to(&base, &value)?;
        if change == Change::Square && is_strict {
            self.facts.ceil(&self.facts.log(&self.facts.ceil(&log)?)?)
        } else {
            let rounded = self
                .facts
                .floor(&self.facts.log(&self.facts.floor(&log)?)?)?;
            rounded.plus_number(1)
        }
    }
}

/// For a comparison of a scalar: the scalar, the limit, whether the scalar has to be below it, and
/// whether the comparison is strict.
fn compared(condition: &Expr) -> Option<(ScalarId, &Expr, bool, bool)> {
    let ExprKind::Binary(op, left, right) = &condition.kind else {
        return None;
    };
    let (is_below, is_strict) = match op {
        BinaryOp::Less => (true, true),
        BinaryOp::LessEqual => (true, false),
        BinaryOp::Greater => (false, true),
        BinaryOp::GreaterEqual => (false, false),
        _ => return None,
    };
    match (&left.kind, &right.kind) {
        (ExprKind::Scalar { id, .. }, _) => Some((*id, right, is_below, is_strict)),
        (_, ExprKind::Scalar { id, .. }) => Some((*id, left, !is_below, is_strict)),
        _ => None,
    }
}

/// The effect of assigning this value to the scalar.
fn change(scalar: ScalarId, value: &Expr) -> Option<Change> {
    let is_own = |expr: &Expr| is_scalar(expr, scalar);
    match &unrounded(value).kind {
        ExprKind::Binary(BinaryOp::Multiply, left, right) => {
            (is_own(left) && is_own(right)).then_some(Change::Square)
        }
        ExprKind::Binary(BinaryOp::Power, base, exponent) => {
            let is_two = matches!(&exponent.kind, ExprKind::Constant(Constant::Int(2)));
            (is_own(base) && is_two).then_some(Change::Square)
        }
        ExprKind::Builtin(Builtin::Floor, operands) => {
            let ExprKind::Builtin(Builtin::Sqrt, operands) = &operands[0].kind else {
                return None;
            };
            let inside = match &operands[0].kind {
                ExprKind::Convert(Conversion::IntToReal, inside) => inside,
                _ => &operands[0],
            };
            is_own(inside).then_some(Change::Root)
        }
        _ => None,
    }
}
