//! Scalars that every iteration of a loop changes by one operator, possibly through other scalars
//! assigned earlier in the iteration: `h = m / 2; …; m = h` divides `m` by 2.

use std::collections::BTreeMap;

use super::evolutions::assigned;
use crate::derivation::branches::leaving::skips_iterations;
use crate::program::{
    BinaryOp, Builtin, Constant, Expr, ExprKind, ScalarId, Stmt, StmtKind, Target, Type,
};

/// The largest number of operators of an expression after substitution.
const LARGEST: usize = 32;

/// The largest shift that is treated as a multiplication or division.
const LARGEST_SHIFT: i64 = 30;

/// An update of a scalar that every iteration makes.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct Update {
    pub scalar: ScalarId,
    pub op: BinaryOp,
    pub operand: Expr,
    /// A term that is then added or subtracted.
    pub more: Option<(BinaryOp, Expr)>,
    /// The operator is applied to the difference of the scalar and this number, which is then added
    /// again.
    pub base: i64,
}

/// The scalars that an iteration assigns exactly once, to the result of an operator applied to
/// themselves. The other operand may contain scalars that the iteration changes.
pub(in crate::derivation) fn own_updates(body: &[Stmt]) -> Vec<Update> {
    let values = own_values(body).into_iter();
    values
        .filter_map(|(scalar, value)| operators(scalar, &value))
        .collect()
}

/// The scalars that every iteration assigns exactly once, and their new values in terms of the values at
/// the start of the iteration.
pub(in crate::derivation) fn own_values(body: &[Stmt]) -> Vec<(ScalarId, Expr)> {
    let each: Vec<_> = (body.iter())
        .map(|statement| assigned(std::slice::from_ref(statement)).0)
        .collect();
    let mut assignments = Assignments::default();
    let mut found = Vec::new();
    // Statements after a `nastavi` are not executed in every iteration.
    let skips = body
        .iter()
        .position(|it| skips_iterations(std::slice::from_ref(it)));
    for (statement, assigns) in body.iter().zip(&each).take(skips.unwrap_or(body.len())) {
        if let StmtKind::Assign {
            target: Target::Scalar(scalar),
            update,
            value,
            ..
        } = &statement.kind
        {
            let value = assignments.at_its_beginning(*scalar, *update, value);
            let is_only = each.iter().filter(|it| it.contains(scalar)).count() == 1;
            if let (true, Some((value, _))) = (is_only, &value) {
                found.push((*scalar, value.clone()));
            }
            assignments.values.insert(*scalar, value);
        } else {
            assignments
                .values
                .extend(assigns.iter().map(|scalar| (*scalar, None)));
        }
    }
    found
}

/// The values assigned so far in an iteration, in terms of the values at its start, with the number of
/// operators. None if unknown.
#[derive(Default)]
struct Assignments {
    values: BTreeMap<ScalarId, Option<(Expr, usize)>>,
}

impl Assignments {
    /// The assigned value in terms of the values at the start of the iteration.
    fn at_its_beginning(
        &self,
        scalar: ScalarId,
        update: Option<BinaryOp>,
        value: &Expr,
    ) -> Option<(Expr, usize)> {
        let mut value = value.clone();
        if let Some(op) = update {
            let kind = ExprKind::Scalar {
                id: scalar,
                checked: false,
            };
            let own = Expr {
                kind,
                ..value.clone()
            };
            value.kind = ExprKind::Binary(op, Box::new(own), Box::new(value.clone()));
        }
        let mut size = 0;
        self.put_in(&mut value, &mut size).then_some((value, size))
    }

    /// Substitutes known values for the scalars that the iteration has assigned. Returns whether all are
    /// known and the result is not too large.
    fn put_in(&self, expr: &mut Expr, size: &mut usize) -> bool {
        *size += 1;
        let is_known = match &mut expr.kind {
            ExprKind::Constant(_) | ExprKind::Length(..) | ExprKind::Machine(_) => true,
            ExprKind::Scalar { id, .. } => match self.values.get(id) {
                None => true,
                Some(None) => false,
                Some(Some((value, of_value))) => {
                    *expr = value.clone();
                    *size += of_value;
                    true
                }
            },
            ExprKind::Cell(_) => false,
            ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => {
                self.put_in(operand, size)
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => self.put_in(left, size) && self.put_in(right, size),
            ExprKind::Builtin(_, operands) => {
                (operands.iter_mut()).all(|operand| self.put_in(operand, size))
            }
        };
        is_known && *size <= LARGEST
    }
}

/// The update of a scalar by this value: one operator, or a multiplication followed by an addition.
fn operators(scalar: ScalarId, value: &Expr) -> Option<Update> {
    if let Some((op, operand)) = operator(scalar, value) {
        return Some(Update {
            scalar,
            op,
            operand,
            more: None,
            base: 0,
        });
    }
    if let Some(update) = shifted_quotient(scalar, value) {
        return Some(update);
    }
    let ExprKind::Binary(sign @ (BinaryOp::Add | BinaryOp::Subtract), left, right) = &value.kind
    else {
        return None;
    };
    let (product, more) = match operator(scalar, left) {
        None if *sign == BinaryOp::Add => (operator(scalar, right)?, left),
        product => (product?, right),
    };
    let (BinaryOp::Multiply, operand) = product else {
        return None;
    };
    Some(Update {
        scalar,
        op: BinaryOp::Multiply,
        operand,
        more: Some((*sign, (**more).clone())),
        base: 0,
    })
}

/// (x + c)/d + e with constants equals (x − b)/d + b for b = (c + d·e)/(d − 1), if b is an integer.
fn shifted_quotient(scalar: ScalarId, value: &Expr) -> Option<Update> {
    let (quotient, added) = with_number(value);
    let ExprKind::Binary(op @ (BinaryOp::Divide | BinaryOp::DivideUp), over, by) = &quotient.kind
    else {
        return None;
    };
    let (own, before) = with_number(over);
    let divisor = number(by).filter(|divisor| *divisor > 1 && is_scalar(own, scalar))?;
    // ⌈x/d⌉ is ⌊(x + d − 1)/d⌋.
    let up = if *op == BinaryOp::DivideUp {
        divisor - 1
    } else {
        0
    };
    let sum = divisor
        .checked_mul(added)?
        .checked_add(before)?
        .checked_add(up)?;
    (sum % (divisor - 1) == 0).then(|| Update {
        scalar,
        op: BinaryOp::Divide,
        operand: (**by).clone(),
        more: None,
        base: sum / (divisor - 1),
    })
}

/// An expression, and the constant that is added to it.
fn with_number(expr: &Expr) -> (&Expr, i64) {
    let expr = unrounded(expr);
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add, left, right) => match (number(left), number(right)) {
            (_, Some(number)) => (unrounded(left), number),
            (Some(number), _) => (unrounded(right), number),
            _ => (expr, 0),
        },
        ExprKind::Binary(BinaryOp::Subtract, left, right) => match number(right) {
            Some(number) if number > i64::MIN => (unrounded(left), -number),
            _ => (expr, 0),
        },
        _ => (expr, 0),
    }
}

/// The operator and the other operand, if a value is an operator applied to the scalar. With floored
/// quotients x − x/2 = (x + 1)/2 = ⌈x/2⌉, (x + s − 1)/s = ⌈x/s⌉ and x − ⌈x/2⌉ = x/2; x + x and shifts
/// multiply or divide by powers of two.
fn operator(scalar: ScalarId, value: &Expr) -> Option<(BinaryOp, Expr)> {
    let is_own = |expr: &Expr| is_scalar(expr, scalar);
    let ExprKind::Binary(op, left, right) = &unrounded(value).kind else {
        return None;
    };
    if is_own(left) {
        match op {
            BinaryOp::Add if is_own(right) => {
                return Some((BinaryOp::Multiply, constant(2, right)));
            }
            BinaryOp::ShiftLeft => return shifted(BinaryOp::Multiply, right),
            BinaryOp::ShiftRight => return shifted(BinaryOp::Divide, right),
            _ => {}
        }
        let half = match (op, &unrounded(right).kind) {
            (BinaryOp::Subtract, ExprKind::Binary(BinaryOp::Divide, whole, by)) => {
                Some((BinaryOp::DivideUp, whole, by))
            }
            (BinaryOp::Subtract, ExprKind::Binary(BinaryOp::DivideUp, whole, by)) => {
                Some((BinaryOp::Divide, whole, by))
            }
            _ => None,
        };
        return Some(match half {
            Some((op, whole, by)) if is_own(whole) && number(by) == Some(2) => (op, (**by).clone()),
            _ => (*op, (**right).clone()),
        });
    }
    match (op, &left.kind) {
        (BinaryOp::Multiply, _) if is_own(right) => Some((BinaryOp::Multiply, (**left).clone())),
        (BinaryOp::Add, _) if is_own(right) => Some((BinaryOp::Add, (**left).clone())),
        (BinaryOp::Divide, ExprKind::Binary(BinaryOp::Add, whole, more)) => {
            let divisor = number(right)?;
            (is_own(whole) && number(more) == divisor.checked_sub(1))
                .then(|| (BinaryOp::DivideUp, (**right).clone()))
        }
        _ => None,
    }
}

/// A shift as a multiplication or division by a power of two.
fn shifted(op: BinaryOp, places: &Expr) -> Option<(BinaryOp, Expr)> {
    let exponent = number(places).filter(|it| (0..=LARGEST_SHIFT).contains(it))?;
    Some((op, constant(1 << exponent, places)))
}

/// A constant in place of an expression of type int.
fn constant(number: i64, place: &Expr) -> Expr {
    Expr {
        kind: ExprKind::Constant(Constant::Int(number)),
        ..place.clone()
    }
}

/// Whether an expression is this scalar.
pub(in crate::derivation) fn is_scalar(expr: &Expr, scalar: ScalarId) -> bool {
    matches!(&expr.kind, ExprKind::Scalar { id, .. } if *id == scalar)
}

/// The operand of rounding functions that are applied to an integer.
pub(in crate::derivation) fn unrounded(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Builtin(Builtin::Floor | Builtin::Ceil | Builtin::Round, operands)
            if operands[0].ty == Type::Int =>
        {
            unrounded(&operands[0])
        }
        _ => expr,
    }
}

fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Constant(Constant::Int(number)) => Some(*number),
        _ => None,
    }
}
