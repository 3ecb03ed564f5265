//! Sums over an index in closed form.
//!
//! A term x^e · r^x has an antidifference of the same form, a polynomial times r^x, so its sum is a
//! difference of two values (Faulhaber's formula for r = 1). Rounded quotients are summed where they
//! telescope, after applying ⌊x + 1/2⌋ = ⌊2x⌋ − ⌊x⌋ (Hermite's identity).

use std::collections::BTreeMap;

use super::facts::{Bounded, Facts};
use super::formula::{Atom, Formula, Product, Symbol};
use crate::semantic::rational::Rational;

/// The highest power of an index in a sum.
const HIGHEST_POWER: usize = 12;

impl Facts {
    /// Σ of a formula over a symbol from `low` to `high`, for `high` ≥ `low` − 1. None if no closed form
    /// is found.
    pub fn sum(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        low: &Formula,
        high: &Formula,
    ) -> Option<Formula> {
        let limit = high.plus_number(1)?;
        if let Some(end) = self.end_of_summands(formula, symbol, &limit) {
            return self.sum(formula, symbol, low, &end.plus_number(-1)?);
        }
        let mut total = Formula::default();
        let mut rounded: BTreeMap<Atom, Formula> = BTreeMap::new();
        for (product, coefficient) in &formula.terms {
            let mut free = product.clone();
            let own = Atom::Symbol(symbol.clone());
            let power = free.factors.remove(&own).unwrap_or(0);
            let ratio = free.take_ratio(&own)?.as_fraction()?;
            let held: Vec<&Atom> = free.atoms().filter(|atom| atom.has(symbol)).collect();
            match held.as_slice() {
                [] => {
                    let power = usize::try_from(power).ok()?;
                    let at = |value: &Formula| antidifference(power, ratio, value);
                    let sum = at(&limit)?.minus(&at(low)?)?;
                    total = total.plus(&sum.times_term(&free, *coefficient)?)?;
                }
                [atom @ (Atom::Greatest(parts) | Atom::Least(parts))]
                    if power == 0 && ratio == Rational::ONE =>
                {
                    let is_greatest = matches!(atom, Atom::Greatest(_));
                    let sum = self.sum_of_extremes(parts, is_greatest, symbol, [low, high])?;
                    let mut outside = free.clone();
                    if outside.factors.remove(*atom) != Some(1) {
                        return None;
                    }
                    total = total.plus(&sum.times_term(&outside, *coefficient)?)?;
                }
                [atom] if power == 0 && ratio == Rational::ONE => {
                    let atom = (*atom).clone();
                    if free.factors.remove(&atom) != Some(1) {
                        return None;
                    }
                    for (sign, part) in halves(&atom)? {
                        match part {
                            Part::Atom(part) => {
                                let value = coefficient.times(Rational::whole(sign))?;
                                let entry = rounded.entry(part).or_default();
                                *entry = entry.plus(&Formula::term(free.clone(), value))?;
                            }
                            Part::One => {
                                let count = limit.minus(low)?;
                                let value = coefficient.times(Rational::whole(sign))?;
                                total = total.plus(&count.times_term(&free, value)?)?;
                            }
                        }
                    }
                }
                _ => return None,
            }
        }
        rounded.retain(|_, value| !value.is_zero());
        while let Some((atom, value)) = rounded.pop_first() {
            let Some((other, sign)) = self.neighbour(&atom, &value, symbol, &rounded) else {
                let sum = self.sum_of_quotients(&atom, symbol, low, &limit)?;
                total = total.plus(&sum.times(&value)?)?;
                continue;
            };
            rounded.remove(&other);
            // value · (g(x + 1) − g(x)), where g is the atom whose successor is the other one.
            let (first, factor) = match sign {
                1 => (&atom, value.times_number(-1)?),
                _ => (&other, value),
            };
            let at = |value: &Formula| self.at(first, symbol, value);
            let difference = at(&limit)?.minus(&at(low)?)?;
            total = total.plus(&difference.times(&factor)?)?;
        }
        Some(total)
    }

    /// If the range ends before min(a, b) and the rounded summands are 0 from a to b − 1, as ⌈(a − x)/b⌉
    /// is, the end b can be used.
    fn end_of_summands(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        limit: &Formula,
    ) -> Option<Formula> {
        let Some(Atom::Least(ends)) = limit.as_atom() else {
            return None;
        };
        let [one, other] = ends.as_slice() else {
            return None;
        };
        let has_own = |formula: &Formula| formula.has(symbol);
        let depends = |bounded: &Bounded| {
            let ends = [Some(&bounded.least), bounded.most.as_ref()];
            bounded.symbol != *symbol && ends.into_iter().flatten().any(has_own)
        };
        // Facts about the range below min(a, b) do not hold after its end.
        if !formula.rounds() || self.known.iter().any(has_own) || self.bounds.iter().any(depends) {
            return None;
        }
        let is_zero_from = |from: &Formula, to: &Formula| {
            let last = to.plus_number(-1)?;
            let mut within = self.renamed(symbol, &Formula::symbol(symbol), [from, &last])?;
            if self.of(symbol).is_none() {
                within.bound(Bounded {
                    symbol: symbol.clone(),
                    least: from.clone(),
                    most: Some(last),
                });
            }
            let again = formula.with_atoms(&|atom| match atom {
                Atom::Floor(part) => within.floor(part),
                Atom::Ceil(part) => within.ceil(part),
                _ => Some(Formula::atom(atom.clone())),
            })?;
            again.is_zero().then(|| to.clone())
        };
        is_zero_from(one, other).or_else(|| is_zero_from(other, one))
    }

    /// Σ of ⌊(x + b)/s⌋, or the variants with ⌈ ⌉ and −x, over `low` ≤ x < `limit`. With q = ⌊y/s⌋ the
    /// sum of ⌊i/s⌋ for i from 0 to y − 1 is q·y − s·q·(q + 1)/2.
    fn sum_of_quotients(
        &self,
        atom: &Atom,
        symbol: &Symbol,
        low: &Formula,
        limit: &Formula,
    ) -> Option<Formula> {
        let (part, is_floor) = match atom {
            Atom::Floor(part) => (part, true),
            Atom::Ceil(part) => (part, false),
            _ => return None,
        };
        if part.as_logarithm().is_some() {
            return self.sum_of_logarithms(part, is_floor, symbol, [low, limit]);
        }
        if let Some(exponent) = part.exponent_of_two() {
            return self.sum_of_powers(&exponent, is_floor, symbol, [low, limit]);
        }
        let mut by_power = part.by_power(&Atom::Symbol(symbol.clone()))?;
        let rest = by_power.remove(&0).unwrap_or_default();
        let slope = by_power.remove(&1)?;
        if !by_power.is_empty() || rest.has(symbol) {
            return None;
        }
        let divisor = Formula::number(1).over(&slope)?;
        let opposite = divisor.times_number(-1)?;
        let (divisor, grows) = if self.is_positive(&divisor) {
            (divisor, true)
        } else {
            (opposite, false)
        };
        let mut shift = rest.times(&divisor)?;
        if !(self.is_positive(&divisor) && self.is_whole(&divisor) && self.is_whole(&shift)) {
            return None;
        }
        if !is_floor {
            shift = shift.plus(&divisor)?.plus_number(-1)?;
        }
        let [from, to] = if grows {
            [low.plus(&shift)?, limit.plus(&shift)?]
        } else {
            let end = |value: &Formula| shift.minus(value)?.plus_number(1);
            [end(limit)?, end(low)?]
        };
        let below = |end: &Formula| {
            let quotient = self.floor(&end.over(&divisor)?)?;
            let squares = quotient.times(&quotient.plus_number(1)?)?.times(&divisor)?;
            let half = squares.times_term(&Product::default(), Rational::HALF)?;
            quotient.times(end)?.minus(&half)
        };
        below(&to)?.minus(&below(&from)?)
    }

    /// Σ of ⌊2^(e − x)⌋, which is 2^(e − x) up to x = e and 0 after it, or of ⌈2^(e − x)⌉, which is 1
    /// after it; likewise for 2^(x − e), in reverse order.
    fn sum_of_powers(
        &self,
        exponent: &Formula,
        is_floor: bool,
        symbol: &Symbol,
        [low, limit]: [&Formula; 2],
    ) -> Option<Formula> {
        let mut by_power = exponent.by_power(&Atom::Symbol(symbol.clone()))?;
        let rest = by_power.remove(&0).unwrap_or_default();
        let slope = by_power.remove(&1)?.as_whole()?;
        if !by_power.is_empty() || rest.has(symbol) || !self.is_whole(&rest) {
            return None;
        }
        let power = Formula::number(2).raised(exponent)?;
        // At `middle` the exponent becomes negative, or stops being negative.
        let middle = match slope {
            -1 => rest.plus_number(1)?,
            1 => rest.times_number(-1)?,
            _ => return None,
        };
        if !self.is_at_most(low, &middle) || !self.is_at_most(&middle, limit) {
            return None;
        }
        let [whole, rounded] = match slope {
            -1 => [[low, &middle], [&middle, limit]],
            _ => [[&middle, limit], [low, &middle]],
        };
        let sum = self.sum(&power, symbol, whole[0], &whole[1].plus_number(-1)?)?;
        if is_floor {
            return Some(sum);
        }
        sum.plus(&rounded[1].minus(rounded[0])?)
    }

    fn at(&self, atom: &Atom, symbol: &Symbol, value: &Formula) -> Option<Formula> {
        let within = |part: &Formula| self.substitute(part, symbol, value);
        match atom {
            Atom::Floor(part) => self.floor(&within(part)?),
            Atom::Ceil(part) => self.ceil(&within(part)?),
            _ => None,
        }
    }

    /// Another rounded value with the opposite coefficient that is this one at x + 1 (1), or of which
    /// this one is the value at x + 1 (−1).
    fn neighbour(
        &self,
        atom: &Atom,
        value: &Formula,
        symbol: &Symbol,
        others: &BTreeMap<Atom, Formula>,
    ) -> Option<(Atom, i32)> {
        let opposite = value.times_number(-1)?;
        let next = Formula::symbol(symbol).plus_number(1)?;
        let shifted = |atom: &Atom| match atom {
            Atom::Floor(part) => Some(Atom::Floor(Box::new(self.substitute(part, symbol, &next)?))),
            Atom::Ceil(part) => Some(Atom::Ceil(Box::new(self.substitute(part, symbol, &next)?))),
            _ => None,
        };
        let mut fitting = others.iter().filter(|(_, other)| **other == opposite);
        fitting.find_map(|(other, _)| {
            if shifted(atom)? == *other {
                Some((other.clone(), 1))
            } else if shifted(other)? == *atom {
                Some((other.clone(), -1))
            } else {
                None
            }
        })
    }
}

enum Part {
    Atom(Atom),
    One,
}

/// ⌊x + 1/2⌋ = ⌊2x⌋ − ⌊x⌋ and ⌈x + 1/2⌉ = ⌈2x⌉ − ⌈x⌉ + 1. Other rounded values are unchanged.
fn halves(atom: &Atom) -> Option<Vec<(i128, Part)>> {
    let (part, is_floor) = match atom {
        Atom::Floor(part) => (part, true),
        Atom::Ceil(part) => (part, false),
        _ => return None,
    };
    let half = part.constant_part();
    if half.denominator != 2 {
        return Some(vec![(1, Part::Atom(atom.clone()))]);
    }
    let number = half.floor();
    let without = part.minus(&Formula::fraction(half))?;
    let double = without.times_number(2)?;
    let rounded = |formula| {
        if is_floor {
            Part::Atom(Atom::Floor(Box::new(formula)))
        } else {
            Part::Atom(Atom::Ceil(Box::new(formula)))
        }
    };
    let ones = number + i128::from(!is_floor);
    Some(vec![
        (1, rounded(double)),
        (-1, rounded(without)),
        (ones, Part::One),
    ])
}

/// F(value), where F(x + 1) − F(x) = x^power · ratio^x.
fn antidifference(power: usize, ratio: Rational, value: &Formula) -> Option<Formula> {
    if power > HIGHEST_POWER {
        return None;
    }
    // (ratio − 1)·a_j + ratio · Σ_{i>j} a_i · C(i, j) is 1 for j = power and 0 otherwise; for ratio 1
    // this determines a_{j+1}.
    let geometric = ratio != Rational::ONE;
    let degree = power + usize::from(!geometric);
    let mut coefficients = vec![Rational::ZERO; degree + 1];
    for j in (0..=power).rev() {
        let mut right = Rational::whole(i128::from(j == power));
        let solved = if geometric { j } else { j + 1 };
        for (i, coefficient) in coefficients.iter().enumerate().skip(solved + 1) {
            let part = coefficient.times(Rational::whole(binomial(i, j)))?;
            right = right.minus(part.times(ratio)?)?;
        }
        let own = if geometric {
            ratio.minus(Rational::ONE)?
        } else {
            Rational::whole(binomial(j + 1, j))
        };
        coefficients[solved] = right.over(own)?;
    }
    let mut sum = Formula::default();
    let mut raised = Formula::number(1);
    for coefficient in coefficients {
        sum = sum.plus(&raised.times_term(&Product::default(), coefficient)?)?;
        raised = raised.times(value)?;
    }
    let growth = Formula::fraction(ratio).raised(value)?;
    sum.times(&growth)
}

fn binomial(n: usize, k: usize) -> i128 {
    (0..k).fold(1, |product, i| product * (n - i) as i128 / (i as i128 + 1))
}
