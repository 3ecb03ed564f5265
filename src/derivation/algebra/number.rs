//! Exact values of formulas for given numbers.

use std::collections::BTreeMap;

use super::exponents::power;
use super::formula::{Atom, Base, Formula, Product, Symbol};
use super::roots::root_of;
use crate::semantic::rational::Rational;

/// How far a floating-point value has to be from an integer for its floor to be certain. Below
/// [`LARGEST_NEAR`] the error is smaller than this.
const CERTAIN_DISTANCE: f64 = 1e-6;
/// Terms with larger floating-point values are not used.
const LARGEST_NEAR: f64 = 1e8;

impl Formula {
    /// The value, given the values of the symbols. None if it is not rational, or too large.
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

    /// The value, if it is an integer.
    pub fn whole_at(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<i128> {
        let value = self.at(of)?;
        value.is_whole().then_some(value.numerator)
    }

    /// The base and the argument, if the formula is a logarithm.
    pub(in crate::derivation) fn as_logarithm(&self) -> Option<(Self, &Self)> {
        let (base, value) = self.logarithms()?;
        Some((base.cloned().unwrap_or_else(|| Self::number(2)), value?))
    }

    /// As [`Self::as_logarithm`], where 1/log b is the logarithm of 2 to base b.
    fn as_quotient_of_logarithms(&self) -> Option<(Self, Self)> {
        let two = || Self::number(2);
        match self.logarithms()? {
            (None, None) => None,
            (base, value) => Some((
                base.cloned().unwrap_or_else(two),
                value.cloned().unwrap_or_else(two),
            )),
        }
    }

    /// The base and the argument of log v/log b; either may be absent. None for other formulas.
    #[allow(clippy::type_complexity, reason = "two formulas, each perhaps")]
    fn logarithms(&self) -> Option<(Option<&Self>, Option<&Self>)> {
        let (product, coefficient) = self.as_term()?;
        let is_plain = coefficient == Rational::ONE && product.exponent.is_empty();
        let mut value = None;
        let mut base = None;
        for (atom, power) in product.factors.iter().filter(|_| is_plain) {
            match (atom, power) {
                (Atom::Log(part), 1) if value.is_none() => value = Some(&**part),
                (Atom::Log(part), -1) if base.is_none() => base = Some(&**part),
                _ => return None,
            }
        }
        Some((base, value))
    }

    /// ⌊f⌋ or ⌈f⌉. Exact if f is rational, one logarithm plus an integer, or one square root plus a
    /// number; otherwise by floating point if the value is not close to an integer.
    fn rounded_at(&self, up: bool, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<Rational> {
        if let Some(value) = self.at(of) {
            return Some(Rational::whole(if up {
                value.ceil()?
            } else {
                value.floor()
            }));
        }
        let exact = self.rounded_logarithm(up, of);
        exact.or_else(|| self.rounded_root(up, of)).or_else(|| {
            let near = self.near(of)?;
            let whole = near.round();
            let is_certain = (near - whole).abs() > CERTAIN_DISTANCE;
            let rounded = if up { near.ceil() } else { near.floor() };
            is_certain.then_some(Rational::whole(rounded as i128))
        })
    }

    /// The rounded value of a sum of an integer and integer multiples of logarithms to one base, which
    /// form a single logarithm: (log n − 1)/log 3 is the logarithm of n/2 to base 3.
    fn rounded_logarithm(
        &self,
        up: bool,
        of: &dyn Fn(&Symbol) -> Option<i128>,
    ) -> Option<Rational> {
        let mut rest = Rational::ZERO;
        let mut base = None;
        let mut value = Rational::ONE;
        for (product, coefficient) in &self.terms {
            let term = Self::term(product.clone(), *coefficient);
            if let Some(known) = term.at(of) {
                rest = rest.plus(known)?;
                continue;
            }
            let (to, power) = multiple_of_logarithm(product, *coefficient, of)?;
            if *base.get_or_insert(to) != to {
                return None;
            }
            value = value.times(power)?;
        }
        let base = base.filter(|_| rest.is_whole())?;
        let floor = floor_of_logarithm(base, value)?;
        let is_power = power(Rational::whole(base), floor)? == value;
        rest.plus(Rational::whole(floor + i128::from(up && !is_power)))
    }

    /// The value as a floating-point number.
    fn near(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<f64> {
        let mut sum = 0.0;
        for (product, coefficient) in &self.terms {
            let mut value = coefficient.numerator as f64 / coefficient.denominator as f64;
            for (atom, power) in &product.factors {
                value *= atom.near(of)?.powi(*power);
            }
            for ((base, atom), count) in &product.exponent {
                let base = match base {
                    Base::Prime(prime) => f64::from(*prime),
                    Base::Of(atom) => atom.near(of)?,
                };
                value *= base.powf(atom.near(of)? * f64::from(*count));
            }
            if value.is_nan() || value.abs() > LARGEST_NEAR {
                return None;
            }
            sum += value;
        }
        Some(sum)
    }
}

impl Atom {
    /// The value as a floating-point number, computed from the exact value except for logarithms and
    /// roots.
    fn near(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<f64> {
        match self {
            Self::Log(part) => return part.near(of).filter(|value| *value > 0.0).map(f64::log2),
            Self::Root(part) => return part.near(of).filter(|value| *value >= 0.0).map(f64::sqrt),
            _ => {}
        }
        let value = self.at(of)?;
        Some(value.numerator as f64 / value.denominator as f64)
    }

    fn at(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<Rational> {
        let all = |parts: &[Formula]| parts.iter().map(|part| part.at(of)).collect();
        match self {
            Self::Symbol(symbol) => of(symbol).map(Rational::whole),
            Self::Log(part) => {
                let value = part.at(of).filter(|value| *value > Rational::ZERO)?;
                let floor = floor_of_logarithm(2, value)?;
                (power(Rational::whole(2), floor)? == value).then_some(Rational::whole(floor))
            }
            Self::Root(part) => root_of(part.at(of)?),
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

/// ⌊log v⌋ of a positive value to a base of at least 2.
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

/// For an integer multiple c·log v/log b, the base b and v^c.
fn multiple_of_logarithm(
    product: &Product,
    coefficient: Rational,
    of: &dyn Fn(&Symbol) -> Option<i128>,
) -> Option<(i128, Rational)> {
    let (mut beside, mut logs) = (product.clone(), Product::default());
    beside.factors.retain(|atom, power| {
        let is_log = matches!(atom, Atom::Log(_));
        if is_log {
            logs.factors.insert(atom.clone(), *power);
        }
        !is_log
    });
    let (base, value) = Formula::term(logs, Rational::ONE).as_quotient_of_logarithms()?;
    let base = base.whole_at(of).filter(|base| *base >= 2)?;
    let value = value.at(of).filter(|value| *value > Rational::ZERO)?;
    let times = Formula::term(beside, coefficient).whole_at(of)?;
    Some((base, power(value, times)?))
}
