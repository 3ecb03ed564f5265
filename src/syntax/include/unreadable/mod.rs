//! Why a file gives no bytes.

mod english;

use crate::language::Language;

/// Why a file gives no bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It has more bytes than were asked for.
    TooLarge {
        /// How many were asked for.
        at_most: u64,
    },
    /// The system refuses the memory for them.
    NoMemory,
    /// No file is there.
    NotFound,
    /// The user may not read it.
    Denied,
    /// Something else than a file is there.
    NoFile(NoFile),
    /// Whoever keeps the files says why.
    Other(String),
}

/// What is no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoFile {
    /// A directory.
    Directory,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A device.
    Device,
}

impl Unreadable {
    /// The reason in words.
    pub fn words(&self, language: Language) -> String {
        match language {
            Language::English | Language::Croatian => english::unreadable(self),
        }
    }
}

impl NoFile {
    /// What it is, in words.
    pub fn words(self, language: Language) -> &'static str {
        match language {
            Language::English | Language::Croatian => english::no_file(self),
        }
    }
}
