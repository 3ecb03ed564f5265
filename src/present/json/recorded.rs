//! The JSON of `pram replay`, whatever the machine.

use serde::Serialize;

use super::moments::MomentsJson;
use super::trace::{HeadJson, TraceJson};
use super::warps::WarpsJson;

/// A run that was recorded: its steps, on a multicomputer its moments, on a GPU its instructions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RecordedJson {
    /// Of a machine with shared memory.
    Steps(Box<TraceJson>),
    /// Of a multicomputer.
    Moments(Box<MomentsJson>),
    /// Of a GPU.
    Warps(Box<WarpsJson>),
}

impl RecordedJson {
    /// How many steps or moments the trace is about, those left out included.
    pub fn length(&self) -> u64 {
        match self {
            Self::Steps(trace) => trace.length,
            Self::Moments(trace) => trace.moments.len() as u64,
            Self::Warps(trace) => trace.instructions.len() as u64,
        }
    }

    /// What all traces begin with.
    pub fn head(&self) -> &HeadJson {
        match self {
            Self::Steps(trace) => &trace.head,
            Self::Moments(trace) => &trace.head,
            Self::Warps(trace) => &trace.head,
        }
    }

    /// Whether the run came to its end and broke no rule.
    pub fn succeeded(&self) -> bool {
        match self {
            Self::Steps(trace) => trace.ending.outcome.succeeded,
            Self::Moments(trace) => trace.ending.outcome.succeeded,
            Self::Warps(trace) => trace.ending.outcome.succeeded,
        }
    }

    /// The file without its folders, and the entry: `scan.pram · program`.
    pub fn title(&self) -> String {
        let head = self.head();
        format!("{} · {}", head.file_name(), head.entry)
    }

    /// The steps; none on a multicomputer and on a GPU.
    pub fn steps(&self) -> Option<&TraceJson> {
        match self {
            Self::Steps(trace) => Some(trace),
            Self::Moments(_) | Self::Warps(_) => None,
        }
    }
}
