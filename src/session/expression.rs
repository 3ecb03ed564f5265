//! Expressions that a user evaluates at a stop.

use crate::program::Constant;
use crate::semantic::constant::{self, Lookup};
use crate::source::Sources;
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::parse_expression;

/// The names at a stop, including cells of arrays.
pub trait StopNames: Lookup {
    /// The value of a cell; an error that says why there is none.
    fn element(&self, array: &str, places: &[i64]) -> Result<Constant, String>;
}

/// Parses an expression that a user writes.
pub fn read(text: &str) -> Result<Expr, String> {
    let mut sources = Sources::default();
    let file = sources.add("<command>", text);
    parse_expression(&sources, file).map_err(|problem| problem.message)
}

/// The names of scalars and arrays in an expression that a user writes.
pub fn names(text: &str) -> Result<Vec<String>, String> {
    named(text, true)
}

/// The names that denote values by themselves in an expression that a user writes, without those of
/// cells and those in the arguments of functions.
pub fn operands(text: &str) -> Result<Vec<String>, String> {
    named(text, false)
}

/// The names in an expression, with or without those of cells and in the arguments of functions.
fn named(text: &str, of_cells: bool) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    let mut open = vec![read(text)?];
    while let Some(expr) = open.pop() {
        match expr.kind {
            ExprKind::Name(name) | ExprKind::WholeArray(name) => names.push(name.text),
            ExprKind::Unary(_, operand) => open.push(*operand),
            ExprKind::Binary(_, _, left, right) => open.extend([*left, *right]),
            ExprKind::Element(name, inner) if of_cells => {
                names.push(name.text);
                open.extend(inner);
            }
            ExprKind::Section(name, _) if of_cells => names.push(name.text),
            ExprKind::Call(_, inner) | ExprKind::List(inner) if of_cells => open.extend(inner),
            ExprKind::Element(..)
            | ExprKind::Section(..)
            | ExprKind::Call(..)
            | ExprKind::List(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Neutral(_) => {}
        }
    }
    Ok(names)
}

/// The value of an expression; an error that says why there is none.
pub fn value(text: &str, names: &impl StopNames) -> Result<Constant, String> {
    evaluated(&read(text)?, names)
}

/// The value of an expression that is already parsed.
pub fn evaluated(expr: &Expr, names: &impl StopNames) -> Result<Constant, String> {
    let value = if has_elements(expr) {
        constant::exact(&with_elements(expr.clone(), names)?, names)
    } else {
        constant::exact(expr, names)
    };
    value.map_err(|problems| problems[0].message.clone())
}

/// Whether an expression contains cells of arrays.
fn has_elements(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Element(..) => true,
        ExprKind::Unary(_, operand) => has_elements(operand),
        ExprKind::Binary(_, _, left, right) => has_elements(left) || has_elements(right),
        ExprKind::Call(_, inner) | ExprKind::List(inner) => inner.iter().any(has_elements),
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::WholeArray(_)
        | ExprKind::Section(..)
        | ExprKind::Neutral(_) => false,
    }
}

/// The value of a formula, in which `/` is exact and `log` need not be an integer.
pub fn formula(text: &str, names: &impl StopNames) -> Result<f64, String> {
    let expr = with_elements(read(text)?, names)?;
    constant::formula(&expr, names).map_err(|problems| problems[0].message.clone())
}

/// The value of a subscript.
pub fn subscript(expr: Expr, names: &impl StopNames) -> Result<i64, String> {
    let expr = with_elements(expr, names)?;
    let value = constant::exact(&expr, names);
    match value.map_err(|problems| problems[0].message.clone())? {
        Constant::Int(place) => Ok(place),
        Constant::Real(_) | Constant::Bool(_) => Err("subscripts are whole numbers".to_owned()),
    }
}

/// The expression with cells replaced by their values.
fn with_elements(expr: Expr, names: &impl StopNames) -> Result<Expr, String> {
    let span = expr.span;
    let kind = match expr.kind {
        ExprKind::Element(name, subscripts) => {
            let places = subscripts
                .into_iter()
                .map(|place| subscript(place, names))
                .collect::<Result<Vec<i64>, String>>()?;
            match names.element(&name.text, &places)? {
                Constant::Int(value) => ExprKind::Int(value),
                Constant::Real(value) => ExprKind::Real(value),
                Constant::Bool(value) => ExprKind::Bool(value),
            }
        }
        ExprKind::Unary(operator, operand) => {
            ExprKind::Unary(operator, Box::new(with_elements(*operand, names)?))
        }
        ExprKind::Binary(operator, at, left, right) => ExprKind::Binary(
            operator,
            at,
            Box::new(with_elements(*left, names)?),
            Box::new(with_elements(*right, names)?),
        ),
        ExprKind::Call(name, arguments) => {
            let arguments = arguments
                .into_iter()
                .map(|argument| with_elements(argument, names));
            ExprKind::Call(name, arguments.collect::<Result<_, _>>()?)
        }
        other => other,
    };
    Ok(Expr { kind, span })
}
