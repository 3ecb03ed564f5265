//! Values that are given as such, without a text.

use super::array_text::ArrayTextError;
use crate::machine::value::{ArrayValue, Value};
use crate::program::Type;

/// The value for an array of this rank. As on the command line, where `A=5` has one element, a scalar is an
/// array of one element; no array has more than `most`.
pub fn array(value: &Value, rank: usize, most: usize) -> Result<ArrayValue, ArrayTextError> {
    let array = match value {
        Value::Array(array) => array.clone(),
        Value::Scalar(constant) => ArrayValue {
            element: constant.ty(),
            dimensions: vec![1; rank],
            words: vec![constant.word()],
            written: Vec::new(),
        },
    };
    let given = array.dimensions.len();
    if given != rank {
        return Err(ArrayTextError::TooDeep { given, rank });
    }
    let asked =
        (array.dimensions.iter()).try_fold(1_usize, |product, one| product.checked_mul(*one));
    if asked != Some(array.len()) {
        return Err(ArrayTextError::OtherCount {
            elements: array.len(),
            dimensions: array.dimensions,
        });
    }
    if array.len() > most {
        return Err(ArrayTextError::TooMany { most });
    }
    if !array.written.is_empty() {
        let missing = (0..array.len()).find(|&at| array.written.get(at) != Some(&true));
        if let Some(at) = missing {
            return Err(ArrayTextError::EmptyElement { position: at + 1 });
        }
    }
    let is_number = |word: &i64| match array.element {
        Type::Int => true,
        Type::Real => f64::from_bits(word.cast_unsigned()).is_finite(),
        Type::Bool => matches!(word, 0 | 1),
    };
    match array.words.iter().position(|word| !is_number(word)) {
        None => Ok(array),
        Some(at) => Err(ArrayTextError::NotANumber {
            text: match array.element {
                Type::Real => f64::from_bits(array.words[at].cast_unsigned()).to_string(),
                Type::Int | Type::Bool => array.words[at].to_string(),
            },
            position: at + 1,
        }),
    }
}
