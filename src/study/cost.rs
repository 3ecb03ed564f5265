//! C = p·T where T is no exact formula: the formulas of one report do not contradict each other.

use super::axes::Axes;
use super::growths::{Known, fitted};
use crate::complexity::closed_form::ClosedForm;
use crate::complexity::series::Series;

/// C = p·T, where T is fitted and p is one term: a fit of its own might be of another class.
pub(super) fn fitted_product(
    axes: &Axes,
    series: &Series,
    time: &Known,
    processors: Option<&Known>,
) -> Option<Known> {
    let fit = time.fit.clone()?;
    let variables = series.variables.len();
    let form = form_of_processors(axes, processors)?;
    let [(factor, term)] = form.terms.as_slice() else {
        return None;
    };
    let is_followed = |known: &Known| known.deviation.is_none();
    // A count of 0 has no relative error.
    let is_relative = series.points.iter().all(|point| point.value > 0);
    if !processors.is_none_or(is_followed) || !is_relative {
        return None;
    }
    let factor = *factor.numer() as f64 / *factor.denom() as f64;
    let fit = fit.times(factor, term, variables, series.second_is_bounded);
    Some(fitted(axes, series, &fit))
}

/// p as a form in the variables of formulas, where it is known.
pub(super) fn form_of_processors(axes: &Axes, processors: Option<&Known>) -> Option<ClosedForm> {
    match processors {
        Some(processors) => processors.form.clone(),
        None => axes.processors_form(),
    }
}
