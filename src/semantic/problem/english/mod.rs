//! What is wrong with a program, in English.

mod array;
mod call;
mod kernel;
mod name;
mod phrases;
mod place;
mod scalar;
mod types;

use phrases::{an, fault_message};

use super::Problem;
use crate::diagnostic::Words;
use crate::language::Voice;
use crate::program::ScalarClass;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// A problem in words.
#[expect(
    clippy::too_many_lines,
    reason = "one arm per problem, each of a few lines"
)]
pub(super) fn words(problem: &Problem, vocabulary: Vocabulary) -> Words {
    let voice = Voice::english(vocabulary);
    let [program, end_program, algorithm, machine, parallel] = vocabulary.words([
        Concept::Program,
        Concept::EndProgram,
        Concept::Algorithm,
        Concept::Machine,
        Concept::Parallel,
    ]);
    match problem {
        Problem::DefinedTwice { what, name, .. } => Words::new(
            format!("the {} `{name}` is defined twice", types::defined(*what)),
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
            call::wrong_argument_count(name, usage, *given, *least, *most, *definition, vocabulary)
        }
        Problem::SwappedArguments { name, usage, .. } => call::swapped_arguments(name, usage),
        Problem::ArrayAsOperands {
            name,
            array,
            memory,
            ..
        } => name::array_as_operands(name, array, *memory, vocabulary),
        Problem::ScalarArgument {
            callee, parameter, ..
        } => call::scalar_argument(callee, parameter),
        Problem::ArgumentRank {
            callee,
            array,
            rank,
            needed,
            ..
        } => call::argument_rank(callee, array, *rank, *needed),
        Problem::EndlessDefault { name, .. } => call::endless_default(name),
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
        Problem::ArrayAsScalar { name, .. } => array::array_as_scalar(name),
        Problem::AssignedList { name, length, .. } => {
            array::assigned_list(name, *length, vocabulary)
        }
        Problem::AssignedArray { name, whole, .. } => array::assigned_array(name, whole.as_deref()),
        Problem::ArrayWithoutBrackets { name, .. } => {
            array::array_without_brackets(name, vocabulary)
        }
        Problem::DeclaredWithoutLength { name, .. } => {
            array::declared_without_length(name, vocabulary)
        }
        Problem::NoLength { name, .. } => array::no_length(name, vocabulary),
        Problem::NotYetMade { name, .. } => array::not_yet_made(name, vocabulary),
        Problem::ScalarAsArray { name, class, .. } => {
            array::scalar_as_array(name, *class, vocabulary)
        }
        Problem::ArrayAsValue {
            name,
            elementwise,
            into,
            ..
        } => array::array_as_value(name, *elementwise, into.as_deref()),
        Problem::WholeArrayAsValue { name, .. } => array::whole_array_as_value(name, vocabulary),
        Problem::SectionAsValue { name, .. } => array::section_as_value(name, vocabulary),
        Problem::CellsApart { name, .. } => array::cells_apart(name),
        Problem::ArrayResultAsValue { name, .. } => call::array_result_as_value(name),
        Problem::WrongRank {
            name, rank, given, ..
        } => array::wrong_rank(name, *rank, *given),
        Problem::TooManyDimensions { name, given, .. } => array::too_many_dimensions(name, *given),
        Problem::RanksDiffer { name, other, .. } => array::ranks_differ(name, other),
        Problem::ListRank {
            name, rank, given, ..
        } => array::list_rank(name, *rank, *given),
        Problem::UnevenList { .. } => Words::new(
            "the rows of this list have different lengths",
            "not as long as the row before",
        ),
        Problem::ReversedMatrix { .. } => Words::new(
            "an array with more than one dimension cannot be reversed",
            "several dimensions",
        )
        .help(format!("reverse a row in a `{parallel}` with subscripts")),
        Problem::MatrixIndices { name, rank, .. } => array::matrix_indices(name, *rank, vocabulary),
        Problem::NothingSubscripted { index, .. } => array::nothing_subscripted(index, vocabulary),
        Problem::BadDimension { rank, .. } => array::bad_dimension(*rank, vocabulary),
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
        Problem::NoValue { name, .. } => call::no_value(name, vocabulary),
        Problem::EndlessResult { name, .. } => call::endless_result(name, vocabulary),
        Problem::ReturnsNothing { name, .. } => call::returns_nothing(name),
        Problem::TooManyInstances { name, .. } => Words::new(
            format!("`{name}` is called with too many combinations of argument types"),
            "one combination more",
        )
        .note("every combination of argument types is checked on its own"),
        Problem::BadNeutral {
            name, definition, ..
        } => call::bad_neutral(name, *definition, vocabulary),
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
