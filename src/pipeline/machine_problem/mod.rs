//! What is wrong with the machine that the command line or the file asks for.

mod english;
mod places;

use super::machine::AskedMachine;
use super::network::NetworkName;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::{Language, Voice};
use crate::network::{DecimalError, ParametersError, TopologyError};
use crate::program::Constant;
use crate::result::model::MachineModel;
use crate::source::Span;

/// What is wrong with a machine.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum MachineProblem {
    /// A second `stroj`.
    SecondMachine { first: Span, second: Span },
    /// `stroj CREW(p = 2, p = 3)`
    GivenTwice {
        name: String,
        first: Span,
        second: Span,
    },
    /// `--machine` and `--model` ask for different machines.
    Contradiction {
        asked: AskedMachine,
        model: MachineModel,
    },
    /// `stroj CREV`
    UnknownMachine {
        name: String,
        /// The machine that may be meant.
        meant: Option<String>,
        span: Span,
    },
    /// `stroj CREW(4)`
    NoSize {
        /// The value.
        span: Span,
        /// The name of the machine.
        machine: String,
    },
    /// `stroj CREW(q = 4)`
    UnknownParameter { name: String, span: Span },
    /// `stroj CREW(p = 0)`
    NoNumberOfProcessors { span: Span },
    /// Sizes of a network that has one.
    SeveralSizes { network: NetworkName, count: usize },
    /// A second size in the file, of a network that has one.
    SecondSize { network: NetworkName, span: Span },
    /// A size that is none, or too large.
    BadSize {
        span: Span,
        /// The smallest size.
        least: u32,
        /// Whether it is one.
        is_too_large: bool,
    },
    /// Sizes that make another number of processors than p.
    OtherProcessors {
        /// By the sizes.
        of_sizes: u64,
        /// p.
        asked: u64,
        /// The machine of the file, where that says both.
        machine: Option<Span>,
    },
    /// There is no such network.
    NoTopology {
        error: TopologyError,
        /// The machine of the file, where that asks for it.
        machine: Option<Span>,
    },
    /// A network without a number of processors.
    NoProcessors {
        /// The machine of the file.
        machine: Option<Span>,
        /// The network that it names.
        network: Option<String>,
    },
    /// A network without some of its times.
    NoTimes {
        /// Their names.
        missing: Vec<&'static str>,
        /// The machine of the file, and its name.
        machine: Option<(Span, String)>,
    },
    /// Times that differ too much to be added up exactly.
    TimesApart {
        error: ParametersError,
        /// The machine of the file.
        machine: Option<Span>,
    },
    /// `t_s = 1/3`
    BadTime {
        name: String,
        error: DecimalError,
        span: Span,
    },
    /// `routing = fast`
    UnknownValue {
        /// The option.
        name: String,
        span: Span,
        /// Its values.
        known: Vec<&'static str>,
    },
    /// A parameter that networks do not have.
    UnknownNetworkParameter {
        name: String,
        span: Span,
        network: NetworkName,
    },
    /// `stroj gpu(w = 3)`
    BadGpuNumber {
        /// What it has to be.
        needs: String,
        span: Span,
    },
    /// `stroj gpu(z = 3)`
    UnknownGpuParameter { name: String, span: Span },
    /// `stroj apram(d = 0)`
    NoDelay { span: Span },
    /// The asynchronous PRAM without one of its times, or without both.
    NoParameters {
        has_delay: bool,
        has_barrier: bool,
        /// The machine of the file, where that asks for it.
        machine: Option<Span>,
    },
    /// B depends on p, which has no value.
    BarrierOfProcessors { formula: Span },
    /// B is no time.
    BadBarrier {
        formula: Span,
        /// That of what gives it: the command line or the file.
        code: Code,
        why: BadBarrier,
        /// p, where it has a value.
        processors: Option<Constant>,
    },
}

/// Why the time of a barrier is none.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum BadBarrier {
    /// Its formula has no value; with the message that says why.
    NoValue(Option<String>),
    /// It is more than this.
    TooLong(f64),
    /// It is negative.
    Negative(f64),
}

impl MachineProblem {
    /// The problem in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self, voice.vocabulary),
        };
        places::of(self).with(words)
    }
}
