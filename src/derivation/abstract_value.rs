//! Abstract values: the values of scalars and expressions while a program is followed with symbols.

use std::collections::BTreeSet;

use super::dependence::Dependence;
use crate::derivation::algebra::formula::{Formula, Symbol};

/// The abstract value of a scalar or an expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum AbstractValue {
    /// A number as a formula of symbols.
    Number(Formula),
    /// A condition.
    Truth(Truth),
    /// Unknown; depends on this.
    Unknown(Dependence),
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Truth {
    /// It is known to hold, or not to.
    Known(bool),
    /// A formula is at least 0.
    Nonnegative(Formula),
    /// A formula is 0 (`true`), or it is not (`false`).
    Zero(Formula, bool),
    /// Both conditions hold.
    Both(Box<Self>, Box<Self>),
    /// At least one of the conditions holds.
    Either(Box<Self>, Box<Self>),
    /// Unknown; depends on this.
    Unknown(Dependence),
}

impl Truth {
    /// Appends the operands of a conjunction (`is_both`) or a disjunction.
    pub fn flatten(self, is_both: bool, into: &mut Vec<Self>) {
        match self {
            Self::Both(left, right) if is_both => {
                left.flatten(is_both, into);
                right.flatten(is_both, into);
            }
            Self::Either(left, right) if !is_both => {
                left.flatten(is_both, into);
                right.flatten(is_both, into);
            }
            other => into.push(other),
        }
    }

    /// Whether the condition depends only on sizes and indices.
    pub fn is_by_size(&self) -> bool {
        match self {
            Self::Known(_) | Self::Nonnegative(_) | Self::Zero(..) => true,
            Self::Both(left, right) | Self::Either(left, right) => {
                left.is_by_size() && right.is_by_size()
            }
            Self::Unknown(_) => false,
        }
    }

    /// The symbols in the condition.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        match self {
            Self::Nonnegative(formula) | Self::Zero(formula, _) => formula.symbols(),
            Self::Both(left, right) | Self::Either(left, right) => {
                left.symbols().union(&right.symbols()).cloned().collect()
            }
            Self::Known(_) | Self::Unknown(_) => BTreeSet::new(),
        }
    }

    /// Whether some part requires a formula to be nonzero.
    pub fn has_inequality(&self) -> bool {
        match self {
            Self::Zero(_, is) => !is,
            Self::Both(left, right) | Self::Either(left, right) => {
                left.has_inequality() || right.has_inequality()
            }
            Self::Known(_) | Self::Nonnegative(_) | Self::Unknown(_) => false,
        }
    }

    /// The negation, for integers.
    pub fn not(self) -> Option<Self> {
        Some(match self {
            Self::Known(value) => Self::Known(!value),
            Self::Nonnegative(formula) => {
                Self::Nonnegative(formula.times_number(-1)?.plus_number(-1)?)
            }
            Self::Zero(formula, is) => Self::Zero(formula, !is),
            Self::Both(left, right) => Self::Either(Box::new(left.not()?), Box::new(right.not()?)),
            Self::Either(left, right) => Self::Both(Box::new(left.not()?), Box::new(right.not()?)),
            Self::Unknown(name) => Self::Unknown(name),
        })
    }
}

impl AbstractValue {
    /// The formula, or what the value depends on.
    pub fn number(&self) -> Result<&Formula, Dependence> {
        match self {
            Self::Number(formula) => Ok(formula),
            Self::Unknown(on) => Err(on.clone()),
            Self::Truth(_) => Err(Dependence::Truth),
        }
    }

    /// The value as a condition.
    pub fn truth(&self) -> Truth {
        match self {
            Self::Truth(truth) => truth.clone(),
            Self::Unknown(on) => Truth::Unknown(on.clone()),
            Self::Number(_) => Truth::Unknown(Dependence::Number),
        }
    }
}
