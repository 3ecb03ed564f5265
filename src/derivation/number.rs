//! The value of a formula for given numbers, exactly.

use super::formula::{Atom, Formula, Symbol};
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
            let mut exponent: i128 = 0;
            for (atom, count) in &product.exponent {
                let part = atom.at(of)?;
                let part = part.is_whole().then_some(part.numerator)?;
                exponent = exponent.checked_add(part.checked_mul(i128::from(*count))?)?;
            }
            let shift = u32::try_from(exponent.unsigned_abs()).ok()?;
            let power = Rational::whole(1i128.checked_shl(shift).filter(|_| shift < 120)?);
            value = if exponent < 0 {
                value.over(power)?
            } else {
                value.times(power)?
            };
            sum = sum.plus(value)?;
        }
        Some(sum)
    }

    /// The whole value.
    pub fn whole_at(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<i128> {
        let value = self.at(of)?;
        value.is_whole().then_some(value.numerator)
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
            match product.factors.iter().next() {
                Some((Atom::Log(part), 1))
                    if product.factors.len() == 1 && product.exponent.is_empty() =>
                {
                    Some((product, *coefficient, part))
                }
                _ => None,
            }
        });
        let logs: Vec<_> = logs.collect();
        let [(product, coefficient, part)] = logs.as_slice() else {
            return None;
        };
        let mut rest = self.clone();
        rest.terms.remove(*product);
        let rest = rest.at(of).filter(|rest| rest.is_whole())?;
        let value = part.at(of).filter(|value| *value > Rational::ZERO)?;
        let floor = floor_of_logarithm(value)?;
        // Not a power of two, as it has no exact logarithm: the ceiling is one above.
        let rounded = match (*coefficient == Rational::ONE, up) {
            (true, true) => floor + 1,
            (true, false) => floor,
            (false, _) if *coefficient != Rational::whole(-1) => return None,
            (false, true) => -floor,
            (false, false) => -floor - 1,
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
                let floor = floor_of_logarithm(value)?;
                let shift = u32::try_from(floor.unsigned_abs()).ok()?;
                let power = Rational::whole(1i128.checked_shl(shift)?);
                let power = if floor < 0 {
                    Rational::ONE.over(power)?
                } else {
                    power
                };
                (power == value).then_some(Rational::whole(floor))
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

/// ⌊log v⌋ of a positive value.
fn floor_of_logarithm(value: Rational) -> Option<i128> {
    let bits = |number: i128| 127 - i128::from(number.leading_zeros());
    let guess = bits(value.numerator) - bits(value.denominator);
    let shift = u32::try_from(guess.unsigned_abs()).ok()?;
    let power = Rational::whole(1i128.checked_shl(shift)?);
    let power = if guess < 0 {
        Rational::ONE.over(power)?
    } else {
        power
    };
    Some(if value < power { guess - 1 } else { guess })
}
