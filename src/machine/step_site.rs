//! The accesses that the processors of a group make at one place of the source in a step.

use super::acting::{Acting, Writes};
use super::names::{TeamNames, TeamProcessor, name_cell};
use crate::code::algorithm::ArrayInfo;
use crate::code::kernel::ArrayRef;
use crate::engine::handle::Handle;
use crate::engine::kernel::reads::SiteLog;
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::selection::Lane;
use crate::engine::memory::Memory;
use crate::program::{Constant, Type};
use crate::source::Span;

/// A place of the source at which processors of a group access memory.
#[derive(Clone, Copy)]
pub struct SiteView<'a> {
    /// The access in the source.
    pub span: Span,
    /// The array or shared scalar by its name in the program. For a part that was passed to an
    /// algorithm, the whole array.
    pub array: &'a str,
    /// 0 for a shared scalar, 1 for a vector, 2 for a table …
    pub rank: u8,
    /// The type of its elements.
    pub element: Type,
    /// Whether it is an access to shared memory.
    pub is_shared: bool,
    /// Whether the algorithm was passed a part of the array.
    is_part: bool,
    at: ArrayRef,
    actor: &'a Acting<'a>,
    names: TeamNames<'a>,
    accesses: Accesses<'a>,
}

/// The accesses, and the memory from which their values follow.
#[derive(Clone, Copy)]
enum Accesses<'a> {
    Reads(&'a SiteLog, &'a Memory),
    Writes(Writes<'a>, &'a Memory),
}

impl<'a> SiteView<'a> {
    /// The reads that one instruction of a group made.
    pub(crate) fn of_reads(
        actor: &'a Acting<'a>,
        log: &'a SiteLog,
        names: TeamNames<'a>,
        memory: &'a Memory,
    ) -> Self {
        let kernel = actor.instruction.kernel();
        Self::new(
            (actor, names),
            log.array(kernel),
            (kernel.spans[log.op as usize], true),
            Accesses::Reads(log, memory),
        )
    }

    /// The writes of a group.
    pub(crate) fn of_writes(
        actor: &'a Acting<'a>,
        writes: Writes<'a>,
        names: TeamNames<'a>,
        memory: &'a Memory,
    ) -> Self {
        Self::new(
            (actor, names),
            writes.array,
            (writes.span, writes.shared),
            Accesses::Writes(writes, memory),
        )
    }

    fn new(
        (actor, names): (&'a Acting<'a>, TeamNames<'a>),
        at: ArrayRef,
        (span, is_shared): (Span, bool),
        accesses: Accesses<'a>,
    ) -> Self {
        let algorithm = names.team(actor.group.team).algorithm;
        let first = actor.processor(0);
        let whole = names.whole(first, at.id);
        let own = &names.code.algorithms[algorithm.index()].arrays[at.id.index()];
        let ArrayInfo {
            name,
            rank,
            element,
            ..
        } = whole.map_or(own, |(info, _)| info);
        Self {
            span,
            array: name,
            rank: *rank,
            element: *element,
            is_shared,
            is_part: whole.is_some(),
            at,
            actor,
            names,
            accesses,
        }
    }

    /// Whether it writes.
    pub fn is_write(&self) -> bool {
        matches!(self.accesses, Accesses::Writes(..))
    }

    /// The number of accesses.
    pub fn count(&self) -> usize {
        match self.accesses {
            Accesses::Reads(log, _) => log.cells.len(),
            Accesses::Writes(writes, _) => writes.cells.len(),
        }
    }

    /// The processors that make the accesses, by their positions in the group, ascending.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        (0..self.count()).map(|at| self.position(at))
    }

    /// The number of each access among the reads of its processor in this step, from 0; 0 for a write.
    pub fn ordinals(&self) -> impl Iterator<Item = u32> {
        (0..self.count()).map(|at| match self.accesses {
            Accesses::Reads(log, _) => log.ordinal(at),
            Accesses::Writes(..) => 0,
        })
    }

    /// The accessed cells by their numbers in memory.
    pub fn cells(&self) -> impl Iterator<Item = u32> {
        (0..self.count()).map(|at| self.cell(at))
    }

    /// The words read or written; `None` for a read of a cell that was never written.
    pub fn words(&self) -> impl Iterator<Item = Option<i64>> {
        (0..self.count()).map(|at| self.word(at))
    }

    /// For writes, the words of their cells before the step, `None` for a cell that was never written;
    /// empty for reads.
    pub fn replaced(&self) -> impl Iterator<Item = Option<i64>> {
        let writes = match self.accesses {
            Accesses::Reads(..) => None,
            Accesses::Writes(writes, memory) => Some((writes, memory)),
        };
        writes.into_iter().flat_map(|(writes, memory)| {
            let cells = 0..writes.cells.len();
            cells.map(move |at| memory.read(writes.cells[at] as usize))
        })
    }

    /// The handle of the named array for each access.
    pub fn handles(&self) -> impl Iterator<Item = Handle> {
        // Usually this is one array for all processors.
        let common = self.common_handle();
        (0..self.count()).map(move |at| common.unwrap_or_else(|| self.handle(at)))
    }

    /// The accessed cell as it is written in the source.
    pub fn cell_name(&self, at: usize) -> String {
        name_cell(self.array, self.rank, self.handle(at), self.cell(at))
    }

    /// The value that an access reads or writes; `None` for a read of a cell that was never written.
    pub fn value(&self, at: usize) -> Option<Constant> {
        let word = self.word(at)?;
        Some(Constant::from_word(word, self.element))
    }

    fn word(&self, at: usize) -> Option<i64> {
        match self.accesses {
            Accesses::Reads(log, memory) => memory.read(log.cells[at] as usize),
            Accesses::Writes(writes, _) => Some(writes.values[at]),
        }
    }

    fn position(&self, at: usize) -> usize {
        match self.accesses {
            Accesses::Reads(log, _) => log.position(at),
            Accesses::Writes(..) => at,
        }
    }

    fn cell(&self, at: usize) -> u32 {
        match self.accesses {
            Accesses::Reads(log, _) => log.cells[at],
            Accesses::Writes(writes, _) => writes.cells[at] as u32,
        }
    }

    /// The handle of the array if its team has only one processor, so that it is the same for all.
    fn common_handle(&self) -> Option<Handle> {
        let first = self.actor.group.lanes.at(0);
        let (team, _) = self.lanes().ancestor(first, self.at.up);
        (team.width == 1).then(|| self.named_by(first))
    }

    /// The handle of the array for an access.
    fn handle(&self, at: usize) -> Handle {
        self.named_by(self.actor.group.lanes.at(self.position(at)))
    }

    /// The handle of the array that a processor of the group names.
    fn named_by(&self, lane: Lane) -> Handle {
        if self.is_part {
            let team = self.actor.group.team;
            let whole = self.names.whole(TeamProcessor { team, lane }, self.at.id);
            return whole.expect("each call passes a part").1;
        }
        let handle = self.lanes().handle(self.at, lane);
        handle.expect("an array that is accessed is there")
    }

    fn lanes(&self) -> LaneView<'a> {
        let group = &self.actor.group;
        let algorithm = self.names.team(group.team).algorithm;
        LaneView {
            teams: self.names.teams,
            team: group.team,
            lanes: &group.lanes,
            algorithm: &self.names.code.algorithms[algorithm.index()],
        }
    }
}
