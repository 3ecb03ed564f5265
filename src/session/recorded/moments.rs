//! The part of a recorded trace that is about the moments of a multicomputer.

use serde::Deserialize;
use serde_json::Value;

use super::run::{Common, Statement};

/// The moments of a run on a multicomputer.
#[derive(Debug, Deserialize)]
pub struct MomentTrace {
    #[serde(flatten)]
    pub common: Common,
    /// `processor` or `task`.
    pub noun: String,
    /// The last time.
    pub end: Value,
    /// From when on nothing is told.
    #[serde(default)]
    pub cut_at: Option<Value>,
    /// The messages.
    #[serde(default)]
    pub messages: Vec<Message>,
    /// Where programs stood.
    pub stops: Vec<Stop>,
    /// What was printed.
    pub printed: Vec<Printed>,
    /// The moments.
    pub moments: Vec<Moment>,
}

/// The times of a message.
#[derive(Debug, Deserialize)]
pub struct Message {
    /// When it left; none where it never did.
    #[serde(default)]
    pub start: Value,
    /// When it arrived or would have.
    #[serde(default)]
    pub arrival: Value,
    /// When its receiver had it.
    #[serde(default)]
    pub received: Value,
}

/// Where a program stood.
#[derive(Debug, Deserialize)]
pub struct Stop {
    /// The program.
    pub program: u32,
    /// When.
    pub time: Value,
    /// The statement.
    pub at: Option<Statement>,
    /// What it held.
    #[serde(default)]
    pub holds: Vec<Held>,
}

/// What a program held.
#[derive(Debug, PartialEq, Deserialize)]
pub struct Held {
    /// Its name.
    pub name: String,
    /// The values.
    pub values: Vec<Value>,
    /// How many there are.
    pub count: usize,
}

/// A printed line.
#[derive(Debug, Deserialize)]
pub struct Printed {
    /// When.
    pub time: Value,
    /// The program that printed it.
    pub program: u32,
    /// The line.
    pub text: String,
}

/// A moment.
#[derive(Debug, Deserialize)]
pub struct Moment {
    /// When.
    pub time: Value,
    /// What happens.
    pub lines: Vec<MomentLine>,
}

/// What some programs do.
#[derive(Debug, Deserialize)]
pub struct MomentLine {
    /// The statement.
    pub at: Option<Statement>,
    /// What they do.
    pub text: String,
    /// Whether it breaks off the run.
    #[serde(default)]
    pub breaks: bool,
}
