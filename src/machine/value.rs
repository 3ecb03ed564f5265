//! Values of inputs and outputs of a run.

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

/// An array, its elements as words (see [`Constant::word`]).
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayValue {
    /// Type of the elements.
    pub element: Type,
    /// Its length along each dimension.
    pub dimensions: Vec<usize>,
    /// The elements in row order.
    pub words: Vec<i64>,
    /// For each element whether it was ever written; empty if all were.
    pub written: Vec<bool>,
}

impl ArrayValue {
    /// The element at a position in row-major order; `None` if it was never written.
    pub fn get(&self, position: usize) -> Option<Constant> {
        let word = *self.words.get(position)?;
        let is_written = self.written.is_empty() || *self.written.get(position)?;
        is_written.then(|| Constant::from_word(word, self.element))
    }

    /// The words of its elements as elements of another type: ints become reals where reals are wanted.
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

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl fmt::Display for ArrayValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_part(&self.dimensions, 0, formatter)
    }
}

impl ArrayValue {
    /// Writes the part of these lengths that begins at an element, row by row.
    fn write_part(
        &self,
        lengths: &[usize],
        first: usize,
        formatter: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let [outer, inner @ ..] = lengths else {
            return Ok(());
        };
        if inner.is_empty() {
            return self.write_row(first..first + outer, formatter);
        }
        let stride: usize = inner.iter().product();
        formatter.write_str("[")?;
        for at in 0..*outer {
            formatter.write_str(if at > 0 { ", " } else { "" })?;
            self.write_part(inner, first + at * stride, formatter)?;
        }
        formatter.write_str("]")
    }

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
