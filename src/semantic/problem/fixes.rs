//! What to write where the right spelling is known.

use super::{Problem, UnknownAlgorithm, UnknownName};
use crate::diagnostic::Edit;
use crate::semantic::problem::{called, truth_value};
use crate::syntax::vocabulary::Vocabulary;

/// The edit after which a problem is gone, where there is one.
pub(super) fn of(problem: &Problem, vocabulary: Vocabulary) -> Option<Edit> {
    let (span, name, meant) = match problem {
        Problem::UnknownName(UnknownName {
            name,
            span,
            input: None,
            called: None,
            suggestion,
            headless,
            elsewhere: None,
            ..
        }) if suggestion.is_some() || headless.is_none() => {
            let truth_value = truth_value(name, vocabulary).map(str::to_owned);
            (span, name, truth_value.or_else(|| suggestion.clone()))
        }
        Problem::UnknownAlgorithm(UnknownAlgorithm {
            name,
            span,
            suggestion,
            neutral: None,
            is_number: false,
            memory,
        }) if called(name, *memory).is_none() => {
            let suggestion = suggestion.as_ref();
            let meant = suggestion.map(|meant| meant.name(vocabulary).to_owned());
            (span, name, meant)
        }
        Problem::UnknownSequential {
            name,
            span,
            suggestion,
        }
        | Problem::UnknownConstant {
            name,
            span,
            suggestion,
            ..
        } => (span, name, suggestion.clone()),
        _ => return None,
    };
    // A keyword that may be a name is not misspelt.
    let meant = meant.filter(|meant| meant != name)?;
    Some(Edit::instead_of(name, *span, meant))
}
