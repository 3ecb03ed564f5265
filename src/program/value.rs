//! Types, constants and shapes of values.

use std::fmt;

use serde::{Deserialize, Serialize};

use indexmap::IndexMap;

/// The most dimensions that an array has.
pub const MOST_DIMENSIONS: u8 = 4;

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Type {
    /// 64-bit signed integer.
    Int,
    /// IEEE double, never infinite, never NaN.
    Real,
    /// Truth value.
    Bool,
}

/// The type of a parameter or of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A scalar.
    Scalar(Type),
    /// An array.
    Array {
        /// Type of its elements.
        element: Type,
        /// How many dimensions it has, from 1 to [`MOST_DIMENSIONS`].
        rank: u8,
    },
}

/// Types of the entry's inputs, by name, as the values given have them.
pub type InputShapes = IndexMap<String, Shape>;

/// A constant.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Constant {
    /// An int.
    Int(i64),
    /// A real.
    Real(f64),
    /// A bool.
    Bool(bool),
}

impl Constant {
    /// Its type.
    pub fn ty(self) -> Type {
        match self {
            Self::Int(_) => Type::Int,
            Self::Real(_) => Type::Real,
            Self::Bool(_) => Type::Bool,
        }
    }

    /// The word that holds it in a lane or a cell: an int itself, the bits of a real, 0 or 1.
    pub fn word(self) -> i64 {
        match self {
            Self::Int(value) => value,
            Self::Real(value) => value.to_bits() as i64,
            Self::Bool(value) => i64::from(value),
        }
    }

    /// The word that holds it where values of this type are held: an int becomes a real where
    /// reals are.
    pub fn word_as(self, ty: Type) -> i64 {
        match (self, ty) {
            (Self::Int(value), Type::Real) => Self::Real(value as f64).word(),
            _ => self.word(),
        }
    }

    /// The constant that a word of a type holds.
    pub fn from_word(word: i64, ty: Type) -> Self {
        match ty {
            Type::Int => Self::Int(word),
            Type::Real => Self::Real(f64::from_bits(word as u64)),
            Type::Bool => Self::Bool(word != 0),
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(formatter, "{value}"),
            // The shortest text that reads back as the same real, always with a point.
            Self::Real(value) => write!(formatter, "{value:?}"),
            Self::Bool(value) => write!(formatter, "{value}"),
        }
    }
}
