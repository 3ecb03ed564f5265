//! Whether a formula has earned a class: what has to hold beside its giving every count.

use super::class::Class;
use super::closed_form::ClosedForm;
use super::further::goes_on;
use super::residues::{Tried, Unmet};
use super::series::Series;

/// Why an exact formula has no class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unearned {
    /// No size of these residues confirmed it.
    Unmet(Unmet),
    /// It turns negative, or falls below 1: it is a formula for these sizes only.
    Ends,
}

/// The class that bounds prove of a form which gives every count of a series from some size on,
/// if the sizes that were tried of each name have met all that the program accepts.
pub fn earned(
    form: &ClosedForm,
    series: &Series,
    tried: &[Tried],
    from: Option<i64>,
    class: impl FnOnce() -> Option<Class>,
) -> Result<Class, Unearned> {
    for (place, tried) in tried.iter().enumerate() {
        let from = from.filter(|_| place == 0).unwrap_or(i64::MIN);
        let unmet = tried.unmet(from);
        if !unmet.is_sure() {
            return Err(Unearned::Unmet(unmet));
        }
    }
    if !goes_on(form, series) {
        return Err(Unearned::Ends);
    }
    class().ok_or(Unearned::Ends)
}
