//! Creation and removal of teams: the entry, blocks, calls, and their arrays.

use std::mem::take;

use crate::code::algorithm::CompiledAlgorithm;
use crate::code::kernel::Slot;
use crate::engine::handle::Handle;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::shapes_of_parts::ShapesOfParts;
use crate::engine::lanes::team::{Ancestry, ArrayColumn, Regime, Team, TeamId};
use crate::machine::fault::MemoryUse;
use crate::machine::groups::Group;
use crate::machine::pram::{EarlyStop, Machine};
use crate::program::{AlgorithmId, BlockId};
use crate::source::Span;

/// Bytes that one value of one processor takes.
const WORD: u64 = 8;
/// Bytes that one array handle of one processor takes.
const HANDLE: u64 = size_of::<Handle>() as u64;
/// Bytes of a team without its lists: the team, its groups, and the constructs around these.
const BYTES_PER_TEAM: u64 = 1 << 10;

impl Machine<'_, '_> {
    /// The instruction code of an algorithm.
    pub(crate) fn algorithm(&self, id: AlgorithmId) -> &CompiledAlgorithm {
        &self.code.algorithms[id.index()]
    }

    /// Creates a team; its indices and arguments are still to be filled in.
    pub(crate) fn assemble(
        &mut self,
        algorithm: AlgorithmId,
        block: BlockId,
        width: u32,
        creator: Option<TeamId>,
        origin: Ancestry,
    ) -> TeamId {
        let code = self.code;
        let held = &code.algorithms[algorithm.index()].blocks[block.index()];
        let free = self.state.free_teams.pop();
        // The lists of a team that has ended are reused.
        let (mut scalars, mut scalars_written, mut arrays) = match free {
            Some(slot) => {
                let over = &mut self.state.teams[slot as usize];
                let lists = (
                    &mut over.scalars,
                    &mut over.scalars_written,
                    &mut over.arrays,
                );
                (take(lists.0), take(lists.1), take(lists.2))
            }
            None => Default::default(),
        };
        scalars.resize(held.scalars.len(), Column::UNWRITTEN);
        let tracked = held.scalars.iter().map(|scalar| scalar.tracked);
        scalars_written.extend(tracked.map(|tracked| tracked.then(|| vec![0; width as usize])));
        arrays.resize(held.arrays.len(), None);
        let depth = creator.map_or(0, |creator| {
            self.state.teams[creator.0 as usize].depth + u32::from(block == BlockId(0))
        });
        let around = creator.map_or(Regime::Sequential, |creator| {
            self.state.teams[creator.0 as usize].regime
        });
        self.state.assembled += 1;
        let team = Team {
            algorithm,
            block,
            width,
            first_lane: 0,
            creator,
            called: None,
            origin,
            scalars,
            scalars_written,
            shapes_of_parts: ShapesOfParts::default(),
            arrays,
            owned: Vec::new(),
            depth,
            regime: if block == BlockId(0) {
                around
            } else {
                Regime::Synchronous
            },
            serial: self.state.assembled,
        };
        self.state.lane_bytes += lane_bytes(&team);
        if let Some(slot) = free {
            self.state.teams[slot as usize] = team;
            return TeamId(slot);
        }
        self.state.teams.push(team);
        TeamId(self.state.teams.len() as u32 - 1)
    }

    /// Frees what a team holds.
    pub(crate) fn dissolve(&mut self, id: TeamId) {
        let team = &mut self.state.teams[id.0 as usize];
        self.state.lane_bytes -= lane_bytes(team);
        if team.block != BlockId(0) {
            self.state.live_processors -= u64::from(team.width);
        }
        for (_, region) in take(&mut team.owned) {
            self.state.memory.release(region);
        }
        if self.scratch.queue.is_empty() {
            self.vacate(id);
        } else {
            self.scratch.queue.retire(id);
        }
    }

    /// Frees the entry of a team that has ended for another one.
    pub(crate) fn vacate(&mut self, id: TeamId) {
        let team = &mut self.state.teams[id.0 as usize];
        for column in team.scalars.drain(..) {
            if !column.shape.is_known() {
                self.scratch.spare_results.keep_column(column.words);
            }
        }
        team.arrays.clear();
        team.scalars_written.clear();
        team.shapes_of_parts = ShapesOfParts::default();
        self.state.free_teams.push(id.0);
    }

    pub(crate) fn set_scalar(&mut self, team: TeamId, slot: Slot, column: Column) {
        let team = &mut self.state.teams[team.0 as usize];
        if let Some(written) = &mut team.scalars_written[slot.0 as usize] {
            written.fill(1);
        }
        team.scalars[slot.0 as usize] = column;
    }

    /// Fails if what the lanes of a new team hold would exceed the memory limit.
    pub(crate) fn check_lane_memory(
        &mut self,
        algorithm: AlgorithmId,
        block: BlockId,
        width: u32,
        span: Span,
        group: &Group,
    ) -> Result<(), EarlyStop> {
        let held = &self.algorithm(algorithm).blocks[block.index()];
        let (scalars, arrays) = (held.scalars.len(), held.arrays.len());
        let each = WORD * (scalars as u64 + 4) + HANDLE * arrays as u64;
        let more = u128::from(each) * u128::from(width) + u128::from(list_bytes(scalars, arrays));
        let what = || MemoryUse::Processors(width.into());
        self.check_memory(more, what, span, group)
    }
}

fn lane_bytes(team: &Team) -> u64 {
    let (scalars, arrays) = (team.scalars.len(), team.arrays.len());
    let each = scalars as u64 * WORD + arrays as u64 * HANDLE;
    u64::from(team.width) * each + list_bytes(scalars, arrays)
}

/// Bytes of a team's lists, however many processors it has.
fn list_bytes(scalars: usize, arrays: usize) -> u64 {
    let scalars = scalars * (size_of::<Column>() + size_of::<Option<Vec<u8>>>());
    let arrays = arrays * size_of::<Option<ArrayColumn>>();
    BYTES_PER_TEAM + (scalars + arrays) as u64
}
