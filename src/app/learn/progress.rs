//! Where one is: a small file in the folder of the attempts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::exercises::{EXERCISES, Exercise};
use crate::app::{files, whole};
use crate::diagnostic::{Code, Diagnostic};

/// The file's name.
const FILE: &str = "progress.json";

/// Where one is.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    /// The exercise that one works on.
    exercise: String,
    /// Those that are solved.
    solved: BTreeSet<String>,
    /// How many hints were given of each.
    hints: BTreeMap<String, usize>,
}

/// A folder of attempts.
pub struct Progress {
    folder: PathBuf,
    kept: Kept,
}

impl Progress {
    /// Reads where one is; makes the folder, and begins with the first exercise, where there is none
    /// yet.
    pub fn open(folder: &Path) -> Result<Self, Vec<Diagnostic>> {
        fs::create_dir_all(folder).map_err(|error| not_written(folder, &error))?;
        let path = folder.join(FILE);
        let kept = match fs::read_to_string(&path) {
            Ok(text) => Some(serde_json::from_str(&text).map_err(|error| {
                vec![
                    Diagnostic::without_place(
                        Code::CannotRead,
                        format!("`{}` does not say where you are: {error}", path.display()),
                    )
                    .help("remove it to begin with the first exercise; your attempts stay"),
                ]
            })?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                let message = format!("`{}` cannot be read: {error}", path.display());
                return Err(vec![Diagnostic::without_place(Code::CannotRead, message)]);
            }
        };
        let mut progress = Self {
            folder: folder.to_owned(),
            kept: kept.unwrap_or_default(),
        };
        progress.go_to(progress.exercise())?;
        Ok(progress)
    }

    /// The exercise that one works on.
    pub fn exercise(&self) -> &'static Exercise {
        let known = EXERCISES.iter().find(|one| one.name == self.kept.exercise);
        known.unwrap_or(&EXERCISES[0])
    }

    /// Its number, from 1.
    pub fn number(&self) -> usize {
        let name = self.exercise().name;
        let before = EXERCISES.iter().take_while(|one| one.name != name);
        before.count() + 1
    }

    /// The file of the attempt.
    pub fn attempt(&self) -> PathBuf {
        self.folder.join(self.exercise().file())
    }

    pub fn is_solved(&self, exercise: &Exercise) -> bool {
        self.kept.solved.contains(exercise.name)
    }

    /// How many are solved.
    pub fn solved(&self) -> usize {
        EXERCISES.iter().filter(|one| self.is_solved(one)).count()
    }

    /// Notes whether the attempt does what it has to.
    pub fn note(&mut self, is_solved: bool) -> Result<(), Vec<Diagnostic>> {
        let name = self.exercise().name.to_owned();
        let changed = if is_solved {
            self.kept.solved.insert(name)
        } else {
            self.kept.solved.remove(&name)
        };
        if changed { self.keep() } else { Ok(()) }
    }

    /// One hint more than before, with how many there are; the last one again at the end.
    pub fn hint(&mut self) -> Result<(usize, Vec<String>), Vec<Diagnostic>> {
        let hints = self.exercise().hints();
        let given = self
            .kept
            .hints
            .entry(self.exercise().name.to_owned())
            .or_default();
        *given = (*given + 1).min(hints.len());
        let given = *given;
        self.keep()?;
        Ok((given, hints))
    }

    /// On to the next exercise that is not solved, the earliest one behind this; none where all are.
    pub fn next(&mut self) -> Result<Option<&'static Exercise>, Vec<Diagnostic>> {
        let at = self.number() % EXERCISES.len();
        let (before, behind) = EXERCISES.split_at(at);
        let mut open = behind.iter().chain(before);
        let own = self.exercise().name;
        let Some(next) = open.find(|one| !self.is_solved(one) && one.name != own) else {
            return Ok(None);
        };
        self.go_to(next)?;
        Ok(Some(next))
    }

    /// Begins with an exercise: its starter is copied, unless there is an attempt already.
    pub fn go_to(&mut self, exercise: &Exercise) -> Result<(), Vec<Diagnostic>> {
        exercise.name.clone_into(&mut self.kept.exercise);
        let path = self.attempt();
        if !path.exists() {
            write(&path, &exercise.starter())?;
        }
        self.keep()
    }

    /// The starter again. What was there stays beside it; its name is given.
    pub fn reset(&mut self) -> Result<PathBuf, Vec<Diagnostic>> {
        let path = self.attempt();
        let saved = path.with_extension("pram.old");
        if path.exists() {
            fs::rename(&path, &saved).map_err(|error| not_written(&saved, &error))?;
        }
        write(&path, &self.exercise().starter())?;
        self.note(false)?;
        Ok(saved)
    }

    fn keep(&self) -> Result<(), Vec<Diagnostic>> {
        let text = serde_json::to_string_pretty(&self.kept).expect("plain data");
        write(&self.folder.join(FILE), &(text + "\n"))
    }
}

fn write(path: &Path, text: &str) -> Result<(), Vec<Diagnostic>> {
    whole::write(path, text.as_bytes()).map_err(|error| not_written(path, &error))
}

fn not_written(path: &Path, error: &io::Error) -> Vec<Diagnostic> {
    let reason = match error.kind() {
        io::ErrorKind::AlreadyExists => "it is a file, and the attempts need a folder".to_owned(),
        _ => files::why_not_written(error),
    };
    let message = format!("`{}` cannot be written: {reason}", path.display());
    vec![
        Diagnostic::without_place(Code::CannotWrite, message)
            .help("name another folder: `pram learn my-exercises`"),
    ]
}
