//! The JSON of values.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::machine::value::Value;
use crate::program::Constant;

/// A scalar, an array, or a matrix as an array of rows; null for what was never written.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ValueJson {
    /// A scalar.
    Scalar(ScalarJson),
    /// An array.
    Array(Vec<Option<ScalarJson>>),
    /// An array of two dimensions, by rows.
    Matrix(Vec<Vec<Option<ScalarJson>>>),
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
            Value::Array(array) => {
                let elements = |range: std::ops::Range<usize>| {
                    range
                        .map(|position| array.get(position).map(ScalarJson::from))
                        .collect()
                };
                match array.dimensions.as_slice() {
                    &[rows, columns] => Self::Matrix(
                        (0..rows)
                            .map(|row| elements(row * columns..(row + 1) * columns))
                            .collect(),
                    ),
                    _ => Self::Array(elements(0..array.len())),
                }
            }
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
