//! Whole numbers that are rounded: `ceil(n)` of an int.

use std::collections::BTreeMap;

use crate::program::visit::{self, Visitor, walk_expression};
use crate::program::{BinaryOp, Builtin, Expr, ExprKind, Program, Type};
use crate::semantic::operators::function_name;
use crate::source::Span;

use super::Warning;

/// Looks at every rounding of a program and of what it does not reach. Where an algorithm is called
/// with ints and with reals, the rounding has its use.
pub(super) fn check<'p>(programs: impl Iterator<Item = &'p Program>) -> Vec<Warning> {
    let mut finder = Finder::default();
    for algorithm in programs.flat_map(|program| &program.algorithms) {
        visit::statements(&mut finder, &algorithm.body);
    }
    let rounded = finder.found.into_iter();
    rounded
        .filter(|(_, rounding)| rounding.is_of_int)
        .map(|(span, rounding)| Warning::RoundedInt {
            function: function_name(rounding.function),
            divides: rounding.divides,
            span,
        })
        .collect()
}

struct Rounding {
    function: Builtin,
    /// Of ints in every copy of the algorithm.
    is_of_int: bool,
    /// There is a division in the argument.
    divides: bool,
}

#[derive(Default)]
struct Finder {
    found: BTreeMap<Span, Rounding>,
}

impl Visitor for Finder {
    fn expression(&mut self, expression: &Expr) {
        if let ExprKind::Builtin(
            function @ (Builtin::Ceil | Builtin::Floor | Builtin::Round),
            arguments,
        ) = &expression.kind
            && let [argument] = arguments.as_slice()
        {
            self.rounding(*function, argument, expression.span);
        }
        walk_expression(self, expression);
    }
}

impl Finder {
    fn rounding(&mut self, function: Builtin, argument: &Expr, span: Span) {
        let is_quotient = matches!(
            argument.kind,
            ExprKind::Binary(
                BinaryOp::Divide | BinaryOp::DivideUp | BinaryOp::DivideNearest,
                ..
            )
        );
        let is_of_int = argument.ty == Type::Int && !is_quotient;
        let known = self.found.entry(span).or_insert(Rounding {
            function,
            is_of_int,
            divides: divides(argument),
        });
        known.is_of_int &= is_of_int;
    }
}

/// Whether there is a division in an expression.
fn divides(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Binary(operator, left, right) => {
            *operator == BinaryOp::Divide || divides(left) || divides(right)
        }
        ExprKind::And(left, right) | ExprKind::Or(left, right) => divides(left) || divides(right),
        ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => divides(operand),
        ExprKind::Builtin(_, arguments) => arguments.iter().any(divides),
        ExprKind::Constant(_)
        | ExprKind::Scalar { .. }
        | ExprKind::Length(..)
        | ExprKind::Machine(_)
        | ExprKind::Cell(_) => false,
    }
}
