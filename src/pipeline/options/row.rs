//! What the table of options says of one.

use crate::pipeline::Options;
use crate::pipeline::machine::Form;
use crate::pipeline::word::{self, Word};

/// An option of a run.
#[derive(Debug)]
pub struct RunOption {
    /// Its name, before which the command line writes `--`.
    pub name: &'static str,
    /// Its letter, before which the command line writes `-`.
    pub short: Option<char>,
    /// Other names, which help does not show.
    pub aliases: &'static [&'static str],
    /// What help calls its value; none where the option is a flag, whose value is `true` or `false`.
    pub value: Option<&'static str>,
    /// The words that it takes; empty where it takes other values.
    pub choices: fn() -> Vec<Choice>,
    /// A value that it takes, and does not have without being given.
    pub example: &'static str,
    /// The value that it has without being given, where help and completions are to show it.
    pub default: Option<&'static str>,
    /// What the runs consist of that it is about.
    pub forms: &'static [Form],
    /// What it is about; help lists it there.
    pub group: Group,
    /// Whether short help shows it.
    pub is_frequent: bool,
    /// What it does, in a few words if short help shows it, without a full stop.
    pub help: &'static str,
    /// The same at more length.
    pub long_help: Option<&'static str>,
    /// Reads a value into the options. Whether it takes the value depends on nothing else.
    pub read: fn(&mut Options, &str) -> Result<(), String>,
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
    /// What it does.
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
pub fn choices<T>(words: &[Word<T>]) -> Vec<Choice> {
    let choices = words.iter().map(|word| Choice {
        name: word.english.to_owned(),
        alias: word.croatian,
        help: Some(word.help),
    });
    choices.collect()
}

/// The value that a text means, if it is one of these words.
pub fn choose<T: Copy>(words: &[Word<T>], text: &str) -> Result<T, String> {
    word::read(words, text).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|word| word.english).collect();
        format!("it is one of {}", words.join(", "))
    })
}

/// Stores a value, if it could be read.
pub fn put<T>(place: &mut T, value: Result<T, String>) -> Result<(), String> {
    value.map(|value| *place = value)
}

/// The same where there may be none.
pub fn some<T>(place: &mut Option<T>, value: Result<T, String>) -> Result<(), String> {
    put(place, value.map(Some))
}
