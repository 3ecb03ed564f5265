//! Why a file gives no bytes, in English.

use super::{NoFile, Unreadable};

/// A reason in words.
pub(super) fn unreadable(reason: &Unreadable) -> String {
    match reason {
        Unreadable::TooLarge { at_most } => format!("it is larger than {at_most} bytes"),
        Unreadable::NoMemory => "the system refuses the memory for it".to_owned(),
        Unreadable::NotFound => "there is no such file".to_owned(),
        Unreadable::Denied => "it may not be read (permission denied)".to_owned(),
        Unreadable::NoFile(NoFile::Directory) => "it is a directory".to_owned(),
        Unreadable::NoFile(other) => format!(
            "it is {}, not a file (standard input is `/dev/stdin`)",
            no_file(*other)
        ),
        Unreadable::Other(reason) => reason.clone(),
    }
}

/// What is no file.
pub(super) fn no_file(kind: NoFile) -> &'static str {
    match kind {
        NoFile::Directory => "a directory",
        NoFile::Pipe => "a pipe",
        NoFile::Socket => "a socket",
        NoFile::Device => "a device",
    }
}
