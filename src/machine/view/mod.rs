//! A view of a paused run: its processors, their positions, and the contents of their scalars and of the
//! memory.

mod array;
mod declared;
mod team;

use std::collections::HashSet;

pub use self::array::ArrayView;
pub use self::team::TeamView;
use super::names::{TeamNames, TeamProcessor};
use super::state::State;
use crate::code::algorithm::CompiledProgram;
use crate::code::kernel::Slot;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::TeamId;
use crate::machine::rules::races::Race;
use crate::machine::time::clock::ClockReading;
use crate::program::Constant;

/// A scalar by its name in the program, and its value; `None` while it is unwritten.
pub type NamedScalar<'a> = (&'a str, Option<Constant>);

/// A run at a pause.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(in crate::machine) code: &'a CompiledProgram,
    pub(in crate::machine) state: &'a State<'a>,
}

impl<'a> View<'a> {
    /// Of a run that pauses.
    pub(crate) fn new(code: &'a CompiledProgram, state: &'a State<'a>) -> Self {
        Self { code, state }
    }

    pub fn steps(self) -> u64 {
        self.state.steps
    }

    /// The number of current teams.
    pub fn team_count(self) -> usize {
        self.state.teams.len() - self.state.free_teams.len()
    }

    /// The current teams: sequential code first, teams before those that they open, ordered by their
    /// processors.
    pub fn teams(self) -> Vec<TeamView<'a>> {
        let free: HashSet<u32> = self.state.free_teams.iter().copied().collect();
        let ids = (0..self.state.teams.len() as u32).filter(|id| !free.contains(id));
        let ids: Vec<TeamId> = ids.map(TeamId).collect();
        let processors = ids.iter().map(|id| TeamProcessor { team: *id, lane: 0 });
        let paths = self.names().paths(processors);
        let teams = ids.into_iter().map(|id| TeamView { view: self, id });
        let mut teams: Vec<_> = teams.zip(paths).collect();
        teams.sort_by(|(one, path), (other, path_of_other)| {
            let code = |team: &TeamView<'a>| (team.team().algorithm, team.team().block);
            path.cmp(path_of_other)
                .then_with(|| code(one).cmp(&code(other)))
        });
        teams.into_iter().map(|(team, _)| team).collect()
    }

    /// A team by its number.
    pub(crate) fn team(self, id: TeamId) -> TeamView<'a> {
        TeamView { view: self, id }
    }

    /// The name and the value of a scalar that a processor holds for itself; `None` while it is
    /// unwritten.
    pub(crate) fn scalar(self, (team, lane): (TeamId, Lane), slot: Slot) -> NamedScalar<'a> {
        let team = &self.state.teams[team.0 as usize];
        let algorithm = &self.code.algorithms[team.algorithm.index()];
        let scalar = &algorithm.blocks[team.block.index()].scalars[slot.0 as usize];
        let at = slot.0 as usize;
        let word = (team.has_written(at, lane)).then(|| team.scalars[at].of_lane(lane));
        let value = word.map(|word| Constant::from_word(word, scalar.ty));
        (&scalar.name, value)
    }

    /// The number of nested rounds of a group that does not wait for others: bodies of loops and blocks
    /// that access shared memory, and calls from there. Of several groups the maximum.
    pub(crate) fn rounds_open(self) -> usize {
        let teams = &self.state.teams;
        let rounds = self.state.waiting.iter().map(|group| {
            // The group's position, then those of the calls around it.
            let mut at = Some((group.team, Some(group.pc)));
            let mut rounds = 0;
            while let Some((id, pc)) = at {
                let team = &teams[id.0 as usize];
                let algorithm = &self.code.algorithms[team.algorithm.index()];
                rounds += pc.map_or(0, |pc| algorithm.rounds_around(pc));
                at = team.creator.map(|creator| (creator, team.called));
            }
            rounds
        });
        rounds.max().unwrap_or(0)
    }

    /// The processor of an open asynchronous block with this name.
    pub(crate) fn on_clock(self, name: &str) -> Option<(TeamId, Lane)> {
        let blocks = self.state.blocks.keys();
        let mut processors = blocks.flat_map(|team| {
            let width = self.state.teams[team.0 as usize].width;
            (0..width).map(|lane| (*team, lane))
        });
        processors.find(|(team, lane)| {
            let (team, lane) = (*team, *lane);
            self.name(TeamProcessor { team, lane }) == name
        })
    }

    /// The clock of a processor of an asynchronous block; `None` if the block is not open.
    pub(crate) fn clock(self, (team, lane): (TeamId, Lane)) -> Option<ClockReading> {
        let block = self.state.blocks.get(&team)?;
        Some(block.clocks.reading(lane))
    }

    /// The clock of sequential code on the asynchronous machine.
    pub(crate) fn sequential_clock(self) -> ClockReading {
        self.state.sequential.reading(0)
    }

    /// The first illegal race, whose earlier access is not known yet: its cell by its number, and how
    /// many steps had been executed when its section began.
    pub(crate) fn race(self) -> Option<(u32, &'a Race, u64)> {
        let finding = self.state.races.first.as_ref()?;
        let mut blocks = self.state.blocks.values();
        let block = blocks.find(|block| block.section == finding.probe.section);
        let began = block.map_or(0, |block| block.began_at);
        Some((finding.probe.cell, &finding.race, began))
    }

    /// How many accesses of sections conflict with others that no barrier orders: those where all are
    /// reads, and the rest.
    pub(crate) fn race_counts(self) -> [u64; 2] {
        [self.state.races.of_reads, self.state.races.of_writes]
    }

    fn names(self) -> TeamNames<'a> {
        TeamNames {
            teams: &self.state.teams,
            code: self.code,
        }
    }

    pub(in crate::machine) fn name(self, processor: TeamProcessor) -> String {
        self.names().name(processor).unwrap_or_default()
    }
}
