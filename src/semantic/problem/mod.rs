//! Every problem of this phase with its message; `advice` has its labels, rules and ways out.

mod advice;
mod collection;
mod formula;
mod place;
mod scalar;

use thiserror::Error;

use crate::source::Span;

use crate::program::MOST_DIMENSIONS;
use crate::program::{ScalarClass, Type, WhyShared};
use crate::semantic::arithmetic::Fault;
use crate::semantic::builtin::Row;

pub(in crate::semantic) use collection::Problems;
pub use place::NamesNetwork;
pub(in crate::semantic) use place::Place;

/// What an operand has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::semantic) enum Needed {
    Int,
    Number,
    Truth,
    SameKind,
    /// A number, where a truth value most probably came of `a < b < c`.
    Comparable,
}

pub(in crate::semantic) fn an(ty: Type) -> &'static str {
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

/// Which dimensions there are, of an array of this rank or of any.
fn dimension_numbers(rank: Option<u8>) -> String {
    match rank {
        Some(1) => "0".to_owned(),
        Some(2) => "0 or 1".to_owned(),
        rank => format!("a number from 0 to {}", rank.unwrap_or(MOST_DIMENSIONS) - 1),
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

/// A name that means something in a block, and is used where that block is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) struct Elsewhere {
    /// Where the block gives it its meaning.
    pub span: Span,
    /// The block's header.
    pub header: Span,
    /// What it is there.
    pub kind: ElsewhereKind,
}

/// What a name is in the block that knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) enum ElsewhereKind {
    /// The block's index.
    Index,
    /// A scalar of its processors: its class, and why.
    Scalar(ScalarClass),
    /// An array of its processors.
    Array,
}

/// How something is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) enum Usage {
    /// An algorithm, with its parameters.
    Algorithm(String),
    /// A built-in function.
    Builtin(&'static Row),
}

/// A problem of this phase; `advice` words what names keywords.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(in crate::semantic) enum Problem {
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
        headless: Option<Span>,
        elsewhere: Option<Box<Elsewhere>>,
    },

    #[error("there is no algorithm `{name}`")]
    UnknownAlgorithm {
        name: String,
        span: Span,
        suggestion: Option<String>,
        neutral: Option<String>,
        /// A scalar is called so.
        is_number: bool,
    },

    #[error("`{name}` takes {} and gets {}", expected(*least, *most), count(*given))]
    WrongArgumentCount {
        name: String,
        usage: Usage,
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

    #[error("the default of `{name}` needs itself")]
    EndlessDefault { name: String, span: Span },

    #[error("the result of `{name}` is not used")]
    ValueUnused { name: String, span: Span },

    #[error("this has no meaning here")]
    Misplaced { place: Place, span: Span },

    #[error("⊕ is used in `{name}`, which is not generic")]
    NotGeneric { name: String, span: Span },

    #[error("`p` is used, and nothing says how many processors the machine has")]
    NoProcessors { span: Span },

    #[error("`{name}` is used, and nothing declares it")]
    NoTime { name: &'static str, span: Span },

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
        why: WhyShared,
    },

    #[error("`{name}` is an array, and is used like a scalar")]
    ArrayAsScalar {
        name: String,
        array: Span,
        scalar: Span,
    },

    #[error("`{name}` is an array, and is assigned like a scalar")]
    AssignedArray {
        name: String,
        array: Span,
        span: Span,
        /// The statement that was probably meant.
        whole: Option<String>,
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
        class: Option<ScalarClass>,
    },

    #[error("`{name}` is an array, and one value is needed here")]
    ArrayAsValue {
        name: String,
        span: Span,
        declared: Span,
        elementwise: bool,
        /// The variable that it is assigned to.
        into: Option<String>,
    },

    #[error("a section of `{name}` stands where one value is needed")]
    SectionAsValue { name: String, span: Span },
    #[error("the whole array `{name}[]` stands where one value is needed")]
    WholeArrayAsValue { name: String, span: Span },

    #[error("the cells of this section of `{name}` do not lie side by side")]
    CellsApart { name: String, span: Span },

    #[error("`{name}` gives an array, and one value is needed here")]
    ArrayResultAsValue { name: String, span: Span },

    #[error("`{name}` has {}, and gets {}", dimensions(usize::from(*rank)), subscripts(*given))]
    WrongRank {
        name: String,
        rank: u8,
        given: usize,
        span: Span,
    },

    #[error("`{name}` is declared with {given} dimensions, and an array has four at most")]
    TooManyDimensions {
        name: String,
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

    #[error("an array with more than one dimension cannot be reversed")]
    ReversedMatrix { span: Span },

    #[error("`{name}` has {}, and one index", dimensions(usize::from(*rank)))]
    MatrixIndices { name: String, rank: u8, span: Span },

    #[error("no array in this block is subscripted with plain `{index}`")]
    NothingSubscripted { index: String, span: Span },

    #[error("the dimension of a length must be {}", dimension_numbers(*rank))]
    BadDimension { rank: Option<u8>, span: Span },

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
        class: Option<ScalarClass>,
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

    #[error("`{name}` never gives a value")]
    EndlessResult {
        name: String,
        span: Span,
        returned: Span,
    },

    #[error("`{name}` gives no value")]
    ReturnsNothing {
        name: String,
        span: Span,
        returned: Span,
    },

    #[error("`{name}` is called with too many combinations of argument types")]
    TooManyInstances { name: String, span: Span },

    #[error("a neutral element needs an algorithm `{name}` with two scalar parameters")]
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

    #[error("the file names two sequential algorithms")]
    SecondSequential { first: Span, second: Span },

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

    #[error("formulas have no function `{name}`")]
    NoFunction { name: String, span: Span },

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
    let what = match needed {
        Needed::Int => "works on ints",
        Needed::Number => "works on numbers",
        Needed::Comparable => "compares numbers",
        Needed::Truth => "works on truth values",
        Needed::SameKind => "needs two values of one kind",
    };
    let known: Vec<&str> = [left, right].into_iter().flatten().map(an).collect();
    format!("{what}, and gets {}", known.join(" and "))
}

fn fault_message(fault: Fault) -> &'static str {
    match fault {
        Fault::Overflow => "the result does not fit into 64 bits",
        Fault::DivisionByZero => "division by zero",
        Fault::Domain => "the operation has no value there",
        Fault::NotTruth => "a truth value must be 0 or 1",
    }
}
