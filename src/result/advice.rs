//! How an illegal run could be repeated so that it is legal: what was tried.

use crate::machine::rules::model::Model;
use crate::machine::rules::races::Race;

/// The command that led to a run, so that a message can say how to repeat it otherwise.
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
    /// The run was on the asynchronous PRAM, and its synchronous blocks were adapted to it.
    pub asynchronous: bool,
    /// The same program on a model that allows all its accesses; none where none was found.
    pub model: Option<Trial>,
    /// Updates that get lost on a model that allows all accesses: it is no way out.
    pub lost: Option<LostUpdates>,
    /// Taken access by access, the whole run is legal on its own model.
    pub by_access: bool,
    /// On the asynchronous PRAM: a race that is one under apram-cr, too, which allows several
    /// processors to read a cell that none writes in the section.
    pub wider_race: Option<Race>,
}

/// Updates of a cell that get lost on a model that allows every access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostUpdates {
    /// The model.
    pub model: Model,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The step, from 1.
    pub step: u64,
    /// Where statements read the cell that they write. None where the values may come from there in
    /// another way, which no rule about the text can tell.
    pub sure: Option<UpdatedTogether>,
}

/// Processors that update one cell in one step, each from its old value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdatedTogether {
    /// How many.
    pub processors: u64,
    /// The statement that writes the part of one processor alone, where that is known: `s = A[i]`.
    pub instead: Option<String>,
    /// The rule that combines the parts as the updates would, if there is one: `sum`.
    pub rule: Option<&'static str>,
}

/// A run that was tried with other options.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The options that differ.
    pub options: Vec<(&'static str, String)>,
    /// The synchronous model; none on the asynchronous PRAM.
    pub model: Option<Model>,
    /// What became of it.
    pub ending: TrialEnding,
}

/// How a run that was tried ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrialEnding {
    /// It came to its end, and no access was illegal.
    Legal,
    /// No access was illegal until a fault or a limit ended it.
    Failed {
        /// Its code.
        code: String,
        /// What happened.
        message: String,
    },
    /// It came to its end and no access was illegal, but a claim of the file fails.
    FailsClaim(String),
    /// No access was illegal for as long as it was tried.
    Unfinished,
}
