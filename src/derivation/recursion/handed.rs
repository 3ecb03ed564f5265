//! Parameters that stand for any number while an activation is followed: the values that recursive calls
//! pass for them, and their values at any depth of recursion.

use crate::derivation::algebra::formula::{Atom, Formula, Symbol};

/// A parameter that stands for any number ≥ 0.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct Handed {
    /// The position of the parameter.
    pub at: usize,
    /// Its symbol.
    pub symbol: Symbol,
    /// The argument of the outermost call.
    pub given: Formula,
    passed: Passed,
}

/// The arguments of the recursive calls.
#[derive(Debug, Clone)]
enum Passed {
    /// No call was found.
    Nothing,
    /// All calls pass this value.
    One(Formula),
    /// Calls pass different values.
    Several,
}

impl Handed {
    /// A parameter for which no call was found yet.
    pub fn new(at: usize, symbol: Symbol, given: Formula) -> Self {
        Self {
            at,
            symbol,
            given,
            passed: Passed::Nothing,
        }
    }

    /// Forgets the calls found.
    pub fn forget(&mut self) {
        self.passed = Passed::Nothing;
    }

    /// Records the argument of a call. None if it is not a single number.
    pub fn note(&mut self, value: Option<Formula>) {
        self.passed = match (&self.passed, value) {
            (Passed::Nothing, Some(value)) => Passed::One(value),
            (Passed::One(known), Some(value)) if *known == value => return,
            _ => Passed::Several,
        };
    }

    /// Whether calls pass different values.
    pub fn is_several(&self) -> bool {
        matches!(self.passed, Passed::Several)
    }

    /// The value one call deeper, if all calls pass the same.
    pub fn next(&self) -> Option<&Formula> {
        match &self.passed {
            Passed::One(value) => Some(value),
            Passed::Nothing | Passed::Several => None,
        }
    }

    /// The value `calls` calls deeper: x + c becomes x + c·calls, c·x becomes c^calls·x. None for other
    /// changes, or if c changes itself.
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
