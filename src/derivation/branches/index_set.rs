//! Sets of values of an index: ranges, values with one remainder, and their complements.

use crate::derivation::abstract_value::{AbstractValue, Truth};
use crate::derivation::algebra::facts::{Bounded, Facts};
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::walker::AbstractFrame;

/// The values of an index in a range: all of them, or those with one remainder.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) struct Progression {
    /// The index, or its quotient by the modulus.
    pub symbol: Symbol,
    /// The bounds of `symbol`.
    pub low: Formula,
    pub high: Formula,
    /// If set, the index is the modulus times `symbol` plus the remainder.
    pub every: Option<ResidueClass>,
    /// A symbol in that remainder and its largest value: the part contains the indices for all of its
    /// values from 0 on.
    pub within: Option<(Symbol, Formula)>,
}

/// A residue class: a positive modulus, and any integer as remainder.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) struct ResidueClass {
    pub modulus: Formula,
    pub remainder: Formula,
}

/// A set of values of an index.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) enum IndexSet {
    /// The values of the part.
    Only(Progression),
    /// All other values; the condition holds for them.
    AllBut(Progression, Truth),
}

/// The values of an index on both sides of a condition.
pub(in crate::derivation) type SideSets = [Vec<IndexSet>; 2];

impl Progression {
    /// All values in a range.
    pub fn between(symbol: &Symbol, low: &Formula, high: &Formula) -> Self {
        Self {
            symbol: symbol.clone(),
            low: low.clone(),
            high: high.clone(),
            every: None,
            within: None,
        }
    }

    /// Whether a bound contains a maximum or minimum.
    pub fn is_cut(&self) -> bool {
        self.low.holds_extreme() || self.high.holds_extreme()
    }

    /// The symbols that determine a value.
    pub fn symbols(&self) -> Vec<&Symbol> {
        let within = self.within.as_ref().map(|(symbol, _)| symbol);
        [&self.symbol].into_iter().chain(within).collect()
    }

    /// The symbol of the remainder with its bounds.
    pub fn bounded(&self) -> Option<Bounded> {
        let (symbol, most) = self.within.clone()?;
        Some(Bounded {
            symbol,
            least: Formula::default(),
            most: Some(most),
        })
    }

    /// Expresses a set within this part as a set of values of the index. None if that is impossible.
    pub fn part_of(&self, inner: &IndexSet) -> Option<IndexSet> {
        let IndexSet::Only(inner) = inner else {
            return None;
        };
        if inner.symbol != self.symbol || self.within.is_some() && inner.within.is_some() {
            return None;
        }
        let every = match (&self.every, &inner.every) {
            (None, inner) => inner.clone(),
            (outer, None) => outer.clone(),
            (Some(outer), Some(inner)) => Some(ResidueClass {
                modulus: outer.modulus.times(&inner.modulus)?,
                remainder: (outer.modulus.times(&inner.remainder)?).plus(&outer.remainder)?,
            }),
        };
        let within = inner.within.as_ref().or(self.within.as_ref()).cloned();
        Some(IndexSet::Only(Self {
            every,
            within,
            ..inner.clone()
        }))
    }
}

impl ResidueClass {
    /// The modulus and the remainder.
    pub fn formulas(&self) -> [&Formula; 2] {
        [&self.modulus, &self.remainder]
    }

    /// The value of the index for a quotient.
    pub fn value(&self, symbol: &Symbol) -> Option<Formula> {
        (self.modulus.times(&Formula::symbol(symbol))?).plus(&self.remainder)
    }
}

impl Truth {
    /// The condition with a formula substituted for a symbol.
    pub fn substituted(&self, facts: &Facts, symbol: &Symbol, value: &Formula) -> Option<Self> {
        let of = |formula: &Formula| facts.substitute(formula, symbol, value);
        let within = |truth: &Self| truth.substituted(facts, symbol, value).map(Box::new);
        Some(match self {
            Self::Known(truth) => Self::Known(*truth),
            Self::Nonnegative(formula) => Self::Nonnegative(of(formula)?),
            Self::Zero(formula, is) => Self::Zero(of(formula)?, *is),
            Self::Both(left, right) => Self::Both(within(left)?, within(right)?),
            Self::Either(left, right) => Self::Either(within(left)?, within(right)?),
            Self::Unknown(name) => Self::Unknown(name.clone()),
        })
    }
}

impl AbstractFrame {
    /// The frame with a formula substituted for a symbol.
    pub fn substituted(&self, facts: &Facts, symbol: &Symbol, value: &Formula) -> Option<Self> {
        let mut frame = self.clone();
        for scalar in frame.scalars.iter_mut().flatten() {
            match scalar {
                AbstractValue::Number(number) if number.has(symbol) => {
                    *number = facts.substitute(number, symbol, value)?;
                }
                AbstractValue::Truth(truth) => *truth = truth.substituted(facts, symbol, value)?,
                AbstractValue::Number(_) | AbstractValue::Unknown(_) => {}
            }
        }
        for lengths in frame.arrays.iter_mut().flatten() {
            for length in lengths {
                *length = facts.substitute(length, symbol, value)?;
            }
        }
        Some(frame)
    }

    /// Takes over the changes between `begun` and `changed`, frames in which `symbols` have another
    /// meaning or none. Changed values that depend on one of them become unknown.
    pub fn take_over(&mut self, changed: &Self, begun: &Self, symbols: &[&Symbol]) {
        let depends = |formula: &Formula| symbols.iter().any(|symbol| formula.has(symbol));
        let unknown = || AbstractValue::Unknown(symbols[0].name.clone().into());
        let scalars = self.scalars.iter_mut().zip(&changed.scalars);
        for ((own, new), old) in scalars.zip(&begun.scalars) {
            if new == old {
                continue;
            }
            *own = match new {
                Some(AbstractValue::Number(number)) if depends(number) => Some(unknown()),
                Some(AbstractValue::Truth(_)) => Some(unknown()),
                other => other.clone(),
            };
        }
        let arrays = self.arrays.iter_mut().zip(&changed.arrays);
        for ((own, new), old) in arrays.zip(&begun.arrays) {
            if new != old {
                let is_known = !new.iter().flatten().any(depends);
                *own = new.clone().filter(|_| is_known);
            }
        }
    }
}
