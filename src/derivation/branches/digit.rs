//! Conditions on one binary digit of an index: `(i / 2^d) mod 2 == 0`, `bit(i, d) == 1`,
//! `(i AND 2^d) == 0`, `i mod 2^(d+1) < 2^d`, and `i XOR 2^d > i`.

use super::index_set::{IndexSet, Progression, ResidueClass, SideSets};
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::facts::Bounded;
use crate::derivation::algebra::formula::{Atom, Formula, Symbol};
use crate::derivation::walker::{IndexVariable, Walker};
use crate::semantic::rational::Rational;

impl Walker<'_> {
    /// The values of an index on both sides of a condition on one of its binary digits. The index is
    /// 2u·q + u·b + x, where u is the weight of the digit b, and 0 ≤ x < u. Each side has one value of
    /// b; from u·c to u·e − 1 the values of q are ⌈(c − b)/2⌉ to ⌊(e − 1 − b)/2⌋.
    pub(in crate::derivation) fn sets_by_digit(
        &mut self,
        own: &IndexVariable,
        truth: &Truth,
    ) -> Option<SideSets> {
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return None;
        };
        let unit = unit(formula, &own.symbol)?;
        let facts = &own.outside;
        if !(facts.is_whole(&unit) && facts.is_positive(&unit)) {
            return None;
        }
        let count = own.high.plus_number(1)?;
        let double = unit.times_number(2)?;
        let half = Formula::fraction(Rational::HALF);
        let of_units = |end: &Formula| {
            let pairs = end.over(&double)?;
            let is_multiple = facts.is_whole(&pairs) || facts.is_whole(&pairs.plus(&half)?);
            is_multiple.then_some(pairs)
        };
        let (Some(first), Some(limit)) = (of_units(&own.low), of_units(&count)) else {
            self.ask_for_power(&count, &Formula::number(2));
            return None;
        };
        let within = (self.new_symbol("x"), unit.plus_number(-1)?);
        let higher = self.new_symbol("q");
        let above = double.times(&Formula::symbol(&higher))?;
        let mut sides = [Vec::new(), Vec::new()];
        for digit in 0..2 {
            let lower = unit.times_number(digit)?;
            let remainder = lower.plus(&Formula::symbol(&within.0))?;
            let number = Number {
                whole: above.plus(&remainder)?,
                lower: remainder.clone(),
                digit: Formula::number(digit),
            };
            let of_digit = number.put_into(formula, own, &unit)?;
            let of_half = half.times_number(digit)?;
            let part = Progression {
                symbol: own.symbol.clone(),
                low: facts.ceil(&first.minus(&of_half)?)?,
                high: facts.floor(&limit.minus(&of_half)?.minus(&half)?)?,
                every: Some(ResidueClass {
                    modulus: double.clone(),
                    remainder,
                }),
                within: Some(within.clone()),
            };
            let before = self.facts.clone();
            self.facts.bound(part.bounded()?);
            self.facts.bound(Bounded {
                symbol: higher.clone(),
                least: part.low.clone(),
                most: Some(part.high.clone()),
            });
            let decided = self.decided(match truth {
                Truth::Zero(_, is) => Truth::Zero(of_digit, *is),
                _ => Truth::Nonnegative(of_digit),
            });
            self.facts = before;
            let Truth::Known(holds) = decided else {
                return None;
            };
            sides[usize::from(!holds)].push(IndexSet::Only(part));
        }
        Some(sides)
    }
}

/// The weight of the digit that a condition is about.
fn unit(formula: &Formula, own: &Symbol) -> Option<Formula> {
    let mut found = None;
    formula.collect(&mut |atom| {
        if let Atom::Modulo(part, modulus) = atom
            && part.has(own)
        {
            found = found.take().or_else(|| unit_of(part, modulus, own));
        }
    });
    found
}

/// The weight in ⌊i/u⌋ mod 2 and in i mod 2u.
fn unit_of(part: &Formula, modulus: &Formula, own: &Symbol) -> Option<Formula> {
    let index = Formula::symbol(own);
    let unit = match part.as_atom()? {
        Atom::Floor(inside) if modulus.as_whole() == Some(2) => index.over(inside)?,
        Atom::Symbol(symbol) if symbol == own => modulus.over(&Formula::number(2))?,
        _ => return None,
    };
    (!unit.has(own)).then_some(unit)
}

/// The values of an index with a fixed digit.
struct Number {
    /// The whole index.
    whole: Formula,
    /// The digit and all lower digits.
    lower: Formula,
    digit: Formula,
}

impl Number {
    /// Substitutes these values into a condition. None if it contains other digits, too.
    fn put_into(&self, formula: &Formula, own: &IndexVariable, unit: &Formula) -> Option<Formula> {
        formula.with_atoms(&|atom| match atom {
            _ if !atom.has(&own.symbol) => Some(Formula::atom(atom.clone())),
            Atom::Symbol(_) => Some(self.whole.clone()),
            Atom::Modulo(part, modulus) => {
                (unit_of(part, modulus, &own.symbol)? == *unit).then_some(())?;
                Some(match part.as_symbol() {
                    Some(_) => self.lower.clone(),
                    None => self.digit.clone(),
                })
            }
            _ => None,
        })
    }
}
