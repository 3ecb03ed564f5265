//! Quadratic conditions on a symbol that change only once: `i·i < n`.

use std::collections::BTreeMap;

use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::Formula;
use crate::semantic::rational::Rational;

/// The larger zero of a·x² + b·x + c, given its coefficients by power, and whether the polynomial is
/// negative after it. None if the sign may also change at a smaller x ≥ `least`, or a real zero is not
/// certain.
pub(in crate::derivation) fn larger_root(
    facts: &Facts,
    mut parts: BTreeMap<i32, Formula>,
    least: &Formula,
) -> Option<(Formula, bool)> {
    let bend = parts.remove(&2)?.as_fraction()?;
    let slope = parts.remove(&1).unwrap_or_default();
    let rest = parts.remove(&0).unwrap_or_default();
    if !parts.is_empty() {
        return None;
    }
    let decreases = bend < Rational::ZERO;
    // With a positive a, the minimum is at −b/2a.
    let sign = if decreases { -1 } else { 1 };
    let double = Formula::fraction(bend.times(Rational::whole(2 * sign))?);
    let slope = slope.times_number(sign)?;
    let vertex = slope.times_number(-1)?.over(&double)?;
    if !facts.is_at_most(&vertex, least) {
        return None;
    }
    let product = rest.times(&double)?.times_number(2 * sign)?;
    let square = slope.times(&slope)?.minus(&product)?;
    if !facts.is_nonnegative(&square) {
        return None;
    }
    let root = facts.root(&square)?.over(&double)?;
    Some((vertex.plus(&root)?, decreases))
}
