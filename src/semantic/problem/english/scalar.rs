//! What is said of the class of a scalar, and of names that are not known, in English.

use crate::diagnostic::Words;
use crate::language::Voice;
use crate::program::ScalarClass;
use crate::semantic::builtin;
use crate::semantic::problem::{Elsewhere, ElsewhereKind};
use crate::source::Span;
use crate::syntax::habit::{self, Habit};
use crate::syntax::keyword::Concept;

/// Says of which class a scalar is, and why.
pub(super) fn with_class(
    words: Words,
    name: &str,
    class: Option<ScalarClass>,
    voice: Voice,
) -> Words {
    match class {
        Some(class) => words.note(class.sentence(name, voice)),
        None => words,
    }
}

/// Says why a name is not known after the block that knows it.
pub(super) fn known_elsewhere(
    message: String,
    (name, span): (&str, Span),
    elsewhere: &Elsewhere,
    voice: Voice,
) -> Words {
    if elsewhere.is_in_header(span) {
        let if_word = voice.vocabulary.word(Concept::If);
        return Words::new(message, "it has no value yet here")
            .label("an index of the same header")
            .note("all ranges of a header are evaluated before the block begins")
            .help(format!(
                "bounds are made of what is known before the block; where a range is to grow with \
                 `{name}`, give it the largest end that it needs and guard the body with \
                 `{if_word}`, or write a second block inside the block of `{name}`"
            ));
    }
    let words = Words::new(message, "after that block").label("it is known in this block only");
    match &elsewhere.kind {
        ElsewhereKind::Index => words
            .note(format!(
                "`{name}` is an index: it numbers the processors of its block, and exists only \
                 inside that block"
            ))
            .help(
                "after the block there is one processor again: say which cell is meant, such as \
                 `A[0]`; what a processor finds is kept in an array",
            ),
        ElsewhereKind::Scalar(class) => words
            .note(class.sentence(name, voice))
            .note("every processor of the block has its own private variable, which ends with the block")
            .help(
                "to keep one value per processor, write it into an array; a variable that all \
                 processors share is one that is also assigned before the block",
            ),
        ElsewhereKind::Array => words
            .note("an array that is declared inside a block belongs to one processor of the block")
            .help("declare it before the block to share it"),
    }
}

/// Classes of functions that grow strictly more slowly, or more quickly.
const STRICT_GROWTH: [&str; 3] = ["o", "ω", "omega"];

/// Says which functions there are beside an unknown one.
pub(super) fn with_functions(words: Words, unknown: &str) -> Words {
    if STRICT_GROWTH.contains(&unknown) {
        return words.help(
            "claim O( ), Theta( ) or Omega( ): whether something grows strictly more slowly or more \
             quickly is not judged",
        );
    }
    if let Some(habit @ (Habit::Logarithm | Habit::PowerFunction | Habit::Named(_))) =
        habit::call(unknown)
    {
        return words.help(habit.help(Voice::default()));
    }
    let functions = builtin::functions_of_formulas().collect::<Vec<_>>();
    words.note(format!("there are: {}", functions.join(", ")))
}
