//! Refutes a system of inequalities by a nonnegative combination of its members that is a negative
//! number, although every member is ≥ 0.
//!
//! The monomials of the polynomials are treated as independent unknowns, so this is linear arithmetic
//! (Farkas' lemma); relations between them are added as further facts, the products that
//! [`super::contradiction`] forms. The combination is found by the simplex method in exact fractions,
//! and then verified: no mistake in the search can make the result wrong.

use std::collections::BTreeMap;

use super::polynomial::{Monomial, Polynomial};
use crate::semantic::rational::{Rational, gcd};

/// The most pivot steps of the simplex method.
const MOST_EXCHANGES: usize = 160;
/// After this many pivot steps, Bland's rule is used to avoid cycles.
const CAREFUL_AFTER: usize = 60;

/// Whether the facts, polynomials ≥ 0, contradict each other. `fuel` is the remaining effort and is
/// reduced.
pub(super) fn refutes(facts: &[Polynomial], fuel: &mut u64) -> bool {
    if facts
        .iter()
        .any(|fact| fact.as_constant().is_some_and(|value| value < 0))
    {
        return true;
    }
    let columns = useful(facts);
    if !columns.iter().any(|fact| fact.constant_part() < 0) {
        return false;
    }
    combination(&columns, fuel).is_some_and(|factors| adds_up(&columns, &factors))
}

/// Removes facts that no combination can use: they contain a monomial that no other fact can cancel.
fn useful(facts: &[Polynomial]) -> Vec<&Polynomial> {
    let mut kept: Vec<&Polynomial> = facts.iter().collect();
    loop {
        let mut signs: BTreeMap<&Monomial, (bool, bool)> = BTreeMap::new();
        for (monomial, value) in kept.iter().flat_map(|fact| fact.terms()) {
            let seen = signs.entry(monomial).or_default();
            seen.0 |= value > 0;
            seen.1 |= value < 0;
        }
        let before = kept.len();
        kept.retain(|fact| {
            (fact.terms()).all(|(monomial, _)| {
                monomial.is_empty() || signs.get(monomial).is_some_and(|seen| seen.0 && seen.1)
            })
        });
        if kept.len() == before {
            return kept;
        }
    }
}

/// Nonnegative factors with which the facts add up to −1.
fn combination(facts: &[&Polynomial], fuel: &mut u64) -> Option<Vec<Rational>> {
    let mut rows: BTreeMap<&Monomial, usize> = BTreeMap::new();
    let constant = Monomial::new();
    rows.insert(&constant, 0);
    for (monomial, _) in facts.iter().flat_map(|fact| fact.terms()) {
        let next = rows.len();
        rows.entry(monomial).or_insert(next);
    }
    let (height, width) = (rows.len(), facts.len());
    // The last column contains the required value of each row, the last row the remaining distance.
    let mut table = vec![vec![Rational::ZERO; width + 1]; height + 1];
    for (column, fact) in facts.iter().enumerate() {
        for (monomial, value) in fact.terms() {
            let row = rows[monomial];
            let value = if row == 0 {
                value.checked_neg()?
            } else {
                value
            };
            table[row][column] = Rational::whole(value);
            let distance = &mut table[height][column];
            *distance = distance.minus(Rational::whole(value))?;
        }
    }
    table[0][width] = Rational::ONE;
    table[height][width] = Rational::whole(-1);
    let mut basis: Vec<Option<usize>> = vec![None; height];
    for exchange in 0..MOST_EXCHANGES {
        if table[height][width] == Rational::ZERO {
            let mut factors = vec![Rational::ZERO; width];
            for (row, column) in basis.iter().enumerate() {
                if let Some(column) = column {
                    factors[*column] = table[row][width];
                }
            }
            return Some(factors);
        }
        *fuel = fuel.saturating_sub((height * width) as u64);
        if *fuel == 0 {
            return None;
        }
        let entering = entering(&table[height][..width], exchange < CAREFUL_AFTER)?;
        let leaving = leaving(&table[..height], &basis, entering)?;
        exchange_at(&mut table, leaving, entering)?;
        basis[leaving] = Some(entering);
    }
    None
}

/// The entering column, which reduces the distance.
fn entering(distances: &[Rational], steepest: bool) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (column, distance) in distances.iter().enumerate() {
        if distance.numerator >= 0 {
            continue;
        }
        match best {
            None => best = Some(column),
            Some(other) if steepest && distance.is_below(distances[other])? => best = Some(column),
            Some(_) => {}
        }
    }
    best
}

/// The leaving row, which limits the column; among several, the one with the smallest basis index, to
/// avoid cycles.
fn leaving(rows: &[Vec<Rational>], basis: &[Option<usize>], entering: usize) -> Option<usize> {
    let mut best: Option<(usize, Rational)> = None;
    for (row, values) in rows.iter().enumerate() {
        if values[entering].numerator <= 0 {
            continue;
        }
        let ratio = values[values.len() - 1].over(values[entering])?;
        let better = match best {
            None => true,
            Some((other, least)) => {
                ratio.is_below(least)? || ratio == least && basis[row] < basis[other]
            }
        };
        if better {
            best = Some((row, ratio));
        }
    }
    best.map(|(row, _)| row)
}

fn exchange_at(table: &mut [Vec<Rational>], row: usize, column: usize) -> Option<()> {
    let pivot = table[row][column];
    for value in &mut table[row] {
        if value.numerator != 0 {
            *value = value.over(pivot)?;
        }
    }
    let pivot_row = table[row].clone();
    for (other, values) in table.iter_mut().enumerate() {
        let factor = values[column];
        if other == row || factor.numerator == 0 {
            continue;
        }
        for (value, pivot) in values.iter_mut().zip(&pivot_row) {
            if pivot.numerator != 0 {
                *value = value.minus(factor.times(*pivot)?)?;
            }
        }
    }
    Some(())
}

/// Verifies that the facts, multiplied by these factors, add up to a negative number.
fn adds_up(facts: &[&Polynomial], factors: &[Rational]) -> bool {
    let sum = || {
        let mut common: i128 = 1;
        for factor in factors {
            let missing = factor.denominator / gcd(common, factor.denominator).max(1);
            common = common.checked_mul(missing)?;
        }
        let mut sum: BTreeMap<&Monomial, i128> = BTreeMap::new();
        for (fact, factor) in facts.iter().zip(factors) {
            let factor = factor.numerator.checked_mul(common / factor.denominator)?;
            if factor < 0 {
                return None;
            }
            for (monomial, value) in fact.terms() {
                let entry = sum.entry(monomial).or_insert(0);
                *entry = entry.checked_add(value.checked_mul(factor)?)?;
            }
        }
        Some(
            sum.iter().all(|(monomial, value)| {
                if monomial.is_empty() {
                    *value < 0
                } else {
                    *value == 0
                }
            }) && sum.contains_key(&Monomial::new()),
        )
    };
    sum() == Some(true)
}
