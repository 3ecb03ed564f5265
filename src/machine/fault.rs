//! Faults of a run and limits it reached, with their wording.

use thiserror::Error;

use super::model::WriteRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::semantic::program::SameLength;
use crate::source::Span;

/// What went wrong in a run, apart from illegal accesses.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum FaultKind {
    /// A result outside its type.
    #[error("{what} does not fit into 64 bits")]
    Overflow {
        /// The operation with its operands.
        what: String,
    },
    /// Division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A function outside its domain.
    #[error("{what} is not defined")]
    Domain {
        /// The operation with its operands.
        what: String,
    },
    /// A rule for concurrent writes that has no meaning on reals.
    #[error("the rule `{rule}` combines ints and truth values, and {array} holds reals")]
    CombinesReals {
        /// The rule.
        rule: WriteRule,
        /// Where processors met.
        array: String,
    },
    /// A generator that cannot give anything.
    #[error("{what}")]
    Generator {
        /// Why.
        what: String,
    },
    /// A real that had to be whole.
    #[error("{value} is not a whole number")]
    NotIntegral {
        /// The value.
        value: f64,
    },
    /// An int used as a truth value.
    #[error("{value} is used as a truth value, and is neither 0 nor 1")]
    NotTruth {
        /// The value.
        value: i64,
    },
    /// A subscript outside its array.
    #[error("{array}[{subscripts}] lies outside {array}, which has {extent}")]
    OutOfBounds {
        /// The array.
        array: String,
        /// The subscripts with their values.
        subscripts: String,
        /// How long it is: `8 elements (0 to 7)`.
        extent: String,
    },
    /// A cell or a scalar that was never written.
    #[error("{what} is read here, and was never written")]
    NeverWritten {
        /// `A[3]`, `x`
        what: String,
        /// For a scalar: what kind it is and why.
        why: Option<String>,
    },
    /// Arrays of different lengths that must have one.
    #[error("{first} has {first_extent}, {other} has {other_extent}")]
    LengthsDiffer {
        /// One array.
        first: String,
        /// Its extent.
        first_extent: String,
        /// Another.
        other: String,
        /// Its extent.
        other_extent: String,
        /// Where the other stands.
        other_span: Span,
        /// Why they must have one length.
        why: SameLength,
    },
    /// An assertion that does not hold.
    #[error("{}", message.as_deref().unwrap_or("the assertion does not hold"))]
    Assertion {
        /// What the program says about it.
        message: Option<String>,
    },
    /// A negative length.
    #[error("{array} cannot have the length {length}")]
    BadLength {
        /// The array.
        array: String,
        /// The length.
        length: i64,
    },
    /// A range that would never end.
    #[error("the step of this range is 0: it would never end")]
    ZeroStride,
    /// An algorithm that had to give a value.
    #[error("{algorithm} ended without `vrati`, and its value is needed")]
    NoResult {
        /// The algorithm.
        algorithm: String,
    },
    /// A barrier that some never come to.
    #[error("{absent}{} never come to this barrier", and_more(*more))]
    BarrierNotReached {
        /// Who does not come, the first few.
        absent: String,
        /// How many more.
        more: usize,
        /// The header of the block.
        block: Span,
    },
    /// A barrier of a part of the block to which the processor does not belong.
    #[error("processor {number} waits at a barrier of the processors {from} to {to}")]
    NotInPart {
        /// The first of the part.
        from: i64,
        /// The last.
        to: i64,
        /// The processor's number.
        number: u32,
    },
    /// A block inside an asynchronous block.
    #[error("a processor of an asynchronous block cannot open a block of its own")]
    NestedInNative,
    /// A barrier whose time has no value.
    #[error("B has no value, or a negative one, for {processors} processors")]
    NoBarrierTime {
        /// How many.
        processors: u64,
    },
    /// Too many steps.
    #[error("the run reached its limit of {limit} steps")]
    TooManySteps {
        /// The limit.
        limit: u64,
    },
    /// Too much memory.
    #[error(
        "{what} would take {}, which is over the limit of {}",
        bytes(*needed),
        bytes(u128::from(*limit))
    )]
    TooMuchMemory {
        /// What asked for it.
        what: String,
        /// How much there would be in all.
        needed: u128,
        /// The limit.
        limit: u64,
    },
    /// Too much printed.
    #[error("the program prints more than {}", bytes(u128::from(*limit)))]
    TooMuchOutput {
        /// The limit.
        limit: u64,
    },
    /// Too many processors.
    #[error("this block asks for {} processors, which is over the limit of {limit}", many(*asked))]
    TooManyProcessors {
        /// How many, or the largest number that there is.
        asked: u128,
        /// The limit.
        limit: u64,
    },
    /// Calls nested too deeply.
    #[error("calls are nested {limit} deep here")]
    TooDeep {
        /// The limit.
        limit: u32,
        /// The algorithm called.
        algorithm: String,
    },
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

/// A fault with its place, its processor and its step.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// Where in the source.
    pub span: Span,
    /// The processor as the user names it; none in sequential code.
    pub processor: Option<String>,
    /// Its place in the order of processors.
    pub path: Vec<u32>,
    /// The step, from 1.
    pub step: u64,
}

impl FaultKind {
    fn code(&self) -> Code {
        match self {
            Self::Overflow { .. } => Code::Overflow,
            Self::DivisionByZero => Code::DivisionByZero,
            Self::Domain { .. } | Self::CombinesReals { .. } | Self::Generator { .. } => {
                Code::OutsideDomain
            }
            Self::NotIntegral { .. } => Code::NotIntegral,
            Self::NotTruth { .. } => Code::NotTruth,
            Self::OutOfBounds { .. } => Code::OutOfBounds,
            Self::NeverWritten { .. } => Code::NeverWritten,
            Self::LengthsDiffer { .. } => Code::LengthsDiffer,
            Self::Assertion { .. } => Code::AssertionFailed,
            Self::BadLength { .. } => Code::BadLength,
            Self::ZeroStride => Code::ZeroStride,
            Self::NoResult { .. } => Code::NoResult,
            Self::BarrierNotReached { .. } | Self::NotInPart { .. } => Code::BarrierNotReached,
            Self::NestedInNative => Code::Misplaced,
            Self::NoBarrierTime { .. } => Code::BadOption,
            Self::TooManySteps { .. } => Code::TooManySteps,
            Self::TooMuchMemory { .. } => Code::TooMuchMemory,
            Self::TooMuchOutput { .. } => Code::TooMuchOutput,
            Self::TooManyProcessors { .. } => Code::TooManyProcessors,
            Self::TooDeep { .. } => Code::RecursionTooDeep,
            Self::Interrupted => Code::Interrupted,
        }
    }

    fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::Overflow { .. } => {
                "ints have 64 bits; compute with reals (1.0 instead of 1) where values grow larger"
            }
            Self::Domain { .. } => {
                "sqrt(x) needs x >= 0, and log(x) needs x > 0; an int has no negative powers (a real has: `2.0^k`); bits are numbered 0 to 63"
            }
            Self::BadLength { .. } => "a length is 0 or more: check what it is computed from",
            Self::NoResult { .. } => "end every way through it with `vrati …;`",
            Self::DivisionByZero => "guard the division, for example `ako (d != 0)`",
            Self::CombinesReals { .. } => {
                "reals are combined by `sum`, `prod`, `max` or `min`, for example --model crcw-sum"
            }
            Self::NotIntegral { .. } => {
                "write floor(…) or ceil(…) to say which whole number is meant"
            }
            Self::NotTruth { .. } => "compare it, for example `x != 0`",
            Self::OutOfBounds { .. } => {
                "subscripts begin at 0; check the last index of the range, or guard the access with `ako`"
            }
            Self::NeverWritten { why: Some(_), .. } => {
                "give it a value on every way that leads here"
            }
            Self::NeverWritten { .. } => {
                "give it a value first; a `polje` starts unwritten unless it has an initialiser"
            }
            Self::BarrierNotReached { .. } => {
                "every processor of the block has to come to the same number of barriers: put the `ograda` where all of them pass, outside of `ako`"
            }
            Self::NotInPart { .. } => {
                "`ograda(od a do b)` is for the processors a to b of the block, numbered from 0, and each of them has to name the same a and b"
            }
            Self::NestedInNative => {
                "write the inner work as a loop of each processor, or run the program on the synchronous PRAM"
            }
            Self::TooManySteps { .. } => {
                "if the program is meant to run longer, raise it with --max-steps; otherwise look for a loop that does not end"
            }
            Self::TooMuchMemory { .. } => "raise it with --max-memory, or use a smaller size",
            Self::TooMuchOutput { .. } => {
                "print less, or if all of it is wanted, raise the limit with --max-output"
            }
            Self::TooManyProcessors { .. } => {
                "raise it with --max-processors, or use a smaller size"
            }
            Self::TooDeep { .. } => {
                "does the recursion reach its end? If it is meant to go deeper, raise the limit with --max-depth"
            }
            _ => return None,
        })
    }
}

/// An amount of memory as people say it.
fn bytes(count: u128) -> String {
    const UNITS: [(&str, u32); 4] = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
    for (unit, bits) in UNITS {
        let (whole, rest) = (count >> bits, count & ((1 << bits) - 1));
        match (whole, rest) {
            (0, _) => {}
            (_, 0) => return format!("{whole} {unit}"),
            _ => return format!("about {whole}.{} {unit}", (rest * 10) >> bits),
        }
    }
    format!("{count} bytes")
}

/// A number of processors, where there are not more than numbers.
fn many(count: u128) -> String {
    if count == u128::MAX {
        return "more than 10^38".to_owned();
    }
    count.to_string()
}

fn one_length(why: &SameLength) -> String {
    match why {
        SameLength::Whole => "whole arrays in one statement need the same length".to_owned(),
        SameLength::List => "give the list as many values as the array has elements".to_owned(),
        SameLength::Index(index) => format!(
            "`indeks {index}` runs over the arrays that the block subscripts with plain \
             `{index}`, and these must all have one length; where they have not, say the range: \
             `{index} od 0 do n-1`"
        ),
    }
}

impl From<Fault> for Diagnostic {
    fn from(fault: Fault) -> Self {
        let help = fault.kind.help();
        let mut diagnostic = Self::new(fault.kind.code(), fault.kind.to_string(), fault.span, "");
        match fault.kind {
            FaultKind::LengthsDiffer {
                other,
                other_extent,
                other_span,
                why,
                ..
            } => {
                if other_span != fault.span {
                    let text = format!("{other} has {other_extent}");
                    diagnostic = diagnostic.label(other_span, text);
                }
                diagnostic.help.push(one_length(&why));
            }
            FaultKind::NeverWritten { why: Some(why), .. } => diagnostic = diagnostic.note(why),
            FaultKind::BarrierNotReached { block, .. } => {
                diagnostic =
                    diagnostic.label(block, "a barrier waits for every processor of this block");
            }
            _ => {}
        }
        diagnostic.help.extend(help.map(String::from));
        diagnostic.processor = fault.processor;
        diagnostic.step = Some(fault.step);
        diagnostic
    }
}

fn and_more(more: usize) -> String {
    if more == 0 {
        String::new()
    } else {
        format!(" and {more} more")
    }
}
