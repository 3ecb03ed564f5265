//! Why a generator cannot give anything, in English.

use super::GeneratorError;
use crate::program::{Constant, Generator};
use crate::semantic::generator_name;
use crate::syntax::vocabulary::Vocabulary;

/// The message, in one sentence.
pub(super) fn message(error: GeneratorError, vocabulary: Vocabulary) -> String {
    let name = |generator| generator_name(generator, vocabulary);
    match error {
        GeneratorError::Arguments { generator, given } => {
            let (name, arguments) = (name(generator), arguments(generator));
            format!("`{name}` takes {arguments}, not {given}")
        }
        GeneratorError::NotNumbers(generator) => {
            format!("`{}` draws numbers, and a bool is not one", name(generator))
        }
        GeneratorError::EmptyRange {
            generator,
            low,
            high,
        } => format!(
            "`{}({}, {})` has nothing to draw from: the first bound lies above the second",
            name(generator),
            text(low),
            text(high)
        ),
        GeneratorError::Dimensions {
            generator,
            dimensions,
        } => format!(
            "`{}` fills an array of one dimension, and this one has {dimensions}",
            name(generator)
        ),
    }
}

fn arguments(generator: Generator) -> &'static str {
    match generator {
        Generator::Random => "two arguments (the least and the greatest number)",
        Generator::Sorted => "two arguments (the least and the greatest number) or none",
        Generator::Constant => "one argument",
        _ => "no arguments",
    }
}

fn text(constant: Constant) -> String {
    match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Real(value) => format!("{value:?}"),
        Constant::Bool(value) => value.to_string(),
    }
}
