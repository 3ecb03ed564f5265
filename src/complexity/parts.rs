//! Sizes in two names: whether each of them was varied enough for what a form says of it.
//!
//! Of n·g(p), twenty sizes that share four values of p confirm the n, but g is known at four values
//! only, and any four functions of p make a sum that gives these.

use std::collections::BTreeSet;

use super::atom::Atom;
use super::closed_form::ClosedForm;
use super::series::Point;

/// Whether each of the first `sizes` variables takes more values at these points than the form has
/// functions of it. A single variable has as many values as points.
pub fn are_met(form: &ClosedForm, sizes: usize, points: &[&Point]) -> bool {
    sizes < 2
        || (0..sizes).all(|variable| {
            let values: BTreeSet<i64> = points.iter().map(|point| point.at[variable]).collect();
            let parts = parts(form, variable);
            // What does not vary has no functions.
            values.len() == 1 || values.len() > parts
        })
}

/// The different functions of a variable that the form multiplies with the rest: p, log p and 1 in
/// `n*p + n*log(p) + p - 1`.
fn parts(form: &ClosedForm, variable: usize) -> usize {
    let parts: BTreeSet<Vec<(Atom, i32)>> = (form.terms.iter())
        .map(|(_, term)| {
            (term
                .factors
                .iter()
                .filter(|(atom, _)| atom.is_of(variable))
                .copied())
            .collect()
        })
        .collect();
    parts.len()
}
