//! A row of the table of options.

use crate::pipeline::Options;
use crate::pipeline::machine::RunForm;
use crate::pipeline::value_problem::ValueProblem;
use crate::pipeline::word::{self, OptionWord};

/// An option of a run.
#[derive(Debug)]
pub struct RunOption {
    /// Its name, without the `--` of the command line.
    pub name: &'static str,
    /// Its letter, without the `-` of the command line.
    pub short: Option<char>,
    /// Other names, which help does not show.
    pub aliases: &'static [&'static str],
    /// The name of its value in help; `None` if the option is a flag, whose value is `true` or `false`.
    pub value: Option<&'static str>,
    /// The words that it accepts; empty if it accepts other values.
    pub choices: fn() -> Vec<Choice>,
    /// A value that it accepts and that is not its default.
    pub example: &'static str,
    /// Its default, if help and completions are to show it.
    pub default: Option<&'static str>,
    /// What the runs consist of that it is about.
    pub forms: &'static [RunForm],
    /// What it is about; help lists it there.
    pub group: Group,
    /// Whether short help shows it.
    pub is_frequent: bool,
    /// What it does, in a few words if short help shows it, without a full stop.
    pub help: &'static str,
    /// The same at more length.
    pub long_help: Option<&'static str>,
    /// Reads a value into the options. Whether the value is accepted depends on nothing else.
    pub read: fn(&mut Options, &str) -> Result<(), ValueProblem>,
}

/// What options are about, in the order in which help lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The program's inputs, and where they come from.
    Inputs,
    /// The machine and its rules.
    Machine,
    /// Times and orders of the asynchronous PRAM.
    Asynchronous,
    /// The network and its messages.
    Multicomputer,
    /// The numbers of a GPU.
    Gpu,
    /// When to give up.
    Limits,
    /// What is shown, and how.
    Output,
}

impl Group {
    /// Its heading in help.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Inputs => "Inputs",
            Self::Machine => "Machine",
            Self::Asynchronous => "Asynchronous PRAM",
            Self::Multicomputer => "Multicomputer",
            Self::Gpu => "GPU",
            Self::Limits => "Limits",
            Self::Output => "Output",
        }
    }
}

/// A word that an option takes, as help shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub name: String,
    /// Another word for it, which help does not show.
    pub alias: Option<&'static str>,
    pub help: Option<&'static str>,
}

impl From<String> for Choice {
    fn from(name: String) -> Self {
        Self {
            name,
            alias: None,
            help: None,
        }
    }
}

/// The words of an option as help shows them.
pub fn choices<T>(words: &[OptionWord<T>]) -> Vec<Choice> {
    let choices = words.iter().map(|word| Choice {
        name: word.english.to_owned(),
        alias: word.croatian,
        help: Some(word.help),
    });
    choices.collect()
}

/// The value of a text, if it is one of these words.
pub fn choose<T: Copy>(words: &[OptionWord<T>], text: &str) -> Result<T, ValueProblem> {
    word::read(words, text)
        .ok_or_else(|| ValueProblem::NotOneOf(words.iter().map(|word| word.english).collect()))
}

/// Stores a value, if it could be read.
pub fn put<T>(place: &mut T, value: Result<T, ValueProblem>) -> Result<(), ValueProblem> {
    value.map(|value| *place = value)
}

/// Stores a value in an option, if it could be read.
pub fn some<T>(place: &mut Option<T>, value: Result<T, ValueProblem>) -> Result<(), ValueProblem> {
    put(place, value.map(Some))
}
