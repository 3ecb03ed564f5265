//! The shipped programs as the only files there are: what a program includes from `programs/` travels
//! along in the module.

use std::path::{Component, Path, PathBuf};

use pram::pipeline::shipped;
use pram::syntax::include::{Files, NotIncluded, Unreadable, beside};

/// The folder of the shipped programs, as paths name it.
pub const FOLDER: &str = "programs";

/// The shipped programs below `programs/`.
pub struct Shelf;

impl Files for Shelf {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        let text = text(path).ok_or_else(|| {
            Unreadable::Other("files of your computer cannot be read from here".to_owned())
        })?;
        Ok(text.as_bytes().to_vec())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        plain(path).unwrap_or_else(|| path.to_owned())
    }

    fn included(&self, name: &Path, from: &Path, _: &Path) -> Result<PathBuf, NotIncluded> {
        let near = beside(name, from);
        if text(&near).is_some() {
            return Ok(near);
        }
        // `../programs/x.pram` from wherever the program lies.
        let mut parts = (name.components())
            .skip_while(|part| matches!(part, Component::ParentDir | Component::CurDir));
        let is_programs = parts.next().is_some_and(|part| part.as_os_str() == FOLDER);
        let path = Path::new(FOLDER).join(parts.collect::<PathBuf>());
        if is_programs && text(&path).is_some() {
            Ok(path)
        } else {
            Err(NotIncluded::NotThere)
        }
    }
}

/// The text of the shipped program that a path leads to.
fn text(path: &Path) -> Option<&'static str> {
    let path = plain(path)?;
    let inside = path.strip_prefix(FOLDER).ok()?;
    shipped::text(&Path::new(shipped::FOLDER).join(inside))
}

/// The path without `.` and `..`; none where it leads out.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            Component::Normal(name) => plain.push(name),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(plain)
}
