//! What is wrong with the options of a report.

mod english;
mod places;

use super::role::Role;
use crate::diagnostic::Diagnostic;
use crate::language::{Language, Voice};
use crate::network::{Decimal, DecimalError};
use crate::pipeline::inputs::Assignment;
use crate::pipeline::value_problem::ValueProblem;
use crate::quantity::Unit;
use crate::result::study::SizeValue;

/// What is wrong with an option, or why there is no report.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum OptionProblem {
    /// No `--vary`.
    NothingVaries,
    /// More names vary than can, times of the machine counted.
    TooManyNames { count: usize, most: usize },
    /// More inputs and processors vary than can.
    TooManySizeNames { count: usize, most: usize },
    /// `--vary n=1 --vary n=2`
    VariesTwice { name: String },
    /// The same of a time of the machine.
    TimeVariesTwice { name: String },
    /// `--vary n=1,2 n=3`
    VariesAndGiven { name: String, value: String },
    /// More sizes, of all names together, than are run.
    TooManySizes { count: usize, most: usize },
    /// `--vary A=8` of an array, perhaps of this length.
    ArrayVaries {
        name: String,
        length: Option<String>,
    },
    /// `--vary d=8` on a synchronous PRAM.
    NoSuchTime { name: String, role: Role },
    /// A decimal for what takes whole numbers.
    NotWhole { name: String, value: SizeValue },
    /// A value that a parameter of the machine cannot have.
    OutOfRange {
        name: String,
        value: SizeValue,
        role: Role,
        /// The largest that it can have.
        most: i64,
    },
    /// A value that a number of a GPU cannot have, with the condition that it breaks.
    BadGpuNumber { needs: ValueProblem },
    /// Sizes that cannot be read.
    BadSizes { vary: Assignment, why: BadSizes },
    /// `--efficiency 2`
    BadEfficiency(f64),
    /// No program at all.
    NoProgram,
    /// A unit in which a multicomputer does not count.
    NoUnit(Unit),
    /// SU twice in one unit.
    TwoFormulas(Unit),
    /// A formula that names what is no input.
    UnknownName {
        option: &'static str,
        text: String,
        name: String,
        known: Vec<String>,
    },
    /// SU that is negative at some sizes.
    NegativeTime {
        text: String,
        value: f64,
        sizes: Vec<String>,
    },
    /// `--sequential 'turns = n'`
    UnknownUnit {
        text: String,
        name: String,
        /// Whether the machine has one unit without a name.
        has_one: bool,
    },
    /// `--model-formula 'S = n'`
    UnknownMeasure { text: String, name: String },
    /// Times that cannot be counted.
    TimesTooLong,
    /// A cost that cannot be counted.
    CostTooLarge,
    /// Ctrl-C before any size had run.
    Interrupted,
    /// Ctrl-C while one ran.
    RunInterrupted,
}

/// Why sizes cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum BadSizes {
    /// More digits after the point than are taken.
    TooManyDigits { digits: u32, most: u32 },
    /// More sizes than are run.
    TooMany { most: usize },
    /// None at all.
    Empty,
    /// `4-10`, with what stands on both sides.
    Negative { text: String, bounds: [String; 2] },
    /// A factor that is not whole.
    Factor(Decimal),
    /// A size that 64 bits do not hold.
    TooLarge(Decimal),
    /// A stride that is not above 0.
    Stride(SizeValue),
    /// Powers that do not grow.
    DoesNotGrow,
    /// What is no number.
    NoSize { text: String, why: Option<NoSize> },
}

/// Why a text is no size.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NoSize {
    /// Its value; with the message that says so.
    NoValue(String),
    /// It is too long for a decimal.
    NoDecimal(DecimalError),
}

impl OptionProblem {
    /// The problem in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self, voice.vocabulary),
        };
        places::of(self).with(words)
    }

    /// The problem in words that name no keyword.
    pub fn refused(&self) -> Vec<Diagnostic> {
        vec![self.diagnostic(Voice::default())]
    }
}
