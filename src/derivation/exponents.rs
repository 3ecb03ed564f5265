//! Powers of two, and the exponents that formulas are as such.

use super::formula::{Formula, Product};
use crate::semantic::rational::Rational;

impl Formula {
    /// 2 to the power of this; none where that is no product (a fraction, a product of symbols).
    pub fn power_of_two(&self) -> Option<Self> {
        let mut coefficient = Rational::ONE;
        let mut product = Product::default();
        for (term, value) in &self.terms {
            let count = value.is_whole().then_some(value.numerator)?;
            if term.is_one() {
                let shift = u32::try_from(count.unsigned_abs()).ok()?;
                let power = Rational::whole(1i128.checked_shl(shift).filter(|_| shift < 100)?);
                coefficient = if count < 0 {
                    Rational::ONE.over(power)?
                } else {
                    power
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
            product
                .exponent
                .insert(atom.clone(), i32::try_from(count).ok()?);
        }
        Some(Self::term(product, coefficient))
    }

    /// The exponent of 2 that it is, if it is a power of two.
    pub fn exponent_of_two(&self) -> Option<Self> {
        let (product, coefficient) = self.as_term()?;
        let log = |value: i128| {
            (value > 0 && value & (value - 1) == 0).then(|| i128::from(value.trailing_zeros()))
        };
        let shift = log(coefficient.numerator)? - log(coefficient.denominator)?;
        if !product.factors.is_empty() {
            return None;
        }
        let mut exponent = Self::number(shift);
        for (atom, count) in &product.exponent {
            let part = Self::atom(atom.clone()).times_number(i128::from(*count))?;
            exponent = exponent.plus(&part)?;
        }
        Some(exponent)
    }
}
