//! The codes of what is wrong with a command.

use super::{AssignmentKind, CommandProblem};
use crate::diagnostic::Code;

/// The code of a problem.
pub(super) fn of(problem: &CommandProblem) -> Code {
    match problem {
        CommandProblem::NoSuchProgram { .. } => Code::CannotRead,
        CommandProblem::NoEffect { .. } => Code::NoEffect,
        CommandProblem::NoAssignment { given, .. }
        | CommandProblem::BlanksAroundEquals { given, .. }
        | CommandProblem::SecondProgram { given, .. } => match given {
            AssignmentKind::Inputs => Code::BadInput,
            AssignmentKind::Sizes => Code::BadOption,
        },
        _ => Code::BadOption,
    }
}
