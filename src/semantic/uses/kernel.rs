//! Kernels: on which machine and where they may be, and the statements that only they have.

use crate::program::Memory;
use crate::semantic::KernelSupport;
use crate::semantic::problem::{KernelPlace, Place, Problem};
use crate::source::Span;
use crate::syntax::ast::{
    Declarator, Expr, KernelRange, Parallel, Stmt, StmtKind, Storage, WrittenChange,
};

use super::Checker;

/// The most ranges of one kind in the header of a kernel.
const MOST_RANGES: usize = 3;

fn misplaced(checker: &mut Checker<'_, '_>, place: KernelPlace, span: Span) {
    let place = Place::Kernel(place);
    checker.problems.report(Problem::Misplaced { place, span });
}

/// The header of a block: what a kernel needs, and what must not be in one.
pub(super) fn header(checker: &mut Checker<'_, '_>, parallel: &Parallel, span: Span) {
    if checker.kernel.is_some() {
        misplaced(checker, KernelPlace::Nested, span);
    }
    let kinds = parallel.range_kinds();
    if kinds.is_empty() {
        return;
    }
    let count = |kind| kinds.iter().filter(|one| **one == kind).count();
    let [groups, items] = [KernelRange::Group, KernelRange::Item].map(count);
    let is_group = |kind: &KernelRange| *kind == KernelRange::Group;
    let place = if checker.machine.kernels == KernelSupport::Lacks {
        KernelPlace::OtherMachine
    } else if parallel.asynchronous || parallel.tasks.is_some() {
        KernelPlace::AsynchronousOrTasks
    } else if checker.blocks > 0 {
        // Said above, where the block around is a kernel.
        if checker.kernel.is_some() {
            return;
        }
        KernelPlace::InBlock
    } else if groups == 0 {
        KernelPlace::WithoutGroups
    } else if items == 0 {
        KernelPlace::WithoutItems
    } else if !kinds.is_sorted_by_key(|kind| !is_group(kind)) {
        KernelPlace::ItemsFirst
    } else if groups > MOST_RANGES || items > MOST_RANGES {
        KernelPlace::TooManyRanges
    } else {
        return;
    };
    misplaced(checker, place, span);
}

/// `grupno` stands at the top level of a kernel and without a value; `polje` is not in a kernel.
pub(super) fn declaration(
    checker: &mut Checker<'_, '_>,
    storage: Storage,
    declarators: &[Declarator],
    span: Span,
) {
    match (storage, checker.kernel) {
        (Storage::Group, Some(0)) => {
            let has_value = |declarator: &&Declarator| declarator.initial.is_some();
            if let Some(first) = declarators.iter().find(has_value) {
                misplaced(checker, KernelPlace::GroupWithValue, first.name.span);
            }
        }
        (Storage::Group, Some(_)) => misplaced(checker, KernelPlace::GroupInside, span),
        (Storage::Group, None) => misplaced(checker, KernelPlace::GroupOutside, span),
        (Storage::Array | Storage::Shared, Some(_)) => {
            if storage == Storage::Array || declarators.iter().any(|one| one.dimensions.is_some()) {
                misplaced(checker, KernelPlace::Array, span);
            }
        }
        (Storage::Array | Storage::Shared | Storage::Local | Storage::Channel, _) => {}
    }
}

/// A statement that only a kernel, or an algorithm that a kernel calls, may contain.
pub(super) fn only_in_kernel(checker: &mut Checker<'_, '_>, place: KernelPlace, span: Span) {
    if checker.kernel.is_none() && !only_called(checker) {
        misplaced(checker, place, span);
    }
}

/// `ograda`
pub(super) fn barrier(checker: &mut Checker<'_, '_>, range: Option<&(Expr, Expr)>, span: Span) {
    let is_adapted = checker.machine.kernels == KernelSupport::Runs && checker.kernel.is_none();
    // One of all processors is a call of the library.
    let place = if only_called(checker) && checker.machine.kernels == KernelSupport::Runs {
        None
    } else if checker.blocks == 0 {
        Some(Place::BarrierOutside)
    } else if is_adapted {
        Some(Place::Kernel(KernelPlace::BarrierInAdapted))
    } else if checker.kernel.is_some() && range.is_some() {
        Some(Place::Kernel(KernelPlace::PartialBarrier))
    } else {
        (checker.machine.memory == Memory::Private).then_some(Place::BarrierAmongMessages)
    };
    if let Some(place) = place {
        checker.problems.report(Problem::Misplaced { place, span });
    }
    if let Some((from, to)) = range {
        checker.value(from);
        checker.value(to);
    }
}

/// `nedjeljivo`
pub(super) fn atomic(checker: &mut Checker<'_, '_>, statement: &Stmt) {
    let StmtKind::Atomic {
        target,
        change,
        value,
        ..
    } = &statement.kind
    else {
        return;
    };
    only_in_kernel(checker, KernelPlace::AtomicOutside, statement.span);
    checker.target(target);
    if let WrittenChange::Compare(condition) = change {
        checker.value(condition);
    }
    checker.value(value);
}

/// Whether a statement is in an algorithm outside of its blocks: a kernel may call it.
fn only_called(checker: &Checker<'_, '_>) -> bool {
    checker.blocks == 0 && checker.routine.algorithm.is_some()
}
