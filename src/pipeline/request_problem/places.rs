//! The codes of what is wrong with a request, which has no place in a text.

use super::RequestProblem;
use crate::diagnostic::{Code, Places};

/// The code of a problem.
pub(super) fn of(problem: &RequestProblem) -> Places {
    Places::nowhere(match problem {
        RequestProblem::NoText { .. } => Code::NotText,
        RequestProblem::TimesTooLong => Code::TooManySteps,
        RequestProblem::NoFormulas | RequestProblem::UnknownSize { .. } => Code::BadOption,
    })
}
