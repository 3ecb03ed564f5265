//! Values as they enter and leave a run.

use std::borrow::Cow;
use std::fmt;

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
        let row = |range: std::ops::Range<usize>| {
            let cell = |at| {
                self.get(at)
                    .map_or("_".into(), |constant| constant.to_string())
            };
            let cells: Vec<String> = range.map(cell).collect();
            format!("[{}]", cells.join(", "))
        };
        match self.dimensions.as_slice() {
            [rows, columns] => {
                let rows: Vec<String> = (0..*rows)
                    .map(|at| row(at * columns..(at + 1) * columns))
                    .collect();
                write!(formatter, "[{}]", rows.join(", "))
            }
            _ => formatter.write_str(&row(0..self.len())),
        }
    }
}
