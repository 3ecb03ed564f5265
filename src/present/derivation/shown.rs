//! A derivation as rows of texts, which every format lays out.

use std::fmt::Write as _;

use super::sizes::EVERY_INPUT;
use crate::present::document::formula::{Notation, typeset};

/// One measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// `T`
    pub name: &'static str,
    /// `rounds`
    pub unit: Option<&'static str>,
    /// Measures without a formula for the same reason: their titles.
    pub others: Vec<String>,
    /// One for each statement that counts.
    pub rows: Vec<Row>,
    /// What follows.
    pub end: End,
}

/// A statement that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The file, where it is not the main one.
    pub file: Option<String>,
    /// Its line.
    pub line: usize,
    /// Within how many calls and loops it stands.
    pub depth: usize,
    /// Its text.
    pub source: String,
    /// How its cost comes about; `None` if that is the cost itself.
    pub way: Option<String>,
    /// Its cost; between two values where that is not exact.
    pub cost: String,
}

/// What a derivation comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// A formula.
    Exact {
        /// It.
        formula: String,
        /// Under what it holds, and what it was compared with.
        note: Note,
    },
    /// Two formulas.
    Bounded {
        /// At least.
        lower: String,
        /// At most.
        upper: String,
        /// Under what they hold, and what they were compared with.
        note: Note,
    },
    /// Nothing: a line, why, and what would help.
    None {
        /// The file, where it is not the main one.
        file: Option<String>,
        /// The line.
        line: usize,
        /// Why.
        reason: String,
        /// What would help.
        help: Option<&'static str>,
    },
    /// A counted run has another number, which is a bug here.
    Wrong {
        /// The sizes of this run.
        at: String,
    },
}

/// Under what a formula holds, and what it was compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// `every n = 2^k, k ≥ 0`
    pub assumption: String,
    /// Conditions of the program, with their lines.
    pub given: Vec<(usize, String)>,
    /// At how many sizes it was compared.
    pub compared: usize,
}

impl Row {
    /// `7`, or `prescan.pram:7` in another file.
    pub fn place(&self) -> String {
        match &self.file {
            Some(file) => format!("{}:{}", short(file), self.line),
            None => self.line.to_string(),
        }
    }
}

impl End {
    /// Under what a formula holds.
    pub fn note(&self) -> Option<&Note> {
        match self {
            Self::Exact { note, .. } | Self::Bounded { note, .. } => Some(note),
            Self::None { .. } | Self::Wrong { .. } => None,
        }
    }

    /// What would help where there is no formula.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::None { help, .. } => *help,
            Self::Exact { .. } | Self::Bounded { .. } | Self::Wrong { .. } => None,
        }
    }

    /// Why there is no formula: `not derived: line 9: the number of turns depends on A`.
    pub fn without_formula(&self) -> String {
        match self {
            Self::None {
                file, line, reason, ..
            } => {
                let file = file.as_ref().map(|file| format!("{file}, "));
                format!(
                    "not derived: {}line {line}: {reason}",
                    file.unwrap_or_default()
                )
            }
            Self::Wrong { at } => format!(
                "not shown: for {at} the formula and a counted run differ. This is a bug in pram, \
                 and not in the program; please report it"
            ),
            Self::Exact { .. } | Self::Bounded { .. } => String::new(),
        }
    }
}

/// `T rounds`, with the others of which the same is said behind it.
pub fn title(measure: &Shown) -> String {
    let own = match measure.unit {
        Some(unit) => format!("{} {unit}", measure.name),
        None => measure.name.to_owned(),
    };
    let others = measure.others.iter().map(String::as_str);
    let all = std::iter::once(own.as_str()).chain(others);
    all.collect::<Vec<_>>().join(", ")
}

/// Under what a formula holds, and how often it was compared.
pub fn note_text(note: &Note) -> String {
    let mut text = format!("for {}", note.assumption);
    for (line, given) in &note.given {
        let _ = write!(text, "; given line {line}: {given}");
    }
    match note.compared {
        0 => text += "; compared at no size",
        1 => text += "; compared at 1 size",
        count => {
            let _ = write!(text, "; compared at {count} sizes");
        }
    }
    text
}

/// The same with its conditions on sizes as mathematics, each set by `set`, and `plain` text between them.
pub fn note_set(
    note: &Note,
    notation: Notation,
    set: impl Fn(&str) -> String,
    plain: impl Fn(&str) -> String,
) -> String {
    let text = note_text(note);
    let conditions = note.assumption.strip_prefix("every ");
    let (Some(conditions), true) = (conditions, note.assumption != EVERY_INPUT) else {
        return plain(&text);
    };
    let behind = &text["for ".len() + note.assumption.len()..];
    let condition = |text: &str| match typeset(text, notation) {
        Some(mathematics) => set(&mathematics),
        None => plain(text),
    };
    let of_one = |part: &str| -> String {
        let conditions: Vec<String> = part.split(", ").map(condition).collect();
        conditions.join(", ")
    };
    let parts: Vec<String> = conditions.split("; ").map(of_one).collect();
    format!("for every {}{}", parts.join("; "), plain(behind))
}

/// The name of a file without its folders.
fn short(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
