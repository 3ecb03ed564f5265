//! Why an option does not accept a value, as data.

mod english;

use std::error::Error;
use std::fmt;

use crate::language::{Language, Voice};
use crate::network::DecimalError;

/// Why a text is no value of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueProblem {
    /// An integer with more than 64 bits.
    TooLong(String),
    /// Not a whole number.
    NotWhole(String),
    /// An expression that cannot be evaluated, with the sentence that says why.
    Expression(String),
    /// A negative count.
    Negative(i64),
    /// No time of a network.
    Time(DecimalError),
    /// More than the option allows.
    TooMuch(u64),
    /// A machine without processors.
    NoProcessor,
    /// A global access that takes no time.
    NoDelay,
    /// No thread.
    NoThread,
    /// A size that is never run.
    NoRepeat,
    /// No efficiency.
    Efficiency,
    /// A number with a unit of memory that is no amount of it.
    Memory {
        /// The text.
        text: String,
        /// Whether the number before the unit is in doubt.
        is_number: bool,
    },
    /// More memory than 64 bits can count.
    MemoryTooLong(String),
    /// No cells of an array.
    Cells(String),
    /// No steps.
    Steps(String),
    /// None of the words that the option has.
    NotOneOf(Vec<&'static str>),
    /// No machine has this name.
    Machine(String),
    /// A machine that is no network, with sizes.
    NoSizes(String),
    /// A size that the network cannot have.
    Size {
        /// The size.
        size: u64,
        /// The least that it can have.
        least: u32,
        /// The greatest.
        most: u32,
    },
    /// No model has this name.
    Model,
    /// A number of a GPU that is out of its range: its name.
    Gpu(&'static str),
    /// Not the four numbers of a unit's residency.
    Residency,
    /// No order of asynchronous processors.
    Order,
    /// No pace of an asynchronous processor.
    Pace(String),
    /// No truth value.
    Truth,
}

impl ValueProblem {
    /// The sentence, without a full stop.
    pub fn sentence(&self, voice: Voice) -> String {
        match voice.language {
            Language::English | Language::Croatian => english::sentence(self),
        }
    }
}

/// For the library that reads the command line.
impl fmt::Display for ValueProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.sentence(Voice::default()))
    }
}

impl Error for ValueProblem {}
