//! Conditions on the remainder of an index: `i mod 3 == 0`, `i mod 2^(d+1) == 2^d - 1`, `i mod 4 < 2`.

use super::index_set::{Every, Part, Share, Shares};
use crate::derivation::algebra::formula::{Atom, Formula};
use crate::derivation::walker::{Index, Walker};
use crate::derivation::worth::Truth;
use crate::semantic::rational::{Rational, gcd};

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

impl Remainder {
    /// Its value for an index with this remainder, where only numbers have a part in it.
    fn at(&self, index: i128) -> Option<Rational> {
        let shift = self.shift.as_fraction().filter(|it| it.is_whole())?;
        let turned = self.slope.times(Rational::whole(index))?.plus(shift)?;
        let value = turned.numerator.rem_euclid(self.modulus.as_whole()?);
        (self.sign.times(Rational::whole(value))?).plus(self.rest.as_fraction()?)
    }

    /// The values of an index for which it is this.
    fn part(&self, own: &Index, value: &Formula) -> Option<Part> {
        let remainder = (value.minus(&self.shift)?).times(&Formula::fraction(self.slope))?;
        with_remainder(own, &self.modulus, &remainder)
    }
}

impl Walker<'_> {
    /// Which values of an index several conditions on its remainders leave to the two sides.
    pub(in crate::derivation) fn shares_by_remainders(&self, truth: &Truth) -> Option<Shares> {
        let own = |at| self.innermost_last(at).and_then(|mut all| all.pop());
        let of_one = |index: Index| {
            let period = self.period(truth, &index)?;
            let mut sides = [Vec::new(), Vec::new()];
            for value in 0..period {
                let holds = self.holds_at(truth, &index, value)?;
                let (modulus, remainder) = (Formula::number(period), Formula::number(value));
                let part = with_remainder(&index, &modulus, &remainder)?;
                sides[usize::from(!holds)].push(Share::Only(part));
            }
            Some(sides)
        };
        (0..self.indices.len())
            .rev()
            .filter_map(own)
            .find_map(of_one)
    }

    /// After how many values of an index conditions on its remainders repeat.
    fn period(&self, truth: &Truth, own: &Index) -> Option<i128> {
        let period = match truth {
            Truth::Nonnegative(formula) | Truth::Zero(formula, _) => {
                self.remainder(formula, own)?.modulus.as_whole()?
            }
            Truth::Both(left, right) | Truth::Either(left, right) => {
                let (left, right) = (self.period(left, own)?, self.period(right, own)?);
                left.checked_mul(right)? / gcd(left, right)
            }
            Truth::Known(_) | Truth::Unknown(_) => return None,
        };
        (1..=LARGEST_LISTED).contains(&period).then_some(period)
    }

    /// Whether conditions on remainders hold for an index with this one.
    fn holds_at(&self, truth: &Truth, own: &Index, value: i128) -> Option<bool> {
        let at = |formula| self.remainder(formula, own)?.at(value);
        Some(match truth {
            Truth::Nonnegative(formula) => at(formula)? >= Rational::ZERO,
            Truth::Zero(formula, is) => (at(formula)? == Rational::ZERO) == *is,
            Truth::Both(left, right) => {
                self.holds_at(left, own, value)? && self.holds_at(right, own, value)?
            }
            Truth::Either(left, right) => {
                self.holds_at(left, own, value)? || self.holds_at(right, own, value)?
            }
            Truth::Known(_) | Truth::Unknown(_) => return None,
        })
    }

    /// Which values of an index a condition on its remainder leaves to the two sides.
    pub(in crate::derivation) fn shares_by_remainder(
        &self,
        own: &Index,
        truth: &Truth,
    ) -> Option<Shares> {
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
                let part = is_one.then(|| remainder.part(own, &value))??;
                let others = if remainder.modulus == Formula::number(2) {
                    let other = Formula::number(1).minus(&value)?;
                    Share::Only(remainder.part(own, &other)?)
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
                    let part = remainder.part(own, &Formula::number(value))?;
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
}

/// The values of an index with this remainder: of m·q + r between `low` and `high` there are those with
/// q from ⌈(low − r)/m⌉ to ⌊(high − r)/m⌋.
fn with_remainder(own: &Index, modulus: &Formula, remainder: &Formula) -> Option<Part> {
    // These have to be right where there is no value of the index.
    let facts = &own.outside;
    let low = facts.ceil(&own.low.minus(remainder)?.over(modulus)?)?;
    let high = facts.floor(&own.high.minus(remainder)?.over(modulus)?)?;
    Some(Part {
        symbol: own.symbol.clone(),
        low,
        high,
        every: Some(Every {
            modulus: modulus.clone(),
            remainder: remainder.clone(),
        }),
        within: None,
    })
}
