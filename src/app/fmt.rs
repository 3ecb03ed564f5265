//! `pram fmt`

use std::path::Path;

use super::arguments::FmtArguments;
use super::files::{self, Disk, STANDARD_INPUT};
use super::problem::{DiskProblem, FileContents};
use super::{Ended, program, screen, whole};
use crate::diagnostic::{Diagnostic, Status};
use crate::pipeline::translation::reworded;
use crate::source::{FileId, Sources, shown_path};
use crate::syntax::decode;
use crate::syntax::include::{Files, LARGEST_PROGRAM};
use crate::syntax::vocabulary::Vocabulary;

/// Formats files in place, or says which would change.
pub fn fmt(arguments: &FmtArguments) -> Ended {
    let vocabulary = arguments.vocabulary.map(Vocabulary::from);
    let mut sources = Sources::default();
    let mut problems = Vec::new();
    let mut would_change = String::new();
    for path in &arguments.files {
        let is_standard = path.as_os_str() == STANDARD_INPUT;
        let formatted = match read(path, is_standard, &mut sources).and_then(|file| {
            Ok((
                file,
                reworded(&sources, file, &Disk::default(), vocabulary)?,
            ))
        }) {
            Ok((file, text)) if *text == *sources.get(file).text => {
                if is_standard && !arguments.check {
                    screen::print_bytes(text.as_bytes())?;
                }
                continue;
            }
            Ok((_, text)) => text,
            Err(more) => {
                problems.extend(more);
                continue;
            }
        };
        if arguments.check {
            would_change.push_str(&name_of(path));
            would_change.push('\n');
        } else if is_standard {
            screen::print_bytes(formatted.as_bytes())?;
        } else if let Err(error) = whole::write(path, formatted.as_bytes()) {
            let problem = DiskProblem::not_written(path, &error, FileContents::Formatted);
            problems.push(problem.diagnostic());
        }
    }
    screen::print(&would_change)?;
    if !problems.is_empty() {
        Err(screen::report(&problems, &sources))
    } else if !would_change.is_empty() {
        Err(Status::Program)
    } else {
        Ok(())
    }
}

fn read(path: &Path, is_standard: bool, sources: &mut Sources) -> Result<FileId, Vec<Diagnostic>> {
    let name = name_of(path);
    let bytes = if is_standard {
        files::standard_input(LARGEST_PROGRAM)
    } else {
        Disk::default().read(path, LARGEST_PROGRAM)
    };
    let bytes = bytes.map_err(|reason| vec![program::unreadable(&name, &reason)])?;
    let text = decode(&bytes).map_err(|error| {
        let name = name.clone();
        vec![DiskProblem::NotFormatted { name, error }.diagnostic()]
    })?;
    // As the user knows it: what it includes is found by its folder.
    let own = path.to_string_lossy().into_owned();
    Ok(sources.add(if is_standard { name } else { own }, text))
}

fn name_of(path: &Path) -> String {
    if path.as_os_str() == STANDARD_INPUT {
        "<stdin>".to_owned()
    } else {
        shown_path(path)
    }
}
