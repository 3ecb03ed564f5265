//! Words that are no command line.

use super::english;
use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::{Language, Voice};

/// Why words are no command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mistake {
    /// A word that no option or argument of the command takes.
    Unknown {
        /// The command: `pram run`.
        command: String,
        /// As written.
        written: String,
        /// What to write.
        instead: NoSuchOption,
    },
    /// An option or an argument without its value.
    NoValue {
        /// The option.
        option: String,
        /// How the option is written; none for an argument.
        written: Option<String>,
        /// The values that it takes, if they are few.
        choices: Vec<String>,
    },
    /// A value that is none of a few.
    NoChoice {
        /// The option.
        option: String,
        /// As written.
        value: String,
        /// The values that it takes.
        choices: Vec<String>,
        /// The value that is probably meant.
        meant: Option<String>,
    },
    /// Another value that an option does not take.
    WrongValue {
        /// The option.
        option: String,
        /// As written.
        value: String,
        /// Why.
        reason: String,
    },
    /// A flag with a value.
    ValueOfFlag {
        /// The flag.
        option: String,
    },
    /// A command without what it needs.
    Incomplete {
        /// The command.
        command: String,
        /// What it needs.
        needed: Vec<String>,
        /// How it is written.
        usage: String,
    },
    /// An option that is given twice.
    Twice {
        /// The option.
        option: String,
    },
    /// Options that exclude each other.
    Excluded {
        /// One of them.
        option: String,
        /// The others.
        others: Vec<String>,
    },
    /// A program in the place of a command.
    IsProgram {
        /// As written.
        word: String,
        /// The command that runs it.
        command: String,
    },
    /// A command that does not exist.
    NoCommand {
        /// As written.
        word: String,
        /// The command that is probably meant.
        meant: Option<String>,
    },
    /// What the parser of the command line says.
    Other {
        /// In its words.
        line: String,
    },
}

/// What to write in place of an option that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSuchOption {
    /// Another option.
    Meant(String),
    /// An input, as it is written.
    Input(String),
    /// Nothing is known.
    Unknown,
}

impl Mistake {
    /// The mistake in words.
    pub fn diagnostic(&self) -> Diagnostic {
        let words = match Voice::default().language {
            Language::English | Language::Croatian => english::mistake::words(self),
        };
        Places::nowhere(Code::BadOption).with(words)
    }
}
