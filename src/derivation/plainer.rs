//! Simplifies derived formulas so that they contain fewer rounded values.
//!
//! They are not simplified while the program is followed: more is known about ⌈log ⌈n/2⌉⌉, the logarithm
//! of an integer, than about the equal ⌈log n⌉ − 1.

use std::collections::BTreeSet;

use super::cost::{CostBounds, CostLine, CostTerm};
use super::remainders::over_all_remainders;
use super::walker::Walker;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Atom, Formula, Product, Symbol, SymbolMeaning};
use crate::semantic::rational::Rational;

impl Walker<'_> {
    /// An equal formula with fewer rounded values.
    pub(super) fn plainer(&mut self, formula: &Formula) -> Formula {
        let formula = self.facts.with_plain_logarithms(formula);
        let formula = self.same_for_all_residues(&formula).unwrap_or(formula);
        let formula = with_one_half(&formula).unwrap_or(formula);
        let formula = with_halves_in_products(&formula).unwrap_or(formula);
        let formula = with_squares_of_halves(&formula).unwrap_or(formula);
        let formula = with_plain_extremes(&formula).unwrap_or(formula);
        over_all_remainders(&formula).unwrap_or(formula)
    }

    /// A polynomial without rounding that equals the formula for all remainders of its only number: n
    /// for ⌈n/2⌉ + ⌊n/2⌋.
    fn same_for_all_residues(&mut self, formula: &Formula) -> Option<Formula> {
        let mut found: BTreeSet<Symbol> = BTreeSet::new();
        let mut modulus = 1;
        let mut holds_logarithm = false;
        formula.collect(&mut |atom| match atom {
            Atom::Floor(part) | Atom::Ceil(part) => {
                found.extend(part.symbols());
                let of_part = part.denominator();
                modulus = modulus.max(of_part.map_or(0, |(_, number)| number.numerator));
            }
            Atom::Log(_) => holds_logarithm = true,
            _ => {}
        });
        let symbol = found.pop_first()?;
        // After the substitution, the logarithm of a power would be a multiple of its exponent.
        if holds_logarithm && symbol.meaning != SymbolMeaning::Itself {
            return None;
        }
        if !found.is_empty() || !(2..=4).contains(&modulus) {
            return None;
        }
        let quotient = self.unbounded("m");
        let mut same: Option<Formula> = None;
        for residue in 0..modulus {
            let value = Formula::symbol(&quotient)
                .times_number(modulus)?
                .plus_number(residue)?;
            let split = self.facts.substitute(formula, &symbol, &value)?;
            let back = Formula::symbol(&symbol)
                .plus_number(-residue)?
                .over(&Formula::number(modulus))?;
            let back = self.facts.substitute(&split, &quotient, &back)?;
            if same.as_ref().is_some_and(|same| *same != back) {
                return None;
            }
            same = Some(back);
        }
        same
    }
}

/// Since ⌈x⌉ + ⌊x⌋ = 2x where 2x is an integer, only one of them is kept, and none with a negative
/// coefficient unless that makes the formula longer.
fn with_one_half(formula: &Formula) -> Option<Formula> {
    let mut plain = formula.clone();
    for (product, coefficient) in &formula.terms {
        let mut factors = product.factors.iter();
        let (Some((atom, 1)), None) = (factors.next(), factors.next()) else {
            continue;
        };
        let (part, opposite) = match atom {
            Atom::Ceil(part) => (part, Atom::Floor(part.clone())),
            Atom::Floor(part) => (part, Atom::Ceil(part.clone())),
            _ => continue,
        };
        let double = part.times_number(2)?;
        if !double.is_plainly_whole() {
            continue;
        }
        let mut other = product.clone();
        other.factors = [(opposite, 1)].into();
        let rest = formula.terms.get(&other);
        let wants_other = match rest {
            // The term with the smaller coefficient is expressed by the other one.
            Some(rest) => {
                *rest > *coefficient || (rest == coefficient && matches!(atom, Atom::Floor(_)))
            }
            None => *coefficient < Rational::ZERO,
        };
        if !wants_other {
            continue;
        }
        // c·⌈x⌉ is c·2x − c·⌊x⌋.
        let mut outside = product.clone();
        outside.factors.clear();
        let own = Formula::term(product.clone(), *coefficient);
        let instead = Formula::term(other, *coefficient);
        let written = (plain.minus(&own)?.minus(&instead)?)
            .plus(&double.times_term(&outside, *coefficient)?)?;
        if written.terms.len() <= plain.terms.len() {
            plain = written;
        }
    }
    Some(plain)
}

/// The rounded parts x in factors of a formula for which 2x is an integer, with 2x.
fn halves(formula: &Formula) -> BTreeSet<(Formula, Formula)> {
    let atoms = formula
        .terms
        .keys()
        .flat_map(|product| product.factors.keys());
    let half = |atom: &Atom| match atom {
        Atom::Floor(part) | Atom::Ceil(part) => {
            let double = part.times_number(2).filter(Formula::is_plainly_whole)?;
            Some(((**part).clone(), double))
        }
        _ => None,
    };
    atoms.filter_map(half).collect()
}

/// As [`with_one_half`] in products: one of ⌈x⌉ and ⌊x⌋ is expressed by the other if that leaves fewer
/// terms.
fn with_halves_in_products(formula: &Formula) -> Option<Formula> {
    let mut plain = formula.clone();
    for (part, double) in halves(formula) {
        let rounded = [
            Atom::Ceil(part.clone().into()),
            Atom::Floor(part.clone().into()),
        ];
        for (atom, other) in rounded.iter().zip(rounded.iter().rev()) {
            let instead = double.minus(&Formula::atom(other.clone()))?;
            let written = written_by(&plain, atom, &instead)?;
            if written.terms.len() < plain.terms.len() {
                plain = written;
            }
        }
    }
    Some(plain)
}

/// Where 2x is an integer, ⌈x⌉·⌊x⌋ = ⌊x²⌋ and ⌈x⌉² = 2x·⌈x⌉ − ⌊x²⌋; used if that leaves fewer terms.
fn with_squares_of_halves(formula: &Formula) -> Option<Formula> {
    let mut plain = formula.clone();
    for (part, double) in halves(formula) {
        let [up, down] = [
            Atom::Ceil(part.clone().into()),
            Atom::Floor(part.clone().into()),
        ];
        let square = Formula::atom(Atom::Floor(part.times(&part)?.into()));
        let mut written = Formula::default();
        for (product, coefficient) in &plain.terms {
            let mut outside = product.clone();
            let powers = [&up, &down].map(|atom| outside.factors.remove(atom).unwrap_or(0));
            let instead = match powers {
                [1, 1] => square.clone(),
                [2, 0] => double.times(&Formula::atom(up.clone()))?.minus(&square)?,
                [0, 2] => double.times(&Formula::atom(down.clone()))?.minus(&square)?,
                _ => {
                    let term = Formula::term(product.clone(), *coefficient);
                    written = written.plus(&term)?;
                    continue;
                }
            };
            written = written.plus(&instead.times_term(&outside, *coefficient)?)?;
        }
        let written = with_halves_in_products(&with_one_half(&written)?)?;
        if written.terms.len() < plain.terms.len() {
            plain = written;
        }
    }
    Some(plain)
}

/// min(x − 1, y − 1) + 1 is min(x, y): a constant next to an extreme is moved into it if that leaves
/// fewer constants.
fn with_plain_extremes(formula: &Formula) -> Option<Formula> {
    let constant = formula.constant_part();
    let numbers = |parts: &[Formula]| {
        (parts.iter())
            .filter(|part| part.constant_part() != Rational::ZERO)
            .count()
    };
    for (product, coefficient) in &formula.terms {
        let alone = Formula::term(product.clone(), Rational::ONE);
        let (parts, atom): (_, fn(Vec<Formula>) -> Atom) = match alone.as_atom() {
            Some(Atom::Greatest(parts)) => (parts, Atom::Greatest),
            Some(Atom::Least(parts)) => (parts, Atom::Least),
            _ => continue,
        };
        let shift = Formula::fraction(constant.over(*coefficient)?);
        let moved: Option<Vec<Formula>> = parts.iter().map(|part| part.plus(&shift)).collect();
        let mut moved = moved?;
        moved.sort();
        if numbers(&moved) <= numbers(parts) && constant != Rational::ZERO {
            let mut others = formula.clone();
            others.terms.remove(product);
            others.terms.remove(&Product::default());
            let moved = Formula::atom(atom(moved)).times_term(&Product::default(), *coefficient)?;
            return others.plus(&moved);
        }
    }
    None
}

/// Substitutes a formula for an atom and expands the result. None if the atom is a divisor.
fn written_by(formula: &Formula, atom: &Atom, instead: &Formula) -> Option<Formula> {
    let mut sum = Formula::default();
    for (power, part) in formula.by_power(atom)? {
        let mut term = part;
        for _ in 0..u32::try_from(power).ok()? {
            term = term.times(instead)?;
        }
        sum = sum.plus(&term)?;
    }
    Some(sum)
}

impl Facts {
    /// A line and the lines inside it, with simplified logarithms.
    pub(super) fn plainer_line(&self, line: &CostLine) -> CostLine {
        let lower = self.with_plain_logarithms(&line.cost.lower);
        let upper = self.with_plain_logarithms(&line.cost.upper);
        CostLine {
            cost: CostBounds { lower, upper },
            way: self.plainer_term(&line.way),
            inside: (line.inside.iter())
                .map(|inner| self.plainer_line(inner))
                .collect(),
            ..*line
        }
    }

    fn plainer_term(&self, way: &CostTerm) -> CostTerm {
        let plain = |formula: &Formula| self.with_plain_logarithms(formula);
        match way {
            CostTerm::Closed(formula) => CostTerm::Closed(plain(formula)),
            CostTerm::Sum {
                index,
                low,
                high,
                inner,
            } => CostTerm::Sum {
                index: index.clone(),
                low: plain(low),
                high: plain(high),
                inner: Box::new(self.plainer_term(inner)),
            },
            CostTerm::Times(often, inner) => {
                CostTerm::Times(plain(often), Box::new(self.plainer_term(inner)))
            }
            CostTerm::Plus(parts) => {
                CostTerm::Plus(parts.iter().map(|part| self.plainer_term(part)).collect())
            }
            CostTerm::Recurrence(induction) => CostTerm::Recurrence(induction.clone()),
        }
    }

    /// There is an integer between any two powers of two: ⌈log ⌈x⌉⌉ is ⌈log x⌉ for x > 1/2, and ⌊log
    /// ⌊x⌋⌋ is ⌊log x⌋ for x ≥ 1.
    fn with_plain_logarithms(&self, formula: &Formula) -> Formula {
        (formula.with_atoms(&|atom| self.rewritten_atom(atom))).unwrap_or_else(|| formula.clone())
    }

    fn rewritten_atom(&self, atom: &Atom) -> Option<Formula> {
        let log_of = |part: &Formula| match part.as_atom() {
            Some(Atom::Log(value)) => value.as_atom().cloned(),
            _ => None,
        };
        match atom {
            Atom::Ceil(part) => {
                if let Some(Atom::Ceil(inner)) = log_of(part)
                    && self.is_positive(&inner.minus(&Formula::fraction(Rational::HALF))?)
                {
                    return self.ceil(&self.log(&inner)?);
                }
            }
            Atom::Floor(part) => {
                if let Some(Atom::Floor(inner)) = log_of(part)
                    && self.is_nonnegative(&inner.plus_number(-1)?)
                {
                    return self.floor(&self.log(&inner)?);
                }
            }
            _ => {}
        }
        Some(Formula::atom(atom.clone()))
    }
}
