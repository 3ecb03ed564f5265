//! What is wrong with `pram.toml`.

mod english;

use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::Language;
use crate::pipeline::options::NotSet;

/// What is wrong with a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigProblem {
    /// The file.
    pub path: String,
    /// The line, from 1, if it is one of them.
    pub line: Option<usize>,
    /// What is wrong there.
    pub fault: ConfigFault,
}

/// What is wrong in a place of a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigFault {
    /// The file has more bytes than these.
    TooLarge {
        /// How many it may have.
        at_most: u64,
    },
    /// The system says why.
    Unreadable(String),
    /// The text is no TOML: why.
    NoToml(String),
    /// There is no such setting.
    Unknown {
        /// As written.
        key: String,
        /// The one that is probably meant.
        meant: Option<String>,
    },
    /// An option that says something about a single program.
    OfOneProgram(String),
    /// `[run]`: a section.
    Section(String),
    /// The value is a list.
    NoText(String),
    /// The option does not accept the value.
    BadValue(NotSet),
    /// There is no such vocabulary.
    NoVocabulary(String),
}

impl ConfigProblem {
    /// The problem as it is shown.
    pub fn diagnostic(&self) -> Diagnostic {
        let code = match self.fault {
            ConfigFault::TooLarge { .. } | ConfigFault::Unreadable(_) => Code::CannotRead,
            _ => Code::BadOption,
        };
        let words = match Language::default() {
            Language::English | Language::Croatian => english::words(self),
        };
        Places::nowhere(code).with(words)
    }
}
