//! Names and calls that nothing explains, in English.

use super::scalar;
use crate::diagnostic::Words;
use crate::language::Voice;
use crate::program::Memory;
use crate::semantic::builtin;
use crate::semantic::problem::{CalledLike, UnknownAlgorithm, UnknownName, called, truth_value};
use crate::syntax::habit::{self, Habit};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// A name that nothing declares.
pub(super) fn unknown_name(unknown: &UnknownName, voice: Voice) -> Words {
    use Concept::{Array, Each, For, From, Parallel, Program, To};
    let vocabulary = voice.vocabulary;
    let [array_word, program, parallel] = vocabulary.words([Array, Program, Parallel]);
    let [for_word, each, from, to] = vocabulary.words([For, Each, From, To]);
    let UnknownName {
        name,
        span,
        array,
        input,
        called: callee,
        suggestion,
        headless,
        elsewhere,
    } = unknown;
    let message = format!(
        "there is no {} `{name}` here",
        if *array { "array" } else { "variable" }
    );
    if input.is_some() {
        Words::new(message, "not known in this algorithm")
            .label("an input of the file")
            .note(format!("inputs are known in `{program}` only"))
            .help(format!(
                "`{name}` is an input of the file; pass it as a parameter"
            ))
    } else if let Some(elsewhere) = elsewhere {
        scalar::known_elsewhere(message, (name, *span), elsewhere, voice)
    } else {
        let words = Words::new(message, "nothing declares it");
        if let Some(callee) = callee {
            let what = match callee {
                CalledLike::Algorithm => "an algorithm",
                CalledLike::Function => "a function",
            };
            words.help(format!("`{name}` is {what}; call it: `{name}(…)`"))
        } else if suggestion.is_none() && headless.is_some() {
            let processors = format!("({for_word} {each} {name} {from} 0 {to} n-1)");
            words
                .label("this names no processors: each statement is one task")
                .help(format!(
                    "for a processor for each `{name}` write `{parallel} {processors}`"
                ))
        } else if let Some(value) = truth_value(name, vocabulary) {
            words.help(format!("write `{value}`: keywords are in lower case"))
        } else if suggestion.is_some() {
            suggest(words, suggestion.as_deref())
        } else if let Some(habit) = habit::name(name) {
            words.help(habit.help(voice))
        } else if *array {
            words.help(format!("declare it first: `{array_word} {name}[n];`"))
        } else {
            words.help(format!("the first assignment creates it: `{name} = …;`"))
        }
    }
}

/// A call of an algorithm that nothing defines.
pub(super) fn unknown_algorithm(unknown: &UnknownAlgorithm, voice: Voice) -> Words {
    let vocabulary = voice.vocabulary;
    let neutral_word = vocabulary.word(Concept::Neutral);
    let UnknownAlgorithm {
        name,
        suggestion,
        neutral,
        is_number,
        memory,
        ..
    } = unknown;
    let words = Words::new(
        format!("there is no algorithm `{name}`"),
        "nothing defines it",
    );
    match neutral {
        None if *is_number => words.help(format!(
            "`{name}` is a variable: a product is written with its operator, \
                 `{name}*(…)`"
        )),
        Some(operator) => words.help(format!(
            "to use `{operator}` as an operator, say what its neutral element is: \
                 `{neutral_word} {operator} = …;`"
        )),
        None => match (called(name, *memory), suggestion) {
            (Some(Habit::Sum), _) if *memory == Memory::Shared => words
                .help(reduction("the sum of all elements", "+", "A", vocabulary))
                .help(Habit::Sum.help(voice)),
            (Some(habit), _) => words.help(habit.help(voice)),
            (None, Some(meant)) => suggest(words, Some(meant.name(vocabulary))),
            (None, None) => words.help(defined(*memory, vocabulary)),
        },
    }
}

/// Where an algorithm that nothing defines could be.
fn defined(memory: Memory, vocabulary: Vocabulary) -> String {
    let include = vocabulary.word(Concept::Include);
    match memory {
        Memory::Shared => format!(
            "define it in this file, or include a file that defines it: \
             `{include} \"programs/library.pram\";` has reductions, scans and other algorithms of the \
             lectures"
        ),
        Memory::Private => {
            let [broadcast, reduce] = [("emitiraj", "broadcast"), ("svedi", "reduce")]
                .map(|(croatian, english)| vocabulary.choose(croatian, english));
            format!(
                "define it in this file, or include a file that defines it: `{include} \"file.pram\";`; \
                 collective communication, such as `{broadcast}(X[], 0);` and `+_{reduce}(X[], 0);`, needs \
                 no definition"
            )
        }
    }
}

/// How all elements of an array are combined in shared memory.
fn reduction(what: &str, operator: &str, array: &str, vocabulary: Vocabulary) -> String {
    let include = vocabulary.word(Concept::Include);
    format!(
        "{what} is `{operator}_reduction({array}[])`, with `{include} \"programs/library.pram\";` in \
         the file"
    )
}

/// `max(A)`
pub(super) fn array_as_operands(
    name: &str,
    array: &str,
    memory: Memory,
    vocabulary: Vocabulary,
) -> Words {
    let [for_word, to] = vocabulary.words([Concept::For, Concept::To]);
    let length = builtin::length(vocabulary);
    let which = if name == "max" { "largest" } else { "smallest" };
    let words = Words::new(
        format!("`{name}` compares separate values, and `{array}` is an array"),
        "two or more values are needed",
    );
    let words = match memory {
        Memory::Shared => {
            let what = format!("the {which} element");
            words.help(reduction(&what, name, array, vocabulary))
        }
        Memory::Private => {
            let all_reduce = vocabulary.choose("svedi_svima", "all_reduce");
            words.help(format!(
                "for the {which} value of all processors, write `X[0] = x; {name}_{all_reduce}(X[]);`"
            ))
        }
    };
    words.help(format!(
        "the {which} element of one processor's array is found by a loop: \
         `m = {array}[0]; {for_word} i = 1 {to} {length}({array}) - 1 m = {name}(m, {array}[i]);`"
    ))
}

/// Adds a spelling that was probably meant.
pub(super) fn suggest(words: Words, suggestion: Option<&str>) -> Words {
    match suggestion {
        Some(name) => words.help(format!("did you mean `{name}`?")),
        None => words,
    }
}
