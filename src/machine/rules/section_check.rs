//! Which accesses of asynchronous blocks are decided by index ranges, and which are stamped.

use super::section_accesses::{Planned, RepeatedAccess, Upcoming, stamp};
use crate::engine::cells::Cell;
use crate::engine::lanes::team::{Ancestry, TeamId};
use crate::engine::nest::induction::Trips;
use crate::machine::acting::Acting;
use crate::machine::pram::Machine;

impl Machine<'_, '_> {
    /// Decides for the analysed groups of asynchronous blocks whether their accesses of this step have
    /// to be stamped.
    pub(crate) fn enter_accesses(&mut self, acting: &mut [Acting<'_>]) {
        let Some(block) = acting.iter().find_map(|actor| actor.native) else {
            return;
        };
        let stamped = !self.settles_by_relations(block, acting);
        for actor in acting.iter_mut() {
            actor.stamped = stamped && actor.native.is_some();
        }
    }

    fn settles_by_relations(&mut self, block: TeamId, acting: &[Acting<'_>]) -> bool {
        let upcoming: Vec<Upcoming<'_>> = (acting.iter())
            .filter(|actor| actor.native.is_some())
            .map(|actor| Upcoming {
                group: &actor.group,
                kernel: actor.instruction.kernel(),
                analysis: &actor.results.analysis,
                trips: Trips::ONE,
                writes: actor.is_shared_write(),
            })
            .collect();
        if self.take_in(block, &upcoming) {
            return true;
        }
        if let Some(native) = self.state.blocks.get_mut(&block)
            && let Some(unstamped) = &mut native.unstamped
        {
            let accesses = upcoming.iter().flat_map(Upcoming::accesses);
            let extents = accesses.map(|access| access.cells.extent(access.range));
            let doubtful = unstamped.take_out(extents.collect());
            stamp(&mut self.state.memory, &doubtful, native.epoch);
        }
        false
    }

    /// Records the accesses of groups of an asynchronous block, if no two processors access the same
    /// cell by these and the earlier ones of the section.
    pub(crate) fn take_in(&mut self, block: TeamId, upcoming: &[Upcoming<'_>]) -> bool {
        let in_lines = |upcoming: &Upcoming<'_>| {
            !upcoming.kernel.varies && self.is_numbered_as(block, upcoming.group.team)
        };
        if self.state.probe.is_some() || !upcoming.iter().all(in_lines) {
            return false;
        }
        let entries = upcoming.iter().flat_map(|upcoming| {
            upcoming.accesses().map(|access| {
                let Planned { address, range, .. } = access;
                Some(RepeatedAccess {
                    array: access.array,
                    relation: upcoming
                        .trips
                        .relation(address, &access.cells, block, range)?,
                    lanes: upcoming.group.lanes.clone(),
                    is_write: access.is_write,
                })
            })
        });
        let Some(entries) = entries.collect::<Option<Vec<RepeatedAccess>>>() else {
            return false;
        };
        let native = self.state.blocks.get_mut(&block);
        let unstamped = native.and_then(|native| native.unstamped.as_mut());
        unstamped.is_some_and(|unstamped| unstamped.take_in(entries))
    }

    /// Whether the processors of a team have the same numbers in the enclosing block.
    pub(crate) fn is_numbered_as(&self, block: TeamId, mut team: TeamId) -> bool {
        while team != block {
            let inner = &self.state.teams[team.0 as usize];
            match (&inner.origin, inner.creator) {
                (Ancestry::Same, Some(creator)) => team = creator,
                _ => return false,
            }
        }
        true
    }

    /// Stamps all accesses that were only recorded so far, because cells are given to another array, or
    /// several blocks run at the same time. With `for_good`, none are recorded any more.
    pub(crate) fn stamp_all(&mut self, for_good: bool) {
        for native in self.state.blocks.values_mut() {
            if let Some(unstamped) = &mut native.unstamped {
                let entries = std::mem::take(&mut unstamped.entries);
                if !entries.is_empty() {
                    unstamped.stamped.push(0..Cell::MAX);
                    stamp(&mut self.state.memory, &entries, native.epoch);
                }
            }
            if for_good {
                native.unstamped = None;
            }
        }
    }
}
