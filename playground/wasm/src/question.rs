//! What can be asked, and the machine as the page's fields say it.

use pram::diagnostic::{Code, Diagnostic};
use pram::network::Decimal;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::machine::{AskedMachine, MachineModel};
use pram::pipeline::network::NetworkOptions;
use pram::pipeline::{Limits, Options, Request, quantity};
use pram::syntax::vocabulary::Vocabulary;
use pram::{Branches, OnViolation, Simultaneity};
use serde::Deserialize;

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
    /// The machine.
    #[serde(default)]
    pub machine: Machine,
    /// What a run may use.
    #[serde(default)]
    pub limits: Bounds,
}

/// The fields of the machine as they are filled in: an empty one says nothing.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// `--machine`
    pub machine: String,
    /// `--model`
    pub model: String,
    /// `--simultaneity`: `access`, else `step`.
    pub simultaneity: String,
    /// `--branches`: `simd`, else `mimd`.
    pub branches: String,
    /// `--on-violation`: `continue`, else `stop`.
    pub on_violation: String,
    /// `-p`
    pub p: String,
    /// `--d`
    pub d: String,
    /// `--B`
    pub barrier: String,
    /// `--ts`
    pub ts: String,
    /// `--tw`
    pub tw: String,
    /// `--seed`
    pub seed: String,
}

/// Limits, written as the options of the same names take them; without them the usual ones.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct Bounds {
    /// `--max-steps`
    pub steps: String,
    /// `--max-work`
    pub work: String,
    /// `--max-memory`
    pub memory: String,
    /// `--max-output`
    pub output: String,
    /// `--max-processors`
    pub processors: String,
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
        let machine = &self.machine;
        let bounds = &self.limits;
        let usual = Limits::default();
        let mut field = Field { problems };
        Options {
            machine: field.read("machine", &machine.machine, |text| {
                AskedMachine::parse(text).ok_or_else(|| "there is no such machine".to_owned())
            }),
            model: field.read("model", &machine.model, |text| {
                MachineModel::parse(text).ok_or_else(|| "there is no such model".to_owned())
            }),
            simultaneity: match machine.simultaneity.as_str() {
                "access" => Simultaneity::Access,
                _ => Simultaneity::Step,
            },
            branches: match machine.branches.as_str() {
                "simd" => Branches::Simd,
                _ => Branches::Mimd,
            },
            on_violation: match machine.on_violation.as_str() {
                "continue" => OnViolation::Continue,
                _ => OnViolation::Stop,
            },
            processors: field.read("p", &machine.p, quantity::processors),
            delay: field.read("d", &machine.d, quantity::delay),
            barrier: field.read("B", &machine.barrier, |text| Ok(text.to_owned())),
            network: NetworkOptions {
                t_s: field.read("ts", &machine.ts, time),
                t_w: field.read("tw", &machine.tw, time),
                ..NetworkOptions::default()
            },
            seed: (field.read("seed", &machine.seed, quantity::whole)).unwrap_or_default(),
            limits: Limits {
                steps: (field.read("max-steps", &bounds.steps, quantity::whole))
                    .unwrap_or(usual.steps),
                work: (field.read("max-work", &bounds.work, quantity::whole)).unwrap_or(usual.work),
                memory: (field.read("max-memory", &bounds.memory, quantity::bytes))
                    .unwrap_or(usual.memory),
                output: (field.read("max-output", &bounds.output, quantity::bytes))
                    .unwrap_or(usual.output),
                processors: (field.read("max-processors", &bounds.processors, quantity::whole))
                    .unwrap_or(usual.processors),
                ..usual
            },
            threads: Some(1),
            ..Options::default()
        }
    }
}

/// Reads fields, and collects what is wrong with them.
struct Field<'a> {
    problems: &'a mut Vec<Diagnostic>,
}

impl Field<'_> {
    /// The value of a field; none where it is empty or wrong.
    fn read<T>(
        &mut self,
        name: &str,
        text: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        match read(text) {
            Ok(value) => Some(value),
            Err(reason) => {
                let message = format!("`{text}` is no value for `{name}`: {reason}");
                self.problems
                    .push(Diagnostic::without_place(Code::BadOption, message));
                None
            }
        }
    }
}

fn time(text: &str) -> Result<Decimal, String> {
    text.parse::<Decimal>()
        .map_err(|error| format!("it {error}"))
}
