//! Values as they enter and leave a run.

use crate::semantic::program::{Constant, Type};

/// A scalar or an array from outside, or for outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A scalar.
    Scalar(Constant),
    /// An array.
    Array(ArrayValue),
}

/// An array of one or two dimensions, its elements as words (see [`Constant::word`]).
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayValue {
    /// Type of the elements.
    pub element: Type,
    /// Lengths: one, or rows and columns.
    pub dimensions: Vec<usize>,
    /// The elements in row order.
    pub words: Vec<i64>,
    /// For each element whether it was ever written; empty when all were.
    pub written: Vec<bool>,
}

impl ArrayValue {
    /// The element at a position in row order; none if it was never written.
    pub fn get(&self, position: usize) -> Option<Constant> {
        (self.written.is_empty() || self.written[position])
            .then(|| Constant::from_word(self.words[position], self.element))
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}
