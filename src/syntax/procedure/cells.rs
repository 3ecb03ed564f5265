//! `A(i)`, as other books write the cell of an array: where A is an array, and no algorithm or
//! function of that name can be called.

use std::collections::HashSet;

use super::arrays::declared;
use crate::syntax::ast::visit::{
    Visitor, bodies_mut, expressions_mut, operands_mut, statements, walk_expression,
};
use crate::syntax::ast::{Algorithm, Expr, ExprKind, File, Ident, Item, Stmt};

/// Makes calls that name arrays cells of these.
pub(super) fn name(file: &mut File, is_function: fn(&str) -> bool) {
    let called: HashSet<String> = (file.items.iter())
        .filter_map(|item| match item {
            Item::Algorithm(algorithm) => Some(algorithm.name.stem.clone()),
            _ => None,
        })
        .collect();
    let inputs: Vec<String> = (file.items.iter())
        .filter_map(|item| match item {
            Item::Input(input) => input.dimensions.is_some().then(|| input.name.text.clone()),
            _ => None,
        })
        .collect();
    for item in &mut file.items {
        let (mut arrays, body) = match item {
            Item::Algorithm(algorithm) => (arrays(algorithm), &mut algorithm.body),
            Item::Program(program) => {
                let mut arrays = declared(&[], &program.body);
                arrays.extend(inputs.iter().cloned());
                (arrays, &mut program.body)
            }
            _ => continue,
        };
        arrays.retain(|name| !called.contains(name) && !is_function(name));
        name_in(body, &arrays);
    }
}

/// The names in an algorithm that are arrays. A procedure does not say which of its parameters are:
/// those that it never uses as a value may be.
fn arrays(algorithm: &Algorithm) -> HashSet<String> {
    let mut arrays: HashSet<String> = declared(&algorithm.parameters, &algorithm.body);
    if algorithm.form.is_listing() {
        let mut values = Values(HashSet::new());
        statements(&mut values, &algorithm.body);
        let parameters = algorithm.parameters.iter();
        let parameters = parameters.map(|parameter| parameter.name.text.clone());
        arrays.extend(parameters.filter(|name| !values.0.contains(name)));
    }
    arrays
}

/// The names that stand for a value, not only for what is passed to a call.
struct Values(HashSet<String>);

impl Visitor for Values {
    fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Name(name) => {
                self.0.insert(name.text.clone());
            }
            ExprKind::Call(_, arguments) => {
                for argument in arguments {
                    if !matches!(argument.kind, ExprKind::Name(_)) {
                        self.expression(argument);
                    }
                }
            }
            _ => walk_expression(self, expression),
        }
    }
}

fn name_in(body: &mut [Stmt], arrays: &HashSet<String>) {
    for statement in body {
        for expression in expressions_mut(statement) {
            name_cells(expression, arrays);
        }
        for inner in bodies_mut(statement) {
            name_in(inner, arrays);
        }
    }
}

fn name_cells(expression: &mut Expr, arrays: &HashSet<String>) {
    for inner in operands_mut(expression) {
        name_cells(inner, arrays);
    }
    if let ExprKind::Call(name, arguments) = &mut expression.kind
        && name.operator.is_none()
        && !arguments.is_empty()
        && arrays.contains(&name.stem)
    {
        let array = Ident {
            text: std::mem::take(&mut name.stem),
            span: name.span,
        };
        expression.kind = ExprKind::Element(array, std::mem::take(arguments));
    }
}
