//! Faults of a run, and limits that it reached: as data here, with their codes and places in `places`, and with
//! their words in a file of each language.

pub(crate) mod english;
pub mod extent;
mod memory_use;
mod places;

pub use memory_use::MemoryUse;

use super::generator::GeneratorError;
use super::network::fault::NetworkFault;
use super::trace::CallTrace;
use crate::code::control::Asserted;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::{Language, Voice};
use crate::machine::rules::model::WriteRule;
use crate::machine::simt::fault::KernelFault;
use crate::machine::time::deadlock::WaitReport;
use crate::program::{ArrayId, Constant, SameLength, ScalarClass};
use crate::source::Span;
use extent::{ArrayExtent, LengthOwner};

/// What a function needs of its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// `sqrt(x)`: x is not negative.
    NotNegative,
    /// `log(x)`, `ln(x)`: x is positive.
    Positive,
    /// `a^b` of ints: b is not negative.
    NoNegativePower,
    /// `a^b` of reals: a is not negative, or b is whole.
    WholePower,
    /// `a << b`, `bit(a, b)`: b is the number of a bit.
    BitNumber,
}

/// What went wrong in a run, other than an illegal access.
#[derive(Debug, Clone, PartialEq)]
pub enum FaultKind {
    /// A result outside its type.
    Overflow {
        /// The operation with its operands.
        what: String,
    },
    /// A real that no int is large enough for.
    NoInt {
        /// The real.
        value: f64,
    },
    /// Division by zero.
    DivisionByZero,
    /// A function outside its domain.
    Domain {
        /// The operation with its operands.
        what: String,
        /// What its operands have to be.
        needs: Needs,
    },
    /// A rule for concurrent writes that has no meaning on reals.
    CombinesReals {
        /// The rule.
        rule: WriteRule,
        /// Where processors met.
        array: String,
    },
    /// A generator that cannot produce a value.
    Generator {
        /// Why.
        error: GeneratorError,
    },
    /// A real that had to be whole.
    NotIntegral {
        /// The value.
        value: f64,
        /// The operand of the logarithm, if the number is one.
        logarithm_of: Option<f64>,
    },
    /// An int used as a truth value.
    NotTruth {
        /// The value.
        value: i64,
    },
    /// A subscript outside its array.
    OutOfBounds {
        /// The array.
        array: String,
        /// The array in its algorithm.
        id: ArrayId,
        /// The subscripts with their values.
        subscripts: String,
        /// How long it is.
        extent: ArrayExtent,
        /// The scalars from which the subscripts are computed, with their values.
        computed_from: Vec<(String, Constant)>,
    },
    /// A section that exceeds its array.
    SectionOutside {
        /// As written.
        section: String,
        /// The subscripts with their values.
        places: String,
        /// The array.
        array: String,
        /// How long it is.
        extent: ArrayExtent,
    },
    /// A section whose end is more than one below its start.
    ReversedSection {
        /// As written.
        section: String,
        /// How far its end lies below that of an empty section.
        below: u64,
    },
    /// A message outside of every block.
    MessageOutside,
    /// A fault that only a multicomputer has.
    Network(Box<NetworkFault>),
    /// A fault that only a kernel has.
    Kernel(Box<KernelFault>),
    /// A cell or a scalar that was never written.
    NeverWritten {
        /// `A[3]`, `x`
        what: String,
        /// The array or shared scalar in its algorithm.
        array: Option<ArrayId>,
        /// For a scalar: its class, and why.
        class: Option<ScalarClass>,
    },
    /// Arrays of different lengths where the same lengths are needed.
    LengthsDiffer {
        first: String,
        /// How long it is.
        first_extent: ArrayExtent,
        /// What has another length.
        other: LengthOwner,
        /// How long that is.
        other_extent: ArrayExtent,
        other_span: Span,
        /// Why the lengths must agree.
        why: SameLength,
    },
    /// An assertion that does not hold.
    Assertion {
        /// The message that the program gives for it.
        message: Option<String>,
        /// The sides of a comparison, with their values.
        sides: Vec<(Span, Constant)>,
    },
    /// A loop with more iterations than its assertion allows.
    TooManyIterations {
        /// The number of the iteration that starts, from 1.
        iterations: i64,
        /// The largest number allowed.
        most: i64,
    },
    /// A negative length.
    BadLength {
        /// The array.
        array: String,
        /// The length.
        length: i64,
    },
    /// A range that would never end.
    ZeroStride,
    /// An algorithm that ends without its result.
    NoResult {
        /// The algorithm.
        algorithm: String,
    },
    /// A barrier that some processors never reach.
    BarrierNotReached {
        /// The first few processors that do not reach it.
        absent: Vec<String>,
        /// How many more do not reach it.
        more: usize,
        /// The header of the block.
        block: Span,
    },
    /// Processors that wait for each other at barriers.
    Deadlock {
        /// Each waits for the next, the last for the first.
        waits: Vec<WaitReport>,
    },
    /// A barrier of a part of the block to which the processor does not belong.
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
    NestedInNative,
    /// A barrier whose time cannot be computed.
    NoBarrierTime {
        /// Number of processors.
        processors: u64,
    },
    TooManySteps {
        /// The limit.
        limit: u64,
    },
    TooMuchWork {
        /// The work of all previous steps.
        done: u64,
        /// The processors of the step that is not executed any more.
        active: u64,
        /// The limit.
        limit: u64,
    },
    TooMuchMemory {
        what: MemoryUse,
        /// The amount in all.
        needed: u128,
        /// The limit.
        limit: u64,
    },
    /// Memory within the limit that the system refuses.
    MemoryRefused { what: MemoryUse, bytes_more: u128 },
    TooMuchOutput {
        /// The limit.
        limit: u64,
    },
    TooManyProcessors {
        /// The number asked for; the largest number of the type stands for all larger ones.
        asked: u128,
        /// The limit.
        limit: u64,
    },
    TooDeep {
        /// The limit.
        limit: u32,
        /// The algorithm called.
        algorithm: String,
    },
    /// Ctrl-C.
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

impl FaultKind {
    /// The row of the catalogue.
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Overflow { .. } | Self::NoInt { .. } => Code::Overflow,
            Self::DivisionByZero => Code::DivisionByZero,
            Self::Domain { .. } | Self::CombinesReals { .. } | Self::Generator { .. } => {
                Code::OutsideDomain
            }
            Self::NotIntegral { .. } => Code::NotIntegral,
            Self::NotTruth { .. } => Code::NotTruth,
            Self::OutOfBounds { .. }
            | Self::SectionOutside { .. }
            | Self::ReversedSection { .. } => Code::OutOfBounds,
            Self::MessageOutside => Code::Misplaced,
            Self::Network(fault) => fault.code(),
            Self::Kernel(fault) => fault.code(),
            Self::NeverWritten { .. } => Code::NeverWritten,
            Self::LengthsDiffer { .. } => Code::LengthsDiffer,
            Self::Assertion { .. } => Code::AssertionFailed,
            Self::TooManyIterations { .. } => Code::ClaimFailed,
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

    /// The message, in one sentence.
    pub fn message(&self, voice: Voice) -> String {
        match voice.language {
            Language::English | Language::Croatian => english::message(self, voice.vocabulary),
        }
    }
}

impl Fault {
    /// The fault in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self, voice.vocabulary),
        };
        let cell = self.kind.cell().map(|(_, cell)| cell);
        let words = words.and(self.trace.words(cell.as_deref(), voice));
        let places = places::of(self).and(self.trace.places());
        let mut diagnostic = places.with(words);
        diagnostic.processor.clone_from(&self.processor);
        diagnostic.step = self.step;
        diagnostic
    }
}
