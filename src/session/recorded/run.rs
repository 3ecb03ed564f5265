//! What a recorded trace says of its run, whatever the machine.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

/// The machine of a run.
#[derive(Debug, Deserialize)]
pub struct Machine {
    /// `pram`, `apram`, `multicomputer`.
    pub kind: String,
    /// Its model or network.
    pub model: String,
    /// How many processors it has.
    pub processors: u64,
    /// `step` or `access`: which accesses of a step happen at the same moment.
    #[serde(default)]
    pub simultaneity: String,
}

/// A text.
#[derive(Debug, Deserialize)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// What all traces say.
#[derive(Debug, Deserialize)]
pub struct Common {
    /// The file of the program.
    pub file: String,
    /// The algorithm that was run.
    pub entry: String,
    /// The machine.
    pub machine: Machine,
    /// The inputs in short.
    pub inputs: IndexMap<String, String>,
    /// The texts.
    pub sources: Vec<Source>,
    /// How the run ended.
    pub ending: Ending,
}

/// How a run ended.
#[derive(Debug, Deserialize)]
pub struct Ending {
    /// Whether it came to its end and broke no rule.
    pub succeeded: bool,
    /// What was wrong.
    #[serde(default)]
    pub message: String,
    /// The same as data.
    #[serde(default)]
    pub problems: Vec<Problem>,
}

/// Something that was wrong.
#[derive(Debug, Deserialize)]
pub struct Problem {
    /// Its code.
    #[serde(default)]
    pub code: String,
    /// What happened.
    pub message: String,
    /// The line, from 1.
    #[serde(default)]
    pub line: Option<usize>,
    /// The processor that met it.
    #[serde(default)]
    pub processor: Option<String>,
}

impl Problem {
    /// `i = 3: the index 7 is outside of A`
    pub fn text(&self) -> String {
        match &self.processor {
            Some(name) if !self.message.contains(name.as_str()) => {
                format!("{name}: {}", self.message)
            }
            _ => self.message.clone(),
        }
    }
}

/// A statement.
#[derive(Debug, Clone, Deserialize)]
pub struct Statement {
    /// The text in which it stands.
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// It as written.
    pub text: String,
}

/// A value as it is written: `5`, `2.0`, `true`; `_` where nothing was written.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::Null => "_".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
