//! A `procedure` of a listing passes its parameters by reference, and does not say which of them are
//! arrays. Here it becomes an algorithm of the language: what is used as an array anywhere is one,
//! and the scalar that a procedure changes for its caller is what it returns.

mod arrays;
mod cells;
mod results;

use super::ast::{Algorithm, Expr, ExprKind, File, Item};
use super::problem::Problem;
use crate::diagnostic::Diagnostic;

/// Rewrites all procedures of a file with what it includes, and the calls of them, and cells in round
/// brackets; `is_function` knows the names of built-in functions. What cannot be passed by reference is
/// an error.
pub fn rewrite(file: &mut File, is_function: fn(&str) -> bool) -> Vec<Diagnostic> {
    cells::name(file, is_function);
    if !algorithms(file).any(|algorithm| algorithm.form.is_listing()) {
        return Vec::new();
    }
    arrays::name(file);
    let problems = results::hand_back(file).into_iter();
    let said = |problem: Problem| (file.vocabularies).word(|voice| problem.diagnostic(voice));
    problems.map(said).collect()
}

/// The algorithms whose names have no operator before them: `+_par` is none that a call of `par`
/// means.
fn algorithms(file: &File) -> impl Iterator<Item = &Algorithm> {
    file.items.iter().filter_map(|item| match item {
        Item::Algorithm(algorithm) => algorithm.name.operator.is_none().then_some(algorithm),
        _ => None,
    })
}

/// What a call without an operator names, and its arguments.
fn called(call: &Expr) -> Option<(&str, &[Expr])> {
    match &call.kind {
        ExprKind::Call(name, arguments) => {
            (name.operator.is_none()).then_some((name.stem.as_str(), arguments))
        }
        _ => None,
    }
}
