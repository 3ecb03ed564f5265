//! Polynomials with integer coefficients over the symbols of a proof.

use std::collections::BTreeMap;

use crate::semantic::rational::gcd;

/// A symbol, or an opaque expression such as a quotient; see [`super::symbol::Symbols`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ProofAtom(pub u32);

/// A product of atoms in ascending order; empty for 1.
pub(super) type Monomial = Vec<ProofAtom>;

/// The most terms and the highest degree. Larger polynomials are treated as unknown.
const MOST_TERMS: usize = 48;
const HIGHEST_DEGREE: usize = 6;
/// The largest coefficient: operations on two coefficients do not overflow.
pub(super) const LARGEST: i128 = 1 << 96;

/// A sum of monomials with nonzero coefficients.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Polynomial {
    terms: BTreeMap<Monomial, i128>,
}

impl Polynomial {
    /// A number.
    pub fn constant(value: i128) -> Self {
        let mut terms = BTreeMap::new();
        if value != 0 {
            terms.insert(Vec::new(), value);
        }
        Self { terms }
    }

    /// An atom.
    pub fn atom(atom: ProofAtom) -> Self {
        Self {
            terms: BTreeMap::from([(vec![atom], 1)]),
        }
    }

    /// The terms with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, i128)> {
        self.terms
            .iter()
            .map(|(monomial, value)| (monomial, *value))
    }

    /// The number, if the polynomial is one.
    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The atom, if the polynomial is one.
    pub fn as_atom(&self) -> Option<ProofAtom> {
        let (monomial, coefficient) = self.terms().next()?;
        match monomial.as_slice() {
            [atom] if coefficient == 1 && self.terms.len() == 1 => Some(*atom),
            _ => None,
        }
    }

    /// The constant term.
    pub fn constant_part(&self) -> i128 {
        self.coefficient(&Vec::new())
    }

    /// The coefficient of a monomial.
    pub fn coefficient(&self, monomial: &Monomial) -> i128 {
        self.terms.get(monomial).copied().unwrap_or(0)
    }

    /// Every atom, with repetitions.
    pub fn atoms(&self) -> impl Iterator<Item = ProofAtom> {
        self.terms.keys().flatten().copied()
    }

    /// Renames atoms; the order of atoms has to be preserved.
    pub fn renamed(&self, name: impl Fn(ProofAtom) -> ProofAtom) -> Self {
        let terms = self.terms.iter();
        let renamed = terms.map(|(monomial, value)| {
            let monomial = monomial.iter().map(|atom| name(*atom)).collect();
            (monomial, *value)
        });
        Self {
            terms: renamed.collect(),
        }
    }

    fn add_term(&mut self, monomial: Monomial, value: i128) -> Option<()> {
        let entry = self.terms.entry(monomial).or_insert(0);
        *entry = entry.checked_add(value)?;
        Some(())
    }

    fn tidy(mut self) -> Option<Self> {
        self.terms.retain(|_, value| *value != 0);
        let fits = self.terms.len() <= MOST_TERMS
            && (self.terms.keys()).all(|monomial| monomial.len() <= HIGHEST_DEGREE)
            && (self.terms.values()).all(|value| value.unsigned_abs() <= LARGEST.unsigned_abs());
        fits.then_some(self)
    }

    /// The sum. None if it is too large.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        for (monomial, value) in other.terms() {
            sum.add_term(monomial.clone(), value)?;
        }
        sum.tidy()
    }

    /// The difference. None if it is too large.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times_number(-1)?)
    }

    /// The sum with a number.
    pub fn plus_number(&self, value: i128) -> Option<Self> {
        self.plus(&Self::constant(value))
    }

    /// The product with a number.
    pub fn times_number(&self, factor: i128) -> Option<Self> {
        let mut product = self.clone();
        for value in product.terms.values_mut() {
            *value = value.checked_mul(factor)?;
        }
        product.tidy()
    }

    /// The product. None if it is too large.
    pub fn times(&self, other: &Self) -> Option<Self> {
        if self.terms.len() * other.terms.len() > MOST_TERMS * MOST_TERMS / 2 {
            return None;
        }
        let mut product = Self::default();
        for (left, a) in self.terms() {
            for (right, b) in other.terms() {
                product.add_term(times(left, right), a.checked_mul(b)?)?;
            }
        }
        product.tidy()
    }

    /// The product with a monomial.
    pub fn times_monomial(&self, factor: &Monomial) -> Option<Self> {
        let mut product = Self::default();
        for (monomial, value) in self.terms() {
            product.add_term(times(monomial, factor), value)?;
        }
        product.tidy()
    }

    /// Substitutes a polynomial for every atom. None if the result is too large.
    pub fn substitute(&self, mut of: impl FnMut(ProofAtom) -> Option<Self>) -> Option<Self> {
        let mut sum = Self::default();
        for (monomial, value) in self.terms() {
            let mut product = Self::constant(value);
            for atom in monomial {
                product = product.times(&of(*atom)?)?;
            }
            sum = sum.plus(&product)?;
        }
        Some(sum)
    }

    /// Quotient and remainder of the division by a term: multiples of the monomial go into the quotient,
    /// with floored coefficients.
    pub fn divide(&self, monomial: &Monomial, coefficient: i128) -> Option<(Self, Self)> {
        let mut quotient = Self::default();
        let mut remainder = Self::default();
        for (term, value) in self.terms() {
            match without(term, monomial) {
                Some(rest) => {
                    let times = value.checked_div_euclid(coefficient)?;
                    quotient.add_term(rest, times)?;
                    let left = value.checked_rem_euclid(coefficient)?;
                    remainder.add_term(term.clone(), left)?;
                }
                None => remainder.add_term(term.clone(), value)?,
            }
        }
        Some((quotient.tidy()?, remainder.tidy()?))
    }

    /// The atoms that divide every term.
    pub fn common_factor(&self) -> Monomial {
        let mut terms = self.terms.keys();
        let Some(first) = terms.next() else {
            return Vec::new();
        };
        terms.fold(first.clone(), |common, term| {
            let mut left = term.clone();
            common
                .into_iter()
                .filter(|atom| {
                    let at = left.iter().position(|other| other == atom);
                    at.map(|at| left.remove(at)).is_some()
                })
                .collect()
        })
    }

    /// Whether no integer values of the atoms make the polynomial 0, because a number divides all
    /// coefficients except the constant.
    pub fn is_never_zero(&self) -> bool {
        let constant = self.constant_part();
        let divisor = (self.terms())
            .filter(|(monomial, _)| !monomial.is_empty())
            .fold(0, |divisor, (_, value)| gcd(divisor, value));
        match divisor {
            0 => constant != 0,
            divisor => constant % divisor != 0,
        }
    }
}

/// The product of two monomials.
pub(super) fn times(left: &Monomial, right: &Monomial) -> Monomial {
    let mut product: Monomial = left.iter().chain(right).copied().collect();
    product.sort_unstable();
    product
}

/// Divides a monomial by another one. None if it is not a multiple.
pub(super) fn without(monomial: &Monomial, factors: &Monomial) -> Option<Monomial> {
    let mut rest = monomial.clone();
    for factor in factors {
        let at = rest.iter().position(|atom| atom == factor)?;
        rest.remove(at);
    }
    Some(rest)
}
