//! Expressions outside of a program: values of inputs, options, formulas of claims.

use indexmap::IndexMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::semantic::program::{Constant, Generator};
use crate::source::Sources;
use crate::syntax::ast::{self, ExprKind};
use crate::syntax::parse_expression;

/// What the names in an expression stand for.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Scalars.
    pub scalars: IndexMap<String, Constant>,
    /// Lengths of arrays, for `duljina(A)`.
    pub lengths: IndexMap<String, Vec<usize>>,
}

/// Reads the value of an input.
pub fn parse(text: &str, name: &str, sources: &mut Sources) -> Result<ast::Expr, Vec<Diagnostic>> {
    let file = sources.add(format!("value of {name}"), text);
    parse_expression(sources, file).map_err(|mut diagnostics| {
        for diagnostic in &mut diagnostics {
            diagnostic.code = Code::BadInput;
        }
        diagnostics
    })
}

/// The value of an expression.
pub fn evaluate(expression: &ast::Expr, names: &Names) -> Result<Constant, Box<Diagnostic>> {
    unimplemented!()
}

/// The value of the formula of a claim.
pub fn formula(expression: &ast::Expr, names: &Names) -> Result<f64, Box<Diagnostic>> {
    unimplemented!()
}

/// The generator that an expression calls, and its arguments.
pub fn generator(expression: &ast::Expr) -> Option<(Generator, &[ast::Expr])> {
    unimplemented!()
}

/// The length of an array.
pub fn length(expression: &ast::Expr, names: &Names) -> Result<usize, Box<Diagnostic>> {
    let constant = evaluate(expression, names)?;
    let whole = match constant {
        Constant::Int(value) => Some(value),
        Constant::Real(value) if value.fract() == 0.0 && value.abs() < 2_f64.powi(62) => {
            Some(value as i64)
        }
        _ => None,
    };
    let Some(whole) = whole else {
        return Err(Box::new(
            Diagnostic::new(
                Code::NotIntegral,
                "the length of an array is a whole number",
                expression.span,
                match constant {
                    Constant::Real(value) => format!("this is {value:?}"),
                    _ => "this is not a number".to_owned(),
                },
            )
            .help("round it: `floor(…)` or `ceil(…)`"),
        ));
    };
    usize::try_from(whole).map_err(|_| {
        Box::new(Diagnostic::new(
            Code::BadLength,
            format!("an array cannot have {whole} elements"),
            expression.span,
            format!("this is {whole}"),
        ))
    })
}

/// Every name that an expression uses.
pub fn names_in(expression: &ast::Expr) -> Vec<&str> {
    let mut names = Vec::new();
    let mut waiting = vec![expression];
    while let Some(expression) = waiting.pop() {
        match &expression.kind {
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Neutral(_) => {}
            ExprKind::Name(name) | ExprKind::WholeArray(name) => names.push(name.text.as_str()),
            ExprKind::Element(name, subscripts) => {
                names.push(name.text.as_str());
                waiting.extend(subscripts);
            }
            ExprKind::Call(_, arguments) | ExprKind::List(arguments) => waiting.extend(arguments),
            ExprKind::Unary(_, operand) => waiting.push(operand),
            ExprKind::Binary(_, _, left, right) => waiting.extend([&**left, &**right]),
        }
    }
    names
}

/// The name that a misspelt one most probably means.
pub fn did_you_mean<'n>(name: &str, candidates: &[&'n str]) -> Option<&'n str> {
    unimplemented!()
}
