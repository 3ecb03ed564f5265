//! The results of `pram report --store`, in a folder.

mod english;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use super::problem::{DiskProblem, FileContents};
use super::store::{self, KeyParts, Shard};
use crate::diagnostic::Diagnostic;
use crate::study::store::{DoneShare, UnitStore};

/// A folder of results, each in a file that is named by the key of its unit.
pub struct SweepFolder {
    folder: PathBuf,
    /// The first file that could not be written.
    failed: Mutex<Option<Diagnostic>>,
}

impl SweepFolder {
    /// The folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Self, Vec<Diagnostic>> {
        fs::create_dir_all(folder).map_err(|error| vec![not_written(folder, &error)])?;
        store::remove_abandoned(folder);
        Ok(Self {
            folder: folder.to_owned(),
            failed: Mutex::default(),
        })
    }

    /// What went wrong, if a result could not be written.
    pub fn failed(self) -> Option<Diagnostic> {
        self.failed
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, unit: &str) -> PathBuf {
        KeyParts::default().with(unit).key().file(&self.folder)
    }
}

impl UnitStore for SweepFolder {
    fn read(&self, unit: &str) -> Option<Vec<u8>> {
        store::read(&self.path(unit)).ok().flatten()
    }

    fn write(&self, unit: &str, result: &[u8]) {
        let path = self.path(unit);
        if let Err(error) = store::write(&path, result) {
            let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.get_or_insert_with(|| not_written(&path, &error));
        }
    }
}

fn not_written(path: &Path, error: &io::Error) -> Diagnostic {
    DiskProblem::not_written(path, error, FileContents::Store).diagnostic()
}

/// What is said of a share: `shard 3/16: 12 of 12 units`.
pub fn done(share: &DoneShare, shard: Shard) -> String {
    let own = share.own().count();
    let done = share.own().filter(|unit| unit.is_done).count();
    english::done(shard, [done, own], share.waits())
}

/// The plan, a unit a line: all of it, or the units of a shard.
pub fn plan(share: &DoneShare, shard: Option<Shard>) -> String {
    let units = share.units.iter().enumerate();
    let units = units.filter(|(place, _)| shard.is_none_or(|shard| shard.has(*place)));
    units
        .map(|(place, unit)| english::planned(place, unit))
        .collect()
}
