//! The part of a recorded trace that is about the moments of a multicomputer.

use serde::Deserialize;
use serde_json::Value;

use super::run::{Common, Statement};
use super::stops::number;

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

impl MomentTrace {
    /// What was printed until a moment, from 1, each line with who printed it; what code in front of the
    /// first block printed is there before the first one.
    pub fn printed_until(&self, moment: usize) -> Vec<String> {
        let now = moment
            .checked_sub(1)
            .and_then(|at| self.moments.get(at))
            .map_or(-1.0, |moment| number(&moment.time));
        let lines = self.printed.iter().filter(|line| match line.program {
            None if number(&line.time) <= 0.0 => true,
            _ => number(&line.time) <= now,
        });
        let lines = lines.map(|line| match line.program {
            Some(program) => format!("{} {program}: {}", self.noun, line.text),
            None => line.text.clone(),
        });
        lines.collect()
    }
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
    /// The program that printed it; none of code outside of blocks.
    #[serde(default)]
    pub program: Option<u32>,
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
