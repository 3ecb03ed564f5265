//! Progress in English.

use crate::pipeline::progress::{Parts, Progress};

/// Of work whose length is not known.
pub const OPEN: &str = "{spinner} {msg}, {elapsed} so far (Ctrl-C ends it)";
/// After the last size of a report, until more sizes run.
pub const FORMULAS: &str = "working out formulas";

/// How the line of such parts is laid out: Ctrl-C ends the work, or keeps the results of the parts that are over.
pub fn layout(parts: Parts) -> &'static str {
    match parts {
        Parts::Sizes | Parts::Orders | Parts::Outcomes => {
            "{spinner} {bar:16} {msg}{left} (Ctrl-C reports on these)"
        }
        Parts::SmallSizes | Parts::Formulas | Parts::Steps | Parts::Submissions => {
            "{spinner} {bar:16} {msg}{left} (Ctrl-C ends it)"
        }
    }
}

/// How many parts are over.
pub fn counted(progress: Progress) -> String {
    let Progress {
        parts, done, total, ..
    } = progress;
    match parts {
        Parts::Sizes => format!("{done} of {total} sizes"),
        Parts::SmallSizes => format!("{done} of {total} small sizes tried"),
        Parts::Formulas => format!("{done} of {total} formulas derived"),
        Parts::Orders => format!("{done} of {total} orders tried"),
        Parts::Outcomes => format!("{done} of at most {total} outcomes tried"),
        Parts::Steps => format!("{done} of {total} steps recorded"),
        Parts::Submissions => format!("{done} of {total} submissions graded"),
    }
}

/// The time that is left.
pub fn left(time: impl std::fmt::Display) -> String {
    format!(", {time:#} left")
}
