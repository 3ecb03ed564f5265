//! Whole numbers that are rounded in the defaults and lengths of inputs.

use std::collections::BTreeMap;

use crate::program::{Builtin, Type};
use crate::semantic::Signature;
use crate::semantic::builtin;
use crate::semantic::constant::{self, Lookup};
use crate::semantic::operators::function_name;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, File, Item, Subscript};

use super::Warning;

/// Looks at every rounding whose argument has a value; `inputs` are those of the run.
pub(super) fn check(file: &File, entry: &Signature, inputs: &dyn Lookup) -> Vec<Warning> {
    let mut found = BTreeMap::new();
    let mut look = |expr: &Expr| expression(expr, inputs, &mut found);
    for item in &file.items {
        match item {
            Item::Input(input) => {
                (input.dimensions.iter().flatten().flatten()).for_each(&mut look);
                input.default.iter().for_each(&mut look);
            }
            Item::Machine(_)
            | Item::Include(_)
            | Item::Algorithm(_)
            | Item::Program(_)
            | Item::Claim(_)
            | Item::Sequential(_)
            | Item::Neutral(_) => {}
        }
    }
    for input in &entry.inputs {
        input.default.iter().for_each(&mut look);
    }
    found.into_values().collect()
}

fn expression(expr: &Expr, inputs: &dyn Lookup, found: &mut BTreeMap<Span, Warning>) {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bool(_)
        | ExprKind::Neutral(_)
        | ExprKind::Name(_)
        | ExprKind::WholeArray(_) => {}
        ExprKind::Call(name, arguments) => {
            if name.operator.is_none()
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
            for argument in arguments {
                expression(argument, inputs, found);
            }
        }
        ExprKind::Element(_, items) | ExprKind::List(items) => {
            for item in items {
                expression(item, inputs, found);
            }
        }
        ExprKind::Section(_, subscripts) => {
            for item in subscripts.iter().flat_map(Subscript::expressions) {
                expression(item, inputs, found);
            }
        }
        ExprKind::Unary(_, operand) => expression(operand, inputs, found),
        ExprKind::Binary(_, _, left, right) => {
            expression(left, inputs, found);
            expression(right, inputs, found);
        }
    }
}

/// The function of this name, if it rounds.
fn rounding(name: &str) -> Option<Builtin> {
    builtin::function_named(name)
        .filter(|function| matches!(function, Builtin::Floor | Builtin::Ceil | Builtin::Round))
}

/// Whether there is a division in an expression.
fn divides(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(operator, _, left, right) => {
            *operator == BinaryOp::Divide || divides(left) || divides(right)
        }
        ExprKind::Section(_, subscripts) => subscripts
            .iter()
            .flat_map(Subscript::expressions)
            .any(divides),
        ExprKind::Unary(_, operand) => divides(operand),
        ExprKind::Call(_, items) | ExprKind::Element(_, items) | ExprKind::List(items) => {
            items.iter().any(divides)
        }
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bool(_)
        | ExprKind::Neutral(_)
        | ExprKind::Name(_)
        | ExprKind::WholeArray(_) => false,
    }
}
