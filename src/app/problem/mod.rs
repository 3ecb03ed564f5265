//! What is wrong with a command line and with the files that it names, apart from the program itself.

mod code;
mod english;
mod file;
mod mistake;

pub use file::{DiskProblem, FileContents, why_not_written};
pub use mistake::{Mistake, NoSuchOption};

use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::{Language, Voice};
use crate::pipeline::machine::RunForm;
use crate::session::command::JumpTarget;

/// What is wrong with a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandProblem {
    /// `pram explain E0999`
    UnknownCode {
        /// As written.
        written: String,
        /// The codes that are probably meant.
        near: Vec<Code>,
    },
    /// `pram man NAME` of no command.
    NoManual {
        /// As written.
        name: String,
        /// All commands.
        commands: Vec<String>,
    },
    /// `pram programs NAME` of no program.
    NoSuchProgram {
        /// As written.
        name: String,
        /// The program that is probably meant.
        meant: Option<String>,
    },
    /// `pram watch -`
    WatchedInput,
    /// An input for a run that was recorded.
    InputOfRecording {
        /// As written.
        input: String,
    },
    /// An option for a run that was recorded.
    OptionOfRecording {
        /// As written.
        option: String,
    },
    /// A trace without the command that recorded it.
    NoCommandInTrace {
        /// The file.
        trace: String,
    },
    /// `--at` with no place of a run.
    NoPlace {
        /// As written.
        place: String,
    },
    /// Both the program and the commands come from standard input.
    SharedInput,
    /// An option of `pram run` on a command that goes step by step.
    OfWholeRuns {
        /// Which.
        option: OfWholeRuns,
        /// The program.
        file: String,
    },
    /// `--steps` for a page or a trace.
    StepsOfPage,
    /// `--cells` outside of an array.
    CellsOutside {
        /// The array.
        array: String,
        /// The first and the last cell.
        cells: [usize; 2],
        /// How many cells the array has.
        length: usize,
    },
    /// `--cells` of an array that the run has not.
    NoSuchArray {
        /// The array.
        array: String,
        /// Those that it has.
        known: Vec<String>,
    },
    /// A figure that cannot be drawn.
    NotDrawn {
        /// Why.
        reason: String,
    },
    /// An output whose name says no format.
    NoKind {
        /// The file.
        name: String,
    },
    /// A folder of programs, and what is about one of them.
    OfOneProgram {
        /// What.
        what: OfOneProgram,
        /// The folder.
        folder: String,
    },
    /// An assumption that is none.
    NoAssumption {
        /// As written.
        written: String,
    },
    /// Assumptions that no size meets.
    ImpossibleAssumptions {
        /// As written.
        written: Vec<String>,
    },
    /// `--short` or `--author` of data.
    PageOfData {
        /// The option.
        option: &'static str,
    },
    /// A report of no program.
    NoProgram,
    /// A report of no sizes.
    NoSizes {
        /// The first program.
        file: String,
    },
    /// A report whose name says no format.
    NoFormat {
        /// The file.
        name: String,
    },
    /// `--include-dir` of no folder.
    NoFolder {
        /// As written.
        folder: String,
    },
    /// A word that is no `NAME=VALUE`.
    NoAssignment {
        /// As written.
        word: String,
        /// What values are given to.
        given: AssignmentKind,
    },
    /// `n = 16`
    BlanksAroundEquals {
        /// The name.
        name: String,
        /// The value.
        value: String,
        /// How it is written.
        assignment: String,
        /// What values are given to.
        given: AssignmentKind,
    },
    /// A second program.
    SecondProgram {
        /// As written.
        word: String,
        /// What values are given to.
        given: AssignmentKind,
    },
    /// An option that the machine of the run does not have.
    NoEffect {
        /// The option.
        option: String,
        /// What the runs consist of that it is about.
        forms: &'static [RunForm],
        /// The machine of the run.
        machine: &'static str,
    },
    /// A port that cannot be opened.
    Port {
        /// Which.
        port: u16,
        /// Why.
        error: String,
    },
    /// `pram play NAME` of no program that comes with pram.
    NotPlayed {
        /// As written.
        program: String,
    },
}

/// What values are given to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignmentKind {
    /// Inputs: `n=16`.
    Inputs,
    /// What a report varies: `n=2^4..2^10`.
    Sizes,
}

/// An option that is about a whole run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfWholeRuns {
    /// `--schedule`
    Schedule,
    /// `--explore`
    Explore,
    /// `--strict`
    Strict,
    /// `--trace`
    Trace,
    /// `--topology`
    Topology,
    /// `--sections`
    Sections,
    /// `--quiet`
    Quiet,
    /// `--format`
    Format,
}

/// What is about one program, and not about a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfOneProgram {
    /// `n=8`, as written.
    Input(String),
    /// `--entry`
    Entry,
    /// `--steps`
    Steps,
    /// The name of one file.
    Output(String),
}

impl CommandProblem {
    /// The problem in words.
    pub fn diagnostic(&self) -> Diagnostic {
        let voice = Voice::default();
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self),
        };
        Places::nowhere(code::of(self)).with(words)
    }
}

/// The places at which a session may begin, for messages.
fn known_places() -> String {
    JumpTarget::known(|place| {
        if place.contains(' ') {
            format!("--at '{place}'")
        } else {
            format!("--at {place}")
        }
    })
}
