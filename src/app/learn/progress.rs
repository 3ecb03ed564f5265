//! Where one is: a small file in the folder of the attempts.
//!
//! Several sessions may be open in one folder. Each change is made under a lock, to what the file says by
//! then, so that none loses what another one has noted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::StudentExercise;
use crate::app::arguments::VocabularyChoice;
use crate::app::files::{self, Disk};
use crate::app::problem::{DiskProblem, FileContents};
use crate::app::{program, whole};
use crate::diagnostic::Diagnostic;
use crate::source::shown_path;
use crate::syntax::include::Files;
use crate::syntax::vocabulary::Vocabulary;

/// The file's name.
const FILE: &str = "progress.json";
/// No file of this kind has more bytes.
const LARGEST_FILE: u64 = 1 << 20;
/// The file that is locked; the other one is replaced at each change.
const LOCK: &str = ".progress.lock";
/// How long a lock is waited for. It is held for moments.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is tried.
const PERIOD: Duration = Duration::from_millis(10);

/// Where one is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    /// The exercise that one works on.
    exercise: String,
    /// Those that are solved.
    solved: BTreeSet<String>,
    /// How many hints were given of each.
    hints: BTreeMap<String, usize>,
    /// The vocabulary of the exercises, once it is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vocabulary: Option<VocabularyChoice>,
}

/// A folder of attempts.
pub struct Progress {
    folder: PathBuf,
    /// The exercise of this session; another one may have gone on to the next.
    name: &'static str,
    exercise: StudentExercise,
    kept: Kept,
}

impl Progress {
    /// Reads where one is; makes the folder, and begins with the first exercise, where there is none
    /// yet. A vocabulary that is wanted is remembered. If neither this nor an earlier session wants one,
    /// `ask` is called, and its answer is remembered.
    pub fn open(
        folder: &Path,
        wanted: Option<VocabularyChoice>,
        ask: impl FnOnce() -> Option<VocabularyChoice>,
    ) -> Result<Self, Vec<Diagnostic>> {
        fs::create_dir_all(folder).map_err(|error| not_written(folder, &error))?;
        let first = StudentExercise::names()
            .next()
            .expect("there are exercises");
        let mut progress = Self {
            folder: folder.to_owned(),
            name: first,
            exercise: exercise(first, Vocabulary::default()),
            kept: Kept::default(),
        };
        // No other session waits for an answer.
        let wanted = match wanted {
            None if progress
                .read()?
                .is_none_or(|kept| kept.vocabulary.is_none()) =>
            {
                ask()
            }
            _ => wanted,
        };
        let _lock = progress.lock()?;
        progress.kept = progress.read()?.unwrap_or_default();
        if let Some(wanted) = wanted {
            progress.change(|kept| kept.vocabulary = Some(wanted))?;
        }
        let known = StudentExercise::names().find(|name| *name == progress.kept.exercise);
        progress.go_to_locked(known.unwrap_or(first))?;
        Ok(progress)
    }

    /// The vocabulary of the exercises.
    pub fn vocabulary(&self) -> Vocabulary {
        self.kept
            .vocabulary
            .map(Vocabulary::from)
            .unwrap_or_default()
    }

    /// The exercise that one works on, in the vocabulary.
    pub fn exercise(&self) -> &StudentExercise {
        &self.exercise
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its number, from 1.
    pub fn number(&self) -> usize {
        let before = StudentExercise::names().take_while(|name| *name != self.name);
        before.count() + 1
    }

    /// The file of the attempt.
    pub fn attempt(&self) -> PathBuf {
        self.folder.join(self.exercise().file())
    }

    /// Whether the exercise of this name is solved.
    pub fn is_solved(&self, name: &str) -> bool {
        self.kept.solved.contains(name)
    }

    /// How many are solved.
    pub fn solved(&self) -> usize {
        StudentExercise::names()
            .filter(|name| self.is_solved(name))
            .count()
    }

    /// Notes whether the attempt does what it has to.
    pub fn note(&mut self, is_solved: bool) -> Result<(), Vec<Diagnostic>> {
        let name = self.name;
        let _lock = self.lock()?;
        self.change(|kept| {
            if is_solved {
                kept.solved.insert(name.to_owned());
            } else {
                kept.solved.remove(name);
            }
        })
    }

    /// One hint more than before, with how many there are; the last one again at the end.
    pub fn hint(&mut self) -> Result<(usize, Vec<String>), Vec<Diagnostic>> {
        let hints = self.exercise.hints();
        let name = self.name;
        let mut given = 0;
        let _lock = self.lock()?;
        self.change(|kept| {
            let before = kept.hints.entry(name.to_owned()).or_default();
            *before = (*before + 1).min(hints.len());
            given = *before;
        })?;
        Ok((given, hints))
    }

    /// On to the next exercise that is not solved, the earliest one behind this; `None` if all are.
    pub fn next(&mut self) -> Result<Option<&'static str>, Vec<Diagnostic>> {
        let _lock = self.lock()?;
        // Another session may have solved some.
        self.change(|_| ())?;
        let at = self.number();
        let behind = StudentExercise::names().skip(at);
        let mut open = behind.chain(StudentExercise::names().take(at));
        let Some(next) = open.find(|name| !self.is_solved(name) && *name != self.name) else {
            return Ok(None);
        };
        self.go_to_locked(next)?;
        Ok(Some(next))
    }

    /// The starter again. What was there stays next to it, under a name that is new; `None` if it
    /// was the starter already.
    pub fn reset(&mut self) -> Result<Option<PathBuf>, Vec<Diagnostic>> {
        let path = self.attempt();
        let starter = self.exercise.starter().to_owned();
        let _lock = self.lock()?;
        let is_there = fs::symlink_metadata(&path).is_ok();
        let is_starter = is_there && holds(&path, &starter);
        let saved = (is_there && !is_starter).then(|| free_name(&path));
        if let Some(saved) = &saved {
            fs::rename(&path, saved).map_err(|error| not_written(saved, &error))?;
        }
        if !is_starter {
            write(&path, &starter)?;
        }
        let name = self.name;
        self.change(|kept| {
            kept.solved.remove(name);
        })?;
        Ok(saved)
    }

    /// Begins with an exercise: its starter is copied, unless there is an attempt already; a starter in
    /// the other vocabulary is none. The folder is locked.
    fn go_to_locked(&mut self, name: &'static str) -> Result<(), Vec<Diagnostic>> {
        self.name = name;
        self.exercise = exercise(name, self.vocabulary());
        let path = self.attempt();
        let own = self.vocabulary();
        let other = own.choose(Vocabulary::English, Vocabulary::Croatian);
        if fs::symlink_metadata(&path).is_err() || holds(&path, exercise(name, other).starter()) {
            write(&path, self.exercise.starter())?;
        }
        self.change(|kept| name.clone_into(&mut kept.exercise))
    }

    /// Changes what the file says, under the lock.
    fn change(&mut self, change: impl FnOnce(&mut Kept)) -> Result<(), Vec<Diagnostic>> {
        let before = self.read()?;
        let mut kept = before.clone().unwrap_or_else(|| self.kept.clone());
        change(&mut kept);
        self.kept = kept;
        let text = serde_json::to_string_pretty(&self.kept).expect("plain data");
        let is_same = before.is_some_and(|before| before == self.kept);
        if is_same {
            return Ok(());
        }
        write(&self.folder.join(FILE), &(text + "\n"))
    }

    /// What the file says, if it is there.
    fn read(&self) -> Result<Option<Kept>, Vec<Diagnostic>> {
        let path = self.folder.join(FILE);
        if is_missing(&path) {
            return Ok(None);
        }
        let bytes = Disk::default()
            .read(&path, LARGEST_FILE)
            .map_err(|reason| vec![program::unreadable(&shown_path(&path), &reason)])?;
        serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            let problem = DiskProblem::NoProgress {
                name: shown_path(&path),
                error: error.to_string(),
            };
            vec![problem.diagnostic()]
        })
    }

    /// Keeps other sessions from changing anything, until it is dropped. A file system without locks has
    /// none to wait for.
    fn lock(&self) -> Result<Option<File>, Vec<Diagnostic>> {
        let path = self.folder.join(LOCK);
        let problem = |error: &io::Error| not_written(&path, error);
        // Opening a pipe would wait for its other end.
        if let Ok(metadata) = fs::metadata(&path)
            && !metadata.is_file()
        {
            let problem = DiskProblem::NotLocked {
                name: shown_path(&path),
                kind: files::kind(metadata.file_type()),
            };
            return Err(vec![problem.diagnostic()]);
        }
        let file = (File::options().create(true).append(true))
            .open(&path)
            .map_err(|error| problem(&error))?;
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => {
                    thread::sleep(PERIOD);
                }
                Err(TryLockError::WouldBlock) => {
                    let folder = shown_path(&self.folder);
                    return Err(vec![DiskProblem::InUse { folder }.diagnostic()]);
                }
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(None);
                }
                Err(TryLockError::Error(error)) => return Err(problem(&error)),
            }
        }
    }
}

/// The exercise of a name.
fn exercise(name: &str, vocabulary: Vocabulary) -> StudentExercise {
    StudentExercise::shipped(name, vocabulary).expect("it comes with pram")
}

/// `whose_t.pram.old`, or with the first number after it that is free: `whose_t.pram.old.2`.
fn free_name(path: &Path) -> PathBuf {
    let first = path.with_extension("pram.old");
    let others = (2_u64..).map(|number| path.with_extension(format!("pram.old.{number}")));
    let mut names = std::iter::once(first).chain(others);
    let free = names.find(|name| is_missing(name));
    free.expect("no folder has as many files as there are numbers")
}

/// Whether nothing has this name, not even a link to what is missing.
fn is_missing(path: &Path) -> bool {
    let found = fs::symlink_metadata(path);
    found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Whether a file has this text and no other.
fn holds(path: &Path, text: &str) -> bool {
    let read = Disk::default().read(path, LARGEST_FILE);
    read.is_ok_and(|bytes| bytes == text.as_bytes())
}

fn write(path: &Path, text: &str) -> Result<(), Vec<Diagnostic>> {
    whole::write(path, text.as_bytes()).map_err(|error| not_written(path, &error))
}

fn not_written(path: &Path, error: &io::Error) -> Vec<Diagnostic> {
    vec![DiskProblem::not_written(path, error, FileContents::Attempts).diagnostic()]
}
