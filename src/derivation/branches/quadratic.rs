//! Conditions of the second degree in a symbol, which change once for all its values: `i·i < n`.

use std::collections::BTreeMap;

use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::Formula;
use crate::semantic::rational::Rational;

/// Where a·x² + b·x + c is 0 for the larger of two x, given its coefficients by power, and whether it falls
/// from there on; none where it may change its sign below as well, for an x from `least` on, or is not
/// known to have such an x.
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
    let falls = bend < Rational::ZERO;
    // The same with a positive a: −b/2a is where it is least.
    let sign = if falls { -1 } else { 1 };
    let double = Formula::fraction(bend.times(Rational::whole(2 * sign))?);
    let slope = slope.times_number(sign)?;
    let turn = slope.times_number(-1)?.over(&double)?;
    if !facts.is_at_most(&turn, least) {
        return None;
    }
    let product = rest.times(&double)?.times_number(2 * sign)?;
    let square = slope.times(&slope)?.minus(&product)?;
    if !facts.is_nonnegative(&square) {
        return None;
    }
    let root = facts.root(&square)?.over(&double)?;
    Some((turn.plus(&root)?, falls))
}
