//! Maxima over an index, and sums of the maximum or minimum of two values.

use super::facts::Facts;
use super::formula::{Atom, Formula, Product, Symbol};
use crate::semantic::rational::Rational;

impl Formula {
    /// Whether the formula contains a maximum or minimum.
    pub fn holds_extreme(&self) -> bool {
        let mut holds = false;
        self.collect(&mut |atom| holds |= is_extreme(atom));
        holds
    }
}

impl Facts {
    /// Σ of the maximum or minimum of two values whose difference is linear in the index: one value up
    /// to their crossing, the other from there on.
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
        if is_greatest && let Some(sum) = self.sum_of_shares(parts, symbol, [low, high]) {
            return Some(sum);
        }
        let (grows, at, gaps) = self.crossing_index(one, other, symbol, [low, high])?;
        if !gaps.iter().all(|gap| self.is_nonnegative(gap)) {
            return None;
        }
        let (first, second) = if grows == is_greatest {
            (other, one)
        } else {
            (one, other)
        };
        let before = self.sum(first, symbol, low, &at.plus_number(-1)?)?;
        let after = self.sum(second, symbol, &at, high)?;
        before.plus(&after)
    }

    /// The formulas that have to be at least 0 for the values to cross within the range.
    pub(in crate::derivation) fn crossing_gaps(
        &self,
        parts: &[Formula],
        symbol: &Symbol,
        bounds: [&Formula; 2],
    ) -> Option<[Formula; 2]> {
        let [one, other] = parts else {
            return None;
        };
        let (_, _, gaps) = self.crossing_index(one, other, symbol, bounds)?;
        Some(gaps)
    }

    /// The index from which the other value is the greater one, whether `one` − `other` grows, and the
    /// distances of that index from both ends of the range.
    fn crossing_index(
        &self,
        one: &Formula,
        other: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) -> Option<(bool, Formula, [Formula; 2])> {
        let (grows, zero) = self.crossing(one, other, symbol)?;
        let at = self.ceil(&zero)?;
        // The crossing has to lie in the range or one after its end. If both values are equal at the
        // crossing, it may also lie one before the range: sums without extremes are differences of
        // antidifferences, which hold there too.
        let is_equal = self.is_whole(&zero) && !one.holds_extreme() && !other.holds_extreme();
        let earliest = low.plus_number(-i128::from(is_equal))?;
        let gaps = [at.minus(&earliest)?, high.plus_number(1)?.minus(&at)?];
        Some((grows, at, gaps))
    }

    /// Σ of max(0, min(f(x + 1), m) − f(x)) for growing f. The part of m between f(x) and f(x + 1) is
    /// min(f(x + 1), m) − min(f(x), m), so the sum telescopes.
    fn sum_of_shares(
        &self,
        parts: &[Formula],
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) -> Option<Formula> {
        let [one, other] = parts else {
            return None;
        };
        let share = match (one.is_zero(), other.is_zero()) {
            (true, false) => other,
            (false, true) => one,
            _ => return None,
        };
        let (least, rest) = with_one_extreme(share, symbol)?;
        let Atom::Least(ends) = least else {
            return None;
        };
        let [first, second] = ends.as_slice() else {
            return None;
        };
        let begin = rest.times_number(-1)?;
        let at = |place: &Formula| self.substitute(&begin, symbol, place);
        let next = at(&Formula::symbol(symbol).plus_number(1)?)?;
        let most = match (*first == next, *second == next) {
            (true, false) => second,
            (false, true) => first,
            _ => return None,
        };
        if most.has(symbol) || !self.is_at_most(&begin, &next) {
            return None;
        }
        let up_to = |end: &Formula| Some(self.least(vec![at(end)?, most.clone()]));
        up_to(&high.plus_number(1)?)?.minus(&up_to(low)?)
    }

    /// The maximum over a symbol from `low` to `high`, if the range is not empty. None if it is not
    /// found.
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
        // Convex: the maximum is at one of the ends.
        if self.is_nonnegative(&second) {
            return Some(self.greatest(vec![at(low)?, at(high)?]));
        }
        if let Some(found) = self.greatest_of_square(formula, symbol, [low, high]) {
            return Some(found);
        }
        (self.greatest_of_parts(formula, symbol, [low, high]))
            .or_else(|| self.greatest_of_bends(formula, symbol, [low, high]))
    }

    /// For integers x and b, the maximum of b·x − x² is ⌊b²/4⌋, at x = ⌊b/2⌋.
    fn greatest_of_square(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) -> Option<Formula> {
        let mut parts = formula.by_power(&Atom::Symbol(symbol.clone()))?;
        let rest = parts.remove(&0).unwrap_or_default();
        let (linear, square) = (parts.remove(&1)?, parts.remove(&2)?);
        let fits = parts.is_empty()
            && square.as_whole() == Some(-1)
            && !linear.has(symbol)
            && !rest.has(symbol)
            && self.is_whole(&linear);
        fits.then_some(())?;
        let middle = self.floor(&linear.over(&Formula::number(2))?)?;
        (self.is_at_most(low, &middle) && self.is_at_most(&middle, high)).then_some(())?;
        let most = linear.times(&linear)?.over(&Formula::number(4))?;
        self.floor(&most)?.plus(&rest)
    }

    /// The maximum of an extreme whose operands all grow or all decrease.
    fn greatest_of_parts(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) -> Option<Formula> {
        let (extreme, rest) = with_one_extreme(formula, symbol)?;
        let (Atom::Greatest(parts) | Atom::Least(parts)) = extreme else {
            return None;
        };
        let parts: Option<Vec<Formula>> = parts.iter().map(|part| part.plus(&rest)).collect();
        let parts = parts?;
        let next = Formula::symbol(symbol).plus_number(1)?;
        let rises = |part: &Formula| self.substitute(part, symbol, &next)?.minus(part);
        let rises: Option<Vec<Formula>> = parts.iter().map(rises).collect();
        let rises = rises?;
        let end = if rises.iter().all(|rise| self.is_nonnegative(rise)) {
            high
        } else {
            let mut decreases = rises.iter().filter_map(|rise| rise.times_number(-1));
            decreases
                .all(|fall| self.is_nonnegative(&fall))
                .then_some(low)?
        };
        let at = parts.iter().map(|part| self.substitute(part, symbol, end));
        let values = at.collect::<Option<Vec<_>>>()?;
        Some(match extreme {
            Atom::Greatest(_) => self.greatest(values),
            _ => self.least(values),
        })
    }

    /// An upper bound of a formula in which no rounded value contains the symbol. None if a rounded
    /// value has a factor.
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

    /// The maximum of a formula that is linear except for extremes of linear values: at an end of the
    /// range, or where the operands of an extreme cross.
    fn greatest_of_bends(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) -> Option<Formula> {
        let mut ends = vec![low.clone(), high.clone()];
        for bend in self.bends(formula, symbol)? {
            let is_within = self.is_at_most(low, &bend) && self.is_at_most(&bend, high);
            (is_within && self.is_whole(&bend)).then_some(())?;
            ends.push(bend);
        }
        let at = ends.iter().map(|end| self.substitute(formula, symbol, end));
        let resolved = at.map(|value| self.resolved(&value?));
        Some(self.greatest(resolved.collect::<Option<Vec<_>>>()?))
    }

    /// The crossings of the operands of all extremes, in a formula that is linear except for extremes of
    /// two linear values. None for other formulas.
    pub(in crate::derivation) fn bends(
        &self,
        formula: &Formula,
        symbol: &Symbol,
    ) -> Option<Vec<Formula>> {
        let mut bends = Vec::new();
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
                        bends.push(self.crossing(one, other, symbol)?.1);
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        Some(bends)
    }

    /// A formula with its extremes simplified.
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

    /// ⌊a(x + 1) + b⌋ − ⌊ax + b⌋ + c is at most ⌈a⌉ + c, with equality where a(x + 1) + b is an integer.
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

    /// Writes `one` − `other` as slope·(x − zero) or slope·(r^x − r^zero). Returns whether it grows, and
    /// its zero.
    fn crossing(&self, one: &Formula, other: &Formula, symbol: &Symbol) -> Option<(bool, Formula)> {
        let difference = one.minus(other)?;
        let own = Atom::Symbol(symbol.clone());
        let (mut rest, mut slope) = (Formula::default(), Formula::default());
        let mut base = None;
        for (product, value) in &difference.terms {
            let mut product = product.clone();
            let power = product.factors.remove(&own).unwrap_or(0);
            let ratio = product.take_ratio(&own)?.as_fraction()?;
            let free = Formula::term(product, *value);
            if free.has(symbol) {
                return None;
            }
            if power == 0 && ratio == Rational::ONE {
                rest = rest.plus(&free)?;
                continue;
            }
            // Next to a power of the symbol there must be no other power and no linear term.
            let of = (power, ratio);
            if *base.get_or_insert(of) != of || power > 1 || power == 1 && ratio != Rational::ONE {
                return None;
            }
            slope = slope.plus(&free)?;
        }
        let (_, ratio) = base?;
        let grows = self.is_positive(&slope);
        let fall = slope.times_number(-1)?;
        (grows || self.is_positive(&fall)).then_some(())?;
        let at = rest.over(&fall)?;
        if ratio == Rational::ONE {
            return Some((grows, at));
        }
        (self.is_positive(&at)).then_some(())?;
        if ratio > Rational::ONE {
            return Some((grows, self.log_to(&Formula::fraction(ratio), &at)?));
        }
        let base = Formula::fraction(Rational::ONE.over(ratio)?);
        Some((!grows, self.log_to(&base, &Formula::number(1).over(&at)?)?))
    }
}

fn is_extreme(atom: &Atom) -> bool {
    matches!(atom, Atom::Greatest(_) | Atom::Least(_))
}

/// The only extreme that contains the symbol, if it is a term with factor 1, and the other terms. None
/// if there are several.
fn with_one_extreme<'f>(formula: &'f Formula, symbol: &Symbol) -> Option<(&'f Atom, Formula)> {
    let is_of_symbol = |atom: &Atom| is_extreme(atom) && atom.has(symbol);
    let mut rest = formula.clone();
    let mut found = None;
    for (product, value) in &formula.terms {
        let Some(extreme) = product.factors.keys().find(|atom| is_of_symbol(atom)) else {
            continue;
        };
        let is_alone = product.factors.len() == 1 && product.exponent.is_empty();
        let is_single = product.factors.get(extreme) == Some(&1) && *value == Rational::ONE;
        if !is_alone || !is_single || found.is_some() {
            return None;
        }
        rest.terms.remove(product);
        found = Some(extreme);
    }
    Some((found?, rest))
}
