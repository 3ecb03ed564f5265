//! What can be asked, and the program as the page's fields say it.

use pram::{Error, Inputs, MemoryFiles, Options, Program, StudentExercise, Vocabulary};
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
    Report { program: Asked, sweep: Sizes },
    /// The text laid out anew, in another vocabulary where one is named.
    Reword {
        name: String,
        text: String,
        vocabulary: Option<Language>,
    },
    /// The page of a code.
    Explain { code: String, vocabulary: Language },
    /// What an exercise asks.
    Exercise {
        exercise: AskedExercise,
        vocabulary: Language,
    },
    /// Whether a program does what an exercise asks.
    Attempt {
        exercise: AskedExercise,
        text: String,
        vocabulary: Language,
    },
}

/// An exercise that comes with pram, by its name, or one in files: their names and texts.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum AskedExercise {
    /// By its name.
    Shipped(String),
    /// In files.
    Files(Vec<(String, String)>),
}

impl AskedExercise {
    /// The exercise, in a vocabulary if it comes with pram; none if there is none of this name.
    pub fn read(self, vocabulary: Language) -> Result<Option<StudentExercise>, Error> {
        match self {
            Self::Shipped(name) => Ok(StudentExercise::shipped(&name, vocabulary.into())),
            Self::Files(files) => StudentExercise::from_files(files).map(Some),
        }
    }
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
#[derive(Deserialize)]
pub struct Asked {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The algorithm to run; the file's own where it is empty.
    #[serde(default)]
    pub entry: String,
    /// Names of inputs with their values as written: an empty one says nothing.
    #[serde(default)]
    pub inputs: Vec<(String, String)>,
    /// Options of the run by their names, with their values as written; the same.
    #[serde(default)]
    pub machine: Map<String, Value>,
    /// The same of what a run may use. They are those of a browser, so that commands do not name them.
    #[serde(default)]
    pub limits: Map<String, Value>,
}

/// The sizes of a report.
#[derive(Deserialize)]
pub struct Sizes {
    /// What `--vary` says, `n=2^4..2^10`; several between semicolons.
    pub vary: String,
}

impl Asked {
    /// The program with its options.
    pub fn program(&self) -> Result<Program, Error> {
        let mut problems = Vec::new();
        let mut options = Options {
            threads: Some(1),
            ..Options::default()
        };
        for (name, value) in given(&self.limits) {
            problems.extend(options.set(name, value).err());
        }
        let mut program = program(&self.name, &self.text).options(options);
        for (name, value) in given(&self.machine) {
            problems.extend(program.set(name, value).err());
        }
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let entry = self.entry.trim();
        Ok(if entry.is_empty() {
            program
        } else {
            program.entry(entry)
        })
    }

    /// The inputs that have a value.
    pub fn inputs(&self) -> Inputs {
        let texts = self.inputs.iter().map(|(name, value)| (name, value.trim()));
        texts
            .filter(|(_, value)| !value.is_empty())
            .fold(Inputs::default(), |inputs, (name, value)| {
                inputs.with(name, value)
            })
    }
}

/// A program of this name, with the shipped programs as the only files beside it.
pub fn program(name: &str, text: &str) -> Program {
    Program::unread(text, name, MemoryFiles::default())
}

impl Sizes {
    /// `n=2^4..2^10; p=1,2,4` as what varies.
    pub fn vary(&self) -> Inputs {
        let parts = self.vary.split(';').filter(|part| !part.trim().is_empty());
        parts.fold(Inputs::default(), |inputs, part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            inputs.with(name.trim(), value.trim())
        })
    }
}

/// The options that have a value, with it.
fn given(options: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> {
    let texts = options
        .iter()
        .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?.trim())));
    texts.filter(|(_, value)| !value.is_empty())
}
