//! Every problem of this phase with its wording: message, labels, rule, way out.

use std::collections::HashSet;

use thiserror::Error;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::arithmetic::Fault;
use super::program::Type;

/// The problems found so far, each said once.
#[derive(Debug, Default)]
pub(super) struct Problems {
    found: Vec<Diagnostic>,
    said: HashSet<(Code, Option<Span>)>,
    muted: bool,
}

impl Problems {
    /// Adds a problem, unless the same was found at the same place.
    pub fn report(&mut self, problem: Problem) {
        if !self.muted {
            self.report_always(problem);
        }
    }

    /// Adds a problem also while types are not final yet.
    pub fn report_always(&mut self, problem: Problem) {
        self.add(problem.diagnostic());
    }

    /// Adds what is a diagnostic already.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic.primary.as_ref().map(|label| label.span);
        if self.said.insert((diagnostic.code, place)) {
            self.found.push(diagnostic);
        }
    }

    /// Whether problems are ignored: what looks wrong while types are not final may not be.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    /// All of them in the order of the source; or the value where there are none.
    pub fn or<T>(mut self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.found.is_empty() {
            return Ok(value);
        }
        self.found
            .sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
        Err(self.found)
    }
}

/// What an operand has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needed {
    Int,
    Number,
    Truth,
    SameKind,
    /// A number, where a truth value most probably came of `a < b < c`.
    Comparable,
}

/// Where a statement must not stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// `prekini` or `nastavi`.
    LeavesBlock(&'static str),
    LeavesNothing(&'static str),
    BarrierOutside,
    OutputInBlock,
    OutputInAlgorithm,
    ResultInBlock,
    ResultOfProgram,
    ListInExpression,
    LengthOfExpression,
    ReverseOutside,
    GeneratorInExpression,
}

impl Place {
    fn message(self) -> String {
        let message = match self {
            Self::LeavesBlock(word) => return format!("`{word}` cannot leave a `paralelno`"),
            Self::LeavesNothing(word) => return format!("`{word}` needs a loop around it"),
            Self::BarrierOutside => "`ograda` stands outside of every `paralelno`",
            Self::OutputInBlock => "`izlaz` stands inside a `paralelno`",
            Self::OutputInAlgorithm => "`izlaz` stands in an algorithm that is not the entry",
            Self::ResultInBlock => "`vrati` with a value stands inside a `paralelno`",
            Self::ResultOfProgram => "`vrati` with a value stands in the program",
            Self::ListInExpression => "a list stands inside an expression",
            Self::LengthOfExpression => "`duljina` is asked of something that is not an array",
            Self::ReverseOutside => "`unatrag` stands where one value is needed",
            Self::GeneratorInExpression => "a generator stands inside an expression",
        };
        message.into()
    }

    fn label(self) -> &'static str {
        match self {
            Self::LeavesBlock(_) => "no loop between here and the block",
            Self::LeavesNothing(_) => "no loop around this",
            Self::BarrierOutside => "nobody to wait for here",
            Self::OutputInBlock | Self::OutputInAlgorithm => "not here",
            Self::ResultInBlock => "every processor would return a value of its own",
            Self::ResultOfProgram => "nobody called",
            Self::ListInExpression => "a list is data, not a value",
            Self::LengthOfExpression => "not an array by name",
            Self::ReverseOutside => "this is a whole array",
            Self::GeneratorInExpression => "a generator makes a whole array",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::LeavesBlock(_) => {
                "take the processor out of the rest with an `ako` around it, or leave the whole \
                 block with `vrati;`"
            }
            Self::LeavesNothing(_) => "leave an algorithm with `vrati;`",
            Self::BarrierOutside => {
                "put it between the statements of a `paralelno`; the end of a block is a barrier \
                 already"
            }
            Self::OutputInBlock => "write it behind `kraj_paralelno`",
            Self::OutputInAlgorithm => {
                "give the value back with `vrati`, and write `izlaz` in the program; the arrays of \
                 an entry algorithm are its outputs anyway"
            }
            Self::ResultInBlock => {
                "write the result into an array or a shared scalar, and `vrati` it behind \
                 `kraj_paralelno`; `vrati;` without a value takes this processor out of the block"
            }
            Self::ResultOfProgram => "show results with `izlaz`",
            Self::ListInExpression | Self::GeneratorInExpression => {
                "declare an array with it: `polje A[n] = …;`"
            }
            Self::LengthOfExpression => "assign the expression to an array first: `X[] = …;`",
            Self::ReverseOutside => "use it in `X[] = unatrag(A[]);` or as an argument",
        }
    }
}

fn named(ty: Type) -> &'static str {
    match ty {
        Type::Int => "int",
        Type::Real => "real",
        Type::Bool => "bool",
    }
}

fn an(ty: Type) -> &'static str {
    match ty {
        Type::Int => "an int",
        Type::Real => "a real",
        Type::Bool => "a bool",
    }
}

fn count(given: usize) -> String {
    match given {
        0 => "none".into(),
        given => given.to_string(),
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".into(),
        1 => "1 argument".into(),
        many => format!("{many} arguments"),
    }
}

fn expected(least: usize, most: usize) -> String {
    if least == most {
        arguments(least)
    } else if most == usize::MAX {
        format!("at least {}", arguments(least))
    } else {
        format!("{least} to {}", arguments(most))
    }
}

fn dimensions(count: usize) -> String {
    if count == 1 {
        "1 dimension".into()
    } else {
        format!("{count} dimensions")
    }
}

fn subscripts(count: usize) -> String {
    if count == 1 {
        "1 subscript".into()
    } else {
        format!("{count} subscripts")
    }
}

/// A problem of this phase.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum Problem {
    #[error("the {what} `{name}` is defined twice")]
    DefinedTwice {
        what: &'static str,
        name: String,
        first: Span,
        second: Span,
    },

    #[error("there is no {} `{name}` here", if *array { "array" } else { "variable" })]
    UnknownName {
        name: String,
        span: Span,
        array: bool,
        input: Option<Span>,
        algorithm: Option<&'static str>,
        suggestion: Option<String>,
        elsewhere: Option<Span>,
    },

    #[error("there is no algorithm `{name}`")]
    UnknownAlgorithm {
        name: String,
        span: Span,
        suggestion: Option<String>,
        neutral: Option<String>,
    },

    #[error("`{name}` takes {} and gets {}", expected(*least, *most), count(*given))]
    WrongArgumentCount {
        name: String,
        usage: String,
        given: usize,
        least: usize,
        most: usize,
        span: Span,
        definition: Option<Span>,
    },

    #[error("`{callee}` needs an array for `{parameter}`, and gets one value")]
    ScalarArgument {
        callee: String,
        parameter: String,
        span: Span,
        definition: Span,
    },

    #[error("`{callee}` needs an array with {} here, and `{array}` has {rank}", dimensions(*needed))]
    ArgumentRank {
        callee: String,
        array: String,
        rank: u8,
        needed: usize,
        span: Span,
        definition: Span,
    },

    #[error("the result of `{name}` is not used")]
    ValueUnused { name: String, span: Span },

    #[error("{}", .place.message())]
    Misplaced { place: Place, span: Span },

    #[error("⊕ is used in `{name}`, which is not generic")]
    NotGeneric { name: String, span: Span },

    #[error("`p` is used, and nothing says how many processors the machine has")]
    NoProcessors { span: Span },

    #[error("the index `{name}` of a block is assigned")]
    AssignedIndex {
        name: String,
        index: Span,
        assignment: Span,
    },

    #[error("`{name}` counts a loop, and is a shared scalar")]
    SharedCounter {
        name: String,
        counter: Span,
        reason: Span,
        why: &'static str,
    },

    #[error("`{name}` is an array, and is used like a scalar")]
    ArrayAsScalar {
        name: String,
        array: Span,
        scalar: Span,
    },

    #[error("the array `{name}` is declared without a length")]
    ArrayWithoutBrackets { name: String, span: Span },

    #[error("the length of the array `{name}` is not said")]
    DeclaredWithoutLength { name: String, span: Span },

    #[error("nothing says how long the new array `{name}` is")]
    NoLength { name: String, span: Span },

    #[error("the array `{name}` is read by the statement that makes it")]
    NotYetMade { name: String, span: Span },

    #[error("`{name}` is a scalar, and is used like an array")]
    ScalarAsArray {
        name: String,
        span: Span,
        declared: Span,
        class: String,
    },

    #[error("`{name}` is an array, and one value is needed here")]
    ArrayAsValue {
        name: String,
        span: Span,
        declared: Span,
        elementwise: bool,
    },

    #[error("the whole array `{name}[]` stands where one value is needed")]
    WholeArrayAsValue { name: String, span: Span },

    #[error("`{name}` gives an array, and one value is needed here")]
    ArrayResultAsValue { name: String, span: Span },

    #[error("`{name}` has {}, and gets {}", dimensions(usize::from(*rank)), subscripts(*given))]
    WrongRank {
        name: String,
        rank: u8,
        given: usize,
        span: Span,
    },

    #[error("`{name}` and `{other}` have different numbers of dimensions")]
    RanksDiffer {
        name: String,
        other: String,
        span: Span,
        other_span: Span,
    },

    #[error("`{name}` has {}, and the list has {given}", dimensions(usize::from(*rank)))]
    ListRank {
        name: String,
        rank: u8,
        given: u8,
        span: Span,
    },

    #[error("the rows of this list have different lengths")]
    UnevenList { span: Span },

    #[error("an array with two dimensions cannot be reversed")]
    ReversedMatrix { span: Span },

    #[error("`{name}` has two dimensions, and one index")]
    MatrixIndices { name: String, span: Span },

    #[error("no array in this block is subscripted with plain `{index}`")]
    NothingSubscripted { index: String, span: Span },

    #[error("the dimension of `duljina` must be 0 or 1")]
    BadDimension { span: Span },

    #[error("a subscript is real")]
    RealSubscript { span: Span },

    #[error("{what} needs {}, and gets {}", needs(*needed), an(*found))]
    Operand {
        what: String,
        needed: Needed,
        found: Type,
        span: Span,
    },

    #[error("`{symbol}` {}", does_not_fit(*needed, *left, *right))]
    Operator {
        symbol: &'static str,
        needed: Needed,
        left: Option<Type>,
        right: Option<Type>,
        operand: Span,
        operator: Span,
    },

    #[error("`{name}` holds {} and is given {}", values(*known), an(*new))]
    Mixed {
        name: String,
        known: Type,
        known_at: Span,
        new: Type,
        span: Span,
        class: Option<String>,
    },

    #[error("`{name}` gives {} in one place and {} in another", an(*known), an(*new))]
    MixedResultTypes {
        name: String,
        known: Type,
        new: Type,
        span: Span,
    },

    #[error("`{name}` gives an array in one place and a scalar in another")]
    MixedResults {
        name: String,
        array: Span,
        scalar: Span,
    },

    #[error("`{name}` gives no value")]
    NoValue {
        name: String,
        span: Span,
        definition: Span,
    },

    #[error("`{name}` is called with too many combinations of argument types")]
    TooManyInstances { name: String, span: Span },

    #[error("`neutralni {name}` needs an algorithm `{name}` with two scalar parameters")]
    BadNeutral {
        name: String,
        span: Span,
        definition: Option<Span>,
    },

    #[error("there is no `{name}` to compare with")]
    UnknownSequential {
        name: String,
        span: Span,
        suggestion: Option<String>,
    },

    #[error("there is nothing to run")]
    NothingToRun,

    #[error("there is no algorithm `{name}` to begin with")]
    UnknownEntry {
        name: String,
        known: Vec<String>,
        suggestion: Option<String>,
    },

    #[error("this value must be known before the program runs")]
    NotConstant { span: Span },

    #[error("a formula holds numbers, names, operators and functions only")]
    NotInFormula { span: Span },

    #[error("`{name}` has no value here")]
    UnknownConstant {
        name: String,
        span: Span,
        known: Vec<String>,
        suggestion: Option<String>,
    },

    #[error("{}", fault_message(*fault))]
    ConstantFault { fault: Fault, span: Span },
}

fn needs(needed: Needed) -> &'static str {
    match needed {
        Needed::Int => "an int",
        Needed::Number | Needed::Comparable => "a number",
        Needed::Truth => "a bool, or an int that is 0 or 1",
        Needed::SameKind => "two values of one kind",
    }
}

fn values(ty: Type) -> &'static str {
    match ty {
        Type::Int => "ints",
        Type::Real => "reals",
        Type::Bool => "bools",
    }
}

fn does_not_fit(needed: Needed, left: Option<Type>, right: Option<Type>) -> String {
    let shown = |ty: Option<Type>| ty.map_or("a value of unknown type", an);
    let what = match needed {
        Needed::Int => "works on ints",
        Needed::Number => "works on numbers",
        Needed::Comparable => "compares numbers",
        Needed::Truth => "works on truth values",
        Needed::SameKind => "needs two values of one kind",
    };
    format!("{what}, and gets {} and {}", shown(left), shown(right))
}

fn fault_message(fault: Fault) -> &'static str {
    match fault {
        Fault::Overflow => "the result does not fit into 64 bits",
        Fault::DivisionByZero => "division by zero",
        Fault::Domain => "the operation has no value there",
        Fault::NotTruth => "a truth value must be 0 or 1",
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

/// Adds a spelling that was probably meant.
fn suggest(diagnostic: Diagnostic, suggestion: Option<String>) -> Diagnostic {
    match suggestion {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}

impl Problem {
    /// As a diagnostic, with its places, its rule and ways out.
    pub fn diagnostic(self) -> Diagnostic {
        let message = self.to_string();
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
                input,
                algorithm,
                suggestion,
                elsewhere,
                ..
            } => {
                let diagnostic = at(Code::UnknownName, span, "nothing declares it");
                if let Some(input) = input {
                    diagnostic
                        .label(input, "an input of the file")
                        .note("inputs are known in `program` only")
                        .help(format!(
                            "`{name}` is an input of the file; pass it as a parameter"
                        ))
                } else if let Some(elsewhere) = elsewhere {
                    diagnostic
                        .label(elsewhere, "it is known in this block only")
                        .note("what is first assigned inside a block is private to that block")
                        .help(format!(
                            "assign `{name}` before the block to make it shared"
                        ))
                } else if let Some(what) = algorithm {
                    diagnostic.help(format!("`{name}` is {what}; call it: `{name}(…)`"))
                } else {
                    suggest(diagnostic, suggestion)
                }
            }
            Self::UnknownAlgorithm {
                span,
                suggestion,
                neutral,
                ..
            } => {
                let diagnostic = at(Code::UnknownName, span, "nothing defines it");
                match neutral {
                    Some(operator) => diagnostic.help(format!(
                        "to use `{operator}` as an operator, say what its neutral element is: \
                         `neutralni {operator} = …;`"
                    )),
                    None => suggest(diagnostic, suggestion),
                }
            }
            Self::WrongArgumentCount {
                usage,
                span,
                definition,
                ..
            } => {
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
            Self::ValueUnused { name, span } => at(Code::Misplaced, span, "computed for nothing")
                .help(format!("assign it: `x = {name}(…);`")),
            Self::Misplaced { place, span } => {
                at(Code::Misplaced, span, place.label()).help(place.help())
            }
            Self::NotGeneric { name, span } => at(Code::Misplaced, span, "which operator?")
                .note("⊕ stands for the operator that a generic algorithm is called with")
                .help(match name.as_str() {
                    "program" => "name an operator, such as `+`".into(),
                    name => format!("call this algorithm `⊕_{name}`, or name an operator: `+`"),
                }),
            Self::NoProcessors { span } => {
                at(Code::NoProcessors, span, "the processors of the machine")
                    .help("give `-p 4` on the command line, or `stroj CREW(p = 4);` in the file")
            }
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
            Self::SharedCounter {
                name,
                counter,
                reason,
                why,
            } => at(Code::ScalarClass, counter, "counts this loop")
                .label(reason, why)
                .note(format!(
                    "`{name}` is shared: a scalar assigned outside of a block and inside, or \
                         declared `globalno`, lives in the global memory"
                ))
                .help("let the loop count with a variable of its own"),
            Self::ArrayAsScalar {
                name,
                array,
                scalar,
            } => at(Code::WrongShape, scalar, "used like a scalar here")
                .label(array, "an array here")
                .help(format!(
                    "assign a cell `{name}[i] = …`, or all of them `{name}[] = …`"
                )),
            Self::ArrayWithoutBrackets { name, span } => {
                at(Code::WrongShape, span, "how long is it?").help(format!(
                    "give it a length: `polje {name}[n];`; a scalar needs no declaration"
                ))
            }
            Self::DeclaredWithoutLength { name, span } => {
                at(Code::WrongShape, span, "how long is it?")
                    .help(format!("give it a length: `polje {name}[n];`"))
            }
            Self::NoLength { name, span } => at(Code::WrongShape, span, "made here")
                .note("a new array gets its length from the whole arrays on the right side")
                .help(format!("declare it first: `polje {name}[n];`")),
            Self::NotYetMade { name, span } => at(Code::UnknownName, span, "does not exist yet")
                .help(format!("declare it first: `polje {name}[n] = …;`")),
            Self::ScalarAsArray {
                span,
                declared,
                class,
                ..
            } => at(Code::WrongShape, span, "used like an array here")
                .label(declared, "a scalar here")
                .note(class),
            Self::ArrayAsValue {
                name,
                span,
                declared,
                elementwise,
            } => {
                let diagnostic =
                    at(Code::WrongShape, span, "an array by name").label(declared, "an array here");
                if elementwise {
                    diagnostic.help(format!("the whole array is `{name}[]`"))
                } else {
                    diagnostic.help(format!("one cell is `{name}[i]`"))
                }
            }
            Self::WholeArrayAsValue { name, span } => at(Code::WrongShape, span, "a whole array")
                .note("whole arrays stand in `X[] = …`, in calls and in `vrati`")
                .help(format!("one cell is `{name}[i]`")),
            Self::ArrayResultAsValue { name, span } => at(Code::WrongShape, span, "an array").help(
                format!("keep it in an array and take a cell: `X[] = {name}(…);` and `X[i]`"),
            ),
            Self::WrongRank {
                name, rank, span, ..
            } => {
                let usage = if rank == 1 { "[i]" } else { "[i,j]" };
                at(Code::WrongShape, span, "this access")
                    .help(format!("one cell is `{name}{usage}`"))
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
                .help("a list of rows is written `{{1, 2}, {3, 4}}`"),
            Self::UnevenList { span } => {
                at(Code::WrongShape, span, "not as long as the row before")
            }
            Self::ReversedMatrix { span } => at(Code::WrongShape, span, "two dimensions")
                .help("reverse a row in a `paralelno` with subscripts of its own"),
            Self::MatrixIndices { name, span } => at(Code::WrongShape, span, "which dimension?")
                .help(format!(
                    "say the range: `i od 0 do duljina({name}, 0) - 1` for its rows"
                )),
            Self::NothingSubscripted { index, span } => {
                at(Code::WrongShape, span, "how many processors?")
                    .note(format!(
                        "`indeks {index}` runs over the arrays that the block subscripts with \
                         plain `{index}`"
                    ))
                    .help(format!("say the range: `{index} od 0 do n-1`"))
            }
            Self::BadDimension { span } => at(Code::WrongShape, span, "not a dimension")
                .help("`duljina(M, 0)` is the number of rows, `duljina(M, 1)` of columns"),
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
                    (Needed::Truth, _) => diagnostic.help("compare it: `ako (a > 0)`"),
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
                        .help("a truth value is used as it is: `ako (a > 0)`, `ako (not done)`"),
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
                        "use `istina` and `laz` everywhere, or keep 0 and 1 everywhere"
                    } else {
                        "use 0 and 1 everywhere, or `istina` and `laz` everywhere"
                    });
                match class {
                    Some(class) => diagnostic.note(class),
                    None => diagnostic,
                }
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
                    "no `vrati` with a value in here, and no array parameter",
                )
                .help(format!("end `{name}` with `vrati …;`")),
            Self::TooManyInstances { span, .. } => {
                at(Code::WrongArguments, span, "one combination more")
                    .note("every combination of argument types is checked on its own")
            }
            Self::BadNeutral {
                name,
                span,
                definition,
            } => {
                let diagnostic = at(Code::WrongArguments, span, "not an operator")
                    .help(format!("define `algoritam {name}(a, b)` with `vrati`"));
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
            Self::NothingToRun => Diagnostic::without_place(Code::NothingToRun, message)
                .note("the file has no `program` and no `algoritam`"),
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
}
