//! The JSON of values.

use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::machine::value::{ArrayValue, Value};
use crate::program::Constant;

/// A scalar, an array, a matrix as an array of rows, or an array of those; null for what was never written.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ValueJson {
    /// A scalar.
    Scalar(ScalarJson),
    /// An array.
    Array(Vec<Option<ScalarJson>>),
    /// An array of two dimensions, by rows.
    Matrix(Vec<Vec<Option<ScalarJson>>>),
    /// An array of more dimensions, by its first subscript.
    Nested(Vec<ValueJson>),
}

/// An int, a real (always with a point or an exponent) or a bool.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ScalarJson {
    /// An int.
    Int(i64),
    /// A real.
    Real(f64),
    /// A bool.
    Bool(bool),
}

impl fmt::Display for ScalarJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Real(value) => write!(f, "{value:?}"),
            Self::Bool(value) => write!(f, "{value}"),
        }
    }
}

impl From<Constant> for ScalarJson {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Int(value) => Self::Int(value),
            Constant::Real(value) => Self::Real(value),
            Constant::Bool(value) => Self::Bool(value),
        }
    }
}

impl From<&Value> for ValueJson {
    fn from(value: &Value) -> Self {
        match value {
            Value::Scalar(constant) => Self::Scalar((*constant).into()),
            Value::Array(array) => part(array, &array.dimensions, 0),
        }
    }
}

/// The part of these lengths that begins at an element.
fn part(array: &ArrayValue, lengths: &[usize], first: usize) -> ValueJson {
    let elements = |range: std::ops::Range<usize>| {
        range
            .map(|position| array.get(position).map(ScalarJson::from))
            .collect()
    };
    match *lengths {
        [] | [_] => ValueJson::Array(elements(first..first + lengths.iter().product::<usize>())),
        [rows, columns] => {
            let row = |row| elements(first + row * columns..first + (row + 1) * columns);
            ValueJson::Matrix((0..rows).map(row).collect())
        }
        [outer, ref inner @ ..] => {
            let apart: usize = inner.iter().product();
            let parts = (0..outer).map(|at| part(array, inner, first + at * apart));
            ValueJson::Nested(parts.collect())
        }
    }
}

/// Values by name.
pub(super) fn values(values: &IndexMap<String, Value>) -> IndexMap<String, ValueJson> {
    values
        .iter()
        .map(|(name, value)| (name.clone(), ValueJson::from(value)))
        .collect()
}
