//! Parameters that stand for any number while an activation is followed: what its calls of itself
//! hand on for them, and what they are so many calls further in.

use crate::derivation::algebra::formula::{Atom, Formula, Symbol};

/// A parameter that stands for any number that is not negative.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct Handed {
    /// Which parameter.
    pub at: usize,
    /// The number that it stands for.
    pub symbol: Symbol,
    /// What the outermost call gives for it.
    pub given: Formula,
    passed: Passed,
}

/// What calls hand on.
#[derive(Debug, Clone)]
enum Passed {
    /// No call was met.
    Nothing,
    /// All of them this.
    One(Formula),
    /// Several numbers.
    Several,
}

impl Handed {
    /// A parameter of which no call was met yet.
    pub fn new(at: usize, symbol: Symbol, given: Formula) -> Self {
        Self {
            at,
            symbol,
            given,
            passed: Passed::Nothing,
        }
    }

    /// Forgets the calls that were met.
    pub fn forget(&mut self) {
        self.passed = Passed::Nothing;
    }

    /// A call hands this on for it; none where that is not one number.
    pub fn note(&mut self, value: Option<Formula>) {
        self.passed = match (&self.passed, value) {
            (Passed::Nothing, Some(value)) => Passed::One(value),
            (Passed::One(known), Some(value)) if *known == value => return,
            _ => Passed::Several,
        };
    }

    /// Whether calls hand on several numbers.
    pub fn is_several(&self) -> bool {
        matches!(self.passed, Passed::Several)
    }

    /// What it is one call further in, where all calls hand on the same.
    pub fn next(&self) -> Option<&Formula> {
        match &self.passed {
            Passed::One(value) => Some(value),
            Passed::Nothing | Passed::Several => None,
        }
    }

    /// What it is so many calls further in: x + c becomes x + c·calls, c·x becomes c^calls·x. None
    /// where it changes otherwise, or by what changes itself.
    pub fn after(&self, calls: &Formula, changing: &[Symbol]) -> Option<Formula> {
        let own = Formula::symbol(&self.symbol);
        let next = self.next()?;
        let added = next.minus(&own)?;
        if !added.has(&self.symbol) {
            let is_steady = !changing.iter().any(|symbol| added.has(symbol));
            return is_steady.then(|| own.plus(&added.times(calls)?))?;
        }
        let mut powers = next.by_power(&Atom::Symbol(self.symbol.clone()))?;
        let factor = powers.remove(&1)?;
        let is_multiple = powers.is_empty() && factor.as_whole().is_some_and(|it| it >= 1);
        is_multiple.then(|| own.times(&factor.raised(calls)?))?
    }
}
