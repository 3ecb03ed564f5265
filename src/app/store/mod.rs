//! A folder of results, each in a file that is named by the key of what it was made from.
//!
//! A file is there whole or not at all, and two processes that make the same one write the same bytes. So several
//! processes, on one machine or on several, fill one folder without a lock, and nothing that is there already is
//! made again.

mod english;
mod key;
mod shard;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::Builder;

pub use crate::study::store::hash;
pub use key::{Key, KeyParts};
pub use shard::Shard;

/// How the names of files end that are still being written.
const PART: &str = ".part";
/// Unfinished files of this age belong to a process that was killed.
const ABANDONED: Duration = Duration::from_hours(24);

/// Gives a file its contents, all at once. They are written into a file next to it, `NAME.….part`, flushed and
/// renamed. Its folder is made if it is not there.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!("{name}.{}.", std::process::id());
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(PART);
    // As for every new file, less what the umask takes away: others of a group read the results.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The contents of a file; none if it is not there.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes the unfinished files of a folder, and of the folders in it, that nobody writes any more.
pub fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        if metadata.is_dir() {
            remove_abandoned(&path);
        } else if entry.file_name().to_string_lossy().ends_with(PART) {
            let age = (metadata.modified().ok())
                .and_then(|changed| SystemTime::now().duration_since(changed).ok());
            if age.is_some_and(|age| age > ABANDONED) {
                // Another process may have removed it by now.
                let _ = fs::remove_file(path);
            }
        }
    }
}
