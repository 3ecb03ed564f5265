//! Where a fault of a multicomputer is: its places, which are the same in every language.

use super::NetworkFault;
use crate::diagnostic::Places;
use crate::machine::network::left::further_places;
use crate::source::Span;

/// The code of a fault, and its places in the order of their labels.
pub(super) fn of(fault: &NetworkFault, span: Option<Span>) -> Places {
    let at = Places::nowhere(fault.code()).and(span);
    match fault {
        NetworkFault::Deadlock(deadlock) => {
            let waits = deadlock.elsewhere(span).into_iter();
            at.and(waits.map(|wait| wait.span))
        }
        NetworkFault::NeverReceived { left, .. } => at.and(further_places(left, span)),
        NetworkFault::Mismatch { sent_at, .. } => at.and([*sent_at]),
        NetworkFault::Race { sent_at, .. } => at.and(*sent_at),
        NetworkFault::ForeignCell { .. }
        | NetworkFault::ForeignQueue { .. }
        | NetworkFault::ChannelOfOne { .. }
        | NetworkFault::DistributedByOne { .. }
        | NetworkFault::UsedOutside { .. }
        | NetworkFault::TooFewProcessors { .. }
        | NetworkFault::NoSuchOwner { .. }
        | NetworkFault::NoSuchProcessor { .. }
        | NetworkFault::NoSuchTask { .. }
        | NetworkFault::NoSuchPlace { .. }
        | NetworkFault::NumberOfTask
        | NetworkFault::NoSuchIndices { .. }
        | NetworkFault::NoNeighbour { .. }
        | NetworkFault::NestedBlock
        | NetworkFault::Distribution { .. }
        | NetworkFault::TooManyMessages { .. }
        | NetworkFault::TooLong { .. }
        | NetworkFault::TooMuchWork { .. }
        | NetworkFault::TimeOverflow
        | NetworkFault::Unsupported => at,
    }
}
