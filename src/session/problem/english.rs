//! What is wrong with recordings, in English.

use super::RecordingProblem;
use crate::diagnostic::Words;

/// The command that writes a trace.
const RECORDS: &str = "`pram replay FILE.pram -o run.json`";

/// A problem in words.
pub(super) fn words(problem: &RecordingProblem) -> Words {
    let (message, help) = match problem {
        RecordingProblem::Empty { name } => (
            format!("`{name}` is empty"),
            format!("{RECORDS} writes a trace"),
        ),
        RecordingProblem::NoTrace { name } => (
            format!("`{name}` is no trace of a run"),
            format!("{RECORDS} writes one"),
        ),
        RecordingProblem::OtherVersion { name, version, own } => (
            format!("`{name}` is a trace of version {version}, and this pram reads version {own}"),
            format!("record it again with this version: {RECORDS}"),
        ),
        RecordingProblem::Incomplete { name } => (
            format!("`{name}` is incomplete: the end of the trace is missing"),
            format!("{RECORDS} records it again"),
        ),
        RecordingProblem::Unreadable { name, error } => (
            format!("`{name}` cannot be read as a trace: {error}"),
            format!("{RECORDS} records it again"),
        ),
        RecordingProblem::Interrupted => {
            return Words::message("stopped by Ctrl-C; nothing was written");
        }
    };
    Words::message(message).help(help)
}
