//! Intervals of the atoms of a system.

use std::collections::BTreeMap;

use super::polynomial::{Monomial, Polynomial, ProofAtom};
use super::symbol::Sign;

/// The most passes over all facts.
const PASSES: usize = 6;

/// A closed interval; an end may be unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Interval {
    /// The lower bound, if known.
    pub least: Option<i128>,
    /// The upper bound, if known.
    pub greatest: Option<i128>,
}

impl Interval {
    fn number(value: i128) -> Self {
        Self {
            least: Some(value),
            greatest: Some(value),
        }
    }

    fn plus(self, other: Self) -> Self {
        let sum = |left: Option<i128>, right: Option<i128>| left?.checked_add(right?);
        Self {
            least: sum(self.least, other.least),
            greatest: sum(self.greatest, other.greatest),
        }
    }

    fn times(self, other: Self) -> Self {
        let product = |left: Option<i128>, right: Option<i128>| left?.checked_mul(right?);
        let all = [
            product(self.least, other.least),
            product(self.least, other.greatest),
            product(self.greatest, other.least),
            product(self.greatest, other.greatest),
        ];
        if let [Some(a), Some(b), Some(c), Some(d)] = all {
            return Self {
                least: Some(a.min(b).min(c).min(d)),
                greatest: Some(a.max(b).max(c).max(d)),
            };
        }
        let natural = |interval: Self| interval.least.is_some_and(|least| least >= 0);
        if natural(self) && natural(other) {
            return Self {
                least: all[0].or(Some(0)),
                greatest: all[3],
            };
        }
        Self::default()
    }
}

/// The intervals of atoms.
#[derive(Debug, Clone, Default)]
pub(super) struct Intervals {
    of: BTreeMap<ProofAtom, Interval>,
    /// Whether no values satisfy all facts.
    pub contradictory: bool,
}

impl Intervals {
    /// The intervals that follow from facts, which are polynomials ≥ 0.
    pub fn of(facts: &[Polynomial]) -> Self {
        let mut bounds = Self::default();
        for _ in 0..PASSES {
            let mut changed = false;
            for fact in facts {
                changed |= bounds.learn(fact);
            }
            if !changed || bounds.contradictory {
                break;
            }
        }
        bounds
    }

    /// The interval of an atom.
    pub fn atom(&self, atom: ProofAtom) -> Interval {
        self.of.get(&atom).copied().unwrap_or_default()
    }

    /// The interval of a polynomial.
    pub fn value(&self, value: &Polynomial) -> Interval {
        self.sum(value, None)
    }

    /// The sign of a polynomial, if it is certainly not 0.
    pub fn sign(&self, value: &Polynomial) -> Option<Sign> {
        let interval = self.value(value);
        if interval.least.is_some_and(|least| least > 0) {
            Some(Sign::Positive)
        } else if interval.greatest.is_some_and(|greatest| greatest < 0) {
            Some(Sign::Negative)
        } else {
            None
        }
    }

    /// All atoms with a known interval.
    pub fn atoms(&self) -> impl Iterator<Item = (ProofAtom, Interval)> {
        self.of.iter().map(|(atom, interval)| (*atom, *interval))
    }

    fn sum(&self, value: &Polynomial, except: Option<&Monomial>) -> Interval {
        let mut sum = Interval::number(0);
        for (monomial, coefficient) in value.terms() {
            if Some(monomial) == except {
                continue;
            }
            let mut product = Interval::number(coefficient);
            for atom in monomial {
                product = product.times_signed(self.atom(*atom));
            }
            sum = sum.plus(product);
        }
        sum
    }

    fn learn(&mut self, fact: &Polynomial) -> bool {
        let mut changed = false;
        for (monomial, coefficient) in fact.terms() {
            let [atom] = monomial.as_slice() else {
                continue;
            };
            // coefficient · atom ≥ −(greatest value of the rest)
            let rest = self.sum(fact, Some(monomial)).greatest;
            let Some(limit) = rest.and_then(i128::checked_neg) else {
                continue;
            };
            let known = self.of.entry(*atom).or_default();
            if coefficient > 0 {
                let least = -((-limit).div_euclid(coefficient));
                if known.least.is_none_or(|old| least > old) {
                    known.least = Some(least);
                    changed = true;
                }
            } else {
                let greatest = (-limit).div_euclid(-coefficient);
                if known.greatest.is_none_or(|old| greatest < old) {
                    known.greatest = Some(greatest);
                    changed = true;
                }
            }
            if let Interval {
                least: Some(least),
                greatest: Some(greatest),
            } = *known
            {
                self.contradictory |= least > greatest;
            }
        }
        let most = self.value(fact).greatest;
        self.contradictory |= most.is_some_and(|most| most < 0);
        changed
    }
}

impl Interval {
    /// The product, where the left side may be a negative coefficient.
    fn times_signed(self, other: Self) -> Self {
        match (self.least, self.greatest) {
            (Some(value), Some(same)) if value == same && value < 0 => {
                let turned = Self {
                    least: other.greatest.and_then(i128::checked_neg),
                    greatest: other.least.and_then(i128::checked_neg),
                };
                Self::number(-value).scaled(turned)
            }
            (Some(value), Some(same)) if value == same => self.scaled(other),
            (_, Some(greatest)) if greatest <= 0 => {
                let turned = Self {
                    least: greatest.checked_neg(),
                    greatest: self.least.and_then(i128::checked_neg),
                };
                let product = turned.times(other);
                Self {
                    least: product.greatest.and_then(i128::checked_neg),
                    greatest: product.least.and_then(i128::checked_neg),
                }
            }
            _ => self.times(other),
        }
    }

    /// The product of a number ≥ 0 and an interval.
    fn scaled(self, other: Self) -> Self {
        let Some(factor) = self.least else {
            return Self::default();
        };
        if factor == 0 {
            return Self::number(0);
        }
        let scale = |end: Option<i128>| end?.checked_mul(factor);
        Self {
            least: scale(other.least),
            greatest: scale(other.greatest),
        }
    }
}
