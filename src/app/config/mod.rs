//! `pram.toml`: what a course sets once for all programs in a folder and below.
//!
//! A program's own `machine` goes before it, and the command line before both.

mod problem;
mod shown;

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use indexmap::IndexMap;
use toml::{Spanned, Value};

use crate::app::arguments::VocabularyChoice;
use crate::app::screen;
use crate::diagnostic::{Diagnostic, Status};
use crate::pipeline::options::{Group, RunOption, find};
use crate::pipeline::outline::outline;
use crate::pipeline::{Options, Request};
use crate::semantic::did_you_mean;
use crate::source::{Sources, shown_path};
use crate::syntax::include::Files;
use problem::{ConfigFault, ConfigProblem};
pub use shown::shown;

/// The name of the file.
const NAME: &str = "pram.toml";
/// It has a few lines.
const LARGEST: u64 = 64 << 10;
/// The model of programs that name no machine.
const MODEL: &str = "model";
/// The keywords of what is written for a student, where no option names them.
const VOCABULARY: &str = "vocabulary";
/// The options besides limits that hold for every program, whatever machine it names.
const OPTIONS: [&str; 5] = ["seed", MODEL, "simultaneity", "branches", "on-violation"];

/// The settings of the nearest `pram.toml`.
#[derive(Debug, Clone, Default)]
pub struct FolderSettings {
    /// The file; none if there is none.
    path: Option<PathBuf>,
    /// In the order of the file.
    settings: Vec<Configured>,
    /// The vocabulary, if one is set, and its line.
    vocabulary: Option<(VocabularyChoice, usize)>,
}

/// A setting of the file.
#[derive(Debug, Clone)]
struct Configured {
    option: &'static RunOption,
    value: String,
    /// Its line, from 1.
    line: usize,
}

/// The configuration for a file: that of its own folder, else of the nearest folder above that has one. For standard
/// input and for programs that come with pram it is that of the current folder.
pub fn of(file: &Path) -> Result<FolderSettings, Vec<Diagnostic>> {
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // A program that comes with pram lies in no folder.
    let real = folder
        .canonicalize()
        .or_else(|_| Path::new(".").canonicalize());
    let Ok(real) = real else {
        return Ok(FolderSettings::default());
    };
    // A path that begins where the user began is easier to recognise.
    let own = folder.join(NAME);
    let above = real.ancestors().skip(1).map(|folder| folder.join(NAME));
    let mut candidates = std::iter::once(own).chain(above);
    match candidates.find(|path| path.is_file()) {
        Some(path) => read(&path),
        None => Ok(FolderSettings::default()),
    }
}

/// The vocabulary of what is written for a student: the one that an option names, else that of the configuration for a
/// folder.
pub fn vocabulary(
    asked: Option<VocabularyChoice>,
    folder: &Path,
) -> Result<Option<VocabularyChoice>, Status> {
    if asked.is_some() {
        return Ok(asked);
    }
    let found = of(&folder.join(NAME))
        .map_err(|problems| screen::report(&problems, &Sources::default()))?;
    Ok(found.vocabulary.map(|(vocabulary, _)| vocabulary))
}

fn read(path: &Path) -> Result<FolderSettings, Vec<Diagnostic>> {
    let one = |fault| vec![problem(path, None, fault)];
    let length = fs::metadata(path).map_or(0, |file| file.len());
    if length > LARGEST {
        return Err(one(ConfigFault::TooLarge { at_most: LARGEST }));
    }
    let text = fs::read_to_string(path)
        .map_err(|error| one(ConfigFault::Unreadable(error.to_string())))?;
    let line = |at: usize| {
        text.get(..at)
            .map_or(0, |before| before.matches('\n').count())
            + 1
    };
    let entries: IndexMap<String, Spanned<Value>> = toml::from_str(&text).map_err(|error| {
        let line = error.span().map(|span| line(span.start));
        let reason = error.message().to_owned();
        vec![problem(path, line, ConfigFault::NoToml(reason))]
    })?;
    let mut found = FolderSettings {
        path: Some(path.to_owned()),
        ..FolderSettings::default()
    };
    let mut problems = Vec::new();
    for (key, value) in entries {
        let line = line(value.span().start);
        if let Err(fault) = found.add(&key, value.get_ref(), line) {
            problems.push(problem(path, Some(line), fault));
        }
    }
    if problems.is_empty() {
        Ok(found)
    } else {
        Err(problems)
    }
}

fn problem(path: &Path, line: Option<usize>, fault: ConfigFault) -> Diagnostic {
    let path = shown_path(path);
    ConfigProblem { path, line, fault }.diagnostic()
}

/// Whether a setting of this option holds for every program.
fn is_common(option: &RunOption) -> bool {
    option.group == Group::Limits || OPTIONS.contains(&option.name)
}

/// Every key of the file.
fn keys() -> impl Iterator<Item = &'static str> {
    let options = crate::pipeline::options::OPTIONS.iter();
    let options = options.filter(|option| is_common(option));
    options.map(|option| option.name).chain([VOCABULARY])
}

impl FolderSettings {
    fn add(&mut self, key: &str, value: &Value, line: usize) -> Result<(), ConfigFault> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => value.to_string(),
            Value::Table(_) => return Err(ConfigFault::Section(key.to_owned())),
            _ => return Err(ConfigFault::NoText(key.to_owned())),
        };
        if key == VOCABULARY {
            let vocabulary = VocabularyChoice::from_str(&text, false);
            let vocabulary = vocabulary.map_err(|_| ConfigFault::NoVocabulary(text))?;
            self.vocabulary = Some((vocabulary, line));
            return Ok(());
        }
        let option = match find(key) {
            Ok(option) if is_common(option) => option,
            Ok(_) => return Err(ConfigFault::OfOneProgram(key.to_owned())),
            Err(_) => {
                return Err(ConfigFault::Unknown {
                    key: key.to_owned(),
                    meant: did_you_mean(key, keys()),
                });
            }
        };
        Options::default()
            .set(key, &text)
            .map_err(ConfigFault::BadValue)?;
        self.settings.push(Configured {
            option,
            value: text,
            line,
        });
        Ok(())
    }

    /// Sets the options.
    pub fn apply(&self, options: &mut Options) {
        for Configured { option, value, .. } in &self.settings {
            (option.read)(options, value).expect("the option took this value before");
        }
        // A model that a program names goes before.
        options.usual_model = options.model.take();
    }

    /// The words of a command that asks for the same where this file is not, besides those of the command line, which
    /// has options of these names.
    pub fn words(
        &self,
        has: impl Fn(&str) -> bool,
        request: &Request,
        files: &dyn Files,
    ) -> Vec<String> {
        let outline = outline(request, &mut Sources::default(), files);
        let names_machine = outline.is_ok_and(|outline| outline.names_machine);
        let is_used = |name: &str| match name {
            MODEL => !(names_machine || has(MODEL) || has("machine")),
            _ => !has(name),
        };
        let used = self
            .settings
            .iter()
            .filter(|setting| is_used(setting.option.name));
        used.flat_map(|setting| setting.option.words(&setting.value))
            .collect()
    }
}
