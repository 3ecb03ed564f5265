//! Faults of a run and limits it reached, with their wording.

use thiserror::Error;

use super::generator::GeneratorError;
use super::trace::Trace;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::rules::model::WriteRule;
use crate::machine::time::deadlock::{Wait, in_a_ring, with_waits};
use crate::program::{ArrayId, SameLength, ScalarClass, WhyShared};
use crate::source::Span;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::{Vocabulary, with_article};

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
    #[error("this generator cannot fill the array")]
    Generator {
        /// Why.
        error: GeneratorError,
    },
    /// A real that had to be whole.
    #[error("{}", not_integral(*value, *logarithm_of))]
    NotIntegral {
        /// The value.
        value: f64,
        /// The number whose logarithm it is, where it is one.
        logarithm_of: Option<f64>,
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
        /// Which one it is in its algorithm.
        id: ArrayId,
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
        /// Which array or shared scalar it is in its algorithm.
        array: Option<ArrayId>,
        /// For a scalar: its class, and why.
        class: Option<ScalarClass>,
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
    #[error("{algorithm} ended without a result, and its value is needed")]
    NoResult {
        /// The algorithm.
        algorithm: String,
    },
    /// A barrier that some never come to.
    #[error("{}", never_comes(absent, *more))]
    BarrierNotReached {
        /// Who does not come, the first few.
        absent: Vec<String>,
        /// How many more.
        more: usize,
        /// The header of the block.
        block: Span,
    },
    /// Processors that wait for each other at barriers.
    #[error("processors wait for each other at barriers: {}", in_a_ring(waits))]
    Deadlock {
        /// Each for the next, the last for the first.
        waits: Vec<Wait>,
    },
    /// A barrier of a part of the block to which the processor does not belong.
    #[error(
        "processor {number} waits at a barrier of the processors {from} to {to}, {}",
        not_in_part(*from, *to, *width)
    )]
    NotInPart {
        /// The first of the part.
        from: i64,
        /// The last.
        to: i64,
        /// The processor's number.
        number: u32,
        /// How many processors the block has.
        width: u32,
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
    /// Too much work.
    #[error("{}", over_work(*done, *active, *limit))]
    TooMuchWork {
        /// The work of all steps before.
        done: u64,
        /// The processors of the step that is not executed any more.
        active: u64,
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
    /// Memory within the limit that the system does not give.
    #[error("{what} needs {} more, which the system refuses", bytes(*bytes_more))]
    MemoryRefused {
        /// What asked for it.
        what: String,
        /// How much it asked for.
        bytes_more: u128,
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
    /// The calls around it.
    pub trace: Trace,
}

/// Why a processor does not belong to a part of a block of so many.
fn not_in_part(from: i64, to: i64, width: u32) -> String {
    if from > to {
        "which are none".to_owned()
    } else if from < 0 || to >= i64::from(width) {
        format!("and the block only has 0 to {}", width - 1)
    } else {
        "and is none of these".to_owned()
    }
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
            Self::Deadlock { .. } => Code::Deadlock,
            Self::NestedInNative => Code::Misplaced,
            Self::NoBarrierTime { .. } => Code::BadOption,
            Self::TooManySteps { .. } => Code::TooManySteps,
            Self::TooMuchWork { .. } => Code::TooMuchWork,
            Self::TooMuchMemory { .. } | Self::MemoryRefused { .. } => Code::TooMuchMemory,
            Self::TooMuchOutput { .. } => Code::TooMuchOutput,
            Self::TooManyProcessors { .. } => Code::TooManyProcessors,
            Self::TooDeep { .. } => Code::RecursionTooDeep,
            Self::Interrupted => Code::Interrupted,
        }
    }

    /// The cell that it is about, with the array in its algorithm.
    pub(crate) fn cell(&self) -> Option<(ArrayId, String)> {
        match self {
            Self::OutOfBounds {
                array,
                id,
                subscripts,
                ..
            } => Some((*id, format!("{array}[{subscripts}]"))),
            Self::NeverWritten { what, array, .. } => Some(((*array)?, what.clone())),
            _ => None,
        }
    }

    /// What happened, in one sentence.
    fn message(&self, vocabulary: Vocabulary) -> String {
        match self {
            Self::Generator { error } => error.message(vocabulary),
            Self::NoResult { algorithm } => {
                let return_word = vocabulary.word(Concept::Return);
                format!("`{algorithm}` ended without `{return_word}`, and its value is needed")
            }
            kind => kind.to_string(),
        }
    }

    fn help(&self, vocabulary: Vocabulary) -> Option<String> {
        use Concept::{Array, Barrier, From, If, Return, To};
        let [if_word, return_word, array, barrier] = vocabulary.words([If, Return, Array, Barrier]);
        let [from, to] = vocabulary.words([From, To]);
        let text = match self {
            Self::NoResult { .. } => {
                return Some(format!("end every way through it with `{return_word} …;`"));
            }
            Self::DivisionByZero => {
                return Some(format!(
                    "guard the division, for example `{if_word} (d != 0)`"
                ));
            }
            Self::OutOfBounds { .. } => {
                return Some(format!(
                    "subscripts begin at 0; check the last index of the range, or guard the access \
                     with `{if_word}`"
                ));
            }
            Self::NeverWritten { class: None, .. } => {
                return Some(format!(
                    "give it a value first; {} starts unwritten unless it has an initialiser",
                    with_article(array)
                ));
            }
            Self::BarrierNotReached { .. } => {
                return Some(format!(
                    "every processor of the block has to come to the same number of barriers: put \
                     the `{barrier}` where all of them pass, outside of `{if_word}`"
                ));
            }
            Self::NotInPart { .. } => {
                return Some(format!(
                    "`{barrier}({from} a {to} b)` is for the processors a to b of the block, \
                     numbered from 0, and each of them has to name the same a and b"
                ));
            }
            Self::NotIntegral { value, .. } => {
                let (below, above) = (value.floor(), value.ceil());
                return Some(format!(
                    "say which whole number is meant: floor(…) gives {below}, ceil(…) gives {above}"
                ));
            }
            Self::Overflow { .. } => {
                "ints have 64 bits; compute with reals (1.0 instead of 1) where values grow larger"
            }
            Self::Domain { .. } => {
                "sqrt(x) needs x >= 0, and log(x) needs x > 0; an int has no negative powers (a real has: `2.0^k`); bits are numbered 0 to 63"
            }
            Self::BadLength { .. } => "a length is 0 or more: check what it is computed from",
            Self::CombinesReals { .. } => {
                "reals are combined by `sum`, `prod`, `max` or `min`, for example --model crcw-sum"
            }
            Self::NotTruth { .. } => "compare it, for example `x != 0`",
            Self::NeverWritten { .. } => "give it a value on every way that leads here",
            Self::Deadlock { .. } => {
                return Some(format!(
                    "let the processors come to their barriers in one order, for example first all \
                     pairs that begin with an even number and then the others, or use one `{barrier}` \
                     of all"
                ));
            }
            Self::NestedInNative => {
                "write the inner work as a loop of each processor, or run the program on the synchronous PRAM"
            }
            Self::TooManySteps { .. } => {
                "if the program is meant to run longer, raise it with --max-steps; otherwise look for a loop that does not end"
            }
            Self::TooMuchWork { .. } => {
                "if the program is meant to do more, raise the limit with --max-work; otherwise use a smaller size"
            }
            Self::MemoryRefused { .. } => {
                "use a smaller size or fewer threads (--threads 1), or give the process more memory (`ulimit -v`)"
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
        };
        Some(text.to_owned())
    }
}

/// Several indices (`i = 3, j = 0`) are bracketed, or a list of processors would be unreadable.
fn never_comes(absent: &[String], more: usize) -> String {
    let bracketed = absent.iter().map(|processor| {
        if processor.contains(',') {
            format!("({processor})")
        } else {
            processor.clone()
        }
    });
    let mut listed: Vec<String> = bracketed.collect();
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    match listed.as_slice() {
        [one] => format!("the processor {one} never comes to this barrier"),
        [before @ .., last] => {
            let before = before.join(", ");
            format!("the processors {before} and {last} never come to this barrier")
        }
        [] => "some processors never come to this barrier".to_owned(),
    }
}

fn not_integral(value: f64, logarithm_of: Option<f64>) -> String {
    match logarithm_of {
        None => format!("{value} is not a whole number"),
        Some(number) => format!(
            "log {number} is {value}, which is not a whole number: {number} is no power of two"
        ),
    }
}

fn over_work(done: u64, active: u64, limit: u64) -> String {
    let each = if active == 1 {
        "processor"
    } else {
        "processors"
    };
    format!(
        "this step of {active} {each} would bring the work to {} steps, which is over the limit of \
         {limit}",
        u128::from(done) + u128::from(active)
    )
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

fn one_length(why: &SameLength, vocabulary: Vocabulary) -> String {
    match why {
        SameLength::Whole => "whole arrays in one statement need the same length".to_owned(),
        SameLength::List => "give the list as many values as the array has elements".to_owned(),
        SameLength::Index(index) => {
            let words = [Concept::Index, Concept::From, Concept::To];
            let [index_word, from, to] = vocabulary.words(words);
            format!(
                "`{index_word} {index}` runs over the arrays that the block subscripts with plain \
                 `{index}`, and these must all have one length; where they have not, say the \
                 range: `{index} {from} 0 {to} n-1`"
            )
        }
    }
}

impl Fault {
    /// The fault in words.
    pub fn diagnostic(&self, vocabulary: Vocabulary) -> Diagnostic {
        let message = self.kind.message(vocabulary);
        let mut diagnostic = Diagnostic::new(self.kind.code(), message, self.span, "");
        match &self.kind {
            FaultKind::LengthsDiffer {
                other,
                other_extent,
                other_span,
                why,
                ..
            } => {
                if *other_span != self.span {
                    let text = format!("{other} has {other_extent}");
                    diagnostic = diagnostic.label(*other_span, text);
                }
                diagnostic.help.push(one_length(why, vocabulary));
            }
            FaultKind::NeverWritten {
                what,
                class: Some(class),
                ..
            } => {
                diagnostic = diagnostic.note(class.sentence(what, vocabulary));
                if let ScalarClass::Shared(WhyShared::Declared(declared)) = class {
                    let shared = vocabulary.word(Concept::Shared);
                    let text = format!("`{what}` is declared `{shared}` here");
                    diagnostic = diagnostic.label(*declared, text);
                }
            }
            FaultKind::Deadlock { waits } => diagnostic = with_waits(diagnostic, waits),
            FaultKind::BarrierNotReached { block, .. } => {
                diagnostic =
                    diagnostic.label(*block, "a barrier waits for every processor of this block");
            }
            _ => {}
        }
        let cell = self.kind.cell().map(|(_, cell)| cell);
        diagnostic = self.trace.shown_in(diagnostic, cell.as_deref());
        diagnostic.help.extend(self.kind.help(vocabulary));
        diagnostic.processor.clone_from(&self.processor);
        diagnostic.step = Some(self.step);
        diagnostic
    }
}
