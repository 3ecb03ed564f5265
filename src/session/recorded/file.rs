//! A recorded trace, read: what a session needs of `pram-trace/1`. A file may hold anything, so numbers
//! in it are not trusted: nothing is made as large as they say.

use serde::Deserialize;

use super::moments::MomentTrace;
use super::run::Machine;
use super::steps::StepTrace;
use crate::diagnostic::{Code, Diagnostic};

/// The largest file that is read, in bytes.
pub const LARGEST_TRACE: u64 = 256 << 20;

/// What says that a file is a trace, and which.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u64,
    machine: Option<Machine>,
}

/// A trace that was read.
pub enum Trace {
    /// Of a machine with shared memory.
    Steps(Box<StepTrace>),
    /// Of a multicomputer.
    Moments(Box<MomentTrace>),
}

/// Reads a trace.
pub fn read(name: &str, bytes: &[u8]) -> Result<Trace, Vec<Diagnostic>> {
    if bytes.trim_ascii().is_empty() {
        return Err(no_trace(format!("`{name}` is empty")));
    }
    let head: Head = serde_json::from_slice(bytes).map_err(|error| {
        if error.is_data() {
            no_trace(format!("`{name}` is no trace of a run"))
        } else {
            unreadable(name, &error)
        }
    })?;
    if head.format != "pram-trace" {
        return Err(no_trace(format!("`{name}` is no trace of a run")));
    }
    if head.version != 1 {
        let version = head.version;
        let message =
            format!("`{name}` is a trace of version {version}, and this pram reads version 1");
        return Err(vec![bad(message).help(
            "record it anew with this version: `pram replay FILE.pram -o run.json`",
        )]);
    }
    let is_of_messages = head.machine.is_some_and(|one| one.kind == "multicomputer");
    let trace = if is_of_messages {
        serde_json::from_slice(bytes).map(Trace::Moments)
    } else {
        serde_json::from_slice(bytes).map(Trace::Steps)
    };
    trace.map_err(|error| unreadable(name, &error))
}

fn no_trace(message: String) -> Vec<Diagnostic> {
    vec![bad(message).help("`pram replay FILE.pram -o run.json` writes one")]
}

fn unreadable(name: &str, error: &serde_json::Error) -> Vec<Diagnostic> {
    let message = if error.is_eof() {
        format!("`{name}` ends in the middle: a part of the trace is missing")
    } else {
        format!("`{name}` cannot be read as a trace: {error}")
    };
    vec![bad(message).help("`pram replay FILE.pram -o run.json` writes it anew")]
}

fn bad(message: String) -> Diagnostic {
    Diagnostic::without_place(Code::BadOption, message)
}
