//! Rounded values inside rounded quotients.

use super::formula::{Atom, Formula};
use crate::semantic::rational::Rational;

/// The only rounded value of a sum, if it is a term with coefficient 1 and contains no logarithm, and
/// the other terms.
pub(in crate::derivation) fn inner(whole: &Formula) -> Option<(Atom, Formula)> {
    let mut rounded = whole.terms.iter().filter(|(product, _)| {
        let mut atoms = product.atoms();
        atoms.any(|atom| matches!(atom, Atom::Floor(_) | Atom::Ceil(_)))
    });
    let (product, value) = rounded.next()?;
    let alone = Formula::term(product.clone(), Rational::ONE);
    let mut has_log = false;
    alone.collect(&mut |atom| has_log |= matches!(atom, Atom::Log(_)));
    if rounded.next().is_some() || *value != Rational::ONE || has_log {
        return None;
    }
    let atom = alone.as_atom()?.clone();
    let mut others = whole.clone();
    others.terms.remove(product);
    Some((atom, others))
}
