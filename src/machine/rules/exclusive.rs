//! Which accesses of a step may conflict with another, judged by their subscripts.
//!
//! Where the index ranges (see [`crate::engine::nest::access_relation`]) decide this, the cells need not
//! be inspected; all other accesses are marked cell by cell.

use super::line_reads::LineReads;
use super::model::Simultaneity;
use crate::engine::nest::dependence::{NestAccess, Watching, find_doubtful};
use crate::engine::tuning::SubscriptTests;
use crate::machine::acting::Acting;

/// How the reads of a step are to be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadCheck {
    /// None: no two processors read the same cell, or the model allows it.
    Nothing,
    /// None any more: two processors do read the same cell.
    Met,
    /// Some are marked; with the number of moments that are distinguished.
    Marked(usize),
    /// Each has to be recorded.
    Logged,
}

/// Accesses of a step that are compared with each other; kept for its allocations.
#[derive(Default)]
pub struct AccessComparison {
    accesses: Vec<NestAccess>,
    doubtful: Vec<bool>,
    marked: Vec<bool>,
}

impl AccessComparison {
    /// Determines which reads of a step have to be watched, and marks those in the groups' results.
    pub fn reads(
        &mut self,
        acting: &mut [Acting<'_>],
        watching: Watching,
        subscript_tests: SubscriptTests,
    ) -> ReadCheck {
        if watching == Watching::Nothing || is_one_processor(acting) {
            return ReadCheck::Nothing;
        }
        let varies = |actor: &Acting<'_>| {
            let kernel = actor.instruction.control.kernel();
            kernel.is_some_and(|kernel| kernel.varies)
        };
        // If a guarded section may be skipped, which read is the k-th is known only processor by
        // processor.
        let synchronous = |actor: &&Acting<'_>| actor.native.is_none();
        let any_varies = acting.iter().filter(synchronous).any(varies);
        let by_ordinal = watching == Watching::Accesses && !any_varies;
        let Self {
            accesses, doubtful, ..
        } = self;
        accesses.clear();
        for (group, actor) in acting
            .iter()
            .enumerate()
            .filter(|(_, actor)| actor.native.is_none())
        {
            let sites = &actor.results.analysis.sites;
            for (site, read) in sites.iter().enumerate() {
                accesses.push(NestAccess {
                    moment: if by_ordinal { read.ordinal } else { 0 },
                    group,
                    site,
                    ..NestAccess::new(&read.cells, actor.group.team, actor.group.lanes.range())
                });
            }
        }
        if accesses
            .iter()
            .any(|access| access.meets_itself(&acting[access.group].results.analysis))
        {
            return ReadCheck::Met;
        }
        find_doubtful(accesses, subscript_tests, doubtful);
        if doubtful.iter().all(|doubtful| !doubtful) {
            return ReadCheck::Nothing;
        }
        if let (SubscriptTests::On, Some(lines)) = (subscript_tests, LineReads::of(acting)) {
            return if lines.meet(watched(watching)) {
                ReadCheck::Met
            } else {
                ReadCheck::Nothing
            };
        }
        if any_varies && watching == Watching::Accesses {
            return ReadCheck::Logged;
        }
        let mut moments = 0;
        for (access, _) in accesses
            .iter()
            .zip(doubtful.iter())
            .filter(|(_, doubtful)| **doubtful)
        {
            let actor = &mut acting[access.group];
            let marks = &mut actor.results.marks;
            marks.resize(actor.results.analysis.sites.len(), None);
            // A processor that skipped a read has not accessed the cell that the relation predicts.
            if any_varies && marks.iter().any(Option::is_some) {
                marks.clear();
                return ReadCheck::Logged;
            }
            marks[access.site] = Some(access.moment);
            moments = moments.max(access.moment as usize + 1);
        }
        ReadCheck::Marked(moments)
    }

    /// Determines the groups whose written cells in this step have to be marked. Returns whether there
    /// are any.
    pub fn writes(&mut self, acting: &[Acting<'_>], subscript_tests: SubscriptTests) -> bool {
        if is_one_processor(acting) {
            return false;
        }
        let Self {
            accesses,
            doubtful,
            marked,
        } = self;
        accesses.clear();
        for (group, actor) in acting.iter().enumerate() {
            if let Some(cells) = actor.written_cells() {
                accesses.push(NestAccess {
                    group,
                    ..NestAccess::new(&cells, actor.group.team, actor.group.lanes.range())
                });
            }
        }
        find_doubtful(accesses, subscript_tests, doubtful);
        marked.clear();
        marked.resize(acting.len(), false);
        for (access, doubtful) in accesses.iter().zip(doubtful) {
            marked[access.group] = *doubtful;
        }
        marked.contains(&true)
    }

    /// The groups that [`Self::writes`] found, by their numbers in the step.
    pub fn marked(&self) -> impl Iterator<Item = usize> + '_ {
        let marked = self.marked.iter().enumerate();
        marked.filter_map(|(group, marked)| marked.then_some(group))
    }
}

/// The simultaneity that distinguishes the reads of a step that are watched in this way.
pub fn watched(watching: Watching) -> Simultaneity {
    match watching {
        Watching::Accesses => Simultaneity::Access,
        Watching::Steps | Watching::Nothing => Simultaneity::Step,
    }
}

/// Whether only one processor executes the step, so that no access is concurrent.
fn is_one_processor(acting: &[Acting<'_>]) -> bool {
    matches!(acting, [actor] if actor.group.lanes.len() == 1)
}
