//! Logarithms, and signs of formulas with rounded logarithms.

use super::facts::{Facts, Least};
use super::formula::{Atom, Base, Formula, Product};
use super::shared::Shared;
use super::signs::DEEPEST;
use crate::semantic::rational::Rational;

/// The largest c for which 2^c·u ≤ v is tried.
const MOST_DOUBLINGS: i128 = 2;

impl Facts {
    /// The logarithm to base 2.
    pub fn log(&self, value: &Formula) -> Option<Formula> {
        if let Some(exponent) = value.exponent_of_two() {
            return Some(exponent);
        }
        if let Some((product, coefficient)) = value.as_term() {
            let mut outside = Product::default();
            let mut inside = product.clone();
            inside.exponent.retain(|key, count| {
                let is_of_two = key.0 == Base::TWO;
                if is_of_two {
                    outside.exponent.insert(key.clone(), *count);
                }
                !is_of_two
            });
            let outside = Formula::term(outside, coefficient);
            if let Some(exponent) = outside.exponent_of_two() {
                let inside = Box::new(Formula::term(inside, Rational::ONE));
                return exponent.plus(&Formula::atom(Atom::Log(inside)));
            }
        }
        // log((n + 1)/2) is log(n + 1) − 1.
        let content = Formula::fraction(value.content()?);
        if let Some(exponent) = content.exponent_of_two() {
            let inside = Box::new(value.over(&content)?);
            return exponent.plus(&Formula::atom(Atom::Log(inside)));
        }
        Some(Formula::atom(Atom::Log(Box::new(value.clone()))))
    }

    /// The logarithm to any base, as a quotient.
    pub fn log_to(&self, base: &Formula, value: &Formula) -> Option<Formula> {
        if let Some(exponent) = value.exponent_of(base) {
            return Some(exponent);
        }
        if base.as_whole() == Some(2) {
            return self.log(value);
        }
        let (shift, value) = without_powers(base, value)?;
        let log = |of: &Formula| Atom::Log(Box::new(of.clone()));
        let product = Product {
            factors: Shared::from([(log(&value), 1), (log(base), -1)]),
            ..Product::default()
        };
        Formula::term(product, Rational::ONE).plus_number(shift)
    }

    /// ⌊log v⌋ or ⌈log v⌉ to an integer base, for a number times a power of the base: for 3^k/2 and base
    /// 3 they are k − 1 and k.
    pub fn rounded_log_to(&self, base: &Formula, value: &Formula, up: bool) -> Option<Formula> {
        let (product, number) = value.as_term()?;
        let exponent = Formula::term(product.clone(), Rational::ONE).exponent_of(base)?;
        let base = Rational::whole(base.as_whole().filter(|base| *base > 1)?);
        (number > Rational::ZERO && self.is_whole(&exponent)).then_some(())?;
        // Finds the largest power of the base that is at most the number.
        let (mut power, mut shift) = (Rational::ONE, 0);
        while power > number {
            (power, shift) = (power.over(base)?, shift - 1);
        }
        while let Some(next) = power.times(base).filter(|next| *next <= number) {
            (power, shift) = (next, shift + 1);
        }
        let is_between = up && power < number;
        exponent.plus_number(shift + i128::from(is_between))
    }

    /// Whether the logarithm of a positive value is at least 0.
    pub(in crate::derivation) fn is_at_least_one(&self, value: &Formula) -> bool {
        value.is_plainly_whole()
            || (value.plus_number(-1))
                .is_some_and(|rest| self.proves(&rest, Least::Zero, DEEPEST - 3))
    }

    /// ⌊log v⌋ or −⌈log v⌉ where v is close to a power of two: for k ≥ 1, 2^k − 1 lies between 2^(k−1)
    /// and 2^k, and 2^k + 1 between 2^k and 2^(k+1).
    pub(in crate::derivation) fn floor_of_logarithm(&self, formula: &Formula) -> Option<Formula> {
        let (product, sign) = formula.as_term()?;
        let log = Formula::term(product.clone(), Rational::ONE);
        let Some(Atom::Log(value)) = log.as_atom() else {
            return None;
        };
        let is_up = match sign.numerator {
            _ if !sign.is_whole() => return None,
            1 => false,
            -1 => true,
            _ => return None,
        };
        if value.terms.len() < 2 {
            // The value is not a power of two itself, so it lies strictly between two of them.
            let low = power_of_two_below(value)?;
            return if is_up {
                low.plus_number(1)?.times_number(-1)
            } else {
                Some(low)
            };
        }
        let terms = value.terms.iter();
        let powers = terms.filter(|(product, _)| !product.exponent.is_empty());
        let near = powers.filter_map(|(product, number)| {
            power_of_two_below(&Formula::term(product.clone(), *number))
        });
        // For ⌊ ⌋ the range is 2^low ≤ v < 2^(low + 1), for ⌈ ⌉ it is 2^low < v ≤ 2^(low + 1).
        let lies_from = |low: &Formula| {
            let above = value.minus(&low.power_of_two()?)?;
            let below = low.plus_number(1)?.power_of_two()?.minus(value)?;
            Some(if is_up {
                self.is_positive(&above) && self.is_nonnegative(&below)
            } else {
                self.is_nonnegative(&above) && self.is_positive(&below)
            })
        };
        let low = near
            .flat_map(|low| [low.plus_number(-1), Some(low)])
            .flatten()
            .find(|low| lies_from(low) == Some(true));
        let Some(low) = low else {
            return self.ceil_of_next(value).filter(|_| !is_up);
        };
        if is_up {
            low.plus_number(1)?.times_number(-1)
        } else {
            Some(low)
        }
    }

    /// ⌊log(x − 1)⌋ is ⌈log x⌉ − 1 for integers x > 1.
    fn ceil_of_next(&self, value: &Formula) -> Option<Formula> {
        let is_before = value.constant_part() == Rational::whole(-1);
        let fits = is_before && self.is_whole(value) && self.is_positive(value);
        let next = fits.then(|| value.plus_number(1)).flatten()?;
        self.ceil(&self.log(&next)?)?.plus_number(-1)
    }

    /// Lower and upper bounds of ⌈log v⌉ for v ≥ 1: at least 0, at least 1 for v ≥ 2, at most v − 1 for
    /// an integer v, and between log v and log v + 1.
    pub(in crate::derivation) fn around_logarithm(
        &self,
        part: &Formula,
    ) -> (Vec<Formula>, Vec<Formula>) {
        let Some((_, value)) = part.as_logarithm() else {
            return (Vec::new(), Vec::new());
        };
        if !self.is_at_least_one(value) {
            return (Vec::new(), Vec::new());
        }
        let mut lower = vec![Formula::default()];
        if (value.plus_number(-2)).is_some_and(|rest| self.proves(&rest, Least::Zero, DEEPEST - 3))
        {
            lower.insert(0, Formula::number(1));
        }
        lower.push(part.clone());
        let below = -i128::from(self.is_whole(value));
        let upper = [value.plus_number(below), part.plus_number(1)];
        (lower, upper.into_iter().flatten().collect())
    }

    /// Decides a sign by v ≤ 2^⌈log v⌉ < 2v and v/2 < 2^⌊log v⌋ ≤ v, likewise for other bases, with
    /// tighter bounds for integers v.
    pub(in crate::derivation) fn by_power_of_logarithm(
        &self,
        formula: &Formula,
        least: Least,
        depth: u32,
    ) -> Option<bool> {
        let mut exponents = formula.terms.keys().flat_map(|term| term.exponent.keys());
        let same_base = |key: &(Base, Atom)| {
            let (base, value) = rounded_log(&key.1)?;
            let is_same = key.0.raised(&Formula::number(1)).as_ref() == Some(&base);
            is_same.then(|| (key.clone(), base, value.clone()))
        };
        let (key, base, value) = exponents.find_map(same_base)?;
        let (atom, value) = (&key.1, &value);
        let mut linear = Formula::default();
        let mut rest = Formula::default();
        for (product, coefficient) in &formula.terms {
            let mut product = product.clone();
            match product.exponent.remove(&key) {
                None => rest = rest.plus(&Formula::term(product, *coefficient))?,
                Some(1) => linear = linear.plus(&Formula::term(product, *coefficient))?,
                Some(_) => return None,
            }
        }
        let with = |bound: Formula| {
            let formula = linear.times(&bound)?.plus(&rest)?;
            Some(self.proves(&formula, least, depth + 1))
        };
        // For a value strictly between its bounds, ≥ 0 at the bound suffices for > 0.
        let beyond = |bound: Formula, factor: &Formula| {
            let formula = linear.times(&bound)?.plus(&rest)?;
            let is_strict = least == Least::Above && self.proves(factor, Least::Above, depth + 2);
            let least = if is_strict { Least::Zero } else { least };
            Some(self.proves(&formula, least, depth + 1))
        };
        let up = matches!(atom, Atom::Ceil(_));
        let grows = self.proves(&linear, Least::Zero, depth + 2);
        let decreases = !grows
            && (linear.times_number(-1)).is_some_and(|it| self.proves(&it, Least::Zero, depth + 2));
        match (grows, decreases, up) {
            (true, _, true) | (_, true, false) => with(value.clone()),
            (true, _, false) => {
                if self.is_whole(value) {
                    with(value.plus_number(1)?.over(&base)?)
                } else {
                    beyond(value.over(&base)?, &linear)
                }
            }
            (_, true, true) if !self.is_whole(value) => {
                beyond(value.times(&base)?, &linear.times_number(-1)?)
            }
            (_, true, true) => {
                let own = Formula::atom(atom.clone()).plus_number(-1)?;
                let at_least_one = self.proves(&own, Least::Zero, depth + 2);
                // For integers, b^⌈ ⌉ is at most b·(v − 1), or 1 for v = 1.
                let below = (value.times(&base)?).minus(&base)?;
                with(below.plus_number(i128::from(!at_least_one))?)
            }
            _ => None,
        }
    }

    /// Decides a sign by: 2^c·u ≤ v implies ⌊log v⌋ − ⌊log u⌋ ≥ c, and likewise for ⌈ ⌉.
    pub(in crate::derivation) fn by_logarithms(
        &self,
        formula: &Formula,
        least: Least,
        depth: u32,
    ) -> Option<bool> {
        let mut found = Vec::new();
        for (product, coefficient) in &formula.terms {
            let term = Formula::term(product.clone(), Rational::ONE);
            if let Some(atom) = term.as_atom()
                && let Some((base, value)) = rounded_log(atom)
                && base.as_whole() == Some(2)
            {
                found.push((atom.clone(), value.clone(), *coefficient));
            }
        }
        for (large, v, factor) in &found {
            for (small, u, other) in &found {
                let is_alike = matches!(large, Atom::Floor(_)) == matches!(small, Atom::Floor(_));
                if !is_alike || *factor <= Rational::ZERO || *other >= Rational::ZERO {
                    continue;
                }
                let times = (*factor).min(Rational::ZERO.minus(*other)?);
                let at_least = (0..=MOST_DOUBLINGS).rev().find(|doublings| {
                    let raised = u.times_number(1 << doublings);
                    let difference = raised.and_then(|raised| v.minus(&raised));
                    difference.is_some_and(|it| self.proves(&it, Least::Zero, depth + 2))
                });
                let Some(at_least) = at_least else {
                    continue;
                };
                let difference = Formula::atom(large.clone())
                    .minus(&Formula::atom(small.clone()))?
                    .plus_number(-at_least)?
                    .times_term(&Product::default(), times)?;
                if self.proves(&formula.minus(&difference)?, least, depth + 1) {
                    return Some(true);
                }
            }
        }
        None
    }
}

/// The base and the argument, if the atom is a rounded logarithm.
fn rounded_log(atom: &Atom) -> Option<(Formula, &Formula)> {
    let (Atom::Floor(part) | Atom::Ceil(part)) = atom else {
        return None;
    };
    part.as_logarithm()
}

/// ⌊log v⌋ for a positive number times a power of two.
pub(in crate::derivation) fn power_of_two_below(value: &Formula) -> Option<Formula> {
    let (product, number) = value.as_term()?;
    if !product.factors.is_empty() || number <= Rational::ZERO {
        return None;
    }
    let power = Formula::term(product.clone(), Rational::ONE);
    let is_at_most = |exponent: i32| {
        let shift = exponent.unsigned_abs();
        let (small, large) = match exponent {
            0.. => (number.denominator.checked_shl(shift)?, number.numerator),
            _ => (number.denominator, number.numerator.checked_shl(shift)?),
        };
        Some(small <= large)
    };
    let bits = |number: i128| number.ilog2() as i32;
    let near = bits(number.numerator) - bits(number.denominator);
    let exponent = if is_at_most(near)? { near } else { near - 1 };
    power.exponent_of_two()?.plus_number(i128::from(exponent))
}

/// Separates powers of an integer base from a value: the exponent, and the rest. n/9 is 3^(−2)·n.
fn without_powers(base: &Formula, value: &Formula) -> Option<(i128, Formula)> {
    let (Some(number), Some((_, coefficient))) = (base.as_whole(), value.as_term()) else {
        return Some((0, value.clone()));
    };
    let (mut shift, mut rest) = (0, value.clone());
    let mut left = coefficient;
    while number > 1 && left.denominator % number == 0 {
        left = left.times(Rational::whole(number))?;
        rest = rest.times_number(number)?;
        shift -= 1;
    }
    while number > 1 && left.numerator % number == 0 && left.is_whole() {
        left = left.over(Rational::whole(number))?;
        rest = rest.over(base)?;
        shift += 1;
    }
    Some((shift, rest))
}
