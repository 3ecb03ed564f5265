//! Files and folders that are written as a whole or not at all.
//!
//! New contents go into temporary files next to their place, onto the disk, and only then take their
//! names. A full disk, a limit on the size of files or a signal before that leaves everything as it was, and
//! no temporary file.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::{Builder, TempDir, TempPath};

use super::interrupt;

/// With what the name of a temporary file or folder begins. It is short, since the name of its file may be as long
/// as names can be.
const PREFIX: &str = ".pram-";

/// Temporary files and folders that a signal has to remove. Whoever makes one, makes something in one, removes one
/// or gives it its name holds the lock: a signal ends the process either before or after.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Gives a file its contents, all at once: a reader sees what was there before,
/// or all of it. A link keeps pointing to the file. What is no ordinary file, such as a pipe, is written as
/// it is.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let prepared = Prepared::new(path, contents)?;
    commit(vec![prepared])
}

/// Gives a folder these files by their names, all at once. A folder that is not there is made with
/// them; in one that is there, other files stay.
pub fn write_folder(folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    if !folder.is_dir() {
        let made = NewFolder::new(folder)?;
        for (name, text) in files {
            let mut file = made.file(name)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
        }
        match made.keep() {
            // Another process made it meanwhile.
            Err(_) if folder.is_dir() => {}
            ended => return ended,
        }
    }
    let prepared = (files.iter())
        .map(|(name, text)| Prepared::new(&folder.join(name), text.as_bytes()))
        .collect::<io::Result<Vec<Prepared>>>()?;
    commit(prepared)
}

/// Whether a file could be written; leaves nothing behind.
pub fn try_file(path: &Path) -> io::Result<()> {
    Prepared::new(path, b"").map(drop)
}

/// Whether files could be written into a folder, which need not be there; leaves nothing behind.
pub fn try_folder(folder: &Path, name: &str) -> io::Result<()> {
    if folder.is_dir() {
        try_file(&folder.join(name))
    } else {
        NewFolder::new(folder).map(drop)
    }
}

/// New contents that lie ready.
enum Prepared {
    /// In a temporary file next to the file.
    Beside { temporary: TempPath, path: PathBuf },
    /// For what is no ordinary file.
    InPlace { path: PathBuf, contents: Vec<u8> },
}

impl Prepared {
    fn new(path: &Path, contents: &[u8]) -> io::Result<Self> {
        let target = match path.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            found => Some(found?),
        };
        let path = target.as_deref().unwrap_or(path).to_owned();
        let mut permissions = None;
        if target.is_some() {
            let metadata = fs::metadata(&path)?;
            if metadata.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if !metadata.is_file() {
                let contents = contents.to_owned();
                return Ok(Self::InPlace { path, contents });
            }
            if metadata.permissions().readonly() {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            permissions = Some(metadata.permissions());
        }
        let (mut file, temporary) = {
            let mut known = known();
            let mut builder = Builder::new();
            builder.prefix(PREFIX);
            // As for every new file, less what the umask takes away.
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let made = builder.tempfile_in(folder_of(&path))?.into_parts();
            known.insert(made.1.to_path_buf());
            made
        };
        let prepared = Self::Beside { temporary, path };
        file.write_all(contents)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        Ok(prepared)
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        if let Self::Beside { temporary, .. } = self {
            let mut known = known();
            if known.remove(&**temporary) {
                // The first reason is the one to report.
                let _ = fs::remove_file(&**temporary);
            }
        }
    }
}

/// Gives all files their contents.
fn commit(prepared: Vec<Prepared>) -> io::Result<()> {
    // A pipe may wait for its reader: not under the lock.
    for one in &prepared {
        if let Prepared::InPlace { path, contents } = one {
            fs::write(path, contents)?;
        }
    }
    let renamed = {
        let mut known = known();
        prepared.iter().try_for_each(|one| {
            if let Prepared::Beside { temporary, path } = one {
                fs::rename(temporary, path)?;
                known.remove(&**temporary);
            }
            Ok(())
        })
    };
    drop(prepared);
    renamed
}

/// A folder that is being filled, with those above it that are not there yet.
struct NewFolder {
    /// A temporary folder next to the first folder that is missing.
    temporary: Option<TempDir>,
    /// What becomes of it.
    missing: PathBuf,
    /// The folder to be filled, in the temporary one.
    inside: PathBuf,
}

impl NewFolder {
    fn new(folder: &Path) -> io::Result<Self> {
        let is_missing = |path: &&Path| {
            let is_named = !path.as_os_str().is_empty();
            is_named
                && matches!(fs::symlink_metadata(path), Err(error) if error.kind() == io::ErrorKind::NotFound)
        };
        let missing = (folder.ancestors().take_while(is_missing).last())
            // Something is there that is no folder.
            .ok_or(io::ErrorKind::NotADirectory)?;
        let below = folder.strip_prefix(missing).unwrap_or(Path::new(""));
        if below.components().any(|part| part == Component::ParentDir) {
            // `..` of a folder that is not there leads nowhere.
            return Err(io::ErrorKind::NotFound.into());
        }
        let mut known = known();
        let temporary = (Builder::new().prefix(PREFIX)).tempdir_in(folder_of(missing))?;
        known.insert(temporary.path().to_owned());
        let inside = temporary.path().join(below);
        let made = fs::create_dir_all(&inside);
        drop(known);
        let new = Self {
            temporary: Some(temporary),
            missing: missing.to_owned(),
            inside,
        };
        made.map(|()| new)
    }

    /// A new file in it. Under the lock: a file that appears while a signal removes the folder would keep
    /// it there.
    fn file(&self, name: &str) -> io::Result<File> {
        let _known = known();
        File::create_new(self.inside.join(name))
    }

    fn keep(mut self) -> io::Result<()> {
        let mut known = known();
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary.path(), &self.missing)?;
        }
        if let Some(temporary) = self.temporary.take() {
            known.remove(temporary.path());
            // It has another name now.
            let _ = temporary.keep();
        }
        Ok(())
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if let Some(temporary) = self.temporary.take() {
            let mut known = known();
            known.remove(temporary.path());
            // The first reason is the one to report.
            let _ = temporary.close();
        }
    }
}

/// The temporary files, locked; from the first time on a signal removes them.
fn known() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| interrupt::before_termination(remove_all));
    lock()
}

fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files. None is made or renamed until the process has ended.
fn remove_all() {
    let known = lock();
    for path in &*known {
        // The process ends: no one could read a message.
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
    std::mem::forget(known);
}

/// The folder in which a file lies.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
