//! Conditions on the remainder of an index: `i mod 3 == 0`, `i mod 2^(d+1) == 2^d - 1`, `i mod 4 < 2`.

use super::groups::Side;
use super::index_set::{IndexSet, Progression, ResidueClass, SideSets};
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::formula::{Atom, Formula};
use crate::derivation::walker::{IndexVariable, Walker};
use crate::semantic::rational::{Rational, gcd};

/// The largest modulus for which remainders are followed one by one.
const LARGEST_LISTED: i128 = 8;

/// The largest modulus for which the inverse of a slope is searched.
const LARGEST_INVERTED: i128 = 64;

/// factor·((slope·index + shift) mod modulus) + rest, where `rest` does not contain the index.
struct Remainder {
    factor: Rational,
    slope: Rational,
    /// The inverse of the slope modulo the modulus.
    inverse: Rational,
    shift: Formula,
    modulus: Formula,
    rest: Formula,
}

impl Remainder {
    /// The value for an index with this remainder, if all other parts are numbers.
    fn at(&self, index: i128) -> Option<Rational> {
        let shift = self.shift.as_fraction().filter(|it| it.is_whole())?;
        let argument = self.slope.times(Rational::whole(index))?.plus(shift)?;
        let value = argument.numerator.rem_euclid(self.modulus.as_whole()?);
        (self.factor.times(Rational::whole(value))?).plus(self.rest.as_fraction()?)
    }

    /// The index values for which the remainder has this value.
    fn part(&self, own: &IndexVariable, value: &Formula) -> Option<Progression> {
        let remainder = (value.minus(&self.shift)?).times(&Formula::fraction(self.inverse))?;
        with_remainder(own, &self.modulus, &remainder)
    }
}

impl Walker<'_> {
    /// The index values on both sides of a conjunction or disjunction of conditions on remainders.
    pub(in crate::derivation) fn sets_by_remainders(&self, truth: &Truth) -> Option<SideSets> {
        let own = |at| self.innermost_last(at).and_then(|mut all| all.pop());
        let of_one = |index: IndexVariable| {
            let period = self.period(truth, &index)?;
            let mut sides = [Vec::new(), Vec::new()];
            for value in 0..period {
                let holds = self.holds_at(truth, &index, value)?;
                let (modulus, remainder) = (Formula::number(period), Formula::number(value));
                let part = with_remainder(&index, &modulus, &remainder)?;
                sides[usize::from(!holds)].push(IndexSet::Only(part));
            }
            Some(sides)
        };
        (0..self.indices.len())
            .rev()
            .filter_map(own)
            .find_map(of_one)
    }

    /// The period of conditions on remainders of an index.
    fn period(&self, truth: &Truth, own: &IndexVariable) -> Option<i128> {
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

    /// Whether conditions on remainders hold for an index with this remainder.
    fn holds_at(&self, truth: &Truth, own: &IndexVariable, value: i128) -> Option<bool> {
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

    /// The index values on both sides of a condition on the remainder.
    pub(in crate::derivation) fn sets_by_remainder(
        &self,
        own: &IndexVariable,
        truth: &Truth,
    ) -> Option<SideSets> {
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return None;
        };
        let remainder = self.remainder(formula, own)?;
        match truth {
            Truth::Zero(_, is) => {
                let value = remainder.rest.over(&Formula::fraction(remainder.factor))?;
                let value = value.times_number(-1)?;
                let largest = remainder.modulus.plus_number(-1)?;
                let is_one = self.facts.is_whole(&value)
                    && self.facts.is_nonnegative(&value)
                    && self.facts.is_at_most(&value, &largest);
                let part = is_one.then(|| remainder.part(own, &value))??;
                let others = if remainder.modulus == Formula::number(2) {
                    let other = Formula::number(1).minus(&value)?;
                    IndexSet::Only(remainder.part(own, &other)?)
                } else {
                    IndexSet::AllBut(part.clone(), Truth::Zero(formula.clone(), false))
                };
                let (only, others) = (vec![IndexSet::Only(part)], vec![others]);
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
                    let sum = remainder.factor.times(Rational::whole(value))?.plus(rest)?;
                    sides[usize::from(sum < Rational::ZERO)].push(IndexSet::Only(part));
                }
                Some(sides)
            }
            _ => None,
        }
    }

    /// Replaces complements of one remainder modulo a small number by the other remainders, where the
    /// cost of a complement cannot be computed: for time if processors diverge, and on the asynchronous
    /// machine.
    pub(in crate::derivation) fn listed(&self, sets: SideSets, sides: &[Side<'_>; 2]) -> SideSets {
        let listed = |(sets, side): (Vec<IndexSet>, &Side<'_>)| {
            let is_wanted =
                self.counted.is_asynchronous() || self.counted.is_time() && side.has_branch();
            match sets.as_slice() {
                [IndexSet::AllBut(part, _)] if is_wanted => self.others_of(part).unwrap_or(sets),
                _ => sets,
            }
        };
        let [one, other] = sets;
        [(one, &sides[0]), (other, &sides[1])].map(listed)
    }

    fn others_of(&self, part: &Progression) -> Option<Vec<IndexSet>> {
        let mut indices = self.indices.iter();
        let at = indices.position(|index| index.symbol == part.symbol)?;
        let own = self.innermost_last(at)?.pop()?;
        let others = others(&own, part)?;
        Some(others.into_iter().map(IndexSet::Only).collect())
    }

    /// The index values on both sides of a condition on the remainder, one part for each remainder. None
    /// for a side with too many remainders.
    pub(in crate::derivation) fn parts_by_remainder(
        &self,
        own: &IndexVariable,
        truth: &Truth,
    ) -> Option<[Option<Vec<Progression>>; 2]> {
        let parts = self.sets_by_remainder(own, truth)?.map(|sets| {
            let parts = sets.into_iter().map(|set| match set {
                IndexSet::Only(part) => Some(vec![part]),
                IndexSet::AllBut(part, _) => others(own, &part),
            });
            let parts: Option<Vec<Vec<Progression>>> = parts.collect();
            parts.map(|parts| parts.concat())
        });
        Some(parts)
    }

    fn remainder(&self, formula: &Formula, own: &IndexVariable) -> Option<Remainder> {
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
        let (Atom::Modulo(part, modulus), factor) = found? else {
            return None;
        };
        let mut by_power = part.by_power(&Atom::Symbol(own.symbol.clone()))?;
        let shift = by_power.remove(&0).unwrap_or_default();
        let slope = by_power.remove(&1)?.as_fraction()?;
        let fits = by_power.is_empty()
            && !shift.has(&own.symbol)
            && !modulus.has(&own.symbol)
            && slope.is_whole()
            && self.facts.is_positive(modulus)
            && self.facts.is_whole(&shift);
        if !fits {
            return None;
        }
        let plain = Remainder {
            factor,
            slope,
            inverse: slope,
            shift,
            modulus: (**modulus).clone(),
            rest,
        };
        match slope.numerator {
            1 | -1 => Some(plain),
            _ => self.without_common_factor_of(&plain),
        }
    }

    /// (g·a·i + g·b + r) mod (g·m) with 0 ≤ r < g is g·((a·i + b) mod m) + r, where a and m are coprime.
    fn without_common_factor_of(&self, found: &Remainder) -> Option<Remainder> {
        let (slope, modulus) = (found.slope.numerator, found.modulus.as_whole()?);
        let common = gcd(slope, modulus).abs();
        let (slope, modulus) = (slope / common, modulus / common);
        (modulus <= LARGEST_INVERTED).then_some(())?;
        let over = found.shift.constant_part();
        let over = over.is_whole().then(|| over.numerator.rem_euclid(common))?;
        let shift = found.shift.plus_number(-over)?;
        let shift = shift.over(&Formula::number(common))?;
        let mut all = 1..modulus;
        let inverse = all.find(|it| {
            slope
                .checked_mul(*it)
                .is_some_and(|it| it.rem_euclid(modulus) == 1)
        })?;
        let rest = found.factor.times(Rational::whole(over))?;
        self.facts.is_whole(&shift).then_some(())?;
        Some(Remainder {
            factor: found.factor.times(Rational::whole(common))?,
            slope: Rational::whole(slope),
            inverse: Rational::whole(inverse),
            shift,
            modulus: Formula::number(modulus),
            rest: found.rest.plus(&Formula::fraction(rest))?,
        })
    }
}

/// The index values with this remainder: m·q + r lies between `low` and `high` for q from ⌈(low − r)/m⌉
/// to ⌊(high − r)/m⌋.
fn with_remainder(
    own: &IndexVariable,
    modulus: &Formula,
    remainder: &Formula,
) -> Option<Progression> {
    // These bounds have to be correct if the range of the index is empty.
    let facts = &own.outside;
    let low = facts.ceil(&own.low.minus(remainder)?.over(modulus)?)?;
    let high = facts.floor(&own.high.minus(remainder)?.over(modulus)?)?;
    Some(Progression {
        symbol: own.symbol.clone(),
        low,
        high,
        every: Some(ResidueClass {
            modulus: modulus.clone(),
            remainder: remainder.clone(),
        }),
        within: None,
    })
}

/// The index values of each other residue class modulo the same number.
fn others(own: &IndexVariable, part: &Progression) -> Option<Vec<Progression>> {
    let every = part.every.as_ref().filter(|_| part.within.is_none())?;
    let modulus = every.modulus.as_whole();
    let modulus = modulus.filter(|modulus| (2..=LARGEST_LISTED).contains(modulus))?;
    let others = (1..modulus).map(|more| {
        let value = every.remainder.plus_number(more)?;
        let value = match value.as_whole() {
            Some(number) => Formula::number(number.rem_euclid(modulus)),
            None => value,
        };
        with_remainder(own, &every.modulus, &value)
    });
    others.collect()
}
