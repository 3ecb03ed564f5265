//! What is wrong with a program, in English.

mod kernel;
mod phrases;
mod place;
mod scalar;

use phrases::{
    an, count, dimension_numbers, dimensions, does_not_fit, expected, fault_message, named, needs,
    subscripts, values,
};

use super::Problem;
use super::{Needed, Usage, truth_value};
use crate::diagnostic::Words;
use crate::language::Voice;
use crate::program::{Class, MOST_DIMENSIONS, ScalarClass, Type, WhyOwn};
use crate::semantic::builtin;
use crate::syntax::habit;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// A problem in words.
#[expect(
    clippy::too_many_lines,
    reason = "one arm per problem, each of a few lines"
)]
pub(super) fn words(problem: &Problem, vocabulary: Vocabulary) -> Words {
    use Concept::{
        Algorithm, Array, EndProgram, False, From, If, Index, Machine, Neutral, Parallel, Program,
        Return, To, True,
    };
    let voice = Voice::english(vocabulary);
    let [program, end_program, algorithm, machine] =
        vocabulary.words([Program, EndProgram, Algorithm, Machine]);
    let [array_word, parallel, index_word, from, to, neutral_word] =
        vocabulary.words([Array, Parallel, Index, From, To, Neutral]);
    let [if_word, return_word, true_word, false_word] = vocabulary.words([If, Return, True, False]);
    let length = builtin::length(vocabulary);
    let include = vocabulary.word(Concept::Include);
    match problem {
        Problem::DefinedTwice { what, name, .. } => Words::new(
            format!("the {what} `{name}` is defined twice"),
            "defined again here",
        )
        .label("first defined here")
        .help("rename one of them, or remove it"),
        Problem::UnknownName {
            name,
            span,
            array,
            input,
            algorithm,
            suggestion,
            headless,
            elsewhere,
        } => {
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
                if let Some(what) = algorithm {
                    words.help(format!("`{name}` is {what}; call it: `{name}(…)`"))
                } else if suggestion.is_none() && headless.is_some() {
                    let [for_word, each] = vocabulary.words([Concept::For, Concept::Each]);
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
                } else if *array {
                    words.help(format!("declare it first: `{array_word} {name}[n];`"))
                } else {
                    words.help(format!("the first assignment makes it: `{name} = …;`"))
                }
            }
        }
        Problem::UnknownAlgorithm {
            name,
            suggestion,
            neutral,
            is_number,
            ..
        } => {
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
                    None => match habit::call(name) {
                        Some(habit) => words.help(habit.help(voice)),
                        None if suggestion.is_some() => suggest(words, suggestion.as_deref()),
                        None => words.help(format!(
                            "write the algorithm in this file, or include one that has it: \
                             `{include} \"programs/library.pram\";` brings the blocks of the lectures"
                        )),
                    },
                }
        }
        Problem::WrongArgumentCount {
            name,
            usage,
            given,
            least,
            most,
            definition,
            ..
        } => {
            let usage = match usage {
                Usage::Algorithm(usage) => usage.clone(),
                Usage::Builtin(row) => row.usage(vocabulary),
            };
            let words = Words::new(
                format!(
                    "`{name}` takes {} and gets {}",
                    expected(*least, *most),
                    count(*given)
                ),
                "this call",
            )
            .help(format!("it is called as `{usage}`"));
            match definition {
                Some(_) => words.label("defined here"),
                None => words,
            }
        }
        Problem::ScalarArgument {
            callee, parameter, ..
        } => Words::new(
            format!("`{callee}` needs an array for `{parameter}`, and gets one value"),
            "a scalar",
        )
        .label("defined here")
        .help("pass an array: `A[]`"),
        Problem::ArgumentRank {
            callee,
            array,
            rank,
            needed,
            ..
        } => Words::new(
            format!(
                "`{callee}` needs an array with {} here, and `{array}` has {rank}",
                dimensions(*needed)
            ),
            "this array",
        )
        .label("defined here"),
        Problem::EndlessDefault { name, .. } => Words::new(
            format!("the default of `{name}` needs itself"),
            "calls what has this default",
        )
        .help(format!("pass `{name}` in this call")),
        Problem::ValueUnused { name, .. } => Words::new(
            format!("the result of `{name}` is not used"),
            "computed for nothing",
        )
        .help(format!("assign it: `x = {name}(…);`")),
        Problem::Misplaced { place, .. } => place::words(*place, vocabulary),
        Problem::NotGeneric { name, .. } => Words::new(
            format!("⊕ is used in `{name}`, which is not generic"),
            "which operator?",
        )
        .note("⊕ stands for the operator that a generic algorithm is called with")
        .help(match name.as_str() {
            "program" => "name an operator, such as `+`".into(),
            name => format!(
                "call this algorithm `⊕_{name}`, or name an operator: `+`, or `XOR` for \
                         the bits of ints"
            ),
        }),
        Problem::NoProcessors { .. } => Words::new(
            "`p` is used, and nothing says how many processors the machine has",
            "the processors of the machine",
        )
        .help(format!(
            "give `-p 4` on the command line, or `{machine} CREW(p = 4);` in the file"
        )),
        Problem::NoTime { name, .. } => Words::new(
            format!("`{name}` is used, and nothing declares it"),
            "nothing declares it",
        )
        .note(format!(
            "`{name}` is also a parameter of the asynchronous PRAM: d is the time of a \
                     global access, B that of a barrier"
        ))
        .help(format!(
            "if that is meant, give `--machine apram --d 3 --B 32` on the command line, or \
                     `{machine} apram(d = 3, B = 32);` in the file; otherwise assign `{name}` first"
        )),
        Problem::AssignedIndex { name, .. } => Words::new(
            format!("the index `{name}` of a block is assigned"),
            "assigned here",
        )
        .label(format!("`{name}` is an index: the number of a processor"))
        .note("an index says which processor this is; it never changes")
        .help("use a variable of another name"),
        Problem::SharedCounter { name, counter, why } => {
            let mut words = Words::new(
                format!("`{name}` counts a loop, and is a shared scalar"),
                "counts this loop",
            );
            for (span, text) in why.places().into_iter().zip(why.labels(name, voice)) {
                if span != *counter {
                    words = words.label(text);
                }
            }
            words
                .note(ScalarClass::Shared(*why).sentence(name, voice))
                .help("let the loop count with a variable of its own")
        }
        Problem::ArrayAsScalar { name, .. } => Words::new(
            format!("`{name}` is an array, and is used like a scalar"),
            "used like a scalar here",
        )
        .label("an array here")
        .help(format!(
            "assign a cell `{name}[i] = …`, or all of them `{name}[] = …`"
        )),
        Problem::AssignedArray { name, whole, .. } => Words::new(
            format!("`{name}` is an array, and is assigned like a scalar"),
            "assigned like a scalar here",
        )
        .label("an array here")
        .help(match whole {
            Some(whole) => format!("whole arrays are assigned with brackets: `{whole}`"),
            None => format!("assign a cell `{name}[i] = …`, or all of them `{name}[] = …`"),
        }),
        Problem::ArrayWithoutBrackets { name, .. } => Words::new(
            format!("the array `{name}` is declared without a length"),
            "how long is it?",
        )
        .help(format!(
            "give it a length: `{array_word} {name}[n];`; a scalar needs no declaration"
        )),
        Problem::DeclaredWithoutLength { name, .. } => Words::new(
            format!("the length of the array `{name}` is not said"),
            "how long is it?",
        )
        .help(format!("give it a length: `{array_word} {name}[n];`")),
        Problem::NoLength { name, .. } => Words::new(
            format!("nothing says how long the new array `{name}` is"),
            "made here",
        )
        .note("a new array gets its length from the whole arrays on the right side")
        .help(format!("declare it first: `{array_word} {name}[n];`")),
        Problem::NotYetMade { name, .. } => Words::new(
            format!("the array `{name}` is read by the statement that makes it"),
            "does not exist yet",
        )
        .help(format!("declare it first: `{array_word} {name}[n] = …;`")),
        Problem::ScalarAsArray { name, class, .. } => {
            let words = Words::new(
                format!("`{name}` is a scalar, and is used like an array"),
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
            let words = scalar::with_class(words, name, *class, voice);
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
        Problem::ArrayAsValue {
            name,
            elementwise,
            into,
            ..
        } => {
            let words = Words::new(
                format!("`{name}` is an array, and one value is needed here"),
                "an array by name",
            )
            .label("an array here");
            if *elementwise {
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
        Problem::WholeArrayAsValue { name, .. } => Words::new(
            format!("the whole array `{name}[]` stands where one value is needed"),
            "a whole array",
        )
        .note(format!(
            "whole arrays stand in `X[] = …`, in messages, in calls and in `{return_word}`"
        ))
        .help(format!(
            "one cell is `{name}[i]`; what is computed for all cells goes into an array first: \
                     `X[] = …;`"
        )),
        Problem::SectionAsValue { name, .. } => Words::new(
            format!("a section of `{name}` stands where one value is needed"),
            "several cells",
        )
        .note("sections stand in `X[] = …`, in messages and in calls")
        .help(format!(
            "one cell is `{name}[i]`; several go into an array: `X[] = {name}[a {to} b];`"
        )),
        Problem::CellsApart { name, .. } => Words::new(
            format!("the cells of this section of `{name}` do not lie side by side"),
            "a section that skips cells",
        )
        .note(
            "a section is passed by reference where its cells lie one behind the other: a \
                         part of a vector, of one row, or all of some rows",
        )
        .help(format!(
            "copy it into an array of its own, `X[] = {name}[…];`, and back behind the call"
        )),
        Problem::ArrayResultAsValue { name, .. } => Words::new(
            format!("`{name}` gives an array, and one value is needed here"),
            "an array",
        )
        .help(format!(
            "keep it in an array and take a cell: `X[] = {name}(…);` and `X[i]`"
        )),
        Problem::WrongRank {
            name, rank, given, ..
        } => {
            let usage =
                ["[i]", "[i,j]", "[i,j,k]", "[i,j,k,l]"][usize::from((*rank).clamp(1, 4)) - 1];
            let words = Words::new(
                format!(
                    "`{name}` has {}, and gets {}",
                    dimensions(usize::from(*rank)),
                    subscripts(*given)
                ),
                "this access",
            )
            .help(format!("one cell is `{name}{usage}`"));
            if *given > usize::from(MOST_DIMENSIONS) {
                words.note("an array has one to four dimensions")
            } else {
                words
            }
        }
        Problem::TooManyDimensions { name, given, .. } => Words::new(
            format!("`{name}` is declared with {given} dimensions, and an array has four at most"),
            "this declaration",
        )
        .note("arrays have one to four dimensions: `A[n]`, `M[n,m]`, `D[x,y,z]`")
        .help(format!(
            "keep two indices in one subscript: `{name}[i*m + j, k, l, r]` in an \
                         array of n·m such parts"
        )),
        Problem::RanksDiffer { name, other, .. } => Words::new(
            format!("`{name}` and `{other}` have different numbers of dimensions"),
            format!("`{name}`"),
        )
        .label(format!("`{other}`"))
        .note("the whole arrays of one statement have one shape"),
        Problem::ListRank {
            name, rank, given, ..
        } => Words::new(
            format!(
                "`{name}` has {}, and the list has {given}",
                dimensions(usize::from(*rank))
            ),
            "this list",
        )
        .help(
            "a list of rows is written `{{1, 2}, {3, 4}}`, one of matrices `{{{1}, {2}}, \
            {{3}, {4}}}`",
        ),
        Problem::UnevenList { .. } => Words::new(
            "the rows of this list have different lengths",
            "not as long as the row before",
        ),
        Problem::ReversedMatrix { .. } => Words::new(
            "an array with more than one dimension cannot be reversed",
            "several dimensions",
        )
        .help(format!(
            "reverse a row in a `{parallel}` with subscripts of its own"
        )),
        Problem::MatrixIndices { name, rank, .. } => Words::new(
            format!(
                "`{name}` has {}, and one index",
                dimensions(usize::from(*rank))
            ),
            "which dimension?",
        )
        .help(format!(
            "say the range: `i {from} 0 {to} {length}({name}, 0) - 1` for its first \
            dimension"
        )),
        Problem::NothingSubscripted { index, .. } => Words::new(
            format!("no array in this block is subscripted with plain `{index}`"),
            "how many processors?",
        )
        .note(format!(
            "`{index_word} {index}` runs over the arrays that the block subscripts with \
                         plain `{index}`"
        ))
        .help(format!("say the range: `{index} {from} 0 {to} n-1`")),
        Problem::BadDimension { rank, .. } => Words::new(
            format!(
                "the dimension of `{length}` must be {}",
                dimension_numbers(*rank)
            ),
            "not a dimension",
        )
        .help(format!(
            "`{length}(M, 0)` is the number of rows of a matrix, `{length}(M, 1)` of \
            columns"
        )),
        Problem::RealSubscript { .. } => Words::new("a subscript is real", "a real")
            .note("a cell has a whole number")
            .help("say which whole number is meant: `floor(…)` or `ceil(…)`"),
        Problem::Operand {
            what,
            needed,
            found,
            ..
        } => {
            let words = Words::new(
                format!("{what} needs {}, and gets {}", needs(*needed), an(*found)),
                an(*found),
            );
            match (needed, found) {
                (Needed::Truth, _) => words.help(format!("compare it: `{if_word} (a > 0)`")),
                (Needed::Int, Type::Real) => {
                    words.help("make it whole with `floor(…)` or `ceil(…)`")
                }
                (_, Type::Bool) => words.help(
                    "there is no conversion from bool to int; keep 0 and 1 where you count \
                         with them",
                ),
                _ => words,
            }
        }
        Problem::Operator {
            symbol,
            needed,
            left,
            right,
            ..
        } => {
            let found = if *needed == Needed::SameKind {
                "these do not fit"
            } else {
                "this"
            };
            let words = Words::new(
                format!("`{symbol}` {}", does_not_fit(*needed, *left, *right)),
                found,
            )
            .label("");
            let bools = *left == Some(Type::Bool) || *right == Some(Type::Bool);
            match needed {
                    Needed::Comparable => words
                        .note("`a < b < c` compares the truth of `a < b` with c")
                        .help("write `a < b and b < c`"),
                    Needed::Int if !bools => {
                        words.help("make it whole with `floor(…)` or `ceil(…)`")
                    }
                    Needed::Truth => words.help("compare it: `a > 0`"),
                    _ if bools => words
                        .note("there is no conversion between bool and int")
                        .help(format!(
                            "a truth value is used as it is: `{if_word} (a > 0)`, `{if_word} (not done)`"
                        )),
                    _ => words,
                }
        }
        Problem::Mixed {
            name,
            known,
            new,
            class,
            ..
        } => {
            let words = Words::new(
                format!(
                    "`{name}` holds {} and is given {}",
                    values(*known),
                    an(*new)
                ),
                an(*new),
            )
            .label(format!("`{name}` is {} here", named(*known)))
            .note("there is no conversion between bool and int")
            .help(if *new == Type::Bool {
                format!(
                    "use `{true_word}` and `{false_word}` everywhere, or keep 0 and 1 \
                             everywhere"
                )
            } else {
                format!("use 0 and 1 everywhere, or `{true_word}` and `{false_word}` everywhere")
            });
            scalar::with_class(words, name, *class, voice)
        }
        Problem::MixedResultTypes {
            name, known, new, ..
        } => Words::new(
            format!(
                "`{name}` gives {} in one place and {} in another",
                an(*known),
                an(*new)
            ),
            an(*new),
        )
        .note("there is no conversion between bool and int"),
        Problem::MixedResults { name, .. } => Words::new(
            format!("`{name}` gives an array in one place and a scalar in another"),
            "a scalar",
        )
        .label("an array"),
        Problem::NoValue { name, .. } => Words::new(
            format!("`{name}` gives no value"),
            "its value is needed here",
        )
        .label(format!(
            "no `{return_word}` with a value in here, and no array parameter"
        ))
        .help(format!("end `{name}` with `{return_word} …;`")),
        Problem::EndlessResult { name, .. } => Words::new(
            format!("`{name}` never gives a value"),
            "its value is needed here",
        )
        .label(format!(
            "every `{return_word}` of `{name}` calls `{name}` again"
        ))
        .help(format!(
            "where the recursion is to end, give a value without a call: \
                     `{if_word} (…) {return_word} …;`"
        )),
        Problem::ReturnsNothing { name, .. } => Words::new(
            format!("`{name}` gives no value"),
            "its value is needed here",
        )
        .label("what it gives here has no value itself"),
        Problem::TooManyInstances { name, .. } => Words::new(
            format!("`{name}` is called with too many combinations of argument types"),
            "one combination more",
        )
        .note("every combination of argument types is checked on its own"),
        Problem::BadNeutral {
            name, definition, ..
        } => {
            let words = Words::new(
                format!(
                    "`{neutral_word} {name}` needs an algorithm `{name}` with two scalar parameters"
                ),
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
        Problem::UnknownSequential {
            name, suggestion, ..
        } => suggest(
            Words::new(
                format!("there is no `{name}` to compare with"),
                "nothing defines it",
            ),
            suggestion.as_deref(),
        ),
        Problem::SecondSequential { .. } => {
            Words::new("the file names two sequential algorithms", "the second")
                .label("the first")
                .help("speedup is measured against one: remove the other")
        }
        Problem::NothingToRun => Words::message("there is nothing to run")
            .note(format!("the file has no `{program}` and no `{algorithm}`"))
            .help(format!(
                "put the statements between `{program}` and `{end_program}`"
            )),
        Problem::UnknownEntry {
            name,
            known,
            suggestion,
        } => {
            let mut words = Words::message(format!("there is no algorithm `{name}` to begin with"));
            if !known.is_empty() {
                words = words.note(format!("there is: {}", known.join(", ")));
            }
            suggest(words, suggestion.as_deref())
        }
        Problem::NotConstant { .. } => Words::new(
            "this value must be known before the program runs",
            "not a constant",
        )
        .note("a list and a default hold numbers, operators and functions"),
        Problem::NotInFormula { .. } => Words::new(
            "a formula holds numbers, names, operators and functions only",
            "not part of a formula",
        ),
        Problem::NoFunction { name, .. } => scalar::with_functions(
            Words::new(
                format!("formulas have no function `{name}`"),
                "unknown in formulas",
            ),
            name,
        ),
        Problem::UnknownConstant {
            name,
            known,
            suggestion,
            ..
        } => {
            let mut words = Words::new(format!("`{name}` has no value here"), "unknown here");
            if suggestion.is_none() && !known.is_empty() {
                words = words.note(format!("known are: {}", known.join(", ")));
            }
            suggest(words, suggestion.as_deref())
        }
        Problem::ConstantFault { fault, .. } => Words::new(fault_message(*fault), "here"),
    }
}

/// Adds a spelling that was probably meant.
fn suggest(words: Words, suggestion: Option<&str>) -> Words {
    match suggestion {
        Some(name) => words.help(format!("did you mean `{name}`?")),
        None => words,
    }
}
