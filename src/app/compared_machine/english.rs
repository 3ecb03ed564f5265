//! What is no machine to compare with, in English.

use super::NotCompared;

/// A problem in words.
pub(super) fn words(problem: &NotCompared) -> String {
    match problem {
        NotCompared::NoMachine { part, reason } => {
            format!("`{part}` is not of the form NAME=VALUE, and no machine: {reason}")
        }
        NotCompared::Twice(name) => format!("`{name}` is given twice"),
        NotCompared::NoParameter(name) => format!("a machine has d, B and p, but no `{name}`"),
        NotCompared::BadTime {
            name,
            value,
            reason,
        } => format!("`{name}={value}`: {reason}"),
        NotCompared::BadValue(reason) => reason.to_string(),
    }
}
