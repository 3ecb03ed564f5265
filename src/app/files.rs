//! The disk and standard input, as the pipeline sees them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::includes;
use crate::engine::refusal::attempt;
use crate::pipeline::shipped;
use crate::semantic::did_you_mean;
use crate::syntax::include::{Files, NoFile, NotIncluded, Unreadable};

/// How standard input is named on the command line.
pub const STANDARD_INPUT: &str = "-";
/// Names of what was opened already when the process started.
const OPEN_STREAMS: [&str; 3] = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"];
/// A device that is as good as an empty file.
const NOTHING: &str = "/dev/null";
/// Files of a folder that are looked at for one that may be meant.
const MOST_LOOKED_AT: usize = 10_000;

/// The file system.
#[derive(Debug, Default)]
pub struct Disk {
    /// Folders from which programs are included beside the usual ones.
    pub include_folders: Vec<PathBuf>,
    /// What open streams gave: they can be read only once, and a report asks for each size.
    streams: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    /// The files that were read or could not be.
    read: Mutex<BTreeSet<PathBuf>>,
}

impl Disk {
    /// The file system, with folders from which programs may be included.
    pub fn with(include_folders: Vec<PathBuf>) -> Self {
        Self {
            include_folders,
            ..Self::default()
        }
    }

    /// The files that were to be read so far.
    pub fn paths_read(&self) -> Vec<PathBuf> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.iter().cloned().collect()
    }

    fn read_stream(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = streams.get(path) {
            return Ok(bytes.clone());
        }
        let bytes = read_at_most(open(path)?, at_most)?;
        streams.insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

impl Files for Disk {
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable> {
        if let Some(text) = shipped::text(path) {
            return Ok(text.as_bytes().to_vec());
        }
        self.read
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(path.to_owned());
        let metadata = fs::metadata(path).map_err(|error| reason(&error))?;
        if metadata.is_file() {
            if metadata.len() > at_most {
                return Err(Unreadable::TooLarge { at_most });
            }
            return read_at_most(open(path)?, at_most);
        }
        let is_open = (OPEN_STREAMS.iter()).any(|name| path.to_string_lossy().starts_with(name));
        if is_open && !metadata.is_dir() {
            return self.read_stream(path, at_most);
        }
        if path == Path::new(NOTHING) {
            return Ok(Vec::new());
        }
        Err(Unreadable::NoFile(kind(metadata.file_type())))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }

    fn included(&self, name: &Path, from: &Path, main: &Path) -> Result<PathBuf, NotIncluded> {
        includes::find(name, from, main, &self.include_folders)
    }

    fn meant(&self, name: &Path) -> Option<PathBuf> {
        shipped::meant(name)
    }
}

/// What something in the file system is, apart from a file.
#[cfg(unix)]
pub(super) fn kind(kind: FileType) -> NoFile {
    use std::os::unix::fs::FileTypeExt;

    if kind.is_dir() {
        NoFile::Directory
    } else if kind.is_fifo() {
        NoFile::Pipe
    } else if kind.is_socket() {
        NoFile::Socket
    } else {
        NoFile::Device
    }
}

/// What something in the file system is, apart from a file.
#[cfg(not(unix))]
pub(super) fn kind(kind: FileType) -> NoFile {
    if kind.is_dir() {
        NoFile::Directory
    } else {
        NoFile::Device
    }
}

fn open(path: &Path) -> Result<File, Unreadable> {
    File::open(path).map_err(|error| reason(&error))
}

/// All of standard input.
pub fn standard_input(at_most: u64) -> Result<Vec<u8>, Unreadable> {
    read_at_most(io::stdin().lock(), at_most)
}

fn read_at_most(source: impl Read, at_most: u64) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    let mut source = source.take(at_most.saturating_add(1));
    let read = attempt(|| source.read_to_end(&mut bytes));
    read.map_err(|error| reason(&error))?;
    if bytes.len() as u64 > at_most {
        return Err(Unreadable::TooLarge { at_most });
    }
    Ok(bytes)
}

/// Whether a path names a file of the language.
pub fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "pram")
}

/// The program that is probably meant by a path at which there is no file: one in the same folder, or in
/// `programs/`, that has this name, or nearly.
pub fn resembling(file: &Path) -> Option<PathBuf> {
    if file.exists() {
        return None;
    }
    let own = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut written = file.file_name()?.to_str()?.to_owned();
    if file.extension().is_none() {
        written.push_str(".pram");
    }
    [own, Path::new("programs")].into_iter().find_map(|folder| {
        let entries = fs::read_dir(folder).ok()?.take(MOST_LOOKED_AT);
        let names: Vec<String> = (entries.flatten())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| is_program(Path::new(name)))
            .collect();
        let same = names.iter().find(|name| **name == written).cloned();
        let meant = same.or_else(|| did_you_mean(&written, names.iter().map(String::as_str)))?;
        let folder = if folder == Path::new(".") {
            Path::new("")
        } else {
            folder
        };
        Some(folder.join(meant))
    })
}

/// Why the system gives no bytes.
pub(super) fn reason(error: &io::Error) -> Unreadable {
    match error.kind() {
        io::ErrorKind::NotFound => Unreadable::NotFound,
        io::ErrorKind::PermissionDenied => Unreadable::Denied,
        io::ErrorKind::IsADirectory => Unreadable::NoFile(NoFile::Directory),
        io::ErrorKind::OutOfMemory => Unreadable::NoMemory,
        _ => Unreadable::Other(error.to_string()),
    }
}
