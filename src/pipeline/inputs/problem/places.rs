//! Where what is wrong with inputs is: codes and places, which are the same in every language.

use super::InputProblem;
use crate::diagnostic::{Code, Places};
use crate::pipeline::inputs::array_text::ArrayTextError;
use crate::syntax::include::Unreadable;

/// The code of a problem, and its places in the order of their labels.
pub(super) fn of(problem: &InputProblem) -> Places {
    match problem {
        InputProblem::GivenTwice { .. } => Places::nowhere(Code::BadInput),
        InputProblem::Unknown { .. } => Places::nowhere(Code::UnknownInput),
        InputProblem::Missing { formal, .. } => Places::at(Code::MissingInput, formal.span),
        InputProblem::Word { span, .. }
        | InputProblem::Waits { span, .. }
        | InputProblem::BadList { span, .. }
        | InputProblem::BadGenerator { span, .. } => Places::at(Code::BadInput, *span),
        InputProblem::SeveralValues { formal }
        | InputProblem::IsScalar { formal }
        | InputProblem::BadFilling { formal, .. }
        | InputProblem::OtherProcessors { formal, .. }
        | InputProblem::TwoLengths { formal, .. }
        | InputProblem::NegativeLength { formal, .. } => Places::at(Code::BadInput, formal.span),
        InputProblem::NoFile { .. } => Places::nowhere(Code::CannotRead),
        InputProblem::Unreadable { reason, .. } => Places::nowhere(match reason {
            Unreadable::TooLarge { .. } | Unreadable::NoMemory => Code::TooMuchMemory,
            Unreadable::NotFound
            | Unreadable::Denied
            | Unreadable::NoFile(_)
            | Unreadable::Other(_) => Code::CannotRead,
        }),
        InputProblem::BadArray { formal, error, .. } => {
            let code = match error {
                ArrayTextError::TooMany { .. } => Code::TooMuchMemory,
                _ => Code::BadInput,
            };
            Places::at(code, formal.span)
        }
        InputProblem::MemoryRefused { formal, .. } | InputProblem::TooMuchMemory { formal, .. } => {
            Places::at(Code::TooMuchMemory, formal.span)
        }
        InputProblem::OtherRank {
            formal, declared, ..
        } => Places::at(Code::BadInput, *declared).and([formal.span]),
        InputProblem::NoLength { formal, span } => {
            Places::at(Code::BadInput, *span).and([formal.span])
        }
        InputProblem::OtherLength { span, is_given, .. } => {
            let code = if *is_given {
                Code::BadInput
            } else {
                Code::LengthsDiffer
            };
            Places::at(code, *span)
        }
        InputProblem::DeclaredOtherwise { formal, span, .. } => {
            Places::at(Code::LengthsDiffer, *span).and([formal.span])
        }
    }
}
