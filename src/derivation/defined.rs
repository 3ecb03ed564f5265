//! Whether a formula has a value: arguments of logarithms and divisors have to be positive.
//!
//! The cost of a loop is derived for sizes at which it has an iteration. A formula with ⌈log n⌉ that
//! holds for n ≥ 1 may therefore result from a loop without iterations for n = 0, where the formula has
//! no value.

use super::cost::CostBounds;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Atom, Formula};

impl Facts {
    /// Whether both bounds have a value everywhere the facts allow.
    pub(super) fn are_defined(&self, cost: &CostBounds) -> bool {
        self.is_defined(&cost.lower) && (cost.is_exact() || self.is_defined(&cost.upper))
    }

    fn is_defined(&self, formula: &Formula) -> bool {
        formula.terms.keys().all(|product| {
            let divisors = product.factors.iter().filter(|(_, power)| **power < 0);
            let mut divisors = divisors.map(|(atom, _)| Formula::atom(atom.clone()));
            divisors.all(|divisor| self.is_positive(&divisor))
                && product.atoms().all(|atom| self.is_atom_defined(atom))
        })
    }

    fn is_atom_defined(&self, atom: &Atom) -> bool {
        let is_possible = match atom {
            Atom::Log(value) => self.is_positive(value),
            Atom::Root(value) => self.is_nonnegative(value),
            Atom::Modulo(_, divisor) => self.is_positive(divisor),
            Atom::Symbol(_)
            | Atom::Floor(_)
            | Atom::Ceil(_)
            | Atom::Greatest(_)
            | Atom::Least(_) => true,
        };
        is_possible && atom.parts().into_iter().all(|part| self.is_defined(part))
    }
}
