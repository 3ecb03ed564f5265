//! Where what is wrong with a machine is: codes and places, which are the same in every language.

use super::MachineProblem;
use crate::diagnostic::{Code, Places};
use crate::source::Span;

/// The code of a problem, and its places in the order of their labels.
pub(super) fn of(problem: &MachineProblem) -> Places {
    let in_file = |span: Span| Places::at(Code::MachineName, span);
    let either =
        |machine: Option<Span>| machine.map_or_else(|| Places::nowhere(Code::BadOption), in_file);
    match problem {
        MachineProblem::SecondMachine { first, second }
        | MachineProblem::GivenTwice { first, second, .. } => {
            Places::at(Code::DefinedTwice, *second).and([*first])
        }
        MachineProblem::Contradiction { .. } | MachineProblem::SeveralSizes { .. } => either(None),
        MachineProblem::UnknownMachine { span, .. }
        | MachineProblem::NoSize { span, .. }
        | MachineProblem::UnknownParameter { span, .. }
        | MachineProblem::NoNumberOfProcessors { span }
        | MachineProblem::SecondSize { span, .. }
        | MachineProblem::BadSize { span, .. }
        | MachineProblem::BadTime { span, .. }
        | MachineProblem::UnknownValue { span, .. }
        | MachineProblem::UnknownNetworkParameter { span, .. }
        | MachineProblem::BadGpuNumber { span, .. }
        | MachineProblem::UnknownGpuParameter { span, .. }
        | MachineProblem::NoDelay { span } => in_file(*span),
        MachineProblem::OtherProcessors { machine, .. }
        | MachineProblem::TimesApart { machine, .. }
        | MachineProblem::NoParameters { machine, .. } => either(*machine),
        MachineProblem::NoTopology { machine, .. } => {
            Places::nowhere(Code::MachineName).and(*machine)
        }
        MachineProblem::NoProcessors { machine, .. } => {
            Places::nowhere(Code::NoProcessors).and(*machine)
        }
        MachineProblem::NoTimes { machine, .. } => either(machine.as_ref().map(|(span, _)| *span)),
        MachineProblem::BarrierOfProcessors { formula } => Places::at(Code::NoProcessors, *formula),
        MachineProblem::BadBarrier { formula, code, .. } => Places::at(*code, *formula),
    }
}
