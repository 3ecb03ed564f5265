//! Greatest values over an index, and sums of the greater or lesser of two values.

use super::facts::Facts;
use super::formula::{Atom, Formula, Product, Symbol};
use crate::semantic::rational::Rational;

impl Facts {
    /// Σ of the greater or lesser of two values whose difference is linear in the index: one up to
    /// where they cross, the other from there on.
    pub(in crate::derivation) fn sum_of_extremes(
        &self,
        parts: &[Formula],
        is_greatest: bool,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) -> Option<Formula> {
        let [one, other] = parts else {
            return None;
        };
        let (slope, zero) = crossing(one, other, symbol)?;
        let at = self.ceil(&zero)?;
        // The crossing has to lie in the range, up to one behind its end.
        let behind = high.plus_number(1)?;
        if !self.is_at_most(low, &at) || !self.is_at_most(&at, &behind) {
            return None;
        }
        let grows = slope > Rational::ZERO;
        let (first, second) = if grows == is_greatest {
            (other, one)
        } else {
            (one, other)
        };
        let before = self.sum(first, symbol, low, &at.plus_number(-1)?)?;
        let after = self.sum(second, symbol, &at, high)?;
        before.plus(&after)
    }

    /// The greatest value for a symbol from `low` to `high`, where there is one at least; none
    /// where that is not known.
    pub fn greatest_over(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        low: &Formula,
        high: &Formula,
    ) -> Option<Formula> {
        if !formula.has(symbol) {
            return Some(formula.clone());
        }
        if let Some(found) = self.greatest_step(formula, symbol, low, high) {
            return Some(found);
        }
        let next = Formula::symbol(symbol).plus_number(1)?;
        let difference = self.substitute(formula, symbol, &next)?.minus(formula)?;
        let at = |value: &Formula| self.substitute(formula, symbol, value);
        if self.is_nonnegative(&difference) {
            return at(high);
        }
        if self.is_nonnegative(&difference.times_number(-1)?) {
            return at(low);
        }
        let second = self
            .substitute(&difference, symbol, &next)?
            .minus(&difference)?;
        // Bent up: the greatest value is at one of the ends.
        if self.is_nonnegative(&second) {
            return Some(self.greatest(vec![at(low)?, at(high)?]));
        }
        self.greatest_of_bends(formula, symbol, [low, high])
    }

    /// A formula that is nowhere below this one, in which the symbol is in no rounded value; none where
    /// a rounded value has a factor.
    pub(in crate::derivation) fn upper_bound(
        &self,
        formula: &Formula,
        symbol: &Symbol,
    ) -> Option<Formula> {
        let mut bound = Formula::default();
        for (product, value) in &formula.terms {
            let part = Formula::term(product.clone(), *value);
            let is_rounded =
                |atom: &Atom| atom.has(symbol) && matches!(atom, Atom::Floor(_) | Atom::Ceil(_));
            if !product.atoms().any(is_rounded) {
                bound = bound.plus(&part)?;
                continue;
            }
            let alone = Formula::term(product.clone(), Rational::ONE);
            let (inside, ends) = match alone.as_atom()? {
                Atom::Floor(inside) => (inside, [-1, 0]),
                Atom::Ceil(inside) => (inside, [0, 1]),
                _ => return None,
            };
            let end = ends[usize::from(*value > Rational::ZERO)];
            let inside = inside.plus_number(end)?;
            bound = bound.plus(&inside.times_term(&Product::default(), *value)?)?;
        }
        Some(bound)
    }

    /// What is linear but for extremes of linear values is greatest at an end of the range, or
    /// where the two values of an extreme cross.
    fn greatest_of_bends(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) -> Option<Formula> {
        let mut ends = vec![low.clone(), high.clone()];
        for product in formula.terms.keys() {
            let held: Vec<&Atom> = product.atoms().filter(|atom| atom.has(symbol)).collect();
            match held.as_slice() {
                [] => {}
                [atom] if product.factors.get(*atom) == Some(&1) => match atom {
                    Atom::Symbol(_) => {}
                    Atom::Greatest(parts) | Atom::Least(parts) => {
                        let [one, other] = parts.as_slice() else {
                            return None;
                        };
                        let is_linear = |part: &Formula| {
                            let parts = part.by_power(&Atom::Symbol(symbol.clone()))?;
                            (parts
                                .iter()
                                .all(|(power, part)| (0..=1).contains(power) && !part.has(symbol)))
                            .then_some(())
                        };
                        is_linear(one)?;
                        is_linear(other)?;
                        let (_, zero) = crossing(one, other, symbol)?;
                        let is_within = self.is_at_most(low, &zero) && self.is_at_most(&zero, high);
                        (is_within && self.is_whole(&zero)).then_some(())?;
                        ends.push(zero);
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        let at = ends.iter().map(|end| self.substitute(formula, symbol, end));
        let resolved = at.map(|value| self.resolved(&value?));
        Some(self.greatest(resolved.collect::<Option<Vec<_>>>()?))
    }

    /// A formula with its extremes in their plainest form.
    fn resolved(&self, formula: &Formula) -> Option<Formula> {
        let mut sum = Formula::default();
        for (product, value) in &formula.terms {
            let mut product = product.clone();
            let mut found = Formula::number(1);
            let factors = std::mem::take(&mut product.factors);
            for (atom, power) in factors {
                let plain = match (&atom, power) {
                    (Atom::Greatest(parts), 1) => self.greatest(parts.clone()),
                    (Atom::Least(parts), 1) => self.least(parts.clone()),
                    _ => {
                        product.factors.insert(atom, power);
                        continue;
                    }
                };
                found = found.times(&plain)?;
            }
            sum = sum.plus(&found.times_term(&product, *value)?)?;
        }
        Some(sum)
    }

    /// ⌊a(x + 1) + b⌋ − ⌊ax + b⌋ + c is at most ⌈a⌉ + c, which it is where a(x + 1) + b is whole.
    fn greatest_step(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        low: &Formula,
        high: &Formula,
    ) -> Option<Formula> {
        let mut rest = formula.clone();
        let mut found: Vec<(Atom, Rational)> = Vec::new();
        for (product, value) in &formula.terms {
            if !product.atoms().any(|atom| atom.has(symbol)) {
                continue;
            }
            let part = Formula::term(product.clone(), *value);
            rest = rest.minus(&part)?;
            let mut factors = product.factors.iter();
            match (factors.next(), factors.next()) {
                (Some((atom, 1)), None) if product.exponent.is_empty() => {
                    found.push((atom.clone(), *value));
                }
                _ => return None,
            }
        }
        let [(first, a), (second, b)] = found.as_slice() else {
            return None;
        };
        let (upper, lower) = match (*a == Rational::ONE, *b == Rational::ONE) {
            (true, false) if b.numerator == -1 && b.is_whole() => (first, second),
            (false, true) if a.numerator == -1 && a.is_whole() => (second, first),
            _ => return None,
        };
        let (above, below, whole_at) = match (upper, lower) {
            (Atom::Floor(above), Atom::Floor(below)) => (above, below, high.plus_number(1)?),
            (Atom::Ceil(above), Atom::Ceil(below)) => (above, below, low.clone()),
            _ => return None,
        };
        let slope = above.minus(below)?;
        let next = Formula::symbol(symbol).plus_number(1)?;
        if slope.has(symbol) || self.substitute(below, symbol, &next)? != **above {
            return None;
        }
        let end = self.substitute(below, symbol, &whole_at)?;
        let found = self.is_whole(&end).then(|| self.ceil(&slope))??;
        found.plus(&rest)
    }
}

/// One − other is slope·(x − zero): the slope, and where it is 0.
fn crossing(one: &Formula, other: &Formula, symbol: &Symbol) -> Option<(Rational, Formula)> {
    let difference = one.minus(other)?;
    let mut by_power = difference.by_power(&Atom::Symbol(symbol.clone()))?;
    let rest = by_power.remove(&0).unwrap_or_default();
    let slope = by_power.remove(&1)?.as_fraction()?;
    if !by_power.is_empty() || rest.has(symbol) {
        return None;
    }
    let zero = rest.times_term(&Product::default(), Rational::whole(-1).over(slope)?)?;
    Some((slope, zero))
}
