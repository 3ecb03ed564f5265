//! Arrays and scalars used as what they are not, in English.

use super::phrases::{dimension_numbers, dimensions, subscripts};
use super::scalar;
use crate::diagnostic::Words;
use crate::language::Voice;
use crate::program::{Class, MOST_DIMENSIONS, ScalarClass, WhyOwn};
use crate::semantic::builtin;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// An array used like a scalar.
pub(super) fn array_as_scalar(name: &str) -> Words {
    Words::new(
        format!("`{name}` is an array, but is used like a scalar"),
        "used like a scalar here",
    )
    .label("an array here")
    .help(format!(
        "assign a cell `{name}[i] = …`, or all of them `{name}[] = …`"
    ))
}

/// A list assigned to a name that is no array.
pub(super) fn assigned_list(name: &str, length: usize, vocabulary: Vocabulary) -> Words {
    let array_word = vocabulary.word(Concept::Array);
    Words::new(
        format!("a list is assigned to `{name}`, which is no array"),
        "a list makes an array",
    )
    .help(format!(
        "declare the array with it: `{array_word} {name}[{length}] = …;`"
    ))
}

/// An array assigned like a scalar.
pub(super) fn assigned_array(name: &str, whole: Option<&str>) -> Words {
    Words::new(
        format!("`{name}` is an array, but is assigned like a scalar"),
        "assigned like a scalar here",
    )
    .label("an array here")
    .help(match whole {
        Some(whole) => format!("whole arrays are assigned with brackets: `{whole}`"),
        None => format!("assign a cell `{name}[i] = …`, or all of them `{name}[] = …`"),
    })
}

/// An array declared without brackets.
pub(super) fn array_without_brackets(name: &str, vocabulary: Vocabulary) -> Words {
    let array_word = vocabulary.word(Concept::Array);
    Words::new(
        format!("the array `{name}` is declared without a length"),
        "how long is it?",
    )
    .help(format!(
        "give it a length: `{array_word} {name}[n];`; a scalar needs no declaration"
    ))
}

/// An array declared with empty brackets.
pub(super) fn declared_without_length(name: &str, vocabulary: Vocabulary) -> Words {
    let array_word = vocabulary.word(Concept::Array);
    Words::new(
        format!("the array `{name}` is declared without a length"),
        "how long is it?",
    )
    .help(format!("give it a length: `{array_word} {name}[n];`"))
}

/// A new array of unknown length.
pub(super) fn no_length(name: &str, vocabulary: Vocabulary) -> Words {
    let array_word = vocabulary.word(Concept::Array);
    Words::new(
        format!("nothing says how long the new array `{name}` is"),
        "made here",
    )
    .note("a new array gets its length from the whole arrays on the right side")
    .help(format!("declare it first: `{array_word} {name}[n];`"))
}

/// A new array that is read where it is made.
pub(super) fn not_yet_made(name: &str, vocabulary: Vocabulary) -> Words {
    let array_word = vocabulary.word(Concept::Array);
    Words::new(
        format!("the array `{name}` is read by the statement that makes it"),
        "does not exist yet",
    )
    .help(format!("declare it first: `{array_word} {name}[n] = …;`"))
}

/// A scalar used like an array.
pub(super) fn scalar_as_array(
    name: &str,
    class: Option<ScalarClass>,
    vocabulary: Vocabulary,
) -> Words {
    let array_word = vocabulary.word(Concept::Array);
    let voice = Voice::english(vocabulary);
    let words = Words::new(
        format!("`{name}` is a scalar, but is used like an array"),
        "used like an array here",
    )
    .label("a scalar here");
    let declaration = match class {
        Some(ScalarClass::Own(own)) if own.class() == Class::Private => {
            vocabulary.word(Concept::Local)
        }
        _ => array_word,
    };
    let is_parameter = matches!(class, Some(ScalarClass::Own(WhyOwn::Parameter)));
    let words = scalar::with_class(words, name, class, voice);
    if is_parameter {
        return words.help(format!(
            "if it is meant to be an array: a parameter is `{name}[]` where it is \
                         declared, and its call gives `X[]`; an input is `{name}[…]`"
        ));
    }
    words.help(format!(
        "where an array is needed, one value is the only cell of an array: \
                     `{declaration} X[1]; X[0] = {name};`, and then `X[]`"
    ))
}

/// An array where one value is needed.
pub(super) fn array_as_value(name: &str, elementwise: bool, into: Option<&str>) -> Words {
    let words = Words::new(
        format!("`{name}` is an array, but one value is needed here"),
        "an array by name",
    )
    .label("an array here");
    if elementwise {
        return words.help(format!("the whole array is `{name}[]`"));
    }
    let words = words.help(format!("one cell is `{name}[i]`"));
    match into {
        Some(into) => words.help(format!(
            "a copy of the whole array is `{into}[] = {name}[];`"
        )),
        None => words,
    }
}

/// A whole array where one value is needed.
pub(super) fn whole_array_as_value(name: &str, vocabulary: Vocabulary) -> Words {
    let return_word = vocabulary.word(Concept::Return);
    Words::new(
        format!("the whole array `{name}[]` is used where one value is needed"),
        "a whole array",
    )
    .note(format!(
        "whole arrays are allowed in `X[] = …`, in messages, in calls and in `{return_word}`"
    ))
    .help(format!(
        "one cell is `{name}[i]`; what is computed for all cells goes into an array first: \
                     `X[] = …;`"
    ))
}

/// A section where one value is needed.
pub(super) fn section_as_value(name: &str, vocabulary: Vocabulary) -> Words {
    let to = vocabulary.word(Concept::To);
    Words::new(
        format!("a section of `{name}` is used where one value is needed"),
        "several cells",
    )
    .note("sections are allowed in `X[] = …`, in messages and in calls")
    .help(format!(
        "one cell is `{name}[i]`; several go into an array: `X[] = {name}[a {to} b];`"
    ))
}

/// A section that skips cells, passed by reference.
pub(super) fn cells_apart(name: &str) -> Words {
    Words::new(
        format!("the cells of this section of `{name}` are not contiguous"),
        "a section that skips cells",
    )
    .note(
        "a section is passed by reference if its cells are contiguous: a \
                         part of a vector, of one row, or all of some rows",
    )
    .help(format!(
        "copy it into another array, `X[] = {name}[…];`, and back after the call"
    ))
}

/// Too many or too few subscripts.
pub(super) fn wrong_rank(name: &str, rank: u8, given: usize) -> Words {
    let usage = ["[i]", "[i,j]", "[i,j,k]", "[i,j,k,l]"][usize::from(rank.clamp(1, 4)) - 1];
    let words = Words::new(
        format!(
            "`{name}` has {}, and gets {}",
            dimensions(usize::from(rank)),
            subscripts(given)
        ),
        "this access",
    )
    .help(format!("one cell is `{name}{usage}`"));
    if given > usize::from(MOST_DIMENSIONS) {
        words.note("an array has one to four dimensions")
    } else {
        words
    }
}

/// More dimensions than an array may have.
pub(super) fn too_many_dimensions(name: &str, given: usize) -> Words {
    Words::new(
        format!("`{name}` is declared with {given} dimensions, and an array has four at most"),
        "this declaration",
    )
    .note("arrays have one to four dimensions: `A[n]`, `M[n,m]`, `D[x,y,z]`")
    .help(format!(
        "keep two indices in one subscript: `{name}[i*m + j, k, l, r]` in an \
                         array of n·m such parts"
    ))
}

/// Two whole arrays with different numbers of dimensions.
pub(super) fn ranks_differ(name: &str, other: &str) -> Words {
    Words::new(
        format!("`{name}` and `{other}` have different numbers of dimensions"),
        format!("`{name}`"),
    )
    .label(format!("`{other}`"))
    .note("the whole arrays of one statement have one shape")
}

/// A list with other dimensions than its array.
pub(super) fn list_rank(name: &str, rank: u8, given: u8) -> Words {
    Words::new(
        format!(
            "`{name}` has {}, and the list has {given}",
            dimensions(usize::from(rank))
        ),
        "this list",
    )
    .help(
        "a list of rows is written `{{1, 2}, {3, 4}}`, one of matrices `{{{1}, {2}}, \
            {{3}, {4}}}`",
    )
}

/// One index for an array with several dimensions.
pub(super) fn matrix_indices(name: &str, rank: u8, vocabulary: Vocabulary) -> Words {
    let to = vocabulary.word(Concept::To);
    let from = vocabulary.word(Concept::From);
    let length = builtin::length(vocabulary);
    Words::new(
        format!(
            "`{name}` has {}, and one index",
            dimensions(usize::from(rank))
        ),
        "which dimension?",
    )
    .help(format!(
        "say the range: `i {from} 0 {to} {length}({name}, 0) - 1` for its first \
            dimension"
    ))
}

/// An index without a range, and no array that gives it one.
pub(super) fn nothing_subscripted(index: &str, vocabulary: Vocabulary) -> Words {
    let to = vocabulary.word(Concept::To);
    let from = vocabulary.word(Concept::From);
    let index_word = vocabulary.word(Concept::Index);
    Words::new(
        format!("no array in this block is subscripted with plain `{index}`"),
        "how many processors?",
    )
    .note(format!(
        "`{index_word} {index}` runs over the arrays that the block subscripts with \
                         plain `{index}`"
    ))
    .help(format!("say the range: `{index} {from} 0 {to} n-1`"))
}

/// A dimension that the array does not have.
pub(super) fn bad_dimension(rank: Option<u8>, vocabulary: Vocabulary) -> Words {
    let length = builtin::length(vocabulary);
    Words::new(
        format!(
            "the dimension of `{length}` must be {}",
            dimension_numbers(rank)
        ),
        "not a dimension",
    )
    .help(format!(
        "`{length}(M, 0)` is the number of rows of a matrix, `{length}(M, 1)` of \
            columns"
    ))
}
