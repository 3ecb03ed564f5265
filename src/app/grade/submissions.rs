//! What was handed in: a folder or a file for each submission, also as Moodle unpacks them.

use std::cmp::Ordering;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::GradeProblem;
use super::english::{self, NotTaken};
use crate::diagnostic::Diagnostic;
use crate::grade::exercise::Exercise;
use crate::source::{shown_name, shown_path};

/// Folders inside of folders that are looked into.
const DEEPEST: usize = 4;
/// Bytes of an id.
const LONGEST_ID: usize = 128;
/// Programs of one submission.
const MOST_FILES: usize = 50;
/// How Moodle names the folder of a submission: `Name_12345_assignsubmission_file_`.
const MOODLE: &str = "_assignsubmission_";

/// A submission as it was handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Who handed it in.
    pub id: String,
    /// The name that Moodle gives.
    pub name: Option<String>,
    /// The programs, the one to be judged first.
    pub files: Vec<(String, Vec<u8>)>,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// How many bytes there are if they are more than the exercise allows; then they were not read.
    pub too_large: Option<u64>,
}

/// All submissions of a folder in the order of their ids, and what in it was not taken.
pub fn read(
    folder: &Path,
    exercise: &Exercise,
) -> Result<(Vec<Submission>, Vec<String>), Vec<Diagnostic>> {
    let problem = |_| {
        GradeProblem::NoFolder {
            folder: shown_path(folder),
            what: "submissions",
        }
        .refused()
    };
    let mut paths: Vec<PathBuf> = (fs::read_dir(folder).map_err(problem)?)
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let mut submissions: Vec<Submission> = Vec::new();
    let mut not_taken = Vec::new();
    for path in paths {
        let name = name_of(&path);
        match kind(&path) {
            Ok(Kind::Folder) => submissions.push(of_folder(&path, exercise)),
            Ok(Kind::File) if is_program(&path) => submissions.push(of_file(&path, exercise)),
            // Files of editors and systems.
            _ if name.starts_with('.') => {}
            Ok(Kind::File) => not_taken.push(english::not_taken(&name, other(&name))),
            Ok(Kind::Other(why)) => not_taken.push(english::not_taken(&name, why)),
            Err(_) => not_taken.push(english::not_taken(&name, NotTaken::Unreadable)),
        }
    }
    submissions.sort_by(|one, other| by_id(&one.id, &other.id));
    // `ana/` and `ana.pram` would be one id.
    for at in 1..submissions.len() {
        if submissions[at].id == submissions[at - 1].id {
            let id = format!("{} ({})", submissions[at].id, at + 1);
            submissions[at].id = id;
        }
    }
    Ok((submissions, not_taken))
}

/// The order of ids: numbers by their values, before names.
pub fn by_id(one: &str, other: &str) -> Ordering {
    match (one.parse::<u64>(), other.parse::<u64>()) {
        (Ok(one), Ok(other)) => one.cmp(&other),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => one.cmp(other),
    }
}

fn of_file(path: &Path, exercise: &Exercise) -> Submission {
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut submission = Submission {
        id: printable(&id),
        name: None,
        files: Vec::new(),
        notes: Vec::new(),
        too_large: None,
    };
    submission.take(
        &[(exercise.files[0].clone(), path.to_owned())],
        exercise.limits.source,
    );
    submission
}

fn of_folder(folder: &Path, exercise: &Exercise) -> Submission {
    let full = name_of(folder);
    let (id, name) = match full
        .split_once(MOODLE)
        .and_then(|(before, _)| before.rsplit_once('_'))
    {
        Some((name, id)) if !id.is_empty() && id.chars().all(|c| c.is_ascii_digit()) => {
            (id.to_owned(), Some(printable(name)))
        }
        _ => (printable(&full), None),
    };
    let mut submission = Submission {
        id,
        name,
        files: Vec::new(),
        notes: Vec::new(),
        too_large: None,
    };
    let mut programs = Vec::new();
    collect(folder, 1, &mut programs, &mut submission.notes);
    let named = |wanted: &String| programs.iter().find(|path| name_of(path) == *wanted);
    let main = match exercise.files.iter().find_map(named) {
        Some(main) => main.clone(),
        None => match programs.as_slice() {
            [] => return submission,
            [only] => {
                let note = english::other_name(&name_of(only), &exercise.files[0]);
                submission.notes.push(note);
                only.clone()
            }
            several => {
                let note = english::no_such_name(several.len(), &exercise.files[0]);
                submission.notes.push(note);
                return submission;
            }
        },
    };
    let beside = programs
        .iter()
        .filter(|path| path.parent() == main.parent() && **path != main);
    let files: Vec<(String, PathBuf)> = std::iter::once(&main)
        .chain(beside)
        .take(MOST_FILES)
        .map(|path| (shown_name(&name_of(path)).into_owned(), path.clone()))
        .collect();
    submission.take(&files, exercise.limits.source);
    submission
}

impl Submission {
    /// A text that is handed in under the name that the exercise wants.
    pub fn of_text(exercise: &Exercise, id: &str, bytes: Vec<u8>) -> Self {
        let length = bytes.len() as u64;
        let is_fine = length <= exercise.limits.source;
        Self {
            id: id.to_owned(),
            name: None,
            files: if is_fine {
                vec![(exercise.files[0].clone(), bytes)]
            } else {
                Vec::new()
            },
            notes: Vec::new(),
            too_large: (!is_fine).then_some(length),
        }
    }

    /// Reads files of at most so many bytes together.
    fn take(&mut self, files: &[(String, PathBuf)], at_most: u64) {
        let sizes = files
            .iter()
            .map(|(_, path)| fs::metadata(path).map_or(0, |it| it.len()));
        let all: u64 = sizes.fold(0, u64::saturating_add);
        if all > at_most {
            self.too_large = Some(all);
            return;
        }
        for (name, path) in files {
            match read_file(path, at_most) {
                Ok(bytes) => self.files.push((name.clone(), bytes)),
                Err(_) => self
                    .notes
                    .push(english::not_taken(name, NotTaken::Unreadable)),
            }
        }
        let read: u64 = self.files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        if read > at_most {
            self.files.clear();
            self.too_large = Some(read);
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }
}

/// The programs of a folder and of those in it, the ones further up first.
fn collect(folder: &Path, depth: usize, programs: &mut Vec<PathBuf>, notes: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else {
        notes.push(english::not_taken(&name_of(folder), NotTaken::Unreadable));
        return;
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let mut folders = Vec::new();
    for path in paths {
        let name = name_of(&path);
        match kind(&path) {
            Ok(Kind::File) if is_program(&path) => programs.push(path),
            Ok(Kind::File) if other(&name) == NotTaken::Archive => {
                notes.push(english::not_taken(&name, NotTaken::Archive));
            }
            Ok(Kind::File) => {}
            Ok(Kind::Folder) => folders.push(path),
            Ok(Kind::Other(why)) => notes.push(english::not_taken(&name, why)),
            Err(_) => notes.push(english::not_taken(&name, NotTaken::Unreadable)),
        }
    }
    for path in folders {
        if depth < DEEPEST {
            collect(&path, depth + 1, programs, notes);
        } else {
            notes.push(english::not_taken(&name_of(&path), NotTaken::TooDeep));
        }
    }
}

enum Kind {
    File,
    Folder,
    Other(NotTaken),
}

/// What something is, without following links.
fn kind(path: &Path) -> io::Result<Kind> {
    let kind = fs::symlink_metadata(path)?.file_type();
    Ok(if kind.is_symlink() {
        Kind::Other(NotTaken::Link)
    } else if kind.is_dir() {
        Kind::Folder
    } else if kind.is_file() {
        Kind::File
    } else {
        Kind::Other(NotTaken::Special)
    })
}

fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "pram")
}

/// What a file is that is no program.
fn other(name: &str) -> NotTaken {
    const ARCHIVES: [&str; 6] = [".zip", ".tar", ".gz", ".7z", ".rar", ".xz"];
    let name = name.to_lowercase();
    if ARCHIVES.iter().any(|ending| name.ends_with(ending)) {
        NotTaken::Archive
    } else {
        NotTaken::Other
    }
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// An id: characters that are seen, and not too many.
fn printable(name: &str) -> String {
    let mut id = shown_name(name).into_owned();
    id.truncate(id.floor_char_boundary(LONGEST_ID));
    id
}

/// Reads a file of at most so many bytes, and one byte more of one that has grown meanwhile.
fn read_file(path: &Path, at_most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?
        .take(at_most + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
