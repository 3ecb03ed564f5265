//! Whether a formula has earned a class: what has to hold beside its giving every count.

use std::collections::BTreeSet;

use super::atom::{Atom, Function};
use super::class::Class;
use super::closed_form::ClosedForm;
use super::further::goes_on;
use super::residues::{Tried, Unmet};
use super::series::{Point, Series};

/// Why an exact formula has no class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unearned {
    /// No size of these residues confirmed it.
    Unmet(Unmet),
    /// It turns negative, or falls below 1: it is a formula for these sizes only.
    Ends,
    /// This term takes so few values on these sizes that it only tells small ones from large ones.
    Flat(String),
}

/// Values that ⌈log log n⌉ has to take.
const FEWEST_VALUES: usize = 4;
/// Sizes at which ⌈log(n − 1)⌉ has to be another number than ⌈log n⌉.
const FEWEST_DIFFERENT: usize = 2;

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
    if let Some(flat) = flat(form, series, from) {
        return Err(Unearned::Flat(flat));
    }
    if !goes_on(form, series) {
        return Err(Unearned::Ends);
    }
    class().ok_or(Unearned::Ends)
}

/// A term that takes few values on these sizes: ⌊log log n⌋ is 2 up to n = 255 and 3 up to 65535, so
/// that with it any two formulas are one; and on powers of two ⌈log(n − 1)⌉ is log n but for n = 2.
fn flat(form: &ClosedForm, series: &Series, from: Option<i64>) -> Option<String> {
    let atoms = form.terms.iter().flat_map(|(_, term)| &term.factors);
    let is_flat = |atom: &Atom| {
        let is_iterated = matches!(
            atom.function,
            Function::LogLog | Function::CeilingLogLog | Function::FloorLogLog
        );
        let points = series.points.iter();
        let followed = points.filter(|point| from.is_none_or(|from| point.at[0] >= from));
        if atom.function == Function::CeilingLogBefore {
            let plain = Atom {
                function: Function::CeilingLog,
                ..*atom
            };
            let differs = |point: &&Point| plain.exact(&point.at) != atom.exact(&point.at);
            return followed.filter(differs).count() < FEWEST_DIFFERENT;
        }
        let values: BTreeSet<_> = followed.filter_map(|point| atom.exact(&point.at)).collect();
        is_iterated && values.len() < FEWEST_VALUES
    };
    let flat = atoms.map(|(atom, _)| *atom).find(is_flat)?;
    Some(flat.text(&series.variables))
}
