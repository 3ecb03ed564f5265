//! Sizes in two names: whether each name takes enough values for the functions of it in a form.
//!
//! Twenty sizes with four different values of p confirm the n in n·g(p), but g is known at four values
//! only, and any four functions of p have a linear combination with these values.

use std::collections::BTreeSet;

use super::atom::Atom;
use super::closed_form::ClosedForm;
use super::series::Point;

/// Whether each of the first `sizes` variables takes more values at these points than the form has
/// functions of it. A single variable takes as many values as there are points.
pub fn are_met(form: &ClosedForm, sizes: usize, points: &[&Point]) -> bool {
    sizes < 2
        || (0..sizes).all(|variable| {
            let values: BTreeSet<i64> = points.iter().map(|point| point.at[variable]).collect();
            let parts = parts(form, variable);
            // A variable that does not vary has no functions.
            values.len() == 1 || values.len() > parts
        })
}

/// The number of different functions of a variable by which the form multiplies the rest: p, log p and 1
/// in `n*p + n*log(p) + p - 1`.
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
