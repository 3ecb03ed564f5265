//! Options that take one of a few words.

use clap::ValueEnum;

use crate::engine::tuning::SubscriptTests;
use crate::machine::configuration::{Branches, OnViolation};
use crate::machine::rules::model::Simultaneity;
use crate::pipeline::machine::MachineKind;
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

/// The machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MachineChoice {
    /// Synchronous: every step reads, computes, writes
    Pram,
    /// Asynchronous: everyone at their own pace from barrier to barrier; needs --d and --B
    Apram,
}

impl From<MachineChoice> for MachineKind {
    fn from(choice: MachineChoice) -> Self {
        match choice {
            MachineChoice::Pram => Self::Pram,
            MachineChoice::Apram => Self::Apram,
        }
    }
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
