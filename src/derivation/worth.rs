//! What a scalar or an expression is worth while a program is followed with symbols.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::derivation::algebra::formula::{Formula, Symbol};

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Worth {
    /// A number as a formula of symbols.
    Number(Formula),
    /// A truth value.
    Truth(Truth),
    /// It depends on this: the name of an array or of a scalar.
    Unknown(Arc<str>),
}

/// Whether something holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Truth {
    /// It does, or does not.
    Known(bool),
    /// A formula is at least 0.
    Nonnegative(Formula),
    /// A formula is 0, or it is not.
    Zero(Formula, bool),
    /// Both hold, or one of them does.
    Both(Box<Self>, Box<Self>),
    /// One of them holds at least.
    Either(Box<Self>, Box<Self>),
    /// It depends on this.
    Unknown(Arc<str>),
}

impl Truth {
    /// The conditions of which all are to hold, or one of them.
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

    /// Whether it depends on sizes and indices alone.
    pub fn is_by_size(&self) -> bool {
        match self {
            Self::Known(_) | Self::Nonnegative(_) | Self::Zero(..) => true,
            Self::Both(left, right) | Self::Either(left, right) => {
                left.is_by_size() && right.is_by_size()
            }
            Self::Unknown(_) => false,
        }
    }

    /// The symbols on which it depends.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        match self {
            Self::Nonnegative(formula) | Self::Zero(formula, _) => formula.symbols(),
            Self::Both(left, right) | Self::Either(left, right) => {
                left.symbols().union(&right.symbols()).cloned().collect()
            }
            Self::Known(_) | Self::Unknown(_) => BTreeSet::new(),
        }
    }

    /// Whether a part of it says that something is not 0.
    pub fn has_inequality(&self) -> bool {
        match self {
            Self::Zero(_, is) => !is,
            Self::Both(left, right) | Self::Either(left, right) => {
                left.has_inequality() || right.has_inequality()
            }
            Self::Known(_) | Self::Nonnegative(_) | Self::Unknown(_) => false,
        }
    }

    /// The opposite; of whole numbers.
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

impl Worth {
    /// The number, or on what it depends.
    pub fn number(&self) -> Result<&Formula, Arc<str>> {
        match self {
            Self::Number(formula) => Ok(formula),
            Self::Unknown(name) => Err(Arc::clone(name)),
            Self::Truth(_) => Err("a truth value".into()),
        }
    }

    /// The truth value.
    pub fn truth(&self) -> Truth {
        match self {
            Self::Truth(truth) => truth.clone(),
            Self::Unknown(name) => Truth::Unknown(Arc::clone(name)),
            Self::Number(_) => Truth::Unknown("a number".into()),
        }
    }
}
