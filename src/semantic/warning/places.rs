//! Where a warning is: its places, which are the same in every language.

use super::{LostFraction, Warning};
use crate::diagnostic::Places;

/// The code of a warning, and its places in the order of their labels.
pub(super) fn of(warning: &Warning) -> Places {
    let at = |span| Places::at(warning.code(), span);
    match warning {
        Warning::MisleadingIndent(found) => at(found.next).and([found.head, found.body]),
        Warning::MisleadingElse(found) => at(found.word).and([found.inner, found.outer]),
        Warning::UnknownAllow(found) => at(found.span),
        Warning::Directive(found) => at(found.span),
        Warning::LookAlike(found) => at(found.span).and(found.twin),
        Warning::ReadAs(found) => at(found.span),
        Warning::LostFraction { span, why } => at(*span).and(match why {
            LostFraction::AlwaysZero | LostFraction::OneOver { .. } => None,
            LostFraction::FactorOfReal { product } => Some(*product),
        }),
        Warning::Placeholder { span, .. }
        | Warning::EmptyRange { span, .. }
        | Warning::CountsUp { span, .. }
        | Warning::NeverRead { span, .. }
        | Warning::RoundedInt { span, .. }
        | Warning::PartialWarp { span, .. }
        | Warning::GoesRound { span, .. } => at(*span),
        Warning::SubscriptInName { span, array, .. } => at(*span).and([*array]),
        Warning::ReadUnassigned { read, assigned, .. } => at(*read).and([*assigned]),
        Warning::ChangedInPlace { read, call, .. } | Warning::ChangedInput { read, call, .. } => {
            at(*read).and([*call])
        }
        Warning::LostWrites { place, first, .. } => {
            let places = first.by_place(*place).into_iter();
            let further = places.skip(1).map(|(place, _)| place);
            at(*place).and(further).in_step(first.step)
        }
        Warning::ManyUpdates {
            place,
            first,
            others,
            ..
        } => at(*place)
            .and(others.iter().map(|other| other.span))
            .in_step(first.step),
    }
}
