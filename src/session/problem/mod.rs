//! What is wrong with a recording, or ends it early.

mod english;

use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::{Language, Voice};

/// What is wrong with a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RecordingProblem {
    /// An empty file.
    Empty {
        /// The file.
        name: String,
    },
    /// Data that are no trace.
    NoTrace {
        /// The file.
        name: String,
    },
    /// A trace of another version of the format.
    OtherVersion {
        /// The file.
        name: String,
        /// The version of the trace.
        version: u32,
        /// The version that is read here.
        own: u32,
    },
    /// A trace of which the end is missing.
    Incomplete {
        /// The file.
        name: String,
    },
    /// Another trace that cannot be read.
    Unreadable {
        /// The file.
        name: String,
        /// Why.
        error: String,
    },
    /// Ctrl-C ended the recording.
    Interrupted,
}

impl RecordingProblem {
    /// A trace that cannot be read.
    pub fn unreadable(name: &str, error: &serde_json::Error) -> Self {
        let name = name.to_owned();
        if error.is_eof() {
            Self::Incomplete { name }
        } else {
            let error = error.to_string();
            Self::Unreadable { name, error }
        }
    }

    /// The problem in words.
    pub fn diagnostic(&self) -> Diagnostic {
        let words = match Voice::default().language {
            Language::English | Language::Croatian => english::words(self),
        };
        let code = match self {
            Self::Interrupted => Code::Interrupted,
            _ => Code::BadOption,
        };
        Places::nowhere(code).with(words)
    }
}
