//! Powers with symbols in the exponent, and formulas written as powers.

use std::collections::BTreeMap;

use super::formula::{Atom, Base, Formula, Product};
use crate::semantic::rational::Rational;

/// The largest prime factor of a base.
const LARGEST_PRIME: i128 = 1 << 10;
/// The largest exponent for which a power of a number is computed.
const LARGEST_EXPONENT: i128 = 200;

impl Base {
    /// The prime 2.
    pub const TWO: Self = Self::Prime(2);

    /// The base raised to `exponent`. None if the exponent contains a fraction or a product of symbols.
    pub(in crate::derivation) fn raised(&self, exponent: &Formula) -> Option<Formula> {
        let mut found = Formula::number(1);
        let mut product = Product::default();
        for (term, value) in &exponent.terms {
            let count = value.is_whole().then_some(value.numerator)?;
            if term.is_one() {
                found = match self {
                    Self::Prime(prime) => {
                        Formula::fraction(power(Rational::whole((*prime).into()), count)?)
                    }
                    Self::Of(atom) => {
                        product
                            .factors
                            .insert(atom.clone(), i32::try_from(count).ok()?);
                        found
                    }
                };
                continue;
            }
            let mut factors = term.factors.iter();
            let (Some((atom, 1)), None) = (factors.next(), factors.next()) else {
                return None;
            };
            if !term.exponent.is_empty() || !atom.is_whole() {
                return None;
            }
            let key = (self.clone(), atom.clone());
            product.exponent.insert(key, i32::try_from(count).ok()?);
        }
        found.times_term(&product, Rational::ONE)
    }
}

/// A power of a fraction. None if the exponent is too large.
pub(in crate::derivation) fn power(base: Rational, exponent: i128) -> Option<Rational> {
    if base == Rational::ONE {
        return Some(base);
    }
    (exponent.abs() <= LARGEST_EXPONENT).then_some(())?;
    let size = (0..exponent.abs()).try_fold(Rational::ONE, |power, _| power.times(base))?;
    if exponent < 0 {
        Rational::ONE.over(size)
    } else {
        Some(size)
    }
}

/// How often a prime divides a number that is not 0.
fn multiplicity(prime: i128, mut number: i128) -> i128 {
    let mut count = 0;
    while number % prime == 0 {
        number /= prime;
        count += 1;
    }
    count
}

/// The prime factors of a positive fraction, with their exponents. None if one is too large.
fn primes(fraction: Rational) -> Option<BTreeMap<u32, i128>> {
    let mut found = BTreeMap::new();
    let mut rest = (fraction.numerator, fraction.denominator);
    (rest.0 > 0).then_some(())?;
    let mut prime = 2;
    while rest != (1, 1) {
        (prime <= LARGEST_PRIME).then_some(())?;
        while rest.0 % prime == 0 || rest.1 % prime == 0 {
            let up = rest.0 % prime == 0;
            let part = if up { &mut rest.0 } else { &mut rest.1 };
            *part /= prime;
            *found.entry(u32::try_from(prime).ok()?).or_insert(0) += if up { 1 } else { -1 };
        }
        prime += 1;
    }
    Some(found)
}

impl Product {
    /// The exponent of a base in the product times a coefficient.
    pub(in crate::derivation) fn exponent_in(
        &self,
        base: &Base,
        coefficient: Rational,
    ) -> Option<Formula> {
        let mut exponent = Formula::number(match base {
            Base::Prime(prime) => {
                let of = |number| multiplicity((*prime).into(), number);
                of(coefficient.numerator) - of(coefficient.denominator)
            }
            Base::Of(atom) => i128::from(self.factors.get(atom).copied().unwrap_or(0)),
        });
        for ((own, atom), count) in &self.exponent {
            if own == base {
                let part = Formula::atom(atom.clone()).times_number(i128::from(*count))?;
                exponent = exponent.plus(&part)?;
            }
        }
        Some(exponent)
    }

    /// Removes an atom from the exponents and returns the factor by which the product grows when the
    /// atom increases by 1.
    pub(in crate::derivation) fn take_ratio(&mut self, of: &Atom) -> Option<Formula> {
        let mut ratio = Formula::number(1);
        for ((base, _), count) in self.exponent.iter().filter(|((_, atom), _)| atom == of) {
            ratio = ratio.times(&base.raised(&Formula::number((*count).into()))?)?;
        }
        self.exponent.retain(|(_, atom), _| atom != of);
        Some(ratio)
    }
}

impl Formula {
    /// The power of a positive term. None if it is not a product.
    pub fn raised(&self, exponent: &Self) -> Option<Self> {
        let (product, coefficient) = self.as_term()?;
        let mut bases: BTreeMap<Base, Self> = BTreeMap::new();
        for (prime, count) in primes(coefficient)? {
            bases.insert(Base::Prime(prime), Self::number(count));
        }
        for (atom, power) in &product.factors {
            atom.as_symbol()?;
            bases.insert(Base::Of(atom.clone()), Self::number((*power).into()));
        }
        for ((base, atom), count) in &product.exponent {
            let part = Self::atom(atom.clone()).times_number((*count).into())?;
            let entry = bases.entry(base.clone()).or_default();
            *entry = entry.plus(&part)?;
        }
        (bases.iter()).try_fold(Self::number(1), |found, (base, own)| {
            found.times(&base.raised(&own.times(exponent)?)?)
        })
    }

    /// 2 to the power of this formula. None if it is not a product.
    pub fn power_of_two(&self) -> Option<Self> {
        Base::TWO.raised(self)
    }

    /// The exponent, if this formula is a power of `base`.
    pub fn exponent_of(&self, base: &Self) -> Option<Self> {
        let (product, coefficient) = self.as_term()?;
        let (of_base, number) = base.as_term()?;
        (coefficient > Rational::ZERO).then_some(())?;
        let first = match of_base.factors.keys().next() {
            Some(atom) => Base::Of(atom.clone()),
            None => match primes(number)?.pop_first() {
                Some((prime, _)) => Base::Prime(prime),
                None => of_base.exponent.keys().next()?.0.clone(),
            },
        };
        let own = product.exponent_in(&first, coefficient)?;
        let exponent = own.over(&of_base.exponent_in(&first, number)?)?;
        (base.raised(&exponent)? == *self).then_some(exponent)
    }

    /// The exponent, if this formula is a power of two.
    pub fn exponent_of_two(&self) -> Option<Self> {
        let (product, coefficient) = self.as_term()?;
        let is_power = |number: i128| number > 0 && number & (number - 1) == 0;
        let is_of_two = is_power(coefficient.numerator)
            && is_power(coefficient.denominator)
            && product.factors.is_empty()
            && (product.exponent.keys()).all(|(base, _)| *base == Base::TWO);
        is_of_two.then(|| product.exponent_in(&Base::TWO, coefficient))?
    }

    /// Substitutes a formula for each atom.
    pub(in crate::derivation) fn with_atoms(
        &self,
        of: &dyn Fn(&Atom) -> Option<Self>,
    ) -> Option<Self> {
        let mut sum = Self::default();
        for (product, coefficient) in &self.terms {
            let mut found = Self::fraction(*coefficient);
            for (atom, power) in &product.factors {
                let raised = of(atom)?.power(power.unsigned_abs())?;
                found = if *power < 0 {
                    found.over(&raised)?
                } else {
                    found.times(&raised)?
                };
            }
            let mut exponents: BTreeMap<&Base, Self> = BTreeMap::new();
            for ((base, atom), count) in &product.exponent {
                let part = of(atom)?.times_number(i128::from(*count))?;
                let entry = exponents.entry(base).or_default();
                *entry = entry.plus(&part)?;
            }
            for (base, exponent) in exponents {
                let power = match base {
                    Base::Prime(_) => base.raised(&exponent)?,
                    Base::Of(atom) => of(atom)?.raised(&exponent)?,
                };
                found = found.times(&power)?;
            }
            sum = sum.with(&found)?;
        }
        Some(sum)
    }
}
