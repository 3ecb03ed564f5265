//! What can be asked, and the machine as the page's fields say it.

use pram::diagnostic::Diagnostic;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::{Options, Request};
use pram::syntax::vocabulary::Vocabulary;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A question of the page.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Question {
    /// What there is to offer.
    Catalogue,
    /// What is wrong with a program, and which inputs it has.
    Look { program: Asked },
    /// A run.
    Run { program: Asked, width: usize },
    /// A run with every step, told in a language.
    Replay { program: Asked, language: Language },
    /// A check.
    Check { program: Asked, width: usize },
    /// A report over sizes.
    Report { program: Asked, sweep: Sweep },
    /// The text laid out anew, in another vocabulary where one is named.
    Reword {
        name: String,
        text: String,
        vocabulary: Option<Language>,
    },
    /// The page of a code.
    Explain { code: String, vocabulary: Language },
}

/// A vocabulary by its short name.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Croatian.
    Hr,
    /// English.
    En,
}

impl From<Language> for Vocabulary {
    fn from(language: Language) -> Self {
        match language {
            Language::Hr => Self::Croatian,
            Language::En => Self::English,
        }
    }
}

/// A program, its inputs and its machine.
#[derive(Clone, Deserialize)]
pub struct Asked {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The algorithm to run; the file's own where it is empty.
    #[serde(default)]
    pub entry: String,
    /// Names of inputs with their values as written.
    #[serde(default)]
    pub inputs: Vec<(String, String)>,
    /// Options of the run by their names, with their values as written: an empty one says nothing.
    #[serde(default)]
    pub machine: Map<String, Value>,
    /// The same of what a run may use.
    #[serde(default)]
    pub limits: Map<String, Value>,
}

/// The sizes of a report.
#[derive(Deserialize)]
pub struct Sweep {
    /// What `--vary` says, `n=2^4..2^10`; several between semicolons.
    pub vary: String,
}

impl Asked {
    /// What the pipeline is asked for.
    pub fn request(&self) -> Result<Request, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let options = self.options(&mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let entry = self.entry.trim();
        Ok(Request {
            name: self.name.clone(),
            bytes: self.text.clone().into_bytes(),
            entry: (!entry.is_empty()).then(|| entry.to_owned()),
            assignments: self.assignments(),
            options,
        })
    }

    /// The inputs that have a value.
    pub fn assignments(&self) -> Vec<Assignment> {
        let given = self
            .inputs
            .iter()
            .filter(|(_, value)| !value.trim().is_empty());
        let assignments = given.map(|(name, value)| Assignment {
            name: name.clone(),
            value: value.trim().to_owned(),
        });
        assignments.collect()
    }

    fn options(&self, problems: &mut Vec<Diagnostic>) -> Options {
        let mut options = Options {
            threads: Some(1),
            ..Options::default()
        };
        for (name, value) in given(&self.machine).chain(given(&self.limits)) {
            if let Err(problem) = options.set(name, value) {
                problems.push(problem.into());
            }
        }
        options
    }
}

/// The options that have a value, with it.
pub fn given(options: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> {
    let texts = options
        .iter()
        .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?.trim())));
    texts.filter(|(_, value)| !value.is_empty())
}
