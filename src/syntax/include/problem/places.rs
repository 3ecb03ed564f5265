//! Where an inclusion is that fails: its places, which are the same in every language.

use super::FileProblem;
use crate::diagnostic::{Code, Places};

/// The code of a problem, and its places in the order of their labels.
pub(super) fn of(problem: &FileProblem) -> Places {
    let at = |span| Places::at(Code::Include, span);
    match problem {
        FileProblem::TooDeep { span, .. }
        | FileProblem::NotIncluded { span, .. }
        | FileProblem::NoProgram { span, .. } => at(*span),
        FileProblem::Cycle { span, by, .. } => at(*span).and(by.iter().map(|(span, _)| *span)),
    }
}
