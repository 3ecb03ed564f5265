//! Refuting a system of inequalities: a sum of its members, none of them taken negatively, that
//! is a negative number although no member is ever negative.
//!
//! The monomials of the polynomials count as independent unknowns, so this is linear arithmetic
//! (Farkas); what links them comes in as further facts, the products that [`super::contradiction`]
//! makes. The sum is found by the simplex method in exact fractions, and then added up: no mistake
//! in the search could make it wrong.

use std::collections::BTreeMap;

use super::polynomial::{Monomial, Polynomial};
use crate::semantic::rational::{Rational, gcd};

/// Exchanges of the simplex method before it gives up.
const MOST_EXCHANGES: usize = 160;
/// Exchanges after which it takes care not to go in circles.
const CAREFUL_AFTER: usize = 60;

/// Whether the facts, none of which is negative, contradict each other. `fuel` is what may be
/// spent; it goes down.
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

/// Without the facts that no sum can use: they hold a monomial that no other can take away.
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

/// Factors, none negative, with which the facts add up to −1.
fn combination(facts: &[&Polynomial], fuel: &mut u64) -> Option<Vec<Rational>> {
    let mut rows: BTreeMap<&Monomial, usize> = BTreeMap::new();
    let constant = Monomial::new();
    rows.insert(&constant, 0);
    for (monomial, _) in facts.iter().flat_map(|fact| fact.terms()) {
        let next = rows.len();
        rows.entry(monomial).or_insert(next);
    }
    let (height, width) = (rows.len(), facts.len());
    // The last column is what the row has to come to; the last row how far all is from that.
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

/// The column that brings the rows nearer to what they have to come to.
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

/// The row that limits the column; of several the one of the first column, against circles.
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

/// Whether the facts, taken with these factors, really add up to a negative number.
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
