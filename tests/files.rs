//! The files that programs of the tests include.

use std::path::{Path, PathBuf};

use pram::syntax::include::Files;

/// Those of the repository.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|error| error.to_string())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }
}

/// There are none beside the program.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, String> {
        Err(format!("{} is not there", path.display()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}
