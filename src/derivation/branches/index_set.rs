//! Values of an index for which something is executed: ranges of it, those with one remainder, and all
//! but those.

use crate::derivation::algebra::facts::{Bounded, Facts};
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::walker::Frame;
use crate::derivation::worth::{Truth, Worth};

/// Values of an index between bounds: all of them, or those that are equal modulo a number.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) struct Part {
    /// The index, or its quotient by that number.
    pub symbol: Symbol,
    /// The bounds of that.
    pub low: Formula,
    pub high: Formula,
    /// The value is a modulus times the quotient, plus a remainder.
    pub every: Option<Every>,
    /// A symbol in that remainder, and its largest value: these are the values for all of its values from 0 on.
    pub within: Option<(Symbol, Formula)>,
}

/// A modulus, which is positive, and a remainder, which may be any whole number.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) struct Every {
    pub modulus: Formula,
    pub remainder: Formula,
}

/// A share of the values that an index has.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) enum Share {
    /// These.
    Only(Part),
    /// All others, for which this holds.
    AllBut(Part, Truth),
}

/// What a condition leaves to its two sides.
pub(in crate::derivation) type Shares = [Vec<Share>; 2];

impl Part {
    /// All values between bounds.
    pub fn between(symbol: &Symbol, low: &Formula, high: &Formula) -> Self {
        Self {
            symbol: symbol.clone(),
            low: low.clone(),
            high: high.clone(),
            every: None,
            within: None,
        }
    }

    /// Whether one of its bounds is the greatest or least of several values.
    pub fn is_cut(&self) -> bool {
        self.low.holds_extreme() || self.high.holds_extreme()
    }

    /// The symbols of which its values consist.
    pub fn symbols(&self) -> Vec<&Symbol> {
        let within = self.within.as_ref().map(|(symbol, _)| symbol);
        [&self.symbol].into_iter().chain(within).collect()
    }

    /// The bounds of the symbol in its remainder.
    pub fn bounded(&self) -> Option<Bounded> {
        let (symbol, most) = self.within.clone()?;
        Some(Bounded {
            symbol,
            least: Formula::default(),
            most: Some(most),
        })
    }

    /// A share of the values of this part, seen from outside of it; none where it is no such share.
    pub fn part_of(&self, inner: &Share) -> Option<Share> {
        let Share::Only(inner) = inner else {
            return None;
        };
        if inner.symbol != self.symbol || self.within.is_some() && inner.within.is_some() {
            return None;
        }
        let every = match (&self.every, &inner.every) {
            (None, inner) => inner.clone(),
            (outer, None) => outer.clone(),
            (Some(outer), Some(inner)) => Some(Every {
                modulus: outer.modulus.times(&inner.modulus)?,
                remainder: (outer.modulus.times(&inner.remainder)?).plus(&outer.remainder)?,
            }),
        };
        let within = inner.within.as_ref().or(self.within.as_ref()).cloned();
        Some(Share::Only(Self {
            every,
            within,
            ..inner.clone()
        }))
    }
}

impl Every {
    /// The formulas in it.
    pub fn formulas(&self) -> [&Formula; 2] {
        [&self.modulus, &self.remainder]
    }

    /// The value of the index, where the symbol is the quotient.
    pub fn value(&self, symbol: &Symbol) -> Option<Formula> {
        (self.modulus.times(&Formula::symbol(symbol))?).plus(&self.remainder)
    }
}

impl Truth {
    /// The same condition with a formula in place of a symbol.
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

impl Frame {
    /// The same with a formula in place of a symbol.
    pub fn substituted(&self, facts: &Facts, symbol: &Symbol, value: &Formula) -> Option<Self> {
        let mut frame = self.clone();
        for scalar in frame.scalars.iter_mut().flatten() {
            match scalar {
                Worth::Number(number) if number.has(symbol) => {
                    *number = facts.substitute(number, symbol, value)?;
                }
                Worth::Truth(truth) => *truth = truth.substituted(facts, symbol, value)?,
                Worth::Number(_) | Worth::Unknown(_) => {}
            }
        }
        for lengths in frame.arrays.iter_mut().flatten() {
            for length in lengths {
                *length = facts.substitute(length, symbol, value)?;
            }
        }
        Some(frame)
    }

    /// Takes over what was changed in a frame whose symbols meant something else, or nothing: what is
    /// still as `begun` is as before, and what depends on one of them is unknown.
    pub fn take_over(&mut self, changed: &Self, begun: &Self, symbols: &[&Symbol]) {
        let depends = |formula: &Formula| symbols.iter().any(|symbol| formula.has(symbol));
        let unknown = || Worth::Unknown(symbols[0].name.clone());
        let scalars = self.scalars.iter_mut().zip(&changed.scalars);
        for ((own, new), old) in scalars.zip(&begun.scalars) {
            if new == old {
                continue;
            }
            *own = match new {
                Some(Worth::Number(number)) if depends(number) => Some(unknown()),
                Some(Worth::Truth(_)) => Some(unknown()),
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
