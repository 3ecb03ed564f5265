//! Why a formula is no integer: a logarithm in it that is none.

use super::expression::{self, ExpressionNames};
use crate::result::claim::NotWhole;
use crate::source::Sources;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

/// The first logarithm of a formula that is not rounded and no integer; `None` if the formula is one.
pub fn not_whole(formula: &Expr, names: &ExpressionNames, sources: &Sources) -> Option<NotWhole> {
    let value = expression::formula(formula, names).ok()?;
    if value.fract() == 0.0 {
        return None;
    }
    let (log, argument) = unrounded(formula, names)?;
    let of = expression::formula(argument, names).ok()?;
    let text = |part: &Expr| {
        let words = sources.text(part.span).split_whitespace();
        words.collect::<Vec<&str>>().join(" ")
    };
    let argument = text(argument);
    Some(NotWhole {
        log: text(log),
        argument: if argument.parse::<f64>().is_ok() {
            of.to_string()
        } else {
            argument
        },
        of,
    })
}

/// A logarithm outside any `ceil`, `floor` and `round` that is no integer, with its operand.
fn unrounded<'e>(formula: &'e Expr, names: &ExpressionNames) -> Option<(&'e Expr, &'e Expr)> {
    match &formula.kind {
        ExprKind::Call(name, arguments) => match (name.stem.as_str(), arguments.as_slice()) {
            ("ceil" | "floor" | "round", _) => None,
            ("log", [of]) => {
                let value = expression::formula(of, names).ok()?;
                let is_size = value.fract() == 0.0 && value >= 1.0;
                let inner = unrounded(of, names);
                inner.or_else(|| (is_size && value.log2().fract() != 0.0).then_some((formula, of)))
            }
            (_, arguments) => (arguments.iter()).find_map(|argument| unrounded(argument, names)),
        },
        ExprKind::Unary(_, operand) => unrounded(operand, names),
        // 2^log n is n.
        ExprKind::Binary(BinaryOp::Power, _, base, _) => unrounded(base, names),
        ExprKind::Binary(_, _, left, right) => {
            unrounded(left, names).or_else(|| unrounded(right, names))
        }
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::WholeArray(_)
        | ExprKind::Element(..)
        | ExprKind::Section(..)
        | ExprKind::Neutral(_)
        | ExprKind::List(_) => None,
    }
}
