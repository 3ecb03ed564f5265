//! What is wrong with a program, in English.

mod kernel;
mod name;
mod phrases;
mod place;
mod scalar;
mod types;

use phrases::{an, count, dimension_numbers, dimensions, expected, fault_message, subscripts};

use super::{Problem, Usage};
use crate::diagnostic::Words;
use crate::language::Voice;
use crate::program::{Class, MOST_DIMENSIONS, ScalarClass, WhyOwn};
use crate::semantic::builtin;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// A problem in words.
#[expect(
    clippy::too_many_lines,
    reason = "one arm per problem, each of a few lines"
)]
pub(super) fn words(problem: &Problem, vocabulary: Vocabulary) -> Words {
    use Concept::{
        Algorithm, Array, EndProgram, From, If, Index, Machine, Neutral, Parallel, Program, Return,
        To,
    };
    let voice = Voice::english(vocabulary);
    let [program, end_program, algorithm, machine] =
        vocabulary.words([Program, EndProgram, Algorithm, Machine]);
    let [array_word, parallel, index_word, from, to, neutral_word] =
        vocabulary.words([Array, Parallel, Index, From, To, Neutral]);
    let [if_word, return_word] = vocabulary.words([If, Return]);
    let length = builtin::length(vocabulary);
    match problem {
        Problem::DefinedTwice { what, name, .. } => Words::new(
            format!("the {what} `{name}` is defined twice"),
            "defined again here",
        )
        .label("first defined here")
        .help("rename one of them, or remove it"),
        Problem::UnknownName(unknown) => name::unknown_name(unknown, voice),
        Problem::UnknownAlgorithm(unknown) => name::unknown_algorithm(unknown, voice),
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
        Problem::SwappedArguments { name, usage, .. } => Words::new(
            format!("the arguments of `{name}` are in another order than its parameters"),
            "an array where one value is needed, and one value where an array is needed",
        )
        .label("defined here")
        .help(format!("it is called as `{usage}`")),
        Problem::ArrayAsOperands {
            name,
            array,
            memory,
            ..
        } => name::array_as_operands(name, array, *memory, vocabulary),
        Problem::ScalarArgument {
            callee, parameter, ..
        } => Words::new(
            format!("`{callee}` needs an array for `{parameter}`, but gets one value"),
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
                "`{callee}` needs an array with {} here, but `{array}` has {rank}",
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
            "`p` is used, but nothing says how many processors the machine has",
            "the processors of the machine",
        )
        .help(format!(
            "give `-p 4` on the command line, or `{machine} CREW(p = 4);` in the file"
        )),
        Problem::NoTime { name, .. } => Words::new(
            format!("`{name}` is used, but nothing declares it"),
            "nothing declares it",
        )
        .note(format!(
            "`{name}` is also a parameter of the asynchronous PRAM: d is the time of a \
                     global access, B that of a barrier"
        ))
        .help(format!(
            "if you mean that, give `--machine apram --d 3 --B 32` on the command line, or \
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
                format!("`{name}` counts a loop, but it is a shared scalar"),
                "counts this loop",
            );
            for (span, text) in why.places().into_iter().zip(why.labels(name, voice)) {
                if span != *counter {
                    words = words.label(text);
                }
            }
            words
                .note(ScalarClass::Shared(*why).sentence(name, voice))
                .help("let the loop count with another variable")
        }
        Problem::ArrayAsScalar { name, .. } => Words::new(
            format!("`{name}` is an array, but is used like a scalar"),
            "used like a scalar here",
        )
        .label("an array here")
        .help(format!(
            "assign a cell `{name}[i] = …`, or all of them `{name}[] = …`"
        )),
        Problem::AssignedArray { name, whole, .. } => Words::new(
            format!("`{name}` is an array, but is assigned like a scalar"),
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
            format!("the array `{name}` is declared without a length"),
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
                format!("`{name}` is an array, but one value is needed here"),
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
            format!("the whole array `{name}[]` is used where one value is needed"),
            "a whole array",
        )
        .note(format!(
            "whole arrays are allowed in `X[] = …`, in messages, in calls and in `{return_word}`"
        ))
        .help(format!(
            "one cell is `{name}[i]`; what is computed for all cells goes into an array first: \
                     `X[] = …;`"
        )),
        Problem::SectionAsValue { name, .. } => Words::new(
            format!("a section of `{name}` is used where one value is needed"),
            "several cells",
        )
        .note("sections are allowed in `X[] = …`, in messages and in calls")
        .help(format!(
            "one cell is `{name}[i]`; several go into an array: `X[] = {name}[a {to} b];`"
        )),
        Problem::CellsApart { name, .. } => Words::new(
            format!("the cells of this section of `{name}` are not contiguous"),
            "a section that skips cells",
        )
        .note(
            "a section is passed by reference if its cells are contiguous: a \
                         part of a vector, of one row, or all of some rows",
        )
        .help(format!(
            "copy it into another array, `X[] = {name}[…];`, and back after the call"
        )),
        Problem::ArrayResultAsValue { name, .. } => Words::new(
            format!("`{name}` gives an array, but one value is needed here"),
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
        .help(format!("reverse a row in a `{parallel}` with subscripts")),
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
            .note("cells are numbered by ints")
            .help("say which whole number is meant: `floor(…)` or `ceil(…)`"),
        Problem::Operand {
            what,
            needed,
            found,
            ..
        } => types::operand(what, *needed, *found, vocabulary),
        Problem::Operator {
            symbol,
            needed,
            left,
            right,
            ..
        } => types::operator(symbol, *needed, (*left, *right), vocabulary),
        Problem::Mixed {
            name,
            known,
            new,
            class,
            ..
        } => types::mixed(name, (*known, *new), *class, voice),
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
        } => name::suggest(
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
            name::suggest(words, suggestion.as_deref())
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
            name::suggest(words, suggestion.as_deref())
        }
        Problem::ConstantFault { fault, .. } => Words::new(fault_message(*fault), "here"),
    }
}
