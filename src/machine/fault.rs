//! Faults of a run, and limits that it reached.

use thiserror::Error;

use super::fault_phrases::{
    assertion, bytes, many, never_comes, not_in_part, not_integral, over_iterations, over_work,
};
use super::generator::GeneratorError;
use super::network::fault::NetworkFault;
use super::trace::CallTrace;
use crate::code::control::Asserted;
use crate::machine::rules::model::WriteRule;
use crate::machine::time::deadlock::{WaitReport, in_a_ring};
use crate::program::{ArrayId, Constant, SameLength, ScalarClass};
use crate::source::Span;

/// What went wrong in a run, other than an illegal access.
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
    /// A generator that cannot produce a value.
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
        /// The operand of the logarithm, if the number is one.
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
        /// The array in its algorithm.
        id: ArrayId,
        /// The subscripts with their values.
        subscripts: String,
        /// How long it is: `8 elements (0 to 7)`.
        extent: String,
        /// The scalars from which the subscripts are computed, with their values.
        computed_from: Vec<(String, Constant)>,
    },
    /// A section that exceeds its array.
    #[error("{section} is [{places}] here and leaves {array}, which has {extent}")]
    SectionOutside {
        /// As written.
        section: String,
        /// The subscripts with their values.
        places: String,
        /// The array.
        array: String,
        /// How long it is.
        extent: String,
    },
    /// A section whose end is more than one below its start.
    #[error("{section} is reversed: its end lies {} below its start", below + 1)]
    ReversedSection {
        /// As written.
        section: String,
        /// How far its end lies below that of an empty section.
        below: u64,
    },
    /// A message outside of every block.
    #[error("processors exchange messages only inside a block")]
    MessageOutside,
    /// A fault that only a multicomputer has.
    #[error("{0}")]
    Network(Box<NetworkFault>),
    /// A cell or a scalar that was never written.
    #[error("{what} is read here, and was never written")]
    NeverWritten {
        /// `A[3]`, `x`
        what: String,
        /// The array or shared scalar in its algorithm.
        array: Option<ArrayId>,
        /// For a scalar: its class, and why.
        class: Option<ScalarClass>,
    },
    /// Arrays of different lengths where the same lengths are needed.
    #[error("{first} has {first_extent}, {other} has {other_extent}")]
    LengthsDiffer {
        first: String,
        /// Its extent.
        first_extent: String,
        /// Another.
        other: String,
        /// Its extent.
        other_extent: String,
        other_span: Span,
        /// Why the lengths must agree.
        why: SameLength,
    },
    /// An assertion that does not hold.
    #[error("{}", assertion(message.as_deref()))]
    Assertion {
        /// The message that the program gives for it.
        message: Option<String>,
        /// The sides of a comparison, with their values.
        sides: Vec<(Span, Constant)>,
    },
    /// A loop with more iterations than its assertion allows.
    #[error("{}", over_iterations(*iterations, *most))]
    TooManyIterations {
        /// The number of the iteration that starts, from 1.
        iterations: i64,
        /// The largest number allowed.
        most: i64,
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
    /// An algorithm that ends without its result.
    #[error("{algorithm} ended without a result, and its value is needed")]
    NoResult {
        /// The algorithm.
        algorithm: String,
    },
    /// A barrier that some processors never reach.
    #[error("{}", never_comes(absent, *more))]
    BarrierNotReached {
        /// The first few processors that do not reach it.
        absent: Vec<String>,
        /// How many more do not reach it.
        more: usize,
        /// The header of the block.
        block: Span,
    },
    /// Processors that wait for each other at barriers.
    #[error("processors wait for each other at barriers: {}", in_a_ring(waits))]
    Deadlock {
        /// Each waits for the next, the last for the first.
        waits: Vec<WaitReport>,
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
    /// A barrier whose time cannot be computed.
    #[error("B has no value, or a negative one, for {processors} processors")]
    NoBarrierTime {
        /// Number of processors.
        processors: u64,
    },
    #[error("the run reached its limit of {limit} steps")]
    TooManySteps {
        /// The limit.
        limit: u64,
    },
    #[error("{}", over_work(*done, *active, *limit))]
    TooMuchWork {
        /// The work of all previous steps.
        done: u64,
        /// The processors of the step that is not executed any more.
        active: u64,
        /// The limit.
        limit: u64,
    },
    #[error(
        "{what} would take {}, which is over the limit of {}",
        bytes(*needed),
        bytes(u128::from(*limit))
    )]
    TooMuchMemory {
        what: String,
        /// The amount in all.
        needed: u128,
        /// The limit.
        limit: u64,
    },
    /// Memory within the limit that the system refuses.
    #[error("{what} needs {} more, which the system refuses", bytes(*bytes_more))]
    MemoryRefused { what: String, bytes_more: u128 },
    #[error("the program prints more than {}", bytes(u128::from(*limit)))]
    TooMuchOutput {
        /// The limit.
        limit: u64,
    },
    #[error("this block asks for {} processors, which is over the limit of {limit}", many(*asked))]
    TooManyProcessors {
        /// The number asked for; the largest number of the type stands for all larger ones.
        asked: u128,
        /// The limit.
        limit: u64,
    },
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
    pub kind: FaultKind,
    pub span: Span,
    /// The processor as the user names it; `None` in sequential code.
    pub processor: Option<String>,
    /// Its place in the order of processors.
    pub path: Vec<u32>,
    /// The step, from 1; `None` on a multicomputer, which has none.
    pub step: Option<u64>,
    /// The calls around it.
    pub trace: CallTrace,
}

impl Asserted {
    /// The fault if the condition does not hold; the numbers in it are outputs of its kernel.
    pub(crate) fn failed(&self, output: impl Fn(usize) -> i64) -> FaultKind {
        match self {
            Self::Said { message, sides } => FaultKind::Assertion {
                message: message.clone(),
                sides: (sides.iter().enumerate())
                    .map(|(at, (span, ty))| (*span, Constant::from_word(output(at + 1), *ty)))
                    .collect(),
            },
            Self::Iterations => FaultKind::TooManyIterations {
                iterations: output(1),
                most: output(2),
            },
        }
    }
}
