//! The iterations of a loop, and the parts in which they are followed one after another.

use super::evolutions::Evolution;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Product};
use crate::program::ScalarId;
use crate::semantic::rational::Rational;

/// Iterations of a loop: an index between bounds, and the scalars that depend on it.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct Iterations {
    pub name: String,
    pub low: Formula,
    pub high: Formula,
    pub scalars: Vec<(ScalarId, Evolution)>,
    /// Whether the first iteration has the smallest index.
    pub is_ascending: bool,
    /// The index of the first iteration of the whole loop, of which these iterations may be a later
    /// part. None if consecutive iterations here are not consecutive in the loop.
    pub start: Option<Formula>,
    /// Whether there is at most one iteration, even if the bounds differ.
    pub is_single: bool,
    /// For common iterations of several processors: the index of each processor's last iteration, if it
    /// differs between them.
    pub own_last: Option<Formula>,
}

impl Iterations {
    /// All iterations of a loop.
    pub fn new(
        name: String,
        [low, high]: [Formula; 2],
        scalars: Vec<(ScalarId, Evolution)>,
        is_ascending: bool,
    ) -> Self {
        let start = Some(if is_ascending { &low } else { &high }.clone());
        Self {
            name,
            low,
            high,
            scalars,
            is_ascending,
            start,
            is_single: false,
            own_last: None,
        }
    }

    /// Whether an iteration here may follow another one of the loop.
    pub fn follow_others(&self) -> bool {
        self.start.is_some() && (self.low != self.high || self.start.as_ref() != Some(&self.low))
    }

    /// The increment of the index from one iteration to the next.
    pub fn sign(&self) -> i128 {
        if self.is_ascending { 1 } else { -1 }
    }

    /// The index of the first iteration.
    pub fn first(&self) -> &Formula {
        if self.is_ascending {
            &self.low
        } else {
            &self.high
        }
    }

    /// The index of the last iteration.
    pub fn last(&self) -> &Formula {
        if self.is_ascending {
            &self.high
        } else {
            &self.low
        }
    }

    /// Splits off the first iteration, if there is one.
    pub fn split_first(&self, facts: &Facts) -> Option<[Self; 2]> {
        let mut parts = [self.clone(), self.clone()];
        parts[0].is_single = true;
        if self.is_ascending {
            parts[0].high = facts.least(vec![self.low.clone(), self.high.clone()]);
            parts[1].low = self.low.plus_number(1)?;
        } else {
            parts[0].low = facts.greatest(vec![self.low.clone(), self.high.clone()]);
            parts[1].high = self.high.plus_number(-1)?;
        }
        Some(parts)
    }

    /// Splits off the iteration with which the whole loop starts, if it is one of these.
    pub fn split_start(&self, facts: &Facts) -> Option<[Self; 2]> {
        let start = self.start.as_ref()?;
        let next = start.plus_number(self.sign())?;
        let mut parts = [self.clone(), self.clone()];
        if self.is_ascending {
            parts[0].high = facts.least(vec![start.clone(), self.high.clone()]);
            parts[1].low = facts.greatest(vec![next, self.low.clone()]);
        } else {
            parts[0].low = facts.greatest(vec![start.clone(), self.low.clone()]);
            parts[1].high = facts.least(vec![next, self.high.clone()]);
        }
        Some(parts)
    }

    /// Splits the iterations by the remainder of their index.
    pub fn residues(&self, modulus: i128, facts: &Facts) -> Option<Vec<Self>> {
        let share = Rational::ONE.over(Rational::whole(modulus))?;
        let part = |remainder: i128| {
            let over = |formula: &Formula| {
                let rest = formula.plus_number(-remainder)?;
                rest.times_term(&Product::default(), share)
            };
            let mut part = self.clone();
            part.start = None;
            part.low = facts.ceil(&over(&self.low)?)?;
            part.high = facts.floor(&over(&self.high)?)?;
            if let Some(last) = &self.own_last {
                part.own_last = Some(facts.floor(&over(last)?)?);
            }
            for (_, evolution) in &mut part.scalars {
                *evolution = evolution.thinned(modulus, remainder, facts)?;
            }
            Some(part)
        };
        (0..modulus).map(part).collect()
    }
}
