//! What was handed in: a folder or a file for each submission, also as Moodle unpacks them.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use super::GradeProblem;
use super::english::{self, NotTaken};
use crate::diagnostic::Diagnostic;
use crate::grade::exercise::Exercise;
use crate::grade::grading::NotRun;
use crate::source::{shown_name, shown_path};

/// Folders inside of folders that are looked into.
const DEEPEST: usize = 4;
/// Bytes of an id.
const LONGEST_ID: usize = 128;
/// Programs of one submission.
const MOST_FILES: usize = 50;
/// Notes of one submission: a folder may hold any number of links and archives.
const MOST_NOTES: usize = 10;
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
    /// Why it is not run, if something keeps it from that.
    pub not_run: Option<NotRun>,
}

/// All submissions of a folder in the order of their ids, and what in it was not taken. The folder of results, which
/// may lie there, is none.
pub fn read(
    folder: &Path,
    exercise: &Exercise,
    results: &Path,
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
    let results = results.canonicalize().ok();
    let is_results = |path: &PathBuf| results.is_some() && path.canonicalize().ok() == results;
    let mut handed: IndexMap<Sender, Vec<PathBuf>> = IndexMap::new();
    let mut not_taken = Vec::new();
    for path in paths {
        let name = name_of(&path);
        match kind(&path) {
            _ if is_of_macos(&name) => {}
            Ok(Kind::Folder) if name.starts_with('.') || is_results(&path) => {}
            Ok(Kind::Folder) => handed
                .entry(Sender::of_folder(&name))
                .or_default()
                .push(path),
            Ok(Kind::File) if is_program(&path) => {
                handed.entry(Sender::of_file(&name)).or_default().push(path);
            }
            // Files of editors and systems.
            _ if name.starts_with('.') => {}
            Ok(Kind::File) => not_taken.push(english::not_taken(&name, other(&name))),
            Ok(Kind::Other(why)) => not_taken.push(english::not_taken(&name, why)),
            Err(_) => not_taken.push(english::not_taken(&name, NotTaken::Unreadable)),
        }
    }
    let mut submissions: Vec<Submission> = (handed.iter())
        .map(|(sender, paths)| submission(sender, paths, exercise))
        .collect();
    submissions.sort_by(|one, other| by_id(&one.id, &other.id));
    // `ana/` and `ana.pram` would be one id.
    let mut known = HashSet::new();
    for one in &mut submissions {
        let mut id = one.id.clone();
        let mut count = 1;
        while !known.insert(id.clone()) {
            count += 1;
            id = format!("{} ({count})", one.id);
        }
        one.id = id;
    }
    Ok((submissions, not_taken))
}

/// Who handed something in, as its name says.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Sender {
    /// What Moodle writes with one number is one submission.
    Moodle(String),
    /// A folder, or a file.
    Named { id: String, is_file: bool },
}

impl Sender {
    fn of_folder(name: &str) -> Self {
        Self::of_moodle(name).unwrap_or_else(|| Self::Named {
            id: printable(name),
            is_file: false,
        })
    }

    fn of_file(name: &str) -> Self {
        Self::of_moodle(name).unwrap_or_else(|| Self::Named {
            id: printable(name.strip_suffix(".pram").unwrap_or(name)),
            is_file: true,
        })
    }

    fn of_moodle(name: &str) -> Option<Self> {
        moodle_parts(name).map(|(_, id)| Self::Moodle(id.to_owned()))
    }
}

/// The name and the number of `Name_12345_assignsubmission_file_`.
fn moodle_parts(full: &str) -> Option<(&str, &str)> {
    let (name, id) = full.split_once(MOODLE)?.0.rsplit_once('_')?;
    let is_number = !id.is_empty() && id.chars().all(|c| c.is_ascii_digit());
    is_number.then_some((name, id))
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

/// A program that was found, and its name.
type Found = (String, PathBuf);

fn submission(sender: &Sender, paths: &[PathBuf], exercise: &Exercise) -> Submission {
    let (Sender::Moodle(id) | Sender::Named { id, .. }) = sender;
    let name = name_of(&paths[0]);
    let mut submission = Submission {
        id: id.clone(),
        name: moodle_parts(&name).map(|(name, _)| printable(name)),
        files: Vec::new(),
        notes: Vec::new(),
        not_run: None,
    };
    let mut inside = Inside::default();
    for path in paths {
        let name = name_of(path);
        match name.split_once(MOODLE) {
            _ if path.is_dir() => inside.collect(path, 1),
            // Without folders, Moodle puts the student before the name: `Name_12345_assignsubmission_file_sum.pram`.
            Some((_, own)) => {
                let own = own.split_once('_').map_or(own, |(_, own)| own);
                inside.programs.push((own.to_owned(), path.clone()));
            }
            None => (inside.programs).push((exercise.files[0].clone(), path.clone())),
        }
    }
    let Inside {
        programs, notes, ..
    } = &inside;
    if inside.is_unread {
        submission.not_run = Some(NotRun::Unread);
    }
    submission.notes.extend(notes.iter().cloned());
    let named = |wanted: &String| programs.iter().find(|(name, _)| name == wanted);
    let main = match (exercise.files.iter().find_map(named), programs.as_slice()) {
        (Some(main), _) => Some(main),
        (None, []) => {
            let others = inside.others.iter();
            let notes = others.map(|name| english::not_taken(name, NotTaken::Other));
            submission.notes.extend(notes);
            None
        }
        (None, [only]) => {
            let note = english::other_name(&only.0, &exercise.files[0]);
            submission.notes.push(note);
            Some(only)
        }
        (None, several) => {
            let note = english::no_such_name(several.len(), &exercise.files[0]);
            submission.notes.push(note);
            None
        }
    };
    submission.notes.truncate(MOST_NOTES);
    if let Some(main) = main {
        let beside = programs
            .iter()
            .filter(|one| one.1.parent() == main.1.parent() && *one != main);
        let files: Vec<Found> = std::iter::once(main)
            .chain(beside)
            .take(MOST_FILES)
            .map(|(name, path)| (shown_name(name).into_owned(), path.clone()))
            .collect();
        submission.take(&files, exercise.limits.source);
    }
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
            not_run: (!is_fine).then_some(NotRun::TooLarge(length)),
        }
    }

    /// Reads files of at most so many bytes together.
    fn take(&mut self, files: &[Found], at_most: u64) {
        let sizes = files
            .iter()
            .map(|(_, path)| fs::metadata(path).map_or(0, |it| it.len()));
        let all: u64 = sizes.fold(0, u64::saturating_add);
        if all > at_most {
            self.not_run = Some(NotRun::TooLarge(all));
            return;
        }
        for (name, path) in files {
            if let Ok(bytes) = read_file(path, at_most) {
                self.files.push((name.clone(), bytes));
            } else {
                let note = english::not_taken(name, NotTaken::Unreadable);
                self.notes.push(note);
                self.not_run = Some(NotRun::Unread);
            }
        }
        let read: u64 = self.files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        if read > at_most {
            self.files.clear();
            self.not_run = Some(NotRun::TooLarge(read));
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }
}

/// What lies in the folders of a submission.
#[derive(Default)]
struct Inside {
    /// The programs, the ones further up first.
    programs: Vec<Found>,
    /// Names of other files.
    others: Vec<String>,
    notes: Vec<String>,
    /// Whether something could not be read, which may be a program.
    is_unread: bool,
}

impl Inside {
    fn collect(&mut self, folder: &Path, depth: usize) {
        let note = |name: &str, why| english::not_taken(name, why);
        let Ok(entries) = fs::read_dir(folder) else {
            self.notes
                .push(note(&name_of(folder), NotTaken::Unreadable));
            self.is_unread = true;
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
                _ if is_of_macos(&name) => {}
                Ok(Kind::File) if is_program(&path) => self.programs.push((name, path)),
                Ok(Kind::File) if other(&name) == NotTaken::Archive => {
                    self.notes.push(note(&name, NotTaken::Archive));
                }
                Ok(Kind::File) => self.others.push(name),
                Ok(Kind::Folder) if name.starts_with('.') => {}
                Ok(Kind::Folder) => folders.push(path),
                Ok(Kind::Other(why)) => self.notes.push(note(&name, why)),
                Err(_) => {
                    self.notes.push(note(&name, NotTaken::Unreadable));
                    self.is_unread = true;
                }
            }
        }
        for path in folders {
            if depth < DEEPEST {
                self.collect(&path, depth + 1);
            } else {
                self.notes.push(note(&name_of(&path), NotTaken::TooDeep));
            }
        }
    }
}

/// What macOS puts beside files and into archives.
fn is_of_macos(name: &str) -> bool {
    name.starts_with("._") || name == "__MACOSX"
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
