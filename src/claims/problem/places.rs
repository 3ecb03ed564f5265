//! Where what is wrong with claims is: codes and places, which are the same in every language.

use super::ClaimProblem;
use crate::diagnostic::{Code, Places};

/// The code of a problem, and its places in the order of their labels.
pub(super) fn of(problem: &ClaimProblem) -> Places {
    match problem {
        ClaimProblem::UnknownSize { span, .. }
        | ClaimProblem::NeverPositive { span }
        | ClaimProblem::UnknownModel { span, .. } => Places::at(Code::Claim, *span),
        ClaimProblem::LengthNotWhole { span, .. } => Places::at(Code::NotIntegral, *span),
        ClaimProblem::NegativeLength { span, .. } => Places::at(Code::BadLength, *span),
    }
}
