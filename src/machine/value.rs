//! Values as they enter and leave a run.

use std::borrow::Cow;
use std::fmt;

use crate::program::{Constant, Type};

/// A scalar or an array from outside, or for outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A scalar.
    Scalar(Constant),
    /// An array.
    Array(ArrayValue),
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(constant) => constant.fmt(formatter),
            Self::Array(array) => array.fmt(formatter),
        }
    }
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

    /// The words of its elements as elements of another type: ints become reals where reals are
    /// wanted.
    pub fn words_as(&self, element: Type) -> Cow<'_, [i64]> {
        if (self.element, element) == (Type::Int, Type::Real) {
            let as_real = |word: &i64| Constant::Int(*word).word_as(element);
            return self.words.iter().map(as_real).collect();
        }
        Cow::Borrowed(&self.words)
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

impl fmt::Display for ArrayValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dimensions.as_slice() {
            [rows, columns] => {
                formatter.write_str("[")?;
                for row in 0..*rows {
                    formatter.write_str(if row > 0 { ", " } else { "" })?;
                    self.write_row(row * columns..(row + 1) * columns, formatter)?;
                }
                formatter.write_str("]")
            }
            _ => self.write_row(0..self.len(), formatter),
        }
    }
}

impl ArrayValue {
    fn write_row(
        &self,
        row: std::ops::Range<usize>,
        formatter: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let first = row.start;
        formatter.write_str("[")?;
        for at in row {
            formatter.write_str(if at > first { ", " } else { "" })?;
            match self.get(at) {
                Some(constant) => write!(formatter, "{constant}")?,
                None => formatter.write_str("_")?,
            }
        }
        formatter.write_str("]")
    }
}
