//! The meaning of the atoms of a proof, and the facts that follow from it.

use std::collections::{BTreeSet, HashMap};

use super::polynomial::{LARGEST, Polynomial, ProofAtom};

/// The meaning of an atom.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    /// Any integer.
    Unknown,
    /// The floored quotient of two values; the divisor is not 0.
    Quotient(Polynomial, Polynomial),
    /// An integer power of a base of at least 2. The exponent is at least 0, since the program would
    /// have faulted otherwise.
    Power(i128, Polynomial),
    /// The minimum of some values.
    Least(Vec<Polynomial>),
    /// The maximum of some values.
    Greatest(Vec<Polynomial>),
}

/// The atoms of a proof.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    meanings: Vec<Meaning>,
    /// The level of each atom: processors that agree in all blocks up to this level have the same value;
    /// 0 for all processors.
    levels: Vec<u32>,
    known: HashMap<Meaning, ProofAtom>,
    /// The corresponding unknown of another processor.
    others: HashMap<ProofAtom, ProofAtom>,
}

impl Symbols {
    /// A new unknown of a given level.
    pub fn unknown(&mut self, level: u32) -> ProofAtom {
        self.push(Meaning::Unknown, level)
    }

    fn push(&mut self, meaning: Meaning, level: u32) -> ProofAtom {
        let atom = ProofAtom(self.meanings.len() as u32);
        self.meanings.push(meaning);
        self.levels.push(level);
        atom
    }

    fn composite(&mut self, meaning: Meaning) -> ProofAtom {
        if let Some(&atom) = self.known.get(&meaning) {
            return atom;
        }
        let level = match &meaning {
            Meaning::Unknown => 0,
            Meaning::Quotient(left, right) => self.level(left).max(self.level(right)),
            Meaning::Power(_, exponent) => self.level(exponent),
            Meaning::Least(values) | Meaning::Greatest(values) => values
                .iter()
                .map(|value| self.level(value))
                .max()
                .unwrap_or(0),
        };
        let atom = self.push(meaning.clone(), level);
        self.known.insert(meaning, atom);
        atom
    }

    /// The number of atoms, which is also the number of the next one.
    pub fn count(&self) -> u32 {
        self.meanings.len() as u32
    }

    /// The meaning of an atom.
    pub fn meaning(&self, atom: ProofAtom) -> &Meaning {
        &self.meanings[atom.0 as usize]
    }

    /// Collects the atoms of a value, including nested ones.
    pub fn collect_atoms(&self, value: &Polynomial, found: &mut BTreeSet<ProofAtom>) {
        for atom in value.atoms() {
            if !found.insert(atom) {
                continue;
            }
            match self.meaning(atom) {
                Meaning::Unknown => {}
                Meaning::Quotient(left, right) => {
                    self.collect_atoms(left, found);
                    self.collect_atoms(right, found);
                }
                Meaning::Power(_, exponent) => self.collect_atoms(exponent, found),
                Meaning::Least(values) | Meaning::Greatest(values) => {
                    for value in values {
                        self.collect_atoms(value, found);
                    }
                }
            }
        }
    }

    /// The level of a value.
    pub fn level(&self, value: &Polynomial) -> u32 {
        (value.atoms())
            .map(|atom| self.levels[atom.0 as usize])
            .max()
            .unwrap_or(0)
    }

    /// A floored quotient. None if it is too large. The divisor is not 0.
    pub fn quotient(&mut self, value: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
        if let (Some(value), Some(divisor)) = (value.as_constant(), divisor.as_constant()) {
            return Some(Polynomial::constant(floored(value, divisor)?));
        }
        let mut terms = divisor.terms();
        let (whole, rest) = match (terms.next(), terms.next()) {
            (Some((monomial, coefficient)), None) => value.divide(monomial, coefficient)?,
            _ => (Polynomial::default(), value.clone()),
        };
        let rest = match (rest.as_constant(), divisor.as_constant()) {
            (Some(0), _) => return Some(whole),
            (Some(rest), Some(divisor)) => Polynomial::constant(floored(rest, divisor)?),
            _ => {
                let meaning = Meaning::Quotient(rest, divisor.clone());
                Polynomial::atom(self.composite(meaning))
            }
        };
        whole.plus(&rest)
    }

    /// A power of a base of at least 2.
    pub fn power(&mut self, base: i128, exponent: &Polynomial) -> Option<Polynomial> {
        if let Some(exponent) = exponent.as_constant() {
            let value = base.checked_pow(u32::try_from(exponent).ok()?)?;
            return (value <= LARGEST).then(|| Polynomial::constant(value));
        }
        let meaning = Meaning::Power(base, exponent.clone());
        Some(Polynomial::atom(self.composite(meaning)))
    }

    /// The minimum of some values.
    pub fn least(&mut self, values: Vec<Polynomial>) -> Polynomial {
        let numbers: Option<Vec<i128>> = values.iter().map(Polynomial::as_constant).collect();
        match numbers.and_then(|numbers| numbers.into_iter().min()) {
            Some(least) => Polynomial::constant(least),
            None => Polynomial::atom(self.composite(Meaning::Least(values))),
        }
    }

    /// The maximum of some values.
    pub fn greatest(&mut self, values: Vec<Polynomial>) -> Polynomial {
        let numbers: Option<Vec<i128>> = values.iter().map(Polynomial::as_constant).collect();
        match numbers.and_then(|numbers| numbers.into_iter().max()) {
            Some(greatest) => Polynomial::constant(greatest),
            None => Polynomial::atom(self.composite(Meaning::Greatest(values))),
        }
    }

    /// The corresponding value of another processor: all unknowns for which `differs` holds (given the
    /// atom and its level) are replaced by that processor's unknowns.
    pub fn of_other(
        &mut self,
        value: &Polynomial,
        differs: &impl Fn(ProofAtom, u32) -> bool,
    ) -> Option<Polynomial> {
        value.substitute(|atom| self.atom_of_other(atom, differs))
    }

    fn atom_of_other(
        &mut self,
        atom: ProofAtom,
        differs: &impl Fn(ProofAtom, u32) -> bool,
    ) -> Option<Polynomial> {
        let all = |this: &mut Self, values: Vec<Polynomial>| {
            (values.iter())
                .map(|value| this.of_other(value, differs))
                .collect::<Option<Vec<_>>>()
        };
        Some(match self.meaning(atom).clone() {
            Meaning::Unknown => {
                let level = self.levels[atom.0 as usize];
                if !differs(atom, level) {
                    return Some(Polynomial::atom(atom));
                }
                Polynomial::atom(self.other(atom))
            }
            Meaning::Quotient(left, right) => {
                let left = self.of_other(&left, differs)?;
                let right = self.of_other(&right, differs)?;
                Polynomial::atom(self.composite(Meaning::Quotient(left, right)))
            }
            Meaning::Power(base, exponent) => {
                let exponent = self.of_other(&exponent, differs)?;
                Polynomial::atom(self.composite(Meaning::Power(base, exponent)))
            }
            Meaning::Least(values) => {
                let values = all(self, values)?;
                Polynomial::atom(self.composite(Meaning::Least(values)))
            }
            Meaning::Greatest(values) => {
                let values = all(self, values)?;
                Polynomial::atom(self.composite(Meaning::Greatest(values)))
            }
        })
    }

    /// The corresponding unknown of another processor.
    pub fn other(&mut self, atom: ProofAtom) -> ProofAtom {
        if let Some(&other) = self.others.get(&atom) {
            return other;
        }
        let level = self.levels[atom.0 as usize];
        let other = self.unknown(level);
        self.others.insert(atom, other);
        other
    }

    /// The facts that follow from the meaning of an atom, as polynomials ≥ 0. `sign` gives the signs of
    /// divisors.
    pub fn facts(
        &self,
        atom: ProofAtom,
        sign: impl Fn(&Polynomial) -> Option<Sign>,
    ) -> Option<Vec<Polynomial>> {
        let own = Polynomial::atom(atom);
        Some(match self.meaning(atom) {
            Meaning::Unknown => Vec::new(),
            Meaning::Quotient(value, divisor) => {
                let remainder = value.minus(&own.times(divisor)?)?;
                match sign(divisor) {
                    Some(Sign::Positive) => {
                        let below = divisor.minus(&remainder)?.plus_number(-1)?;
                        vec![remainder, below]
                    }
                    Some(Sign::Negative) => {
                        let above = remainder.minus(divisor)?.plus_number(-1)?;
                        vec![remainder.times_number(-1)?, above]
                    }
                    None => Vec::new(),
                }
            }
            // c^e > e for e ≥ 0.
            Meaning::Power(_, exponent) => vec![
                exponent.clone(),
                own.plus_number(-1)?,
                own.minus(exponent)?.plus_number(-1)?,
            ],
            Meaning::Least(values) => (values.iter())
                .map(|value| value.minus(&own))
                .collect::<Option<_>>()?,
            Meaning::Greatest(values) => (values.iter())
                .map(|value| own.minus(value))
                .collect::<Option<_>>()?,
        })
    }
}

/// The sign of a value that is not 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// At least 1.
    Positive,
    /// At most −1.
    Negative,
}

/// Floored division, as in the language.
fn floored(value: i128, divisor: i128) -> Option<i128> {
    let quotient = value.checked_div(divisor)?;
    let inexact = quotient.checked_mul(divisor)? != value;
    Some(if inexact && (value < 0) != (divisor < 0) {
        quotient - 1
    } else {
        quotient
    })
}
