//! The disk and standard input, as the pipeline sees them.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::syntax::include::Files;

/// How standard input is named on the command line.
pub const STANDARD_INPUT: &str = "-";

/// The file system.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, String> {
        let file = File::open(path).map_err(|error| reason(&error))?;
        read_at_most(file, at_most)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }
}

/// All of standard input.
pub fn standard_input(at_most: u64) -> Result<Vec<u8>, String> {
    read_at_most(io::stdin().lock(), at_most)
}

fn read_at_most(source: impl Read, at_most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = source
        .take(at_most.saturating_add(1))
        .read_to_end(&mut bytes);
    read.map_err(|error| reason(&error))?;
    if bytes.len() as u64 > at_most {
        return Err(format!("it is larger than {at_most} bytes"));
    }
    Ok(bytes)
}

/// Gives a file its contents, all at once: whoever reads it meanwhile sees what was there before,
/// or all of it, and so does whoever comes after a disk that was full. What is no ordinary file,
/// such as a pipe, is written as it is.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A link keeps pointing to the file.
    let target = match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        found => Some(found?),
    };
    let path = target.as_deref().unwrap_or(path);
    let mut permissions = None;
    if target.is_some() {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return fs::write(path, contents);
        }
        if metadata.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        permissions = Some(metadata.permissions());
    }
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create_new(&beside)
        .and_then(|mut file| {
            file.write_all(contents)?;
            if let Some(permissions) = permissions {
                file.set_permissions(permissions)?;
            }
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The reason to be told is the first one.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Why something cannot be written.
pub fn why_not_written(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "it may not be written (permission denied)".to_owned(),
        io::ErrorKind::StorageFull => "no space is left on the disk".to_owned(),
        io::ErrorKind::QuotaExceeded => "your share of the disk is used up".to_owned(),
        io::ErrorKind::FileTooLarge => "it is larger than files may be here".to_owned(),
        _ => error.to_string(),
    }
}

/// What the system says, without its error number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be read (permission denied)".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    }
}
