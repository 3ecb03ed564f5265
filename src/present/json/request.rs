//! What a recorded run was asked for, in its trace: enough to take the run again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A command with the files that it read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequestJson {
    /// The words of the command that recorded the run, after `pram`.
    pub command: Vec<String>,
    /// The files that were read, the program first.
    pub files: Vec<FileJson>,
    /// Which files the names in `#include` and `ukljuci` meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub includes: Vec<IncludeJson>,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileJson {
    /// Its path as it was named.
    pub path: String,
    /// What it held.
    #[serde(flatten)]
    pub content: ContentJson,
}

/// What a file held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContentJson {
    /// This text.
    Text(String),
    /// Too much for the trace; how many bytes.
    LeftOut(u64),
}

/// A file that another one includes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IncludeJson {
    /// The path of the file that includes it.
    pub from: String,
    /// The name as written.
    pub name: String,
    /// The path that this means.
    pub path: String,
}
