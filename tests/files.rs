//! The files that programs of the tests include.

use std::path::{Path, PathBuf};

use pram::syntax::include::{Files, NotIncluded, Unreadable, beside};

/// Those of the repository.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        std::fs::read(path).map_err(|error| Unreadable::Other(error.to_string()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }

    /// `programs/prescan.pram` is known to every file.
    fn included(&self, name: &Path, from: &Path, _: &Path) -> Result<PathBuf, NotIncluded> {
        let near = beside(name, from);
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let is_shipped = !near.exists() && name.starts_with("programs") && shipped.exists();
        Ok(if is_shipped { shipped } else { near })
    }
}

/// There are none beside the program.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::Other(format!(
            "{} is not there",
            path.display()
        )))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

/// An empty folder for a test, below those of tests with the same concern.
pub fn fresh_folder(concern: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(concern)
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}
