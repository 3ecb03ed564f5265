//! What is wrong with files, in English.

use std::io;

use crate::app::problem::DiskProblem;
use crate::app::problem::file::FileContents;
use crate::diagnostic::Words;
use crate::language::Language;
use crate::source::shown_name;

/// What makes the playground.
const BUILDING: &str = "in a checkout of pram, `playground/build` makes `playground/dist`; start `pram play` below \
     that checkout, or name the folder with `--folder`";

/// A problem in words.
pub fn words(problem: &DiskProblem) -> Words {
    match problem {
        DiskProblem::Unreadable {
            name,
            reason,
            meant,
        } => {
            let message = format!(
                "`{}` cannot be read: {}",
                shown_name(name),
                reason.words(Language::English)
            );
            let words = Words::message(message);
            match meant {
                Some(meant) => words.help(format!("did you mean `{meant}`?")),
                None => words,
            }
        }
        DiskProblem::UnreadableFolder { folder, error } => {
            Words::message(format!("`{folder}` cannot be read: {error}"))
        }
        DiskProblem::NoPrograms { folder } => Words::message(format!("`{folder}` has no programs"))
            .help("programs are files whose names end with .pram"),
        DiskProblem::NoPlayground { folder, missing } => Words::message(format!(
            "`{folder}` is not the folder of the playground: `{missing}` is missing in it"
        ))
        .help(BUILDING),
        DiskProblem::NotBuilt { folder } => Words::message(format!(
            "the playground is not built: there is no folder `{folder}` here"
        ))
        .help(BUILDING),
        DiskProblem::NotFormatted { name, error } => {
            Words::message(format!("`{name}` is not formatted: {error}"))
                .help("save the file as UTF-8")
        }
        DiskProblem::NoProgress { name, error } => {
            Words::message(format!("`{name}` does not say where you are: {error}"))
                .help("remove it to begin with the first exercise; your attempts stay")
        }
        DiskProblem::NotLocked { name, kind } => {
            let kind = kind.words(Language::English);
            Words::message(format!("`{name}` cannot be locked: it is {kind}")).help("remove it")
        }
        DiskProblem::InUse { folder } => Words::message(format!(
            "another `pram learn` is using the folder `{folder}`"
        ))
        .help("end it, or name another folder: `pram learn my-exercises`"),
        DiskProblem::Exists { name } => Words::message(format!(
            "the file `{name}` exists already and was not changed"
        ))
        .help("give the new program another name"),
        DiskProblem::OverItsInput { name } => Words::message(format!(
            "the report would overwrite `{name}`, which it reads"
        ))
        .help("give --output another name, such as `report.html`"),
        DiskProblem::NotWritten {
            name,
            kind,
            error,
            what,
        } => {
            let reason = not_written(*kind, error, *what);
            let words = Words::message(format!("`{name}` cannot be written: {reason}"));
            match way_out(*kind, *what) {
                Some(way_out) => words.help(way_out),
                None => words,
            }
        }
    }
}

/// Why a file is not written.
fn not_written(kind: io::ErrorKind, error: &str, what: FileContents) -> String {
    use io::ErrorKind::{AlreadyExists, NotADirectory, NotFound, PermissionDenied};
    let reason = match (what, kind) {
        (FileContents::Output, NotFound) => "its folder does not exist",
        (FileContents::Output, PermissionDenied) => "permission denied",
        (FileContents::Output | FileContents::Store, NotADirectory | AlreadyExists) => {
            "what should be its folder is a file"
        }
        (FileContents::Attempts, AlreadyExists) => "it is a file, and the attempts need a folder",
        _ => return why_not_written(kind, error),
    };
    reason.to_owned()
}

/// What to do about it.
fn way_out(kind: io::ErrorKind, what: FileContents) -> Option<&'static str> {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    Some(match (what, kind) {
        (FileContents::Formatted, _) => return None,
        (FileContents::Program, _) => "give a name in a folder that exists",
        (FileContents::Attempts, _) => "name another folder: `pram learn my-exercises`",
        (FileContents::Store, StorageFull | QuotaExceeded | FileTooLarge) => {
            "free some space; the same command then does what is missing"
        }
        (FileContents::Store, _) => "name another folder",
        (FileContents::Output, StorageFull | QuotaExceeded | FileTooLarge) => {
            "free some space, or give --output another place"
        }
        (FileContents::Output, _) => "give --output a file in an existing folder, or a folder",
    })
}

/// Why something cannot be written.
pub fn why_not_written(kind: io::ErrorKind, error: &str) -> String {
    let reason = match kind {
        io::ErrorKind::PermissionDenied => "it may not be written (permission denied)",
        io::ErrorKind::IsADirectory => "it is a directory",
        io::ErrorKind::StorageFull => "no space is left on the disk",
        io::ErrorKind::QuotaExceeded => "your disk quota is used up",
        io::ErrorKind::FileTooLarge => "it is larger than the system allows",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        io::ErrorKind::NotFound => "there is no such folder",
        _ => error,
    };
    reason.to_owned()
}
