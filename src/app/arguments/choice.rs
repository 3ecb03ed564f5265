//! Options that take one of a few words.

use clap::ValueEnum;

use crate::engine::tuning::SubscriptTests;
use crate::machine::configuration::{Branches, OnViolation};
use crate::machine::rules::model::Simultaneity;
use crate::network;
use crate::pipeline::network::Collectives;
use crate::syntax::ast::Unit;
use crate::syntax::formatter::Vocabulary;

/// How a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For the terminal, with small plots
    Text,
    /// Markdown
    Md,
    /// One page with plots, which needs no network
    Html,
    /// A file that compiles as it is, with booktabs tables and pgfplots
    Latex,
    /// The measured series; in a folder every table
    Csv,
    /// One JSON object
    Json,
}

impl ReportFormat {
    /// Whether it is read by programs rather than by people.
    pub fn is_data(self) -> bool {
        matches!(self, Self::Csv | Self::Json)
    }
}

/// How a derivation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeriveFormat {
    /// For the terminal
    Text,
    /// Markdown with a table for each measure
    Md,
    /// One self-contained page, formulas beside the listing
    Html,
    /// A file that compiles as it is, with aligned equations
    Latex,
    /// One JSON object
    Json,
}

/// What is derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MeasureChoice {
    /// Time
    #[value(name = "T")]
    Time,
    /// Work
    #[value(name = "W")]
    Work,
    /// Cost, p·T
    #[value(name = "C")]
    Cost,
    /// Processors
    #[value(name = "p")]
    Processors,
}

/// The spellings of [`Simultaneity`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SimultaneityChoice {
    /// All reads of a step are one moment, and all its writes another
    Step,
    /// The k-th read of one processor meets only the k-th reads of the others
    Access,
}

impl From<SimultaneityChoice> for Simultaneity {
    fn from(choice: SimultaneityChoice) -> Self {
        match choice {
            SimultaneityChoice::Step => Self::Step,
            SimultaneityChoice::Access => Self::Access,
        }
    }
}

/// The spellings of [`Branches`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BranchesChoice {
    /// Side by side, step beside step
    Mimd,
    /// One after the other
    Simd,
}

impl From<BranchesChoice> for Branches {
    fn from(choice: BranchesChoice) -> Self {
        match choice {
            BranchesChoice::Mimd => Self::Mimd,
            BranchesChoice::Simd => Self::Simd,
        }
    }
}

/// The spellings of [`OnViolation`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnViolationChoice {
    /// End the run
    Stop,
    /// Record it and go on
    Continue,
}

impl From<OnViolationChoice> for OnViolation {
    fn from(choice: OnViolationChoice) -> Self {
        match choice {
            OnViolationChoice::Stop => Self::Stop,
            OnViolationChoice::Continue => Self::Continue,
        }
    }
}

/// Whether the subscripts of an access are tested before its cells are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SubscriptTestsChoice {
    /// Check what the subscripts leave open
    On,
    /// Check everything
    Off,
}

impl From<SubscriptTestsChoice> for SubscriptTests {
    fn from(choice: SubscriptTestsChoice) -> Self {
        match choice {
            SubscriptTestsChoice::On => Self::On,
            SubscriptTestsChoice::Off => Self::Off,
        }
    }
}

/// The spellings of [`Unit`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UnitChoice {
    /// Executions of bodies that access shared memory
    Rounds,
    /// Statements
    Steps,
    /// Reads, operators, writes
    Instructions,
}

impl From<UnitChoice> for Unit {
    fn from(choice: UnitChoice) -> Self {
        match choice {
            UnitChoice::Rounds => Self::Rounds,
            UnitChoice::Steps => Self::Steps,
            UnitChoice::Instructions => Self::Instructions,
        }
    }
}

/// The spellings of [`Vocabulary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VocabularyChoice {
    /// Croatian
    Hr,
    /// English
    En,
}

impl From<VocabularyChoice> for Vocabulary {
    fn from(choice: VocabularyChoice) -> Self {
        match choice {
            VocabularyChoice::Hr => Self::Croatian,
            VocabularyChoice::En => Self::English,
        }
    }
}

/// The spellings of [`network::Routing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RoutingChoice {
    /// The words of a message follow its header through the switches at once
    #[value(name = "cut_through", alias = "prosljedi")]
    CutThrough,
    /// Each switch passes a message on when it holds all of it
    #[value(name = "store_and_forward", alias = "pohrani")]
    StoreAndForward,
}

impl From<RoutingChoice> for network::Routing {
    fn from(choice: RoutingChoice) -> Self {
        match choice {
            RoutingChoice::CutThrough => Self::CutThrough,
            RoutingChoice::StoreAndForward => Self::StoreAndForward,
        }
    }
}

/// The spellings of [`network::Ports`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PortsChoice {
    /// A processor sends one message at a time, and receives one
    #[value(alias = "jedan")]
    One,
    /// It sends and receives one at a time on each of its links
    #[value(alias = "svi")]
    All,
}

impl From<PortsChoice> for network::Ports {
    fn from(choice: PortsChoice) -> Self {
        match choice {
            PortsChoice::One => Self::One,
            PortsChoice::All => Self::All,
        }
    }
}

/// The spellings of [`network::Duplex`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DuplexChoice {
    /// A link works in both directions at once
    #[value(alias = "puni")]
    Full,
    /// It works in one direction at a time
    #[value(alias = "polu")]
    Half,
}

impl From<DuplexChoice> for network::Duplex {
    fn from(choice: DuplexChoice) -> Self {
        match choice {
            DuplexChoice::Full => Self::Full,
            DuplexChoice::Half => Self::Half,
        }
    }
}

/// The spellings of [`Collectives`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CollectivesChoice {
    /// A processor goes on as soon as the algorithm lets it
    #[value(alias = "asinkrono")]
    Async,
    /// Each call waits first until all processors have come to it, which takes no time; programs that
    /// rely on anything else end in a deadlock
    #[value(alias = "sinkrono")]
    Sync,
}

impl From<CollectivesChoice> for Collectives {
    fn from(choice: CollectivesChoice) -> Self {
        match choice {
            CollectivesChoice::Async => Self::Asynchronous,
            CollectivesChoice::Sync => Self::Synchronous,
        }
    }
}

/// The spellings of [`network::Sending`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SendingChoice {
    /// A sender goes on when its message has left; it is kept for the receiver
    #[value(alias = "spremnik")]
    Buffered,
    /// A message leaves when its receiver waits for it, and the sender waits for its arrival
    #[value(alias = "sinkrono")]
    Sync,
}

impl From<SendingChoice> for network::Sending {
    fn from(choice: SendingChoice) -> Self {
        match choice {
            SendingChoice::Buffered => Self::Buffered,
            SendingChoice::Sync => Self::Synchronous,
        }
    }
}
