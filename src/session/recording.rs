//! A recorded run: the files that it read, and its repetition from its trace.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde::Deserialize;

use super::problem::RecordingProblem;
use crate::diagnostic::Diagnostic;
use crate::pipeline::Request;
use crate::present::json::request::{ContentJson, FileJson, IncludeJson, RequestJson};
use crate::syntax::include::{Files, NotIncluded, Unreadable};

/// The largest trace that is read, in bytes.
pub const LARGEST_TRACE: u64 = 256 << 20;
/// The version of the traces that are written and read.
pub const VERSION: u32 = 2;
/// The most bytes of files that a trace contains. The program is always included.
const MOST_BYTES: usize = 1 << 20;

/// Files, with a copy of what was read.
pub struct Remembered<'f> {
    files: &'f dyn Files,
    read: RefCell<IndexMap<PathBuf, Vec<u8>>>,
    included: RefCell<Vec<IncludeJson>>,
}

impl<'f> Remembered<'f> {
    /// Nothing has been read yet.
    pub fn new(files: &'f dyn Files) -> Self {
        Self {
            files,
            read: RefCell::default(),
            included: RefCell::default(),
        }
    }

    /// The data with which the run of a command's request can be repeated.
    pub fn request(&self, request: &Request, command: Vec<String>) -> RequestJson {
        let mut room = MOST_BYTES;
        let read = self.read.take().into_iter().map(|(path, bytes)| {
            let left = room.checked_sub(bytes.len());
            room = left.unwrap_or(room);
            FileJson {
                path: path.display().to_string(),
                content: content(bytes, left.is_some()),
            }
        });
        let program = FileJson {
            path: request.name.clone(),
            content: content(request.bytes.clone(), true),
        };
        RequestJson {
            command,
            files: std::iter::once(program).chain(read).collect(),
            includes: self.included.take(),
        }
    }
}

impl Files for Remembered<'_> {
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable> {
        let bytes = self.files.read(path, at_most)?;
        let mut read = self.read.borrow_mut();
        read.entry(path.to_owned()).or_insert_with(|| bytes.clone());
        Ok(bytes)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        self.files.identity(path)
    }

    fn meant(&self, name: &Path) -> Option<PathBuf> {
        self.files.meant(name)
    }

    fn included(&self, name: &Path, from: &Path, main: &Path) -> Result<PathBuf, NotIncluded> {
        let path = self.files.included(name, from, main)?;
        let identity = self.identity(&path);
        // In a trace a file has one path.
        let is_it = |known: &&PathBuf| self.identity(known) == identity;
        let known = self.read.borrow().keys().find(is_it).cloned();
        let path = known.unwrap_or(path);
        let [from, name] = [from, name].map(|path| path.display().to_string());
        let include = IncludeJson {
            from,
            name,
            path: path.display().to_string(),
        };
        let mut included = self.included.borrow_mut();
        if !included.contains(&include) {
            included.push(include);
        }
        Ok(path)
    }
}

/// A file that was read is a text, or it could not be used.
fn content(bytes: Vec<u8>, fits: bool) -> ContentJson {
    let length = bytes.len() as u64;
    match String::from_utf8(bytes) {
        Ok(text) if fits => ContentJson::Text(text),
        _ => ContentJson::LeftOut(length),
    }
}

/// What identifies a file as a trace, and its version.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u32,
}

/// The part of a trace that is read: its steps follow from it.
#[derive(Deserialize)]
struct Recording {
    request: RequestJson,
}

/// Reads the request in a trace.
pub fn read(name: &str, bytes: &[u8]) -> Result<RequestJson, Vec<Diagnostic>> {
    if bytes.trim_ascii().is_empty() {
        let name = name.to_owned();
        return Err(vec![RecordingProblem::Empty { name }.diagnostic()]);
    }
    let head: Head = serde_json::from_slice(bytes).map_err(|error| {
        if error.is_data() {
            no_trace(name)
        } else {
            unreadable(name, &error)
        }
    })?;
    if head.format != "pram-trace" {
        return Err(no_trace(name));
    }
    let version = head.version;
    if version != VERSION {
        let problem = RecordingProblem::OtherVersion {
            name: name.to_owned(),
            version,
            own: VERSION,
        };
        return Err(vec![problem.diagnostic()]);
    }
    let Recording { request } =
        serde_json::from_slice(bytes).map_err(|error| unreadable(name, &error))?;
    Ok(request)
}

impl RequestJson {
    /// The name and the bytes of the program.
    pub fn program(&self) -> Result<(String, Vec<u8>), Unreadable> {
        let file = self.files.first();
        let file = file.ok_or_else(|| Unreadable::Other("the trace holds no file".to_owned()))?;
        Ok((file.path.clone(), file.bytes()?))
    }
}

impl FileJson {
    fn bytes(&self) -> Result<Vec<u8>, Unreadable> {
        match &self.content {
            ContentJson::Text(text) => Ok(text.clone().into_bytes()),
            ContentJson::LeftOut(bytes) => Err(Unreadable::Other(format!(
                "the trace does not hold it, as it has {bytes} bytes; take the program itself"
            ))),
        }
    }
}

/// The files of a recorded run.
impl Files for RequestJson {
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable> {
        let file = self.files.iter().find(|file| Path::new(&file.path) == path);
        let file = file.ok_or_else(|| Unreadable::Other("the trace does not hold it".to_owned()));
        let bytes = file?.bytes()?;
        if bytes.len() as u64 > at_most {
            return Err(Unreadable::TooLarge { at_most });
        }
        Ok(bytes)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    fn included(&self, name: &Path, from: &Path, _: &Path) -> Result<PathBuf, NotIncluded> {
        let mut all = self.includes.iter();
        let known = all.find(|one| Path::new(&one.from) == from && Path::new(&one.name) == name);
        known.map_or(Err(NotIncluded::NotThere), |one| {
            Ok(PathBuf::from(&one.path))
        })
    }
}

fn no_trace(name: &str) -> Vec<Diagnostic> {
    let name = name.to_owned();
    vec![RecordingProblem::NoTrace { name }.diagnostic()]
}

fn unreadable(name: &str, error: &serde_json::Error) -> Vec<Diagnostic> {
    vec![RecordingProblem::unreadable(name, error).diagnostic()]
}
