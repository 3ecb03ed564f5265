//! The value of a formula for given numbers, exactly.

use std::collections::BTreeMap;

use super::exponents::power;
use super::formula::{Atom, Base, Formula, Symbol};
use crate::semantic::rational::Rational;

impl Formula {
    /// The value, given those of the symbols; none where it is not exact or too large.
    pub(crate) fn at(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<Rational> {
        let mut sum = Rational::ZERO;
        for (product, coefficient) in &self.terms {
            let mut value = *coefficient;
            for (atom, power) in &product.factors {
                let factor = atom.at(of)?;
                for _ in 0..power.unsigned_abs() {
                    value = if *power < 0 {
                        value.over(factor)?
                    } else {
                        value.times(factor)?
                    };
                }
            }
            let mut exponents: BTreeMap<&Base, i128> = BTreeMap::new();
            for ((base, atom), count) in &product.exponent {
                let part = atom.at(of)?;
                let part = part.is_whole().then_some(part.numerator)?;
                let entry = exponents.entry(base).or_default();
                *entry = entry.checked_add(part.checked_mul(i128::from(*count))?)?;
            }
            for (base, exponent) in exponents {
                let base = match base {
                    Base::Prime(prime) => Rational::whole((*prime).into()),
                    Base::Of(atom) => atom.at(of)?,
                };
                value = value.times(power(base, exponent)?)?;
            }
            sum = sum.plus(value)?;
        }
        Some(sum)
    }

    /// The whole value.
    pub fn whole_at(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<i128> {
        let value = self.at(of)?;
        value.is_whole().then_some(value.numerator)
    }

    /// The base and the value of the logarithm that it is.
    pub(in crate::derivation) fn as_logarithm(&self) -> Option<(Self, &Self)> {
        let (product, coefficient) = self.as_term()?;
        let is_plain = coefficient == Rational::ONE && product.exponent.is_empty();
        let mut value = None;
        let mut base = None;
        for (atom, power) in product.factors.iter().filter(|_| is_plain) {
            match (atom, power) {
                (Atom::Log(part), 1) if value.is_none() => value = Some(&**part),
                (Atom::Log(part), -1) if base.is_none() => base = Some((**part).clone()),
                _ => return None,
            }
        }
        Some((base.unwrap_or_else(|| Self::number(2)), value?))
    }

    /// ⌊f⌋ or ⌈f⌉ where one logarithm may be in it, with factor 1 or −1, beside a whole number.
    fn rounded_at(&self, up: bool, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<Rational> {
        if let Some(value) = self.at(of) {
            return Some(Rational::whole(if up {
                value.ceil()?
            } else {
                value.floor()
            }));
        }
        let logs = self.terms.iter().filter_map(|(product, coefficient)| {
            let plain = Self::term(product.clone(), Rational::ONE);
            let (base, value) = plain.as_logarithm()?;
            Some((product, *coefficient, base, value.clone()))
        });
        let logs: Vec<_> = logs.collect();
        let [(product, coefficient, base, value)] = logs.as_slice() else {
            return None;
        };
        let mut rest = self.clone();
        rest.terms.remove(*product);
        let rest = rest.at(of).filter(|rest| rest.is_whole())?;
        let value = value.at(of).filter(|value| *value > Rational::ZERO)?;
        let base = base.whole_at(of).filter(|base| *base >= 2)?;
        let floor = floor_of_logarithm(base, value)?;
        let is_power = power(Rational::whole(base), floor)? == value;
        let rounded = match (*coefficient == Rational::ONE, up) {
            (true, true) => floor + i128::from(!is_power),
            (true, false) => floor,
            (false, _) if *coefficient != Rational::whole(-1) => return None,
            (false, true) => -floor,
            (false, false) => -floor - i128::from(!is_power),
        };
        rest.plus(Rational::whole(rounded))
    }
}

impl Atom {
    fn at(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<Rational> {
        let all = |parts: &[Formula]| parts.iter().map(|part| part.at(of)).collect();
        match self {
            Self::Symbol(symbol) => of(symbol).map(Rational::whole),
            Self::Log(part) => {
                let value = part.at(of).filter(|value| *value > Rational::ZERO)?;
                let floor = floor_of_logarithm(2, value)?;
                (power(Rational::whole(2), floor)? == value).then_some(Rational::whole(floor))
            }
            Self::Floor(part) => part.rounded_at(false, of),
            Self::Ceil(part) => part.rounded_at(true, of),
            Self::Modulo(left, right) => {
                let (left, right) = (left.whole_at(of)?, right.whole_at(of)?);
                let quotient = Rational::whole(left).over(Rational::whole(right))?.floor();
                Some(Rational::whole(left - quotient * right))
            }
            Self::Greatest(parts) => {
                let values: Option<Vec<Rational>> = all(parts);
                values?.into_iter().max()
            }
            Self::Least(parts) => {
                let values: Option<Vec<Rational>> = all(parts);
                values?.into_iter().min()
            }
        }
    }
}

/// ⌊log v⌋ of a positive value, to a base of at least 2.
fn floor_of_logarithm(base: i128, value: Rational) -> Option<i128> {
    let base = Rational::whole(base);
    let mut exponent = 0;
    let mut reached = Rational::ONE;
    while reached > value {
        reached = reached.over(base)?;
        exponent -= 1;
    }
    loop {
        let next = reached.times(base)?;
        if next > value {
            return Some(exponent);
        }
        reached = next;
        exponent += 1;
    }
}
