//! Parameters that stand for any number while an activation is followed: the values that recursive calls
//! pass for them, and their values at any depth of recursion.

use crate::derivation::algebra::formula::{Atom, Formula, Symbol};

/// A parameter that stands for any number ≥ 0.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct Passed {
    /// The position of the parameter.
    pub at: usize,
    /// Its symbol.
    pub symbol: Symbol,
    /// The argument of the outermost call.
    pub given: Formula,
    arguments: Arguments,
}

/// The arguments of the recursive calls.
#[derive(Debug, Clone)]
enum Arguments {
    /// No call was found.
    Nothing,
    /// All calls pass this value.
    One(Formula),
    /// Calls pass different values.
    Several,
}

impl Passed {
    /// A parameter for which no call was found yet.
    pub fn new(at: usize, symbol: Symbol, given: Formula) -> Self {
        Self {
            at,
            symbol,
            given,
            arguments: Arguments::Nothing,
        }
    }

    /// Forgets the calls found.
    pub fn forget(&mut self) {
        self.arguments = Arguments::Nothing;
    }

    /// Records the argument of a call. None if it is not a single number.
    pub fn note(&mut self, value: Option<Formula>) {
        self.arguments = match (&self.arguments, value) {
            (Arguments::Nothing, Some(value)) => Arguments::One(value),
            (Arguments::One(known), Some(value)) if *known == value => return,
            _ => Arguments::Several,
        };
    }

    /// Whether calls pass different values.
    pub fn is_several(&self) -> bool {
        matches!(self.arguments, Arguments::Several)
    }

    /// The value one call deeper, if all calls pass the same.
    pub fn next(&self) -> Option<&Formula> {
        match &self.arguments {
            Arguments::One(value) => Some(value),
            Arguments::Nothing | Arguments::Several => None,
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
