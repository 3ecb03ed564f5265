//! Answers to earlier questions: the statements of a program often lead to the same ones.

use std::collections::{BTreeSet, HashMap};

use super::contradiction::System;
use super::polynomial::{Polynomial, ProofAtom};
use super::symbol::{Meaning, Symbols};

/// The most answers that are remembered.
const MOST_ANSWERS: usize = 4096;

/// A system whose atoms are numbered from 0 in their order. Systems that differ only in the numbers of
/// their atoms have the same answer, since an atom is determined by its meaning.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct ProofQuestion {
    meanings: Vec<Meaning>,
    facts: Vec<Polynomial>,
    zero: Vec<Polynomial>,
    nonzero: Vec<Polynomial>,
    pairs: Vec<(Polynomial, Polynomial)>,
    depth: usize,
}

impl ProofQuestion {
    /// The question whether a system is contradictory.
    pub fn of(symbols: &Symbols, system: &System, depth: usize) -> Self {
        let mut atoms = BTreeSet::new();
        let values = (system.facts.iter())
            .chain(&system.zero)
            .chain(&system.nonzero)
            .chain(system.pairs.iter().flat_map(|(left, right)| [left, right]));
        for value in values {
            symbols.collect_atoms(value, &mut atoms);
        }
        let atoms: Vec<ProofAtom> = atoms.into_iter().collect();
        let number = |atom: ProofAtom| {
            let place = atoms.binary_search(&atom);
            ProofAtom(place.expect("every atom of the system was collected") as u32)
        };
        let value = |value: &Polynomial| value.renamed(number);
        let all = |values: &[Polynomial]| values.iter().map(value).collect();
        Self {
            meanings: (atoms.iter())
                .map(|atom| match symbols.meaning(*atom) {
                    Meaning::Unknown => Meaning::Unknown,
                    Meaning::Quotient(left, right) => Meaning::Quotient(value(left), value(right)),
                    Meaning::Power(base, exponent) => Meaning::Power(*base, value(exponent)),
                    Meaning::Least(values) => Meaning::Least(all(values)),
                    Meaning::Greatest(values) => Meaning::Greatest(all(values)),
                })
                .collect(),
            facts: all(&system.facts),
            zero: all(&system.zero),
            nonzero: all(&system.nonzero),
            pairs: (system.pairs.iter())
                .map(|(left, right)| (value(left), value(right)))
                .collect(),
            depth,
        }
    }
}

/// The remembered answers.
#[derive(Debug, Default)]
pub(super) struct Answers {
    known: HashMap<ProofQuestion, bool>,
}

impl Answers {
    /// The answer, if it is known.
    pub fn get(&self, question: &ProofQuestion) -> Option<bool> {
        self.known.get(question).copied()
    }

    /// Remembers an answer, unless there are too many.
    pub fn add(&mut self, question: ProofQuestion, answer: bool) {
        if self.known.len() < MOST_ANSWERS {
            self.known.insert(question, answer);
        }
    }
}
