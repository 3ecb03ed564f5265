//! The folder of results: the exercise, a file for each outcome, an index by id.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::GradeProblem;
use super::submissions::by_id;
use super::worker::WorkerUse;
use crate::app::problem::{DiskProblem, FileContents};
use crate::app::store::{self, Key, hash};
use crate::diagnostic::Diagnostic;
use crate::grade::exercise::{self, Exercise, ExerciseFiles, LoadedExercise};
use crate::grade::job::ReplayAnswer;
use crate::grade::outcome::{FORMAT, GradeOutcome};
use crate::grade::show::GradedSubmission;
use crate::source::{Sources, shown_path};

/// The exercise that the results are of.
const EXERCISE: &str = "exercise.json";
/// The entries by id: which result belongs to whom.
const INDEX: &str = "index";
/// Processor times and memory: they are no part of results, which are the same on every computer.
const USED: &str = "used";
/// How the file of a run ends that a submission fails with; it lies beside its result.
const REPLAY: &str = "replay.json";
/// Tables that are kept with the results.
pub const ROSTER: &str = "roster.csv";
pub const MANUAL: &str = "manual.csv";
/// Digits of the hash of an id.
const DIGITS: usize = 32;

/// A folder of results.
pub struct ResultsFolder {
    folder: PathBuf,
}

/// The exercise as it is kept.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct KeptExercise {
    format: String,
    id: String,
    hash: String,
    files: ExerciseFiles,
}

/// Which result belongs to whom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// Who handed it in.
    pub id: String,
    /// The name that the folder gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The key of the outcome.
    pub key: String,
    /// The hash of the exercise.
    pub exercise: String,
    /// What depends on the folder and on this computer.
    pub notes: Vec<String>,
    /// The outcome where a worker ended early: it is not kept under its key, as it may be another one next time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ungraded: Option<GradeOutcome>,
}

impl ResultsFolder {
    /// A folder for the results of an exercise: a new one, or one that holds results of the same exercise.
    pub fn create(
        folder: &Path,
        loaded: &LoadedExercise,
        hash: &str,
    ) -> Result<Self, Vec<Diagnostic>> {
        let results = Self {
            folder: folder.to_owned(),
        };
        let is_new = match fs::read_dir(folder) {
            Ok(entries) => {
                let mut entries = entries.flatten();
                entries.all(|entry| entry.file_name().to_string_lossy().ends_with(".part"))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(not_written(folder, &error)),
        };
        let own = KeptExercise {
            format: FORMAT.to_owned(),
            id: loaded.exercise.id.clone(),
            hash: hash.to_owned(),
            files: loaded.files.clone(),
        };
        let kept = (!is_new).then(|| results.kept()).transpose()?;
        if let Some(kept) = &kept
            && kept.id != own.id
        {
            return Err(results.other(super::english::of_other_exercise(&kept.id)));
        }
        // A folder where all is done may be read-only.
        if kept.as_ref() != Some(&own) {
            write(&folder.join(EXERCISE), &own)?;
        }
        store::remove_abandoned(folder);
        Ok(results)
    }

    /// A folder that is there, with its exercise and the hash of that.
    pub fn open(folder: &Path) -> Result<(Self, Exercise, String), Vec<Diagnostic>> {
        let results = Self {
            folder: folder.to_owned(),
        };
        if !folder.is_dir() {
            let folder = shown_path(folder);
            return Err(GradeProblem::NoFolder {
                folder,
                what: "results",
            }
            .refused());
        }
        let kept = results.kept()?;
        let mut sources = Sources::default();
        let exercise = exercise::read(&kept.files, &mut sources)?;
        Ok((results, exercise, kept.hash))
    }

    fn kept(&self) -> Result<KeptExercise, Vec<Diagnostic>> {
        let path = self.folder.join(EXERCISE);
        let kept: Option<KeptExercise> = self.read(&path)?;
        match kept {
            Some(kept) if kept.format == FORMAT => Ok(kept),
            Some(kept) => Err(self.other(super::english::of_other_format(&kept.format))),
            None => Err(self.other(super::english::no_exercise(EXERCISE))),
        }
    }

    fn other(&self, reason: String) -> Vec<Diagnostic> {
        let folder = shown_path(&self.folder);
        GradeProblem::OtherResults { folder, reason }.refused()
    }

    /// The outcome under a key, if it is there.
    pub fn outcome(&self, key: &Key) -> Result<Option<GradeOutcome>, Vec<Diagnostic>> {
        self.read(&key.file(&self.folder))
    }

    /// Whether there is an outcome under a key. One that is damaged is made again.
    pub fn has(&self, key: &Key) -> bool {
        matches!(self.outcome(key), Ok(Some(_)))
    }

    /// Keeps an outcome.
    pub fn keep(&self, key: &Key, outcome: &GradeOutcome) -> Result<(), Vec<Diagnostic>> {
        write(&key.file(&self.folder), outcome)
    }

    /// The run that a submission fails with, step by step, if it is there.
    pub fn replay(&self, key: &Key) -> Option<ReplayAnswer> {
        self.read(&self.replay_file(key)).ok().flatten()
    }

    /// Keeps the run that a submission fails with.
    pub fn keep_replay(&self, key: &Key, replay: &ReplayAnswer) -> Result<(), Vec<Diagnostic>> {
        write(&self.replay_file(key), replay)
    }

    fn replay_file(&self, key: &Key) -> PathBuf {
        key.file(&self.folder).with_extension(REPLAY)
    }

    /// The entry of an id. One that is damaged is made again.
    pub fn entry(&self, id: &str) -> Option<IndexEntry> {
        self.read(&self.of_id(INDEX, id)).ok().flatten()
    }

    /// Keeps the entry of an id, unless it is there already.
    pub fn enter(&self, entry: &IndexEntry) -> Result<(), Vec<Diagnostic>> {
        if self.entry(&entry.id).as_ref() == Some(entry) {
            return Ok(());
        }
        write(&self.of_id(INDEX, &entry.id), entry)
    }

    /// Keeps what the workers of an outcome used.
    pub fn keep_use(&self, key: &Key, used: WorkerUse) -> Result<(), Vec<Diagnostic>> {
        write(&self.folder.join(USED).join(key.as_str()), &used)
    }

    /// What the workers of an outcome used; none if it is not known.
    fn used(&self, key: &str) -> Option<WorkerUse> {
        self.read(&self.folder.join(USED).join(key)).ok().flatten()
    }

    /// All submissions that are graded, in the order of their ids; those of an earlier version of the exercise say so.
    pub fn all(&self, hash: &str) -> Result<Vec<GradedSubmission>, Vec<Diagnostic>> {
        let mut graded = Vec::new();
        let Ok(entries) = fs::read_dir(self.folder.join(INDEX)) else {
            return Ok(graded);
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.extension().is_some() {
                continue;
            }
            let Some(entry) = self.read::<IndexEntry>(&path)? else {
                continue;
            };
            let key = Key::of_text(&entry.key);
            let outcome = match (entry.ungraded, key) {
                (Some(outcome), _) => Some(outcome),
                (None, Some(key)) => self.outcome(&key)?,
                (None, None) => None,
            };
            let Some(outcome) = outcome else { continue };
            let mut notes = entry.notes;
            if entry.exercise != hash {
                notes.push(super::english::of_earlier_version());
            }
            let used = self.used(&entry.key);
            graded.push(GradedSubmission {
                milliseconds: used.map(|used| used.milliseconds),
                peak_memory: used.and_then(|used| used.peak_memory),
                id: entry.id,
                name: entry.name,
                notes,
                outcome,
            });
        }
        graded.sort_by(|one, other| by_id(&one.id, &other.id));
        Ok(graded)
    }

    /// A table that was kept.
    pub fn table(&self, name: &str) -> Result<Option<Vec<u8>>, Vec<Diagnostic>> {
        let own = self.folder.join(name);
        store::read(&own).map_err(|error| unreadable(&own, &error))
    }

    /// Keeps a table, without one that was kept before.
    pub fn keep_table(&self, name: &str, bytes: &[u8]) -> Result<(), Vec<Diagnostic>> {
        let own = self.folder.join(name);
        store::write(&own, bytes).map_err(|error| not_written(&own, &error))
    }

    fn of_id(&self, folder: &str, id: &str) -> PathBuf {
        self.folder
            .join(folder)
            .join(&hash(id.as_bytes())[..DIGITS])
    }

    fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<Option<T>, Vec<Diagnostic>> {
        let bytes = store::read(path).map_err(|error| unreadable(path, &error))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let read = serde_json::from_slice(&bytes);
        read.map(Some)
            .map_err(|_| self.other(super::english::no_result(&shown_path(path))))
    }
}

fn write(path: &Path, value: &impl Serialize) -> Result<(), Vec<Diagnostic>> {
    let mut text = serde_json::to_string_pretty(value).expect("plain data");
    text.push('\n');
    store::write(path, text.as_bytes()).map_err(|error| not_written(path, &error))
}

fn not_written(path: &Path, error: &io::Error) -> Vec<Diagnostic> {
    vec![DiskProblem::not_written(path, error, FileContents::Store).diagnostic()]
}

fn unreadable(path: &Path, error: &io::Error) -> Vec<Diagnostic> {
    vec![crate::app::program::unreadable(
        &shown_path(path),
        &crate::app::files::reason(error),
    )]
}
