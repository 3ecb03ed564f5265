//! Why an option is not set, in English.

use super::NotSet;
use crate::diagnostic::Words;

/// A problem in words.
pub(super) fn words(problem: &NotSet) -> Words {
    let words = Words::message(problem.to_string());
    match problem {
        NotSet::Unknown {
            meant: Some(meant), ..
        } => words.help(format!("did you mean `{meant}`?")),
        _ => words,
    }
}
