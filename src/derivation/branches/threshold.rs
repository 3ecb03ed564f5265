//! The index value at which a condition changes, and the resulting ranges.

use super::index_set::{IndexSet, Progression, SideSets};
use super::quadratic::larger_root;
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Atom, Formula, Product, Symbol};
use crate::derivation::algebra::logarithms::power_of_two_below;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{IndexVariable, Walker, too_large};
use crate::semantic::rational::Rational;
use crate::source::Span;

impl Walker<'_> {
    /// The index values on both sides of a condition. None if it depends on several indices in a way
    /// that cannot be split.
    pub(in crate::derivation) fn index_sets(
        &mut self,
        truth: &Truth,
        span: Span,
    ) -> Result<Option<SideSets>, Obstacle> {
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return Ok(None);
        };
        let own: Vec<usize> = (0..self.indices.len())
            .rev()
            .filter(|at| formula.has(&self.indices[*at].symbol))
            .collect();
        let Some(innermost) = own.first() else {
            let Some(symbol) = self.loops.iter().rev().find(|symbol| formula.has(symbol)) else {
                self.ask_for_sizes(truth);
                return Err(Obstacle::reason(span, Reason::Branch));
            };
            return Err(match threshold(&self.facts, truth, symbol) {
                Some((at, _)) => Obstacle::Split(symbol.clone(), at),
                None => self.no_sum(formula, span),
            });
        };
        if !self.indices[*innermost].is_processor && self.counted.is_time() {
            return Ok(None);
        }
        // Ranges with a maximum or minimum as a bound are the second choice.
        let mut cut = None;
        for at in own {
            let Some(index) = self.innermost_last(at).and_then(|mut all| all.pop()) else {
                continue;
            };
            if let Some((change, kind)) = threshold(&self.facts, truth, &index.symbol) {
                // A change may lie after the last value, a single value may not.
                let may_be_after = matches!(kind, Change::From | Change::Below);
                let limit = index.high.minus(&change);
                self.ask_for_order(limit.and_then(|it| it.plus_number(may_be_after.into())));
            }
            let ranges = match self.ranges(&index, truth, span) {
                Err(_) if cut.is_some() => None,
                found => found?,
            };
            if let Some(ranges) = ranges {
                let is_plain = !ranges.iter().flatten().any(Progression::is_cut);
                let only =
                    |parts: Vec<Progression>| parts.into_iter().map(IndexSet::Only).collect();
                let sets = ranges.map(only);
                if is_plain {
                    return Ok(Some(sets));
                }
                cut.get_or_insert(sets);
                continue;
            }
            if let Some(sets) = self.sets_by_remainder(&index, truth) {
                return Ok(Some(sets));
            }
            if let Some(sets) = self.sets_by_digit(&index, truth) {
                return Ok(Some(sets));
            }
        }
        Ok(cut)
    }

    /// The ranges of this index on both sides of a condition.
    pub(in crate::derivation) fn ranges(
        &mut self,
        own: &IndexVariable,
        truth: &Truth,
        span: Span,
    ) -> Result<Option<[Vec<Progression>; 2]>, Obstacle> {
        let Some((change, kind)) = threshold(&self.facts, truth, &own.symbol) else {
            return Ok(None);
        };
        // If the whole range is empty, its parts have to be empty, too.
        let facts = &own.outside;
        let limit = own.high.plus_number(1).ok_or_else(|| too_large(span))?;
        let at = facts.least(vec![change.clone(), limit]);
        let at = facts.greatest(vec![own.low.clone(), at]);
        let before = at.plus_number(-1).ok_or_else(|| too_large(span))?;
        let part = |low: &Formula, high: &Formula| Progression::between(&own.symbol, low, high);
        let lower = part(&own.low, &before);
        Ok(Some(match kind {
            Change::From => [vec![part(&at, &own.high)], vec![lower]],
            Change::Below => [vec![lower], vec![part(&at, &own.high)]],
            Change::Only | Change::AllBut => {
                // A value below the lower bound would be mistaken for the lower bound.
                let mut with_values = facts.clone();
                with_values.learn(own.high.minus(&own.low).ok_or_else(|| too_large(span))?);
                if !with_values.is_at_most(&own.low, &change) {
                    let gap = change.minus(&own.low).ok_or_else(|| too_large(span))?;
                    return Err(match self.perhaps_empty(&gap, span) {
                        Obstacle::Reason(..) => Obstacle::reason(span, Reason::Branch),
                        split => split,
                    });
                }
                let end = facts.least(vec![at.clone(), own.high.clone()]);
                let next = end.plus_number(1).ok_or_else(|| too_large(span))?;
                let only = vec![part(&at, &end)];
                let others = vec![lower, part(&next, &own.high)];
                match kind {
                    Change::Only => [only, others],
                    _ => [others, only],
                }
            }
        }))
    }
}

/// The values of a symbol for which a condition holds, relative to the value at which it changes.
pub(in crate::derivation) enum Change {
    From,
    Below,
    Only,
    AllBut,
}

/// The value of a symbol at which a condition changes.
pub(in crate::derivation) fn threshold(
    facts: &Facts,
    truth: &Truth,
    symbol: &Symbol,
) -> Option<(Formula, Change)> {
    let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
        return None;
    };
    let own = Atom::Symbol(symbol.clone());
    let mut parts = formula.by_power(&own)?;
    let rest = parts.remove(&0).unwrap_or_default();
    if parts.is_empty() && matches!(truth, Truth::Nonnegative(_)) {
        return at_a_power(facts, formula, symbol).or_else(|| of_rounded(facts, formula, symbol));
    }
    let is_separate = !rest.has(symbol) && parts.values().all(|part| !part.has(symbol));
    if !is_separate {
        return None;
    }
    if parts.contains_key(&2) && matches!(truth, Truth::Nonnegative(_)) {
        parts.insert(0, rest);
        let (zero, decreases) = larger_root(facts, parts, &facts.of(symbol)?.least)?;
        return Some(if decreases {
            (facts.floor(&zero)?.plus_number(1)?, Change::Below)
        } else {
            (facts.ceil(&zero)?, Change::From)
        });
    }
    let slope = parts.remove(&1)?.as_fraction()?;
    if !parts.is_empty() {
        return None;
    }
    // slope·x + rest is 0 at −rest/slope.
    let zero = rest.times_term(&Product::default(), Rational::whole(-1).over(slope)?)?;
    match truth {
        Truth::Nonnegative(_) if slope > Rational::ZERO => Some((facts.ceil(&zero)?, Change::From)),
        Truth::Nonnegative(_) => Some((facts.floor(&zero)?.plus_number(1)?, Change::Below)),
        Truth::Zero(_, is) if facts.is_whole(&zero) => {
            Some((zero, if *is { Change::Only } else { Change::AllBut }))
        }
        _ => None,
    }
}

/// The change of c·⌊f⌋ + rest ≥ 0 or c·⌈f⌉ + rest ≥ 0, where the symbol occurs only in f: for an integer
/// a, ⌊f⌋ ≥ a is f ≥ a, and ⌈f⌉ ≤ a is f ≤ a; the other two cases are the negations.
fn of_rounded(facts: &Facts, formula: &Formula, symbol: &Symbol) -> Option<(Formula, Change)> {
    let mut of_symbol =
        (formula.terms.iter()).filter(|(product, _)| product.atoms().any(|atom| atom.has(symbol)));
    let (Some((product, factor)), None) = (of_symbol.next(), of_symbol.next()) else {
        return None;
    };
    let rounded = Formula::term(product.clone(), Rational::ONE);
    let (inside, is_floor) = match rounded.as_atom()? {
        Atom::Floor(inside) => (inside, true),
        Atom::Ceil(inside) => (inside, false),
        _ => return None,
    };
    let rest = formula.minus(&Formula::term(product.clone(), *factor))?;
    let end = rest.times_term(&Product::default(), Rational::whole(-1).over(*factor)?)?;
    let is_least = *factor > Rational::ZERO;
    let at = if is_least {
        facts.ceil(&end)?
    } else {
        facts.floor(&end)?
    };
    let (plain, is_opposite) = match (is_floor, is_least) {
        (true, true) => (inside.minus(&at)?, false),
        (true, false) => (inside.minus(&at.plus_number(1)?)?, true),
        (false, true) => (at.plus_number(-1)?.minus(inside)?, true),
        (false, false) => (at.minus(inside)?, false),
    };
    let (at, change) = threshold(facts, &Truth::Nonnegative(plain), symbol)?;
    let change = match change {
        Change::From if is_opposite => Change::Below,
        Change::Below if is_opposite => Change::From,
        other => other,
    };
    Some((at, change))
}

/// The change of rest − f·2^x ≥ 0 or rest·2^(−x) − f ≥ 0, which hold up to x = ⌊log(rest/f)⌋; with
/// opposite signs they hold from x = ⌈log(rest/f)⌉ on.
fn at_a_power(facts: &Facts, formula: &Formula, symbol: &Symbol) -> Option<(Formula, Change)> {
    let own = Atom::Symbol(symbol.clone());
    let (mut rest, mut growing) = (Formula::default(), Formula::default());
    let mut rate = None;
    for (product, value) in &formula.terms {
        let mut product = product.clone();
        let own_rate = Some(product.take_ratio(&own)?.as_fraction()?);
        let own_rate = own_rate.filter(|ratio| *ratio != Rational::ONE);
        if product.atoms().any(|atom| atom.has(symbol)) {
            return None;
        }
        let part = Formula::term(product, *value);
        match own_rate {
            None => rest = rest.plus(&part)?,
            Some(found) if rate.is_none_or(|rate| rate == found) => {
                rate = Some(found);
                growing = growing.plus(&part)?;
            }
            Some(_) => return None,
        }
    }
    let (value, factor) = match rate? {
        ratio if ratio == Rational::whole(2) => (rest, growing),
        ratio if ratio == Rational::HALF => (growing, rest),
        _ => return None,
    };
    let opposite = factor.times_number(-1)?;
    if facts.is_positive(&opposite) {
        let quotient = value.over(&opposite)?;
        let last = match power_of_two_below(&quotient) {
            Some(exponent) => exponent,
            None if facts.is_at_most(&opposite, &value) => facts.floor(&facts.log(&quotient)?)?,
            None => return None,
        };
        return Some((last.plus_number(1)?, Change::Below));
    }
    let value = value.times_number(-1)?;
    if !facts.is_positive(&factor) {
        return None;
    }
    let quotient = value.over(&factor)?;
    let first = match power_of_two_below(&Formula::number(1).over(&quotient)?) {
        Some(exponent) => exponent.times_number(-1)?,
        None if facts.is_at_most(&factor, &value) => facts.ceil(&facts.log(&quotient)?)?,
        None => return None,
    };
    Some((first, Change::From))
}
