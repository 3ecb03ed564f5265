//! The options of a run by name: the command line, the playground and every other way to give them use
//! one table.

mod english;
mod read;
mod row;
mod table;

pub use row::{Choice, Group, RunOption};
pub use table::OPTIONS;

use thiserror::Error;

use super::Options;
use super::value_problem::ValueProblem;
use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::Language;
use crate::semantic::did_you_mean;

/// An option with a value that it accepts.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The option.
    pub option: &'static RunOption,
    /// The value, as it was given.
    pub value: String,
}

/// Why an option could not be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotSet {
    /// There is none of this name.
    #[error("there is no option `{name}`")]
    Unknown {
        /// The name.
        name: String,
        /// The option that may be meant.
        meant: Option<String>,
    },
    /// The option does not accept the value.
    #[error("`{value}` is no value for `{name}`: {reason}")]
    Value {
        /// The name of the option, as it was given.
        name: String,
        /// The value.
        value: String,
        /// Why.
        reason: ValueProblem,
    },
}

impl Options {
    /// Sets the option that has this name in the table.
    ///
    /// ```
    /// let mut options = pram::Options::default();
    /// options.set("max-steps", "2^20")?;
    /// assert_eq!(options.limits.steps, 1 << 20);
    /// # Ok::<(), pram::NotSet>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), NotSet> {
        (find(name)?.read)(self, value).map_err(|reason| NotSet::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            reason,
        })
    }
}

/// The option of this name.
pub fn find(name: &str) -> Result<&'static RunOption, NotSet> {
    let is_it = |option: &&RunOption| option.name == name || option.aliases.contains(&name);
    OPTIONS.iter().find(is_it).ok_or_else(|| NotSet::Unknown {
        name: name.to_owned(),
        meant: did_you_mean(name, OPTIONS.iter().map(|option| option.name)),
    })
}

/// The number of the row of this name, at compile time. A name that no row has is a compile-time error.
pub const fn row(name: &str) -> usize {
    let name = name.as_bytes();
    let mut row = 0;
    loop {
        let known = OPTIONS[row].name.as_bytes();
        let mut letter = 0;
        while letter < known.len() && letter < name.len() && known[letter] == name[letter] {
            letter += 1;
        }
        if letter == known.len() && letter == name.len() {
            return row;
        }
        row += 1;
    }
}

impl Setting {
    /// The option with this value, or why it does not accept it.
    pub fn new(option: &'static RunOption, value: &str) -> Result<Self, ValueProblem> {
        (option.read)(&mut Options::default(), value)?;
        let value = value.to_owned();
        Ok(Self { option, value })
    }

    /// Sets the option.
    pub fn apply(&self, options: &mut Options) {
        (self.option.read)(options, &self.value).expect("the option took this value before");
    }

    /// Whether the options stay as they are without any.
    pub fn is_usual(&self) -> bool {
        let mut options = Options::default();
        self.apply(&mut options);
        options == Options::default()
    }
}

impl RunOption {
    /// The option as the command line writes it.
    pub fn written(&self) -> String {
        match self.short {
            Some(letter) => format!("-{letter}"),
            None => format!("--{}", self.name),
        }
    }

    /// The words of the command line that set it to a value.
    pub fn words(&self, value: &str) -> Vec<String> {
        match (self.value, value) {
            (Some(_), _) => vec![self.written(), value.to_owned()],
            (None, "true") => vec![self.written()],
            (None, _) => Vec::new(),
        }
    }
}

impl From<NotSet> for Diagnostic {
    fn from(problem: NotSet) -> Self {
        let words = match Language::default() {
            Language::English | Language::Croatian => english::words(&problem),
        };
        Places::nowhere(Code::BadOption).with(words)
    }
}
