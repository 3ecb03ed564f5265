//! The codes of what is wrong with options, which have no place in a text.

use super::OptionProblem;
use crate::diagnostic::{Code, Places};

/// The code of a problem.
pub(super) fn of(problem: &OptionProblem) -> Places {
    Places::nowhere(match problem {
        OptionProblem::NothingVaries
        | OptionProblem::TooManyNames { .. }
        | OptionProblem::TooManySizeNames { .. }
        | OptionProblem::VariesTwice { .. }
        | OptionProblem::TimeVariesTwice { .. }
        | OptionProblem::VariesAndGiven { .. }
        | OptionProblem::TooManySizes { .. }
        | OptionProblem::ArrayVaries { .. }
        | OptionProblem::NoSuchTime { .. }
        | OptionProblem::NotWhole { .. }
        | OptionProblem::OutOfRange { .. }
        | OptionProblem::BadGpuNumber { .. }
        | OptionProblem::BadSizes { .. }
        | OptionProblem::BadEfficiency(_)
        | OptionProblem::NoProgram
        | OptionProblem::NoUnit(_)
        | OptionProblem::TwoFormulas(_)
        | OptionProblem::UnknownName { .. }
        | OptionProblem::NegativeTime { .. }
        | OptionProblem::UnknownUnit { .. }
        | OptionProblem::UnknownMeasure { .. } => Code::BadOption,
        OptionProblem::TimesTooLong | OptionProblem::CostTooLarge => Code::TooManySteps,
        OptionProblem::Interrupted | OptionProblem::RunInterrupted => Code::Interrupted,
    })
}
