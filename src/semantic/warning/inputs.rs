//! Whole numbers that are rounded in the defaults and lengths of inputs.

use std::collections::BTreeMap;

use crate::program::{Builtin, Type};
use crate::semantic::Signature;
use crate::semantic::builtin;
use crate::semantic::constant::{self, Lookup};
use crate::semantic::operators::function_name;
use crate::source::Span;
use crate::syntax::ast::visit::operands;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, File, Item};

use super::Warning;

/// Looks at every rounding whose argument has a value; `inputs` are those of the run.
pub(super) fn check(file: &File, entry: &Signature, inputs: &dyn Lookup) -> Vec<Warning> {
    let mut found = BTreeMap::new();
    let mut look = |expr: &Expr| expression(expr, inputs, &mut found);
    for item in &file.items {
        if let Item::Input(input) = item {
            (input.dimensions.iter().flatten().flatten()).for_each(&mut look);
            input.default.iter().for_each(&mut look);
        }
    }
    for input in &entry.inputs {
        input.default.iter().for_each(&mut look);
    }
    found.into_values().collect()
}

fn expression(expr: &Expr, inputs: &dyn Lookup, found: &mut BTreeMap<Span, Warning>) {
    if let ExprKind::Call(name, arguments) = &expr.kind
        && name.operator.is_none()
        && let [argument] = arguments.as_slice()
        && let Some(function) = rounding(&name.stem)
        && !matches!(argument.kind, ExprKind::Binary(BinaryOp::Divide, ..))
        && constant::exact(argument, inputs).is_ok_and(|value| value.ty() == Type::Int)
    {
        let warning = Warning::RoundedInt {
            function: function_name(function),
            divides: divides(argument),
            span: expr.span,
        };
        found.insert(expr.span, warning);
    }
    for inner in operands(expr) {
        expression(inner, inputs, found);
    }
}

/// The function of this name, if it rounds.
fn rounding(name: &str) -> Option<Builtin> {
    builtin::function_named(name)
        .filter(|function| matches!(function, Builtin::Floor | Builtin::Ceil | Builtin::Round))
}

/// Whether there is a division in an expression.
fn divides(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Binary(BinaryOp::Divide, ..))
        || operands(expr).into_iter().any(divides)
}
