//! The labels of every problem, the rule that it breaks and the ways out.

use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Class, MOST_DIMENSIONS, ScalarClass, Type, WhyOwn};
use crate::semantic::arithmetic::Fault;
use crate::semantic::builtin;
use crate::syntax::habit;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::vocabulary::Vocabulary;

use super::formula::with_functions;
use super::scalar::{known_elsewhere, with_class};
use super::{Needed, Problem, Usage, an};

impl Problem {
    /// As a diagnostic, with its places, its rule and ways out.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm per problem, each of a few lines"
    )]
    pub fn diagnostic(self, vocabulary: Vocabulary) -> Diagnostic {
        use Concept::{
            Algorithm, Array, EndProgram, False, From, If, Index, Machine, Neutral, Parallel,
            Program, Return, To, True,
        };
        let [program, end_program, algorithm, machine] =
            vocabulary.words([Program, EndProgram, Algorithm, Machine]);
        let [array_word, parallel, index_word, from, to, neutral_word] =
            vocabulary.words([Array, Parallel, Index, From, To, Neutral]);
        let [if_word, return_word, true_word, false_word] =
            vocabulary.words([If, Return, True, False]);
        let length = builtin::length(vocabulary);
        let include = vocabulary.word(Concept::Include);
        let message = self.message(vocabulary);
        let at = |code, span, label: &str| Diagnostic::new(code, message.clone(), span, label);
        match self {
            Self::DefinedTwice { first, second, .. } => {
                at(Code::DefinedTwice, second, "defined again here")
                    .label(first, "first defined here")
                    .help("rename one of them, or remove it")
            }
            Self::UnknownName {
                name,
                span,
                array,
                input,
                algorithm,
                suggestion,
                headless,
                elsewhere,
            } => {
                let diagnostic = at(Code::UnknownName, span, "nothing declares it");
                if let Some(input) = input {
                    at(Code::UnknownName, span, "not known in this algorithm")
                        .label(input, "an input of the file")
                        .note(format!("inputs are known in `{program}` only"))
                        .help(format!(
                            "`{name}` is an input of the file; pass it as a parameter"
                        ))
                } else if let Some(elsewhere) = elsewhere {
                    known_elsewhere(diagnostic, &name, &elsewhere, vocabulary)
                } else if let Some(what) = algorithm {
                    diagnostic.help(format!("`{name}` is {what}; call it: `{name}(…)`"))
                } else if let (None, Some(head)) = (&suggestion, headless) {
                    let [for_word, each] = vocabulary.words([Concept::For, Concept::Each]);
                    let processors = format!("({for_word} {each} {name} {from} 0 {to} n-1)");
                    diagnostic
                        .label(head, "this names no processors: each statement is one task")
                        .help(format!(
                            "for a processor for each `{name}` write `{parallel} {processors}`"
                        ))
                } else if let Some(value) = truth_value(&name, vocabulary) {
                    diagnostic.help(format!("write `{value}`: keywords are in lower case"))
                } else if suggestion.is_some() {
                    suggest(diagnostic, suggestion)
                } else if array {
                    diagnostic.help(format!("declare it first: `{array_word} {name}[n];`"))
                } else {
                    diagnostic.help(format!("the first assignment makes it: `{name} = …;`"))
                }
            }
            Self::UnknownAlgorithm {
                name,
                span,
                suggestion,
                neutral,
                is_number,
            } => {
                let diagnostic = at(Code::UnknownName, span, "nothing defines it");
                match neutral {
                    None if is_number => diagnostic.help(format!(
                        "`{name}` is a variable: a product is written with its operator, \
                         `{name}*(…)`"
                    )),
                    Some(operator) => diagnostic.help(format!(
                        "to use `{operator}` as an operator, say what its neutral element is: \
                         `{neutral_word} {operator} = …;`"
                    )),
                    None => match habit::call(&name, vocabulary) {
                        Some(instead) => diagnostic.help(instead),
                        None if suggestion.is_some() => suggest(diagnostic, suggestion),
                        None => diagnostic.help(format!(
                            "write the algorithm in this file, or include one that has it: \
                             `{include} \"programs/library.pram\";` brings the blocks of the lectures"
                        )),
                    },
                }
            }
            Self::WrongArgumentCount {
                usage,
                span,
                definition,
                ..
            } => {
                let usage = match usage {
                    Usage::Algorithm(usage) => usage,
                    Usage::Builtin(row) => row.usage(vocabulary),
                };
                let diagnostic = at(Code::WrongArguments, span, "this call")
                    .help(format!("it is called as `{usage}`"));
                match definition {
                    Some(definition) => diagnostic.label(definition, "defined here"),
                    None => diagnostic,
                }
            }
            Self::ScalarArgument {
                span, definition, ..
            } => at(Code::WrongArguments, span, "a scalar")
                .label(definition, "defined here")
                .help("pass an array: `A[]`"),
            Self::ArgumentRank {
                span, definition, ..
            } => at(Code::WrongShape, span, "this array").label(definition, "defined here"),
            Self::EndlessDefault { name, span } => {
                at(Code::WrongArguments, span, "calls what has this default")
                    .help(format!("pass `{name}` in this call"))
            }
            Self::ValueUnused { name, span } => at(Code::Misplaced, span, "computed for nothing")
                .help(format!("assign it: `x = {name}(…);`")),
            Self::Misplaced { place, span } => {
                at(Code::Misplaced, span, place.label()).help(place.help(vocabulary))
            }
            Self::NotGeneric { name, span } => at(Code::Misplaced, span, "which operator?")
                .note("⊕ stands for the operator that a generic algorithm is called with")
                .help(match name.as_str() {
                    "program" => "name an operator, such as `+`".into(),
                    name => format!(
                        "call this algorithm `⊕_{name}`, or name an operator: `+`, or `XOR` for \
                         the bits of ints"
                    ),
                }),
            Self::NoProcessors { span } => {
                at(Code::NoProcessors, span, "the processors of the machine").help(format!(
                    "give `-p 4` on the command line, or `{machine} CREW(p = 4);` in the file"
                ))
            }
            Self::NoTime { name, span } => at(Code::UnknownName, span, "nothing declares it")
                .note(format!(
                    "`{name}` is also a parameter of the asynchronous PRAM: d is the time of a \
                     global access, B that of a barrier"
                ))
                .help(format!(
                    "if that is meant, give `--machine apram --d 3 --B 32` on the command line, or \
                     `{machine} apram(d = 3, B = 32);` in the file; otherwise assign `{name}` first"
                )),
            Self::AssignedIndex {
                name,
                index,
                assignment,
            } => at(Code::ScalarClass, assignment, "assigned here")
                .label(
                    index,
                    format!("`{name}` is an index: the number of a processor"),
                )
                .note("an index says which processor this is; it never changes")
                .help("use a variable of another name"),
            Self::SharedCounter { name, counter, why } => {
                let mut diagnostic = at(Code::ScalarClass, counter, "counts this loop");
                for (span, text) in why.places(&name, vocabulary) {
                    if span != counter {
                        diagnostic = diagnostic.label(span, text);
                    }
                }
                diagnostic
                    .note(ScalarClass::Shared(why).sentence(&name, vocabulary))
                    .help("let the loop count with a variable of its own")
            }
            Self::ArrayAsScalar {
                name,
                array,
                scalar,
            } => at(Code::WrongShape, scalar, "used like a scalar here")
                .label(array, "an array here")
                .help(format!(
                    "assign a cell `{name}[i] = …`, or all of them `{name}[] = …`"
                )),
            Self::AssignedArray {
                name,
                array,
                span,
                whole,
            } => at(Code::WrongShape, span, "assigned like a scalar here")
                .label(array, "an array here")
                .help(match whole {
                    Some(whole) => format!("whole arrays are assigned with brackets: `{whole}`"),
                    None => format!("assign a cell `{name}[i] = …`, or all of them `{name}[] = …`"),
                }),
            Self::ArrayWithoutBrackets { name, span } => {
                at(Code::WrongShape, span, "how long is it?").help(format!(
                    "give it a length: `{array_word} {name}[n];`; a scalar needs no declaration"
                ))
            }
            Self::DeclaredWithoutLength { name, span } => {
                at(Code::WrongShape, span, "how long is it?")
                    .help(format!("give it a length: `{array_word} {name}[n];`"))
            }
            Self::NoLength { name, span } => at(Code::WrongShape, span, "made here")
                .note("a new array gets its length from the whole arrays on the right side")
                .help(format!("declare it first: `{array_word} {name}[n];`")),
            Self::NotYetMade { name, span } => at(Code::UnknownName, span, "does not exist yet")
                .help(format!("declare it first: `{array_word} {name}[n] = …;`")),
            Self::ScalarAsArray {
                name,
                span,
                declared,
                class,
            } => {
                let diagnostic = at(Code::WrongShape, span, "used like an array here")
                    .label(declared, "a scalar here");
                let declaration = match class {
                    Some(ScalarClass::Own(own)) if own.class() == Class::Private => {
                        vocabulary.word(Concept::Local)
                    },
                    _ => array_word,
                };
                let is_parameter = matches!(class, Some(ScalarClass::Own(WhyOwn::Parameter)));
                let diagnostic = with_class(diagnostic, &name, class, vocabulary);
                if is_parameter {
                    return diagnostic.help(format!(
                        "if it is meant to be an array: a parameter is `{name}[]` where it is \
                         declared, and its call gives `X[]`; an input is `{name}[…]`"
                    ));
                }
                diagnostic.help(format!(
                    "where an array is needed, one value is the only cell of an array: \
                     `{declaration} X[1]; X[0] = {name};`, and then `X[]`"
                ))
            }
            Self::ArrayAsValue {
                name,
                span,
                declared,
                elementwise,
                into,
            } => {
                let diagnostic =
                    at(Code::WrongShape, span, "an array by name").label(declared, "an array here");
                if elementwise {
                    return diagnostic.help(format!("the whole array is `{name}[]`"));
                }
                let diagnostic = diagnostic.help(format!("one cell is `{name}[i]`"));
                match into {
                    Some(into) => diagnostic.help(format!(
                        "a copy of the whole array is `{into}[] = {name}[];`"
                    )),
                    None => diagnostic,
                }
            }
            Self::WholeArrayAsValue { name, span } => at(Code::WrongShape, span, "a whole array")
                .note(format!(
                    "whole arrays stand in `X[] = …`, in messages, in calls and in `{return_word}`"
                ))
                .help(format!(
                    "one cell is `{name}[i]`; what is computed for all cells goes into an array first: \
                     `X[] = …;`"
                )),
            Self::SectionAsValue { name, span } => at(Code::WrongShape, span, "several cells")
                .note("sections stand in `X[] = …`, in messages and in calls")
                .help(format!(
                    "one cell is `{name}[i]`; several go into an array: `X[] = {name}[a {to} b];`"
                )),
            Self::CellsApart { name, span } => {
                at(Code::WrongShape, span, "a section that skips cells")
                    .note(
                        "a section is passed by reference where its cells lie one behind the other: a \
                         part of a vector, of one row, or all of some rows",
                    )
                    .help(format!(
                        "copy it into an array of its own, `X[] = {name}[…];`, and back behind the call"
                    ))
            }
            Self::ArrayResultAsValue { name, span } => at(Code::WrongShape, span, "an array").help(
                format!("keep it in an array and take a cell: `X[] = {name}(…);` and `X[i]`"),
            ),
            Self::WrongRank {
                name,
                rank,
                given,
                span,
            } => {
                let usage = ["[i]", "[i,j]", "[i,j,k]", "[i,j,k,l]"][usize::from(rank.clamp(1, 4)) - 1];
                let diagnostic = at(Code::WrongShape, span, "this access")
                    .help(format!("one cell is `{name}{usage}`"));
                if given > usize::from(MOST_DIMENSIONS) {
                    diagnostic.note("an array has one to four dimensions")
                } else {
                    diagnostic
                }
            }
            Self::TooManyDimensions { name, span, .. } => {
                at(Code::WrongShape, span, "this declaration")
                    .note("arrays have one to four dimensions: `A[n]`, `M[n,m]`, `D[x,y,z]`")
                    .help(format!(
                        "keep two indices in one subscript: `{name}[i*m + j, k, l, r]` in an \
                         array of n·m such parts"
                    ))
            }
            Self::RanksDiffer {
                name,
                other,
                span,
                other_span,
            } => at(Code::WrongShape, span, &format!("`{name}`"))
                .label(other_span, format!("`{other}`"))
                .note("the whole arrays of one statement have one shape"),
            Self::ListRank { span, .. } => at(Code::WrongShape, span, "this list")
                .help("a list of rows is written `{{1, 2}, {3, 4}}`, one of matrices `{{{1}, {2}}, {{3}, {4}}}`"),
            Self::UnevenList { span } => {
                at(Code::WrongShape, span, "not as long as the row before")
            }
            Self::ReversedMatrix { span } => at(Code::WrongShape, span, "several dimensions").help(
                format!("reverse a row in a `{parallel}` with subscripts of its own"),
            ),
            Self::MatrixIndices { name, span, .. } => at(Code::WrongShape, span, "which dimension?")
                .help(format!(
                    "say the range: `i {from} 0 {to} {length}({name}, 0) - 1` for its first dimension"
                )),
            Self::NothingSubscripted { index, span } => at(
                Code::WrongShape,
                span,
                "how many processors?",
            )
            .note(format!(
                "`{index_word} {index}` runs over the arrays that the block subscripts with \
                         plain `{index}`"
            ))
            .help(format!("say the range: `{index} {from} 0 {to} n-1`")),
            Self::BadDimension { span, .. } => at(Code::WrongShape, span, "not a dimension").help(
                format!("`{length}(M, 0)` is the number of rows of a matrix, `{length}(M, 1)` of columns"),
            ),
            Self::RealSubscript { span } => at(Code::RealSubscript, span, "a real")
                .note("a cell has a whole number")
                .help("say which whole number is meant: `floor(…)` or `ceil(…)`"),
            Self::Operand {
                needed,
                found,
                span,
                ..
            } => {
                let diagnostic = at(Code::WrongType, span, an(found));
                match (needed, found) {
                    (Needed::Truth, _) => {
                        diagnostic.help(format!("compare it: `{if_word} (a > 0)`"))
                    }
                    (Needed::Int, Type::Real) => {
                        diagnostic.help("make it whole with `floor(…)` or `ceil(…)`")
                    }
                    (_, Type::Bool) => diagnostic.help(
                        "there is no conversion from bool to int; keep 0 and 1 where you count \
                         with them",
                    ),
                    _ => diagnostic,
                }
            }
            Self::Operator {
                needed,
                left,
                right,
                operand,
                operator,
                ..
            } => {
                let found = if needed == Needed::SameKind {
                    "these do not fit"
                } else {
                    "this"
                };
                let diagnostic = at(Code::WrongType, operand, found).label(operator, "");
                let bools = left == Some(Type::Bool) || right == Some(Type::Bool);
                match needed {
                    Needed::Comparable => diagnostic
                        .note("`a < b < c` compares the truth of `a < b` with c")
                        .help("write `a < b and b < c`"),
                    Needed::Int if !bools => {
                        diagnostic.help("make it whole with `floor(…)` or `ceil(…)`")
                    }
                    Needed::Truth => diagnostic.help("compare it: `a > 0`"),
                    _ if bools => diagnostic
                        .note("there is no conversion between bool and int")
                        .help(format!(
                            "a truth value is used as it is: `{if_word} (a > 0)`, `{if_word} (not done)`"
                        )),
                    _ => diagnostic,
                }
            }
            Self::Mixed {
                name,
                known,
                known_at,
                new,
                span,
                class,
            } => {
                let diagnostic = at(Code::WrongType, span, an(new))
                    .label(known_at, format!("`{name}` is {} here", named(known)))
                    .note("there is no conversion between bool and int")
                    .help(if new == Type::Bool {
                        format!(
                            "use `{true_word}` and `{false_word}` everywhere, or keep 0 and 1 \
                             everywhere"
                        )
                    } else {
                        format!(
                            "use 0 and 1 everywhere, or `{true_word}` and `{false_word}` everywhere"
                        )
                    });
                with_class(diagnostic, &name, class, vocabulary)
            }
            Self::MixedResultTypes { new, span, .. } => at(Code::WrongType, span, an(new))
                .note("there is no conversion between bool and int"),
            Self::MixedResults { array, scalar, .. } => {
                at(Code::WrongType, scalar, "a scalar").label(array, "an array")
            }
            Self::NoValue {
                name,
                span,
                definition,
            } => at(Code::NoValue, span, "its value is needed here")
                .label(
                    definition,
                    format!("no `{return_word}` with a value in here, and no array parameter"),
                )
                .help(format!("end `{name}` with `{return_word} …;`")),
            Self::EndlessResult {
                name,
                span,
                returned,
            } => at(Code::NoValue, span, "its value is needed here")
                .label(
                    returned,
                    format!("every `{return_word}` of `{name}` calls `{name}` again"),
                )
                .help(format!(
                    "where the recursion is to end, give a value without a call: \
                     `{if_word} (…) {return_word} …;`"
                )),
            Self::ReturnsNothing { span, returned, .. } => {
                at(Code::NoValue, span, "its value is needed here")
                    .label(returned, "what it gives here has no value itself")
            }
            Self::TooManyInstances { span, .. } => {
                at(Code::WrongArguments, span, "one combination more")
                    .note("every combination of argument types is checked on its own")
            }
            Self::BadNeutral {
                name,
                span,
                definition,
            } => {
                let diagnostic = at(Code::WrongArguments, span, "not an operator").help(format!(
                    "define `{algorithm} {name}(a, b)` with `{return_word}`"
                ));
                match definition {
                    Some(definition) => diagnostic.label(definition, "this does not fit"),
                    None => diagnostic,
                }
            }
            Self::UnknownSequential {
                span, suggestion, ..
            } => suggest(
                at(Code::UnknownName, span, "nothing defines it"),
                suggestion,
            ),
            Self::SecondSequential { first, second } => {
                at(Code::DefinedTwice, second, "the second")
                    .label(first, "the first")
                    .help("speedup is measured against one: remove the other")
            }
            Self::NothingToRun => Diagnostic::without_place(Code::NothingToRun, message)
                .note(format!("the file has no `{program}` and no `{algorithm}`"))
                .help(format!(
                    "put the statements between `{program}` and `{end_program}`"
                )),
            Self::UnknownEntry {
                known, suggestion, ..
            } => {
                let mut diagnostic = Diagnostic::without_place(Code::UnknownEntry, message);
                if !known.is_empty() {
                    diagnostic = diagnostic.note(format!("there is: {}", known.join(", ")));
                }
                suggest(diagnostic, suggestion)
            }
            Self::NotConstant { span } => at(Code::WrongType, span, "not a constant")
                .note("a list and a default hold numbers, operators and functions"),
            Self::NotInFormula { span } => at(Code::Claim, span, "not part of a formula"),
            Self::NoFunction { name, span } => {
                with_functions(at(Code::Claim, span, "unknown in formulas"), &name)
            }
            Self::UnknownConstant {
                span,
                known,
                suggestion,
                ..
            } => {
                let mut diagnostic = at(Code::UnknownName, span, "unknown here");
                if suggestion.is_none() && !known.is_empty() {
                    diagnostic = diagnostic.note(format!("known are: {}", known.join(", ")));
                }
                suggest(diagnostic, suggestion)
            }
            Self::ConstantFault { fault, span } => at(fault_code(fault), span, "here"),
        }
    }

    /// What happened, in one sentence.
    fn message(&self, vocabulary: Vocabulary) -> String {
        match self {
            Self::Misplaced { place, .. } => place.message(vocabulary),
            Self::BadDimension { rank, .. } => {
                let length = builtin::length(vocabulary);
                let numbers = super::dimension_numbers(*rank);
                format!("the dimension of `{length}` must be {numbers}")
            }
            Self::BadNeutral { name, .. } => {
                let neutral = vocabulary.word(Concept::Neutral);
                format!("`{neutral} {name}` needs an algorithm `{name}` with two scalar parameters")
            }
            problem => problem.to_string(),
        }
    }
}

/// Adds a spelling that was probably meant.
/// The keyword for a truth value that is written in other letters: `True`, `FALSE`.
fn truth_value(name: &str, vocabulary: Vocabulary) -> Option<&'static str> {
    let concept = keyword::find(&name.to_lowercase())?;
    matches!(concept, Concept::True | Concept::False).then(|| vocabulary.word(concept))
}

fn suggest(diagnostic: Diagnostic, suggestion: Option<String>) -> Diagnostic {
    match suggestion {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}

fn named(ty: Type) -> &'static str {
    match ty {
        Type::Int => "int",
        Type::Real => "real",
        Type::Bool => "bool",
    }
}

fn fault_code(fault: Fault) -> Code {
    match fault {
        Fault::Overflow => Code::Overflow,
        Fault::DivisionByZero => Code::DivisionByZero,
        Fault::Domain => Code::OutsideDomain,
        Fault::NotTruth => Code::NotTruth,
    }
}
