//! The values that are given to inputs.

use std::fmt;
use std::sync::Arc;

use crate::machine::value::{ArrayValue, Value};
use crate::program::{Constant, Type};

/// A value for an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// The input.
    pub name: String,
    /// Its value.
    pub value: InputValue,
}

/// A value from outside.
#[derive(Debug, Clone, PartialEq)]
pub enum InputValue {
    /// As on the command line: `16`, `2^10`, `3,1,7,0`, `random(0, 99)`, `@data.csv`.
    Text(String),
    /// A scalar, or an array whose elements were all written.
    Value(Arc<Value>),
}

impl fmt::Display for InputValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Value(value) => value.fmt(formatter),
        }
    }
}

impl From<String> for InputValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for InputValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Value> for InputValue {
    fn from(value: Value) -> Self {
        Self::Value(Arc::new(value))
    }
}

impl From<i64> for InputValue {
    fn from(value: i64) -> Self {
        Value::Scalar(Constant::Int(value)).into()
    }
}

impl From<f64> for InputValue {
    fn from(value: f64) -> Self {
        Value::Scalar(Constant::Real(value)).into()
    }
}

impl From<bool> for InputValue {
    fn from(value: bool) -> Self {
        Value::Scalar(Constant::Bool(value)).into()
    }
}

/// An array of one dimension.
fn vector(element: Type, words: Vec<i64>) -> InputValue {
    let array = ArrayValue {
        element,
        dimensions: vec![words.len()],
        words,
        written: Vec::new(),
    };
    Value::Array(array).into()
}

impl From<Vec<i64>> for InputValue {
    fn from(elements: Vec<i64>) -> Self {
        vector(Type::Int, elements)
    }
}

impl From<Vec<f64>> for InputValue {
    fn from(elements: Vec<f64>) -> Self {
        let words = elements.into_iter().map(|one| Constant::Real(one).word());
        vector(Type::Real, words.collect())
    }
}

impl From<Vec<bool>> for InputValue {
    fn from(elements: Vec<bool>) -> Self {
        let words = elements.into_iter().map(i64::from);
        vector(Type::Bool, words.collect())
    }
}
