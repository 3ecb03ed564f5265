//! What is wrong with a file or a folder that is to be read or written.

use std::io;
use std::path::Path;

use super::english;
use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::{Language, Voice};
use crate::source::shown_path;
use crate::syntax::NotText;
use crate::syntax::include::{NoFile, Unreadable};

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiskProblem {
    /// A file that cannot be read.
    Unreadable {
        /// Its name.
        name: String,
        /// Why.
        reason: Unreadable,
        /// The file that is probably meant.
        meant: Option<String>,
    },
    /// A folder that cannot be read.
    UnreadableFolder {
        /// Its name.
        folder: String,
        /// Why.
        error: String,
    },
    /// A folder without programs.
    NoPrograms {
        /// Its name.
        folder: String,
    },
    /// A folder that does not hold the playground.
    NoPlayground {
        /// Its name.
        folder: String,
        /// The file that is missing.
        missing: &'static str,
    },
    /// A playground that is not built.
    NotBuilt {
        /// Where it would be.
        folder: &'static str,
    },
    /// A file that is no text is not formatted.
    NotFormatted {
        /// Its name.
        name: String,
        /// Why.
        error: NotText,
    },
    /// The file with what was learned says nothing.
    NoProgress {
        /// Its name.
        name: String,
        /// Why.
        error: String,
    },
    /// A lock that is no file.
    NotLocked {
        /// Its name.
        name: String,
        /// What it is.
        kind: NoFile,
    },
    /// A folder that another process uses.
    InUse {
        /// Its name.
        folder: String,
    },
    /// A new program with the name of a file.
    Exists {
        /// Its name.
        name: String,
    },
    /// A report in place of what it is made from.
    OverItsInput {
        /// The file.
        name: String,
    },
    /// A file that cannot be written.
    NotWritten {
        /// Its name.
        name: String,
        /// Why.
        kind: io::ErrorKind,
        /// What the system says.
        error: String,
        /// What it was to hold.
        what: FileContents,
    },
}

/// What a file was to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileContents {
    /// A program, formatted.
    Formatted,
    /// A new program.
    Program,
    /// A result.
    Output,
    /// One of the results of a folder.
    Store,
    /// Attempts at exercises.
    Attempts,
}

impl DiskProblem {
    /// A file that cannot be written.
    pub fn not_written(path: &Path, error: &io::Error, what: FileContents) -> Self {
        Self::NotWritten {
            name: shown_path(path),
            kind: error.kind(),
            error: error.to_string(),
            what,
        }
    }

    fn code(&self) -> Code {
        match self {
            Self::Unreadable {
                reason: Unreadable::NoMemory,
                ..
            } => Code::TooMuchMemory,
            Self::Unreadable { .. }
            | Self::UnreadableFolder { .. }
            | Self::NoPrograms { .. }
            | Self::NoPlayground { .. }
            | Self::NotBuilt { .. }
            | Self::NoProgress { .. } => Code::CannotRead,
            Self::NotFormatted { .. } => Code::NotText,
            Self::NotLocked { .. }
            | Self::InUse { .. }
            | Self::Exists { .. }
            | Self::OverItsInput { .. }
            | Self::NotWritten { .. } => Code::CannotWrite,
        }
    }

    /// The problem in words.
    pub fn diagnostic(&self) -> Diagnostic {
        let words = match Voice::default().language {
            Language::English | Language::Croatian => english::file::words(self),
        };
        Places::nowhere(self.code()).with(words)
    }
}

/// Why something cannot be written, in words.
pub fn why_not_written(error: &io::Error) -> String {
    match Voice::default().language {
        Language::English | Language::Croatian => {
            english::file::why_not_written(error.kind(), &error.to_string())
        }
    }
}
