//! Square roots in normal form, and their exact values.

use super::facts::{Facts, Least};
use super::formula::{Atom, Formula, Product, Symbol};
use super::shared::Shared;
use crate::semantic::rational::{Rational, gcd};

impl Facts {
    /// The square root of a nonnegative formula: √(4·n) is 2·√n, and √(n²) is n.
    pub(in crate::derivation) fn root(&self, value: &Formula) -> Option<Formula> {
        let Some((product, coefficient)) = value.as_term() else {
            if value.is_zero() {
                return Some(Formula::default());
            }
            let (number, _) = square_part(value.content()?)?;
            let inside = value.over(&Formula::fraction(number.times(number)?))?;
            return Formula::fraction(number).times(&atom(&inside));
        };
        let (mut outside, mut inside) = (Product::default(), Product::default());
        for (factor, power) in &product.factors {
            // √(x²) is x for x ≥ 0.
            let is_plain = self.is_nonnegative(&Formula::atom(factor.clone()));
            let out = if is_plain { power.div_euclid(2) } else { 0 };
            insert(&mut outside.factors, factor, out);
            insert(&mut inside.factors, factor, power - 2 * out);
        }
        for (key, count) in &product.exponent {
            let out = count.div_euclid(2);
            insert(&mut outside.exponent, key, out);
            insert(&mut inside.exponent, key, count - 2 * out);
        }
        let (number, rest) = square_part(coefficient)?;
        let outside = Formula::term(outside, number);
        let inside = Formula::term(inside, rest);
        if inside == Formula::number(1) {
            return Some(outside);
        }
        outside.times(&atom(&inside))
    }

    /// Decides the sign of a quadratic formula in s = ⌊√v⌋ or r = ⌈√v⌉ for an integer v, by s² ≤ v < (s
    /// + 1)² and, for v ≥ 1, (r − 1)² < v ≤ r².
    pub(in crate::derivation) fn by_square_of_root(
        &self,
        formula: &Formula,
        least: Least,
        depth: u32,
    ) -> Option<bool> {
        let mut factors = formula.terms.keys().flat_map(|term| &term.factors);
        let squared = |(atom, power): (&Atom, &i32)| {
            let (Atom::Floor(part) | Atom::Ceil(part)) = atom else {
                return None;
            };
            let Some(Atom::Root(value)) = part.as_atom() else {
                return None;
            };
            (*power == 2).then(|| (atom.clone(), (**value).clone()))
        };
        let (atom, value) = factors.find_map(squared)?;
        let mut parts = formula.by_power(&atom)?;
        let factor = parts.remove(&2)?.as_fraction()?;
        let from = Formula::number(i128::from(matches!(atom, Atom::Ceil(_))));
        if !self.is_whole(&value) || !self.proves(&value.minus(&from)?, Least::Zero, depth + 2) {
            return None;
        }
        let double = Formula::atom(atom.clone()).times_number(2)?;
        let square = match (&atom, factor > Rational::ZERO) {
            (Atom::Floor(_), false) | (Atom::Ceil(_), true) => value,
            (Atom::Floor(_), true) => value.minus(&double)?,
            _ => value.plus(&double)?.plus_number(-2)?,
        };
        let mut rest = square.times_term(&Product::default(), factor)?;
        for (power, part) in parts {
            let power = Formula::atom(atom.clone()).power(u32::try_from(power).ok()?)?;
            rest = rest.plus(&part.times(&power)?)?;
        }
        Some(self.proves(&rest, least, depth + 1))
    }

    /// ⌊√(x − 1)⌋ is ⌈√x⌉ − 1 for integers x ≥ 1, and −⌈√(x + 1)⌉ is −⌊√x⌋ − 1 for integers x ≥ 0.
    pub(in crate::derivation) fn floor_of_root(&self, formula: &Formula) -> Option<Formula> {
        let (product, sign) = formula.as_term()?;
        let root = Formula::term(product.clone(), Rational::ONE);
        let Some(Atom::Root(value)) = root.as_atom() else {
            return None;
        };
        let shift = value.constant_part();
        let is_near = sign.numerator.abs() == 1 && shift == Rational::ZERO.minus(sign)?;
        if !is_near || !sign.is_whole() || !self.is_whole(value) {
            return None;
        }
        let other = value.plus_number(sign.numerator)?;
        if !self.is_nonnegative(&other) {
            return None;
        }
        let inside = Box::new(self.root(&other)?);
        let other = if sign > Rational::ZERO {
            Atom::Ceil(inside)
        } else {
            Atom::Floor(inside)
        };
        (Formula::atom(other).times_number(sign.numerator)?).plus_number(-1)
    }
}

impl Product {
    /// Whether the product contains the square of a square root.
    pub(in crate::derivation) fn holds_square_of_root(&self) -> bool {
        (self.factors.iter()).any(|(atom, power)| *power >= 2 && matches!(atom, Atom::Root(_)))
    }

    /// Removes the squares of square roots; returns the formulas under the roots with their powers.
    pub(in crate::derivation) fn take_squares_of_roots(&mut self) -> Vec<(Formula, u32)> {
        let mut squares = Vec::new();
        if !self.holds_square_of_root() {
            return squares;
        }
        let roots = self.factors.iter_mut();
        for (atom, power) in roots.filter(|(_, power)| **power >= 2) {
            if let Atom::Root(value) = atom {
                squares.push(((**value).clone(), power.unsigned_abs() / 2));
                *power %= 2;
            }
        }
        self.factors.retain(|_, power| *power != 0);
        squares
    }
}

impl Formula {
    /// The greatest common divisor of the coefficients.
    pub(in crate::derivation) fn content(&self) -> Option<Rational> {
        let (mut above, mut below) = (0, 1_i128);
        for value in self.terms.values() {
            above = gcd(above, value.numerator);
            below = below.checked_mul(value.denominator / gcd(below, value.denominator))?;
        }
        Rational::whole(above.abs()).over(Rational::whole(below))
    }

    /// ⌊f⌋ or ⌈f⌉ of a multiple of one square root plus a known number, exactly.
    pub(in crate::derivation) fn rounded_root(
        &self,
        up: bool,
        of: &dyn Fn(&Symbol) -> Option<i128>,
    ) -> Option<Rational> {
        let mut rest = Rational::ZERO;
        let mut root = None;
        for (product, coefficient) in &self.terms {
            let term = Self::term(product.clone(), *coefficient);
            if let Some(known) = term.at(of) {
                rest = rest.plus(known)?;
                continue;
            }
            let mut beside = product.clone();
            beside
                .factors
                .retain(|atom, _| !matches!(atom, Atom::Root(_)));
            let mut roots =
                (product.factors.iter()).filter(|(atom, _)| matches!(atom, Atom::Root(_)));
            let (Some((Atom::Root(value), 1)), None, None) = (roots.next(), roots.next(), &root)
            else {
                return None;
            };
            let value = value.at(of).filter(|value| *value >= Rational::ZERO)?;
            root = Some((Self::term(beside, *coefficient).at(of)?, value));
        }
        let (factor, value) = root?;
        // factor·√value is √square or −√square.
        let square = factor.times(factor)?.times(value)?;
        let is_negative = factor < Rational::ZERO;
        let is_at_least = |number: i128| {
            let bound = Rational::whole(number).minus(rest)?;
            let of_square = bound.times(bound)?;
            Some(match (is_negative, bound > Rational::ZERO) {
                (false, true) => square >= of_square,
                (false, false) => true,
                (true, true) => false,
                (true, false) => square <= of_square,
            })
        };
        let size = i128::try_from(square.floor().unsigned_abs().isqrt()).ok()?;
        let near = rest
            .floor()
            .checked_add(if is_negative { -size } else { size })?;
        // Two roundings were made, each by less than 1; the value itself is irrational.
        let mut floor = near.checked_add(2)?;
        while !is_at_least(floor)? {
            floor -= 1;
        }
        Some(Rational::whole(floor + i128::from(up)))
    }
}

/// The square root of a fraction, if it is rational.
pub(in crate::derivation) fn root_of(value: Rational) -> Option<Rational> {
    let root = |number: i128| {
        let root = number.checked_isqrt()?;
        (root * root == number).then_some(root)
    };
    Rational::new(root(value.numerator)?, root(value.denominator)?)
}

/// Writes a fraction as r²·rest. Large numbers are factored only if they are squares themselves.
fn square_part(value: Rational) -> Option<(Rational, Rational)> {
    (value >= Rational::ZERO).then_some(())?;
    if value == Rational::ZERO {
        return Some((Rational::ZERO, Rational::ONE));
    }
    let (above, top) = square_part_of(value.numerator);
    let (below, bottom) = square_part_of(value.denominator);
    let number = Rational::whole(above).over(Rational::whole(below))?;
    Some((number, Rational::whole(top).over(Rational::whole(bottom))?))
}

/// [`square_part`] of a positive integer.
fn square_part_of(number: i128) -> (i128, i128) {
    let root = number.isqrt();
    if root * root == number {
        return (root, 1);
    }
    let mut found = (1, number);
    for factor in (2..=LARGEST_FACTOR).take_while(|factor| factor * factor <= number) {
        while found.1 % (factor * factor) == 0 {
            found = (found.0 * factor, found.1 / (factor * factor));
        }
    }
    found
}

/// Square factors up to the square of this number are taken out of roots.
const LARGEST_FACTOR: i128 = 100;

fn atom(value: &Formula) -> Formula {
    Formula::atom(Atom::Root(Box::new(value.clone())))
}

fn insert<K: Clone + Ord>(into: &mut Shared<K, i32>, key: &K, count: i32) {
    if count != 0 {
        into.insert(key.clone(), count);
    }
}
