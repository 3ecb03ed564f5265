//! How often the test of a loop holds: the smallest iteration index for which it fails.

use std::sync::Arc;

use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Atom, Formula, Radix, Symbol, SymbolMeaning};
use crate::derivation::branches::quadratic::larger_root;
use crate::derivation::branches::threshold::threshold;
use crate::derivation::obstacle::Need;
use crate::derivation::walker::Walker;

impl Walker<'_> {
    /// The number of t = 0, 1, … before the condition first fails.
    pub(super) fn iterations_while_true(
        &mut self,
        truth: &Truth,
        symbol: &Symbol,
    ) -> Option<Formula> {
        match truth {
            Truth::Known(false) => Some(Formula::default()),
            Truth::Nonnegative(formula) => self.iterations_while(formula, symbol),
            Truth::Zero(formula, false) => self.iterations_until_zero(formula, symbol),
            Truth::Both(one, other) => {
                let counts = [one, other].map(|part| self.iterations_while_true(part, symbol));
                let counts: Option<Vec<Formula>> = counts.into_iter().collect();
                counts.map(|counts| self.facts.least(counts))
            }
            // If an operand becomes true again later, the disjunction may hold longer.
            Truth::Either(one, other) if !one.has_inequality() && !other.has_inequality() => {
                let counts = [one, other].map(|part| self.iterations_while_true(part, symbol));
                let counts: Option<Vec<Formula>> = counts.into_iter().collect();
                counts.map(|counts| self.facts.greatest(counts))
            }
            _ => None,
        }
    }

    /// An upper bound of the number of t = 0, 1, … before the condition first fails, where parts of it
    /// may be unknown.
    pub(super) fn iterations_at_most(&mut self, truth: &Truth, symbol: &Symbol) -> Option<Formula> {
        match truth {
            Truth::Both(one, other) => {
                let counts = [one, other].map(|part| self.iterations_at_most(part, symbol));
                let counts: Vec<Formula> = counts.into_iter().flatten().collect();
                (!counts.is_empty()).then(|| self.facts.least(counts))
            }
            Truth::Either(one, other) if !one.has_inequality() && !other.has_inequality() => {
                let counts = [one, other].map(|part| self.iterations_at_most(part, symbol));
                let counts: Option<Vec<Formula>> = counts.into_iter().collect();
                counts.map(|counts| self.facts.greatest(counts))
            }
            known => self.iterations_while_true(known, symbol),
        }
    }

    /// The number of t = 0, 1, … for which f(t) ≥ 0, for a decreasing f.
    fn iterations_while(&mut self, formula: &Formula, symbol: &Symbol) -> Option<Formula> {
        let own = Atom::Symbol(symbol.clone());
        let one = Formula::number(1);
        let mut rest = Formula::default();
        let mut moving: Option<(Formula, Formula)> = None;
        let mut linear = None;
        let (formula, is_strict) = without_rounding(formula, symbol)?;
        if !is_strict && let Some(count) = self.iterations_of_quadratic(&formula, symbol) {
            return Some(count);
        }
        for (product, value) in &formula.terms {
            let mut product = product.clone();
            let power = product.factors.remove(&own);
            let ratio = product.take_ratio(&own)?;
            if product.atoms().any(|atom| atom.has(symbol)) {
                return None;
            }
            let part = Formula::term(product, *value);
            match power {
                None if ratio == one => rest = rest.plus(&part)?,
                Some(1) if ratio == one && linear.is_none() => linear = Some(part),
                None => {
                    let (other, sum) = moving.unwrap_or((ratio.clone(), Formula::default()));
                    (other == ratio).then_some(())?;
                    moving = Some((ratio, sum.plus(&part)?));
                }
                _ => return None,
            }
        }
        let count = match (linear, moving) {
            // rest − a·t ≥ 0
            (Some(slope), None) if !is_strict => {
                let fall = slope.times_number(-1)?;
                (self.facts.is_positive(&fall)).then_some(())?;
                self.facts.floor(&rest.over(&fall)?)?.plus_number(1)?
            }
            // rest − b·r^t ≥ 0, up to t = log(rest/b)/log r
            (None, Some((ratio, factor))) if !is_strict && self.exceeds_one(&ratio) => {
                let factor = factor.times_number(-1)?;
                let bound = rest.plus_number(1)?;
                (self.facts.is_positive(&factor)).then_some(())?;
                (self.facts.is_positive(&bound)).then_some(())?;
                if let Some(exponent) = rest.over(&factor)?.exponent_of(&ratio) {
                    self.facts.floor(&exponent)?.plus_number(1)?
                } else {
                    let log = self.log_to(&ratio, &bound.over(&factor)?)?;
                    self.facts.ceil(&log)?
                }
            }
            // b·r^(−t) − rest ≥ 0, up to t = log(b/rest)/log r, excluding equality if the condition is
            // strict.
            (None, Some((ratio, factor))) => {
                let ratio = one.over(&ratio)?;
                let least = rest.times_number(-1)?;
                (self.exceeds_one(&ratio)).then_some(())?;
                self.divisions(&factor, &ratio, &least, is_strict)?
            }
            _ => return None,
        };
        Some(if self.facts.is_nonnegative(&count) {
            count
        } else {
            self.facts.greatest(vec![Formula::default(), count])
        })
    }

    /// The number of t = 0, 1, … for which b/r^t is at least (or above) a positive number, for r > 1.
    fn divisions(
        &mut self,
        factor: &Formula,
        ratio: &Formula,
        least: &Formula,
        is_strict: bool,
    ) -> Option<Formula> {
        (self.facts.is_positive(least)).then_some(())?;
        if !self.facts.is_positive(factor) {
            // For integers, b ≥ r^t is b + 1 > r^t, also for b = 0. For a size, the value 0 is excluded
            // instead.
            let is_of_iteration = self.loops.iter().any(|symbol| factor.has(symbol));
            let is_from_one = !is_strict && least.as_whole() == Some(1);
            let varies = is_of_iteration || self.has_index(factor);
            let fits = varies && is_from_one && self.facts.is_nonnegative(factor);
            (fits && self.facts.is_whole(factor) && self.facts.is_whole(ratio)).then_some(())?;
            let log = self.log_to(ratio, &factor.plus_number(1)?)?;
            return self.facts.ceil(&log);
        }
        let last = factor.over(least)?;
        let rounded = self.facts.rounded_log_to(ratio, &last, is_strict);
        let rounded = if let Some(rounded) = rounded {
            rounded
        } else {
            let log = self.log_to(ratio, &last)?;
            if is_strict {
                self.facts.ceil(&log)?
            } else {
                self.facts.floor(&log)?
            }
        };
        rounded.plus_number(i128::from(!is_strict))
    }

    /// As [`Self::iterations_while`] for a quadratic f that does not grow from t = 0 on.
    fn iterations_of_quadratic(&mut self, formula: &Formula, symbol: &Symbol) -> Option<Formula> {
        let parts = formula.by_power(&Atom::Symbol(symbol.clone()))?;
        if !parts.contains_key(&2) || parts.values().any(|part| part.has(symbol)) {
            return None;
        }
        let (last, decreases) = larger_root(&self.facts, parts, &Formula::default())?;
        let count = self.facts.floor(&last)?.plus_number(1)?;
        let count = self.facts.greatest(vec![Formula::default(), count]);
        decreases.then_some(count)
    }

    /// The number of t = 0, 1, … before f(t) = 0.
    fn iterations_until_zero(&mut self, formula: &Formula, symbol: &Symbol) -> Option<Formula> {
        if let Some(longer) = above_last_value(&self.facts, formula, symbol) {
            return self.iterations_while(&longer, symbol);
        }
        let truth = Truth::Zero(formula.clone(), true);
        let count = match threshold(&self.facts, &truth, symbol) {
            Some((count, _)) => count,
            None => self.exponent_of_zero(formula, symbol)?,
        };
        self.ask_for_order(Some(count.clone()));
        let is_reached = self.facts.is_nonnegative(&count) && self.facts.is_whole(&count);
        is_reached.then_some(count)
    }

    /// The t for which rest − b·r^t is 0, if rest/b is a power of r.
    fn exponent_of_zero(&mut self, formula: &Formula, symbol: &Symbol) -> Option<Formula> {
        let (mut rest, mut moving) = (Formula::default(), None);
        for (product, value) in &formula.terms {
            let mut product = product.clone();
            let ratio = product.take_ratio(&Atom::Symbol(symbol.clone()))?;
            let part = Formula::term(product, *value);
            if ratio == Formula::number(1) {
                rest = rest.plus(&part)?;
            } else if moving.replace((ratio, part)).is_some() {
                return None;
            }
        }
        let (ratio, factor) = moving?;
        // A power of 1 is reached in the first iteration or never.
        if !self.exceeds_one(&ratio) || rest.has(symbol) || factor.has(symbol) {
            return None;
        }
        let power = rest.over(&factor)?.times_number(-1)?;
        let exponent = power.exponent_of(&ratio);
        if exponent.is_none() {
            self.ask_for_power(&power, &ratio);
        }
        exponent
    }

    fn exceeds_one(&self, ratio: &Formula) -> bool {
        (ratio.plus_number(-1)).is_some_and(|rest| self.facts.is_positive(&rest))
    }

    /// The logarithm to a base. Suggests to assume that the value is a power of the base.
    fn log_to(&mut self, base: &Formula, value: &Formula) -> Option<Formula> {
        self.ask_for_power(value, base);
        self.facts.log_to(base, value)
    }

    /// Suggests to assume that the size in a value is a power of a base.
    pub(in crate::derivation) fn ask_for_power(&mut self, value: &Formula, base: &Formula) {
        let radix = match (base.as_whole(), base.as_symbol()) {
            (Some(number), _) => u32::try_from(number).ok().map(Radix::Number),
            (None, Some(symbol)) if symbol.meaning == SymbolMeaning::Itself => {
                Some(Radix::Name(Arc::clone(&symbol.name)))
            }
            _ => None,
        };
        let sizes = value.symbols();
        if let (Some(radix), Some(size), 1) = (radix, sizes.first(), sizes.len())
            && size.meaning == SymbolMeaning::Itself
        {
            self.helpful
                .need(Need::Power(Arc::clone(&size.name), radix));
        }
    }
}

/// A formula f such that f(t) ≥ 0 is equivalent to ⌊b·r^(−t)⌋ ≠ 0, ⌊b·2^(−t)⌋ ≠ 1 or ⌈b·r^(−t)⌉ ≠ 1 up
/// to the first t at which it fails: halving never skips 1, and no division skips 0.
fn above_last_value(facts: &Facts, formula: &Formula, symbol: &Symbol) -> Option<Formula> {
    let rounded = |formula: &Formula| {
        let mut found = formula.terms.iter().filter_map(|(product, value)| {
            let part = Formula::term(product.clone(), *value);
            match part.as_atom() {
                Some(Atom::Floor(inside)) if inside.has(symbol) => {
                    Some((part.clone(), (**inside).clone(), false))
                }
                Some(Atom::Ceil(inside)) if inside.has(symbol) => {
                    Some((part.clone(), (**inside).clone(), true))
                }
                _ => None,
            }
        });
        found.next().filter(|_| found.next().is_none())
    };
    let opposite = formula.times_number(-1)?;
    let (formula, (value, inside, is_up)) = match rounded(formula) {
        Some(found) => (formula, found),
        None => (&opposite, rounded(&opposite)?),
    };
    let last = value.minus(formula)?.as_whole()?;
    let (product, factor) = inside.as_term()?;
    let mut product = product.clone();
    let ratio = product.take_ratio(&Atom::Symbol(symbol.clone()))?;
    let start = Formula::term(product, factor);
    if start.has(symbol) {
        return None;
    }
    let divisor = Formula::number(1).over(&ratio)?;
    let is_met = match last {
        0 => !is_up && facts.is_nonnegative(&start),
        1 => {
            (is_up || divisor == Formula::number(2))
                && facts.is_nonnegative(&start.plus_number(-1)?)
        }
        _ => false,
    };
    let decreases = facts.is_positive(&divisor.plus_number(-1)?);
    (is_met && decreases).then(|| value.plus_number(-1 - last))?
}

/// ⌊x⌋ + r ≥ 0 is x + r ≥ 0, and ⌈x⌉ + r ≥ 0 is x + r + 1 > 0, for an integer r, if only one rounded
/// value contains the symbol. The flag tells whether the inequality is strict.
fn without_rounding(formula: &Formula, symbol: &Symbol) -> Option<(Formula, bool)> {
    let mut plain = Formula::default();
    let (mut found, mut is_whole) = (None, true);
    for (product, value) in &formula.terms {
        let part = Formula::term(product.clone(), *value);
        match part.as_atom() {
            Some(Atom::Floor(inside)) if inside.has(symbol) && found.is_none() => {
                found = Some(((**inside).clone(), false));
            }
            Some(Atom::Ceil(inside)) if inside.has(symbol) && found.is_none() => {
                found = Some(((**inside).clone(), true));
            }
            _ => {
                is_whole &= part.is_plainly_whole();
                plain = plain.plus(&part)?;
            }
        }
    }
    match found {
        None => Some((plain, false)),
        Some((inside, is_strict)) if is_whole => {
            let plain = plain.plus(&inside)?;
            let shift = i128::from(is_strict);
            Some((plain.plus_number(shift)?, is_strict))
        }
        Some(_) => None,
    }
}
