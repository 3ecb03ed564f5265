//! The values before the dots of `i = 0, 2, 4, ..., n`: all of them go on by one step.

use std::collections::BTreeMap;

use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::problem::Problem;

/// A sum of names, each so many times; the number without a name is under "".
type Sum<'e> = BTreeMap<&'e str, i128>;

/// What is wrong with the first value that does not follow the others by the step of the first
/// two.
pub(super) fn uneven(from: &Expr, others: &[Expr]) -> Option<Problem> {
    let values: Vec<&Expr> = [from].into_iter().chain(others).collect();
    let sums: Vec<Option<Sum>> = values.iter().map(|value| sum(value)).collect();
    values
        .windows(3)
        .zip(sums.windows(3))
        .find_map(|(values, sums)| {
            let even = match sums {
                [Some(first), Some(second), Some(third)] => {
                    let step = minus(second, first)?;
                    Some(minus(third, second)? == step)
                }
                _ => None,
            };
            (even != Some(true)).then(|| Problem::UnevenRange {
                before: values[1].span,
                span: values[2].span,
                known: even.is_some(),
            })
        })
}

/// The value as a sum; `None` if it is another kind of formula.
fn sum(expr: &Expr) -> Option<Sum<'_>> {
    let zero = Sum::new();
    match &expr.kind {
        ExprKind::Int(value) => Some(Sum::from([("", i128::from(*value))])),
        ExprKind::Name(name) => Some(Sum::from([(name.text.as_str(), 1)])),
        ExprKind::Unary(UnaryOp::Negate, operand) => minus(&zero, &sum(operand)?),
        ExprKind::Binary(BinaryOp::Subtract, _, left, right) => minus(&sum(left)?, &sum(right)?),
        ExprKind::Binary(BinaryOp::Add, _, left, right) => {
            minus(&sum(left)?, &minus(&zero, &sum(right)?)?)
        }
        ExprKind::Binary(BinaryOp::Multiply, _, left, right) => {
            let (left, right) = (sum(left)?, sum(right)?);
            match (number(&left), number(&right)) {
                (Some(factor), _) => times(&right, factor),
                (_, Some(factor)) => times(&left, factor),
                _ => None,
            }
        }
        _ => None,
    }
}

fn number(sum: &Sum) -> Option<i128> {
    match sum.len() {
        0 => Some(0),
        1 => sum.get("").copied(),
        _ => None,
    }
}

fn times<'e>(sum: &Sum<'e>, factor: i128) -> Option<Sum<'e>> {
    let terms = sum.iter();
    let terms = terms.map(|(name, count)| Some((*name, count.checked_mul(factor)?)));
    terms.collect::<Option<Sum>>().map(tidy)
}

fn minus<'e>(left: &Sum<'e>, right: &Sum<'e>) -> Option<Sum<'e>> {
    let mut difference = left.clone();
    for (name, count) in right {
        let term = difference.entry(name).or_insert(0);
        *term = term.checked_sub(*count)?;
    }
    Some(tidy(difference))
}

/// Without names that are there no times.
fn tidy(mut sum: Sum<'_>) -> Sum<'_> {
    sum.retain(|_, count| *count != 0);
    sum
}
