//! What the command line says of the exercises.

use std::path::PathBuf;

use clap::Args;

use super::{VOCABULARIES, VocabularyChoice};

/// `pram learn`
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[derive(Debug, Args)]
pub struct LearnArguments {
    /// The folder of your attempts and your progress
    #[arg(default_value = "pram-exercises")]
    pub folder: PathBuf,

    /// The vocabulary of the exercises
    ///
    /// The vocabulary of the exercises and solutions: hr for Croatian (paralelno), en for English
    /// (parallel). The folder remembers it. Without the option, `pram learn` asks once, on a
    /// terminal; elsewhere the exercises are in English.
    #[arg(long, value_enum, value_name = VOCABULARIES, hide_possible_values = true)]
    pub vocabulary: Option<VocabularyChoice>,

    /// List the exercises and which of them are solved
    #[arg(long, group = "action")]
    pub list: bool,

    /// Check the attempt once; exit status 1 where it is not solved
    #[arg(long, group = "action")]
    pub check: bool,

    /// Give one more hint
    #[arg(long, group = "action")]
    pub hint: bool,

    /// Go on to the next exercise, if this one is solved
    #[arg(long, group = "action")]
    pub next: bool,

    /// Go on to the next exercise, solved or not
    #[arg(long, group = "action")]
    pub skip: bool,

    /// Print a solution
    #[arg(long, group = "action")]
    pub solution: bool,

    /// Begin this exercise again; your attempt is kept next to it
    #[arg(long, group = "action")]
    pub reset: bool,
}

/// One thing to do, instead of waiting for the file to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnAction {
    /// Lists the exercises.
    List,
    /// Checks the attempt.
    Check,
    /// Gives a hint.
    Hint,
    /// Goes on.
    Next,
    /// Goes on, whatever the attempt does.
    Skip,
    /// Shows a solution.
    Solution,
    /// Gives the starter again.
    Reset,
}

impl LearnArguments {
    /// What is asked for; none to go through the exercises.
    pub fn action(&self) -> Option<LearnAction> {
        let all = [
            (self.list, LearnAction::List),
            (self.check, LearnAction::Check),
            (self.hint, LearnAction::Hint),
            (self.next, LearnAction::Next),
            (self.skip, LearnAction::Skip),
            (self.solution, LearnAction::Solution),
            (self.reset, LearnAction::Reset),
        ];
        let asked = all.into_iter().find(|(is_asked, _)| *is_asked);
        asked.map(|(_, action)| action)
    }
}
