//! From where programs are included: below the folder of the main file, from `programs/`, and from
//! the folders of `--include-dir`. Nothing else is read, whichever way a path or a link leads there.

use std::path::{Path, PathBuf};

use super::files;
use crate::pipeline::shipped;
use crate::syntax::include::{NotIncluded, Unreadable, beside};

/// The file that `name` means in the file `from`, where the program itself is the file `main`.
pub fn find(
    name: &Path,
    from: &Path,
    main: &Path,
    added: &[PathBuf],
) -> Result<PathBuf, NotIncluded> {
    if from.starts_with(shipped::FOLDER) {
        return shipped::beside(name, from).ok_or(NotIncluded::NotThere);
    }
    let programs = programs_folder(main);
    let roots: Vec<PathBuf> = std::iter::once(folder_of(main))
        .chain(programs.clone())
        .chain(added.iter().cloned())
        .filter_map(|folder| folder.canonicalize().ok())
        .collect();
    let mut candidates = vec![beside(name, from)];
    candidates.extend(added.iter().map(|folder| folder.join(name)));
    let in_programs = shipped::below_programs(name);
    if let (Some(folder), Some(inside)) = (&programs, &in_programs) {
        candidates.push(folder.join(inside));
    }
    let mut why = NotIncluded::NotThere;
    for candidate in candidates {
        match admitted(&candidate, &roots) {
            Ok(()) => return Ok(candidate),
            Err(NotIncluded::NotThere) => {}
            Err(other) => why = other,
        }
    }
    // The library stands in for a folder that is not there.
    let built_in = in_programs.filter(|_| programs.is_none());
    built_in
        .and_then(|inside| shipped::path(&inside))
        .ok_or(why)
}

/// Whether a path leads to a file below one of the roots.
fn admitted(path: &Path, roots: &[PathBuf]) -> Result<(), NotIncluded> {
    let is_below = |path: &Path| roots.iter().any(|root| path.starts_with(root));
    let Ok(real) = path.canonicalize() else {
        // What is not there is told only of places in which it may be looked for.
        let mut above = path.ancestors().skip(1).map(existing);
        return Err(match above.find_map(|folder| folder.canonicalize().ok()) {
            Some(folder) if !is_below(&folder) => NotIncluded::Outside,
            _ => NotIncluded::NotThere,
        });
    };
    if !is_below(&real) {
        return Err(NotIncluded::Outside);
    }
    match real.metadata() {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) => Err(NotIncluded::Unreadable(Unreadable::NoFile(files::kind(
            metadata.file_type(),
        )))),
        Err(_) => Err(NotIncluded::NotThere),
    }
}

/// The nearest folder `programs` that holds the main file or lies beside it, one of its ancestors
/// or the current folder.
fn programs_folder(main: &Path) -> Option<PathBuf> {
    let main = folder_of(main).canonicalize().ok();
    let above = main.iter().flat_map(|folder| folder.ancestors());
    let current = std::env::current_dir().ok();
    above.chain(current.as_deref()).find_map(|folder| {
        if folder
            .file_name()
            .is_some_and(|name| name == shipped::ON_DISK)
        {
            return Some(folder.to_owned());
        }
        Some(folder.join(shipped::ON_DISK)).filter(|inside| inside.is_dir())
    })
}

/// The folder that a file lies in; that of standard input is the current one.
fn folder_of(file: &Path) -> PathBuf {
    existing(file.parent().unwrap_or(Path::new("")))
}

/// The current folder has no name in a path.
fn existing(folder: &Path) -> PathBuf {
    if folder.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        folder.to_owned()
    }
}
