//! Conditions on the remainder of an index: `i mod 3 == 0`, `i mod 2^(d+1) == 2^d - 1`, `i mod 4 < 2`.

use super::index_set::{Every, Part, Share, Shares};
use crate::derivation::algebra::formula::{Atom, Formula};
use crate::derivation::walker::{Index, Walker};
use crate::derivation::worth::Truth;
use crate::semantic::rational::Rational;

/// Up to this modulus each remainder is followed by itself, where a condition is about several.
const LARGEST_LISTED: i128 = 8;

/// sign·((slope·index + shift) mod modulus) + rest, of which the index is in the remainder alone.
struct Remainder {
    sign: Rational,
    slope: Rational,
    shift: Formula,
    modulus: Formula,
    rest: Formula,
}

impl Walker<'_> {
    /// Which values of an index a condition on its remainder leaves to the two sides.
    pub(in crate::derivation) fn shares_by_remainder(
        &self,
        own: &Index,
        truth: &Truth,
    ) -> Option<Shares> {
        if self.counted.is_asynchronous() {
            return None;
        }
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return None;
        };
        let remainder = self.remainder(formula, own)?;
        match truth {
            Truth::Zero(_, is) => {
                let value = remainder.rest.over(&Formula::fraction(remainder.sign))?;
                let value = value.times_number(-1)?;
                let largest = remainder.modulus.plus_number(-1)?;
                let is_one =
                    self.facts.is_nonnegative(&value) && self.facts.is_at_most(&value, &largest);
                let part = is_one.then(|| self.with_remainder(own, &remainder, &value))??;
                let others = if remainder.modulus == Formula::number(2) {
                    let other = Formula::number(1).minus(&value)?;
                    Share::Only(self.with_remainder(own, &remainder, &other)?)
                } else {
                    Share::AllBut(part.clone(), Truth::Zero(formula.clone(), false))
                };
                let (only, others) = (vec![Share::Only(part)], vec![others]);
                Some(if *is { [only, others] } else { [others, only] })
            }
            Truth::Nonnegative(_) => {
                let modulus = remainder.modulus.as_whole()?;
                let rest = remainder.rest.as_fraction()?;
                if !(1..=LARGEST_LISTED).contains(&modulus) {
                    return None;
                }
                let mut sides = [Vec::new(), Vec::new()];
                for value in 0..modulus {
                    let part = self.with_remainder(own, &remainder, &Formula::number(value))?;
                    let sum = remainder.sign.times(Rational::whole(value))?.plus(rest)?;
                    sides[usize::from(sum < Rational::ZERO)].push(Share::Only(part));
                }
                Some(sides)
            }
            _ => None,
        }
    }

    fn remainder(&self, formula: &Formula, own: &Index) -> Option<Remainder> {
        let mut found = None;
        let mut rest = Formula::default();
        for (product, value) in &formula.terms {
            if !product.atoms().any(|atom| atom.has(&own.symbol)) {
                rest = rest.plus(&Formula::term(product.clone(), *value))?;
                continue;
            }
            let mut factors = product.factors.iter();
            let (Some((atom, 1)), None) = (factors.next(), factors.next()) else {
                return None;
            };
            if found.is_some() || !product.exponent.is_empty() {
                return None;
            }
            found = Some((atom, *value));
        }
        let (Atom::Modulo(part, modulus), sign) = found? else {
            return None;
        };
        let mut by_power = part.by_power(&Atom::Symbol(own.symbol.clone()))?;
        let shift = by_power.remove(&0).unwrap_or_default();
        let slope = by_power.remove(&1)?.as_fraction()?;
        let is_unit = |value: Rational| value.is_whole() && value.numerator.abs() == 1;
        let fits = by_power.is_empty()
            && !shift.has(&own.symbol)
            && !modulus.has(&own.symbol)
            && is_unit(sign)
            && is_unit(slope)
            && self.facts.is_positive(modulus)
            && self.facts.is_whole(&shift);
        fits.then(|| Remainder {
            sign,
            slope,
            shift,
            modulus: (**modulus).clone(),
            rest,
        })
    }

    /// The values of an index with this remainder: of m·q + r between `low` and `high` there are those
    /// with q from ⌈(low − r)/m⌉ to ⌊(high − r)/m⌋.
    fn with_remainder(&self, own: &Index, of: &Remainder, value: &Formula) -> Option<Part> {
        let remainder = value
            .minus(&of.shift)?
            .times(&Formula::fraction(of.slope))?;
        let modulus = &of.modulus;
        // These have to be right where there is no value of the index.
        let facts = &own.outside;
        let low = facts.ceil(&own.low.minus(&remainder)?.over(modulus)?)?;
        let high = facts.floor(&own.high.minus(&remainder)?.over(modulus)?)?;
        Some(Part {
            symbol: own.symbol.clone(),
            low,
            high,
            every: Some(Every {
                modulus: modulus.clone(),
                remainder,
            }),
        })
    }
}
