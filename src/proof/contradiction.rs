//! Whether assumptions about integers contradict each other.
//!
//! In this order: equations excluded by divisibility; intervals; equations solved for an unknown; a
//! [`super::certificate`] over the facts and their products with nonnegative values; and finally the
//! same for each of the cases "less, equal, greater" of two values.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::Intervals;
use super::certificate::refutes;
use super::polynomial::{Monomial, Polynomial, ProofAtom, times, without};
use super::symbol::{Meaning, Sign, Symbols};

/// The most facts at once, including products.
const MOST_FACTS: usize = 130;
/// The most pairs of values whose order is distinguished.
const MOST_PAIRS: usize = 5;
/// The most rounds in which facts about atoms add further atoms.
const CLOSURE_ROUNDS: usize = 3;

/// Assumptions about integers.
#[derive(Debug, Clone, Default)]
pub(super) struct System {
    /// Polynomials that are at least 0.
    pub facts: Vec<Polynomial>,
    /// Polynomials that are 0.
    pub zero: Vec<Polynomial>,
    /// Polynomials that are not 0.
    pub nonzero: Vec<Polynomial>,
    /// Pairs of values whose order may be decisive, such as the same value of two processors.
    pub pairs: Vec<(Polynomial, Polynomial)>,
}

/// Whether no integers satisfy the system. `false` may also mean that no proof was found. `fuel` is the
/// remaining effort and is reduced.
pub(super) fn is_contradictory(
    symbols: &Symbols,
    system: &System,
    depth: usize,
    fuel: &mut u64,
) -> bool {
    if attempt(symbols, system, fuel) {
        return true;
    }
    if depth == 0 || *fuel == 0 {
        return false;
    }
    for index in 0..system.nonzero.len() {
        let mut rest = system.clone();
        let value = rest.nonzero.remove(index);
        let cases = [value.plus_number(-1), negative(&value)];
        if in_all(symbols, &rest, &cases, depth - 1, fuel) {
            return true;
        }
    }
    let pairs = deciding(symbols, system);
    for (at, (left, right)) in pairs.iter().enumerate() {
        let Some(difference) = left.minus(right) else {
            continue;
        };
        let mut rest = system.clone();
        rest.pairs = pairs[at + 1..].to_vec();
        let mut equal = rest.clone();
        equal.zero.push(difference.clone());
        let cases = [difference.plus_number(-1), negative(&difference)];
        if in_all(symbols, &rest, &cases, depth - 1, fuel)
            && is_contradictory(symbols, &equal, depth - 1, fuel)
        {
            return true;
        }
    }
    false
}

/// −1 − value, which is ≥ 0 if and only if the value is negative.
pub(super) fn negative(value: &Polynomial) -> Option<Polynomial> {
    value.times_number(-1)?.plus_number(-1)
}

fn in_all(
    symbols: &Symbols,
    system: &System,
    cases: &[Option<Polynomial>],
    depth: usize,
    fuel: &mut u64,
) -> bool {
    cases.iter().all(|case| {
        let Some(case) = case else { return false };
        let mut one = system.clone();
        one.facts.push(case.clone());
        is_contradictory(symbols, &one, depth, fuel)
    })
}

/// The pairs of the system that occur in products or are quotients, limited to a few.
fn deciding(symbols: &Symbols, system: &System) -> Vec<(Polynomial, Polynomial)> {
    let all = || system.facts.iter().chain(&system.zero);
    let in_products: BTreeSet<ProofAtom> = all()
        .flat_map(Polynomial::terms)
        .filter(|(monomial, _)| monomial.len() > 1)
        .flat_map(|(monomial, _)| monomial.iter().copied())
        .collect();
    let in_equations: BTreeSet<ProofAtom> =
        system.zero.iter().flat_map(Polynomial::atoms).collect();
    let rank = |(left, right): &(Polynomial, Polynomial)| {
        let of = |value: &Polynomial| {
            let atom = value.as_atom()?;
            let quotient = matches!(symbols.meaning(atom), Meaning::Quotient(..));
            let weight = u8::from(in_products.contains(&atom)) * 2 + u8::from(quotient) * 2;
            Some(weight + u8::from(in_equations.contains(&atom)))
        };
        of(left).max(of(right)).unwrap_or(0)
    };
    let mut pairs: Vec<_> = (system.pairs.iter())
        .filter(|pair| rank(pair) >= 2)
        .cloned()
        .collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse(rank(pair)));
    pairs.truncate(MOST_PAIRS);
    pairs
}

fn attempt(symbols: &Symbols, system: &System, fuel: &mut u64) -> bool {
    try_attempt(symbols, system, fuel).unwrap_or(false)
}

fn try_attempt(symbols: &Symbols, system: &System, fuel: &mut u64) -> Option<bool> {
    if system.zero.iter().any(Polynomial::is_never_zero) {
        return Some(true);
    }
    let mut system = relevant(symbols, system);
    let size = system.facts.len() + system.zero.len();
    *fuel = fuel.saturating_sub(100 * size as u64);
    if *fuel == 0 {
        return None;
    }
    let bounds = close(symbols, &mut system)?;
    if bounds.contradictory {
        return Some(true);
    }
    for value in &mut system.zero {
        *value = reduced(value, &bounds, &system.nonzero)?;
        if value.is_never_zero() {
            return Some(true);
        }
    }
    let Some(mut facts) = solved(system)? else {
        return Some(true);
    };
    for (atom, interval) in bounds.atoms() {
        let atom = Polynomial::atom(atom);
        if let Some(least) = interval.least {
            facts.push(atom.plus_number(least.checked_neg()?)?);
        }
        if let Some(greatest) = interval.greatest {
            facts.push(atom.times_number(-1)?.plus_number(greatest)?);
        }
    }
    facts.sort_unstable();
    facts.dedup();
    facts.retain(|fact| fact.as_constant().is_none_or(|value| value < 0));
    if refutes(&facts, fuel) {
        return Some(true);
    }
    let before = facts.len();
    multiply(&mut facts, &bounds)?;
    Some(facts.len() > before && refutes(&facts, fuel))
}

/// Removes the facts that share no atom with the equations, directly or through other facts.
fn relevant(symbols: &Symbols, system: &System) -> System {
    if system.zero.is_empty() {
        return system.clone();
    }
    let mut atoms: BTreeSet<ProofAtom> = BTreeSet::new();
    for value in &system.zero {
        symbols.collect_atoms(value, &mut atoms);
    }
    let mut kept = vec![false; system.facts.len()];
    loop {
        let mut changed = false;
        for (kept, fact) in kept.iter_mut().zip(&system.facts) {
            if !*kept && fact.atoms().any(|atom| atoms.contains(&atom)) {
                *kept = true;
                changed = true;
                symbols.collect_atoms(fact, &mut atoms);
            }
        }
        if !changed {
            break;
        }
    }
    let mut kept = kept.into_iter();
    let mut system = system.clone();
    system.facts.retain(|fact| {
        kept.next().unwrap_or(true) || fact.as_constant().is_some_and(|value| value < 0)
    });
    system
}

/// Adds the facts that follow from the definitions of atoms. Powers of one base become multiples of the
/// smallest one.
fn close(symbols: &Symbols, system: &mut System) -> Option<Intervals> {
    let mut known: BTreeSet<ProofAtom> = BTreeSet::new();
    let mut waiting: BTreeSet<ProofAtom> = BTreeSet::new();
    for round in 0..=CLOSURE_ROUNDS {
        let atoms: Vec<ProofAtom> = (system.facts.iter())
            .chain(&system.zero)
            .flat_map(Polynomial::atoms)
            .collect();
        waiting.extend(atoms.into_iter().filter(|atom| !known.contains(atom)));
        let mut facts = system.facts.clone();
        for value in &system.zero {
            facts.push(value.clone());
            facts.push(value.times_number(-1)?);
        }
        let bounds = Intervals::of(&facts);
        if round == CLOSURE_ROUNDS || bounds.contradictory {
            shift_powers(symbols, system)?;
            return Some(bounds);
        }
        for atom in waiting.clone() {
            let found = symbols.facts(atom, |value| bounds.sign(value))?;
            let unsure = matches!(symbols.meaning(atom), Meaning::Quotient(..)) && found.is_empty();
            if !unsure {
                waiting.remove(&atom);
                known.insert(atom);
            }
            system.facts.extend(found);
        }
    }
    None
}

/// Replaces c^(e+k) by c^k · c^e if both powers occur.
fn shift_powers(symbols: &Symbols, system: &mut System) -> Option<()> {
    let all = || {
        system
            .facts
            .iter()
            .chain(&system.zero)
            .chain(&system.nonzero)
    };
    let powers: BTreeSet<ProofAtom> = (all().flat_map(Polynomial::atoms))
        .filter(|atom| matches!(symbols.meaning(*atom), Meaning::Power(..)))
        .collect();
    let mut instead: BTreeMap<ProofAtom, Polynomial> = BTreeMap::new();
    for high in &powers {
        for low in &powers {
            let (Meaning::Power(base, more), Meaning::Power(other, less)) =
                (symbols.meaning(*high), symbols.meaning(*low))
            else {
                continue;
            };
            let by = more
                .minus(less)?
                .as_constant()
                .filter(|by| *by > 0 && base == other);
            let Some(factor) = by.and_then(|by| base.checked_pow(u32::try_from(by).ok()?)) else {
                continue;
            };
            let smaller = Polynomial::atom(*low).times_number(factor)?;
            // The smallest power, which has the largest factor.
            let better = instead.get(high).is_none_or(|known| {
                let size = |value: &Polynomial| value.terms().next().map(|(_, factor)| factor);
                size(known) < size(&smaller)
            });
            if better {
                instead.insert(*high, smaller);
            }
        }
    }
    if instead.is_empty() {
        return Some(());
    }
    let lists = [&mut system.facts, &mut system.zero, &mut system.nonzero];
    for value in lists.into_iter().flatten() {
        *value = value.substitute(|atom| {
            Some((instead.get(&atom).cloned()).unwrap_or_else(|| Polynomial::atom(atom)))
        })?;
    }
    Some(())
}

/// Removes nonzero factors from an equation.
fn reduced(value: &Polynomial, bounds: &Intervals, nonzero: &[Polynomial]) -> Option<Polynomial> {
    let factor: Monomial = (value.common_factor().into_iter())
        .filter(|atom| {
            let atom = Polynomial::atom(*atom);
            bounds.sign(&atom).is_some() || nonzero.contains(&atom)
        })
        .collect();
    if factor.is_empty() {
        return Some(value.clone());
    }
    let (quotient, remainder) = value.divide(&factor, 1)?;
    Some(if remainder.as_constant() == Some(0) {
        quotient
    } else {
        value.clone()
    })
}

/// Solves every equation for an unknown that occurs in it only once, linearly, and substitutes it in the
/// facts. The inner None means that an equation cannot hold.
#[allow(clippy::option_option)] // Too large, contradictory, or the facts.
fn solved(system: System) -> Option<Option<Vec<Polynomial>>> {
    let System {
        mut facts,
        zero: mut waiting,
        ..
    } = system;
    while let Some(equation) = waiting.pop() {
        if equation.is_never_zero() {
            return Some(None);
        }
        let alone = equation
            .terms()
            .find_map(|(monomial, value)| match monomial.as_slice() {
                [atom] if value.abs() == 1 => {
                    let elsewhere = (equation.terms())
                        .any(|(other, _)| other != monomial && other.contains(atom));
                    (!elsewhere).then_some((*atom, value))
                }
                _ => None,
            });
        let Some((atom, sign)) = alone else {
            facts.push(equation.times_number(-1)?);
            facts.push(equation);
            continue;
        };
        let rest = equation.minus(&Polynomial::atom(atom).times_number(sign)?)?;
        let value = rest.times_number(-sign)?;
        for polynomial in facts.iter_mut().chain(&mut waiting) {
            if polynomial.atoms().any(|other| other == atom) {
                *polynomial = polynomial.substitute(|other| {
                    Some(if other == atom {
                        value.clone()
                    } else {
                        Polynomial::atom(other)
                    })
                })?;
            }
        }
    }
    Some(Some(facts))
}

/// Adds products of facts with atoms of known sign, if they contain monomials that occur.
fn multiply(facts: &mut Vec<Polynomial>, bounds: &Intervals) -> Option<()> {
    let base = facts.clone();
    let mut done: BTreeSet<(usize, Monomial)> = BTreeSet::new();
    for _ in 0..2 {
        let wanted: BTreeSet<Monomial> = (facts.iter().flat_map(Polynomial::terms))
            .filter(|(monomial, _)| monomial.len() > 1)
            .map(|(monomial, _)| monomial.clone())
            .collect();
        for (index, fact) in base.iter().enumerate() {
            for (monomial, _) in fact.terms().filter(|(monomial, _)| !monomial.is_empty()) {
                let factors = (wanted.iter()).filter_map(|wanted| without(wanted, monomial));
                for factor in factors.filter(|factor| !factor.is_empty()) {
                    let Some(sign) = sign(&factor, bounds) else {
                        continue;
                    };
                    if facts.len() >= MOST_FACTS || !done.insert((index, factor.clone())) {
                        continue;
                    }
                    if (fact.terms()).any(|(monomial, _)| times(monomial, &factor).len() > 5) {
                        continue;
                    }
                    if let Some(product) = fact.times_monomial(&factor) {
                        facts.push(if sign == Sign::Positive {
                            product
                        } else {
                            product.times_number(-1)?
                        });
                    }
                }
            }
        }
    }
    Some(())
}

/// The sign of a product of atoms: never negative, or never positive.
fn sign(monomial: &Monomial, bounds: &Intervals) -> Option<Sign> {
    monomial.iter().try_fold(Sign::Positive, |sign, atom| {
        let interval = bounds.atom(*atom);
        let negative = if interval.least.is_some_and(|least| least >= 0) {
            false
        } else if interval.greatest.is_some_and(|greatest| greatest <= 0) {
            true
        } else {
            return None;
        };
        Some(if negative == (sign == Sign::Negative) {
            Sign::Positive
        } else {
            Sign::Negative
        })
    })
}
