//! Calls that do not fit what they call, and results, in English.

use super::phrases::{count, dimensions, expected};
use crate::diagnostic::Words;
use crate::semantic::problem::Usage;
use crate::source::Span;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// Too many or too few arguments.
pub(super) fn wrong_argument_count(
    name: &str,
    usage: &Usage,
    given: usize,
    least: usize,
    most: usize,
    definition: Option<Span>,
    vocabulary: Vocabulary,
) -> Words {
    let usage = match usage {
        Usage::Algorithm(usage) => usage.clone(),
        Usage::Builtin(row) => row.usage(vocabulary),
    };
    let words = Words::new(
        format!(
            "`{name}` takes {} and gets {}",
            expected(least, most),
            count(given)
        ),
        "this call",
    )
    .help(format!("it is called as `{usage}`"));
    match definition {
        Some(_) => words.label("defined here"),
        None => words,
    }
}

/// Arguments in another order than the parameters.
pub(super) fn swapped_arguments(name: &str, usage: &str) -> Words {
    Words::new(
        format!("the arguments of `{name}` are in another order than its parameters"),
        "an array where one value is needed, and one value where an array is needed",
    )
    .label("defined here")
    .help(format!("it is called as `{usage}`"))
}

/// One value where an array is needed.
pub(super) fn scalar_argument(callee: &str, parameter: &str) -> Words {
    Words::new(
        format!("`{callee}` needs an array for `{parameter}`, but gets one value"),
        "a scalar",
    )
    .label("defined here")
    .help("pass an array: `A[]`")
}

/// An array argument with other dimensions.
pub(super) fn argument_rank(callee: &str, array: &str, rank: u8, needed: usize) -> Words {
    Words::new(
        format!(
            "`{callee}` needs an array with {} here, but `{array}` has {rank}",
            dimensions(needed)
        ),
        "this array",
    )
    .label("defined here")
}

/// A default that needs itself.
pub(super) fn endless_default(name: &str) -> Words {
    Words::new(
        format!("the default of `{name}` needs itself"),
        "calls what has this default",
    )
    .help(format!("pass `{name}` in this call"))
}

/// A call that gives an array where one value is needed.
pub(super) fn array_result_as_value(name: &str) -> Words {
    Words::new(
        format!("`{name}` gives an array, but one value is needed here"),
        "an array",
    )
    .help(format!(
        "keep it in an array and take a cell: `X[] = {name}(…);` and `X[i]`"
    ))
}

/// A call that gives no value.
pub(super) fn no_value(name: &str, vocabulary: Vocabulary) -> Words {
    let return_word = vocabulary.word(Concept::Return);
    Words::new(
        format!("`{name}` gives no value"),
        "its value is needed here",
    )
    .label(format!(
        "no `{return_word}` with a value in here, and no array parameter"
    ))
    .help(format!("end `{name}` with `{return_word} …;`"))
}

/// A recursion without a value at its end.
pub(super) fn endless_result(name: &str, vocabulary: Vocabulary) -> Words {
    let return_word = vocabulary.word(Concept::Return);
    let if_word = vocabulary.word(Concept::If);
    Words::new(
        format!("`{name}` never gives a value"),
        "its value is needed here",
    )
    .label(format!(
        "every `{return_word}` of `{name}` calls `{name}` again"
    ))
    .help(format!(
        "where the recursion is to end, give a value without a call: \
                     `{if_word} (…) {return_word} …;`"
    ))
}

/// A result that is itself no value.
pub(super) fn returns_nothing(name: &str) -> Words {
    Words::new(
        format!("`{name}` gives no value"),
        "its value is needed here",
    )
    .label("what it gives here has no value itself")
}

/// A neutral element of what is no operator.
pub(super) fn bad_neutral(name: &str, definition: Option<Span>, vocabulary: Vocabulary) -> Words {
    let return_word = vocabulary.word(Concept::Return);
    let algorithm = vocabulary.word(Concept::Algorithm);
    let neutral_word = vocabulary.word(Concept::Neutral);
    let words = Words::new(
        format!("`{neutral_word} {name}` needs an algorithm `{name}` with two scalar parameters"),
        "not an operator",
    )
    .help(format!(
        "define `{algorithm} {name}(a, b)` with `{return_word}`"
    ));
    match definition {
        Some(_) => words.label("this does not fit"),
        None => words,
    }
}
