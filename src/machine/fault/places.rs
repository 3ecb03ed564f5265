//! Where a fault is: its places, which are the same in every language.

use super::{Fault, FaultKind};
use crate::diagnostic::Places;
use crate::machine::time::deadlock::by_place;
use crate::program::{ScalarClass, WhyShared};

/// The code of a fault, and its places in the order of their labels.
pub(super) fn of(fault: &Fault) -> Places {
    let at = || Places::at(fault.kind.code(), fault.span);
    match &fault.kind {
        FaultKind::LengthsDiffer { other_span, .. } => {
            at().and((*other_span != fault.span).then_some(*other_span))
        }
        FaultKind::NeverWritten {
            class: Some(ScalarClass::Shared(WhyShared::Declared(declared))),
            ..
        } => at().and([*declared]),
        FaultKind::Assertion { sides, .. } => at().and(sides.iter().map(|(side, _)| *side)),
        FaultKind::Deadlock { waits } if !waits.is_empty() => {
            let places = by_place(waits).into_iter().map(|(place, _)| place);
            Places::nowhere(fault.kind.code()).and(places)
        }
        FaultKind::Network(network) => network.places(Some(fault.span)),
        FaultKind::Kernel(kernel) => kernel.places(fault.span),
        FaultKind::BarrierNotReached { block, .. } => at().and([*block]),
        FaultKind::NeverWritten { .. }
        | FaultKind::Deadlock { .. }
        | FaultKind::Overflow { .. }
        | FaultKind::NoInt { .. }
        | FaultKind::DivisionByZero
        | FaultKind::Domain { .. }
        | FaultKind::CombinesReals { .. }
        | FaultKind::Generator { .. }
        | FaultKind::NotIntegral { .. }
        | FaultKind::NotTruth { .. }
        | FaultKind::OutOfBounds { .. }
        | FaultKind::SectionOutside { .. }
        | FaultKind::ReversedSection { .. }
        | FaultKind::MessageOutside
        | FaultKind::TooManyIterations { .. }
        | FaultKind::BadLength { .. }
        | FaultKind::ZeroStride
        | FaultKind::NoResult { .. }
        | FaultKind::NotInPart { .. }
        | FaultKind::NestedInNative
        | FaultKind::NoBarrierTime { .. }
        | FaultKind::TooManySteps { .. }
        | FaultKind::TooMuchWork { .. }
        | FaultKind::TooMuchMemory { .. }
        | FaultKind::MemoryRefused { .. }
        | FaultKind::TooMuchOutput { .. }
        | FaultKind::TooManyProcessors { .. }
        | FaultKind::TooDeep { .. }
        | FaultKind::Interrupted => at(),
    }
}
