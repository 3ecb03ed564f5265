//! From where programs are included: below the folder of the main file, from `programs/`, and from
//! the folders of `--include-dir`. Nothing else is read, whichever way a path or a link leads there.

use std::path::{Component, Path, PathBuf};

use super::files;
use crate::pipeline::shipped;
use crate::syntax::include::{NotIncluded, beside};

/// The folder of the shipped programs, where there is one on the disk.
const PROGRAMS: &str = "programs";

/// The file that `name` means in the file `from`, where the program itself is the file `main`.
pub fn find(
    name: &Path,
    from: &Path,
    main: &Path,
    added: &[PathBuf],
) -> Result<PathBuf, NotIncluded> {
    if is_shipped(from) {
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
    let in_programs = below_programs(name);
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
        .and_then(|inside| path_of_shipped(&inside))
        .ok_or(why)
}

/// The path of a built-in program.
fn path_of_shipped(name: &Path) -> Option<PathBuf> {
    let path = Path::new(shipped::FOLDER).join(name);
    shipped::text(&path).map(|_| path)
}

/// Whether a path is one of a built-in program.
fn is_shipped(path: &Path) -> bool {
    path.starts_with(shipped::FOLDER)
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
        Ok(metadata) => Err(NotIncluded::Unreadable(format!(
            "it is {}",
            files::kind(metadata.file_type())
        ))),
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
        if folder.file_name().is_some_and(|name| name == PROGRAMS) {
            return Some(folder.to_owned());
        }
        Some(folder.join(PROGRAMS)).filter(|inside| inside.is_dir())
    })
}

/// What comes behind `programs/` in a path, which may begin further up.
fn below_programs(name: &Path) -> Option<PathBuf> {
    let mut components = name
        .components()
        .skip_while(|component| matches!(component, Component::ParentDir | Component::CurDir));
    let first = components.next()?;
    (first.as_os_str() == PROGRAMS).then(|| components.collect())
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
