//! Options that take one of a few words.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::quantity::Unit;
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
    /// One self-contained page, formulas next to the listing
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

/// The spellings of [`Vocabulary`]; the default is its default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VocabularyChoice {
    /// Croatian
    Hr,
    /// English
    #[default]
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
