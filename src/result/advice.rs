//! How an illegal run could be repeated legally, as found by trials.

use crate::machine::rules::model::Model;
use crate::machine::rules::races::Race;

/// The command of a run, from which a message says how to repeat it in another way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunCommand {
    /// The words after the program's name, as the user gave them.
    pub words: Vec<String>,
}

/// What would make an illegal run legal, as far as it was tried.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Advice {
    /// The command of the run.
    pub command: RunCommand,
    /// Whether the run was on the asynchronous PRAM, to which its synchronous blocks were adapted.
    pub asynchronous: bool,
    /// A model that allows all accesses of the program; `None` if none was found.
    pub model: Option<Trial>,
    /// Updates that are lost on a model that allows all accesses, which is therefore no solution.
    pub lost: Option<LostUpdates>,
    /// Whether the whole run is legal on its own model with simultaneity per access.
    pub by_access: bool,
    /// On the asynchronous PRAM: a race that remains one under apram-cr, which allows several processors
    /// to read a cell that none writes in the section.
    pub wider_race: Option<Race>,
}

/// Updates of a cell that are lost on a model that allows every access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostUpdates {
    /// The model.
    pub model: Model,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The step, from 1.
    pub step: u64,
    /// The updates, if statements read the cell that they write. `None` if the values may come from
    /// there in another way, which the text does not show.
    pub certain: Option<UpdatedTogether>,
}

/// Processors that update one cell in one step, each from its old value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdatedTogether {
    /// The number of processors.
    pub processors: u64,
    /// The statement that writes the part of one processor alone, if it is known: `s = A[i]`.
    pub instead: Option<String>,
    /// The rule that combines the parts as the updates would, if there is one: `sum`.
    pub rule: Option<&'static str>,
}

/// A run that was tried with other options.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The options that differ.
    pub options: Vec<(&'static str, String)>,
    /// The synchronous model; `None` on the asynchronous PRAM.
    pub model: Option<Model>,
    /// How the run ended.
    pub ending: TrialEnding,
}

/// How a run that was tried ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrialEnding {
    /// It reached its end, and no access was illegal.
    Legal,
    /// No access was illegal until a fault or a limit ended it.
    Failed {
        /// Its code.
        code: String,
        /// The message of the fault.
        message: String,
    },
    /// It reached its end and no access was illegal, but a claim of the file fails.
    FailsClaim(String),
    /// No access was illegal for as long as it was tried.
    Unfinished,
}
