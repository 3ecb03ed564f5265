//! A look at a run that pauses: which processors there are, where they stand, and what the memory
//! and they themselves hold.

use std::collections::HashSet;

use super::named_cells::Declaration;
use super::names::{Names, Processor};
use super::state::State;
use super::step_view::Variable;
use crate::code::algorithm::{ArrayInfo, Code};
use crate::code::control::Control;
use crate::code::kernel::Slot;
use crate::engine::handle::Handle;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::{ArrayColumn, Team, TeamId};
use crate::engine::memory::Memory;
use crate::machine::rules::races::Race;
use crate::machine::time::clock::Reading;
use crate::program::{BlockId, Charge, Constant, Type, row_order};
use crate::source::Span;

/// A scalar by its name in the program, and its value, if it has one yet.
pub type NamedScalar<'a> = (&'a str, Option<Constant>);

/// A run at a pause.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) code: &'a Code,
    pub(super) state: &'a State<'a>,
}

/// Processors that execute one block or call together.
#[derive(Clone, Copy)]
pub struct TeamView<'a> {
    view: View<'a>,
    id: TeamId,
}

/// An array as a processor sees it.
#[derive(Clone, Copy)]
pub struct ArrayView<'a> {
    /// Its name in the program.
    pub name: &'a str,
    /// What its elements are.
    pub element: Type,
    /// 0 for a shared scalar, 1 for a vector, 2 for a table.
    pub rank: u8,
    handle: Handle,
    memory: &'a Memory,
}

impl<'a> View<'a> {
    /// Of a run that pauses.
    pub(crate) fn new(code: &'a Code, state: &'a State<'a>) -> Self {
        Self { code, state }
    }

    /// How many steps were taken.
    pub fn steps(self) -> u64 {
        self.state.steps
    }

    /// The teams there are: sequential code first, those that open others in front of these,
    /// ordered by their processors.
    pub fn teams(self) -> Vec<TeamView<'a>> {
        let free: HashSet<u32> = self.state.free_teams.iter().copied().collect();
        let ids = (0..self.state.teams.len() as u32).filter(|id| !free.contains(id));
        let mut teams: Vec<TeamView<'a>> = ids
            .map(|id| TeamView {
                view: self,
                id: TeamId(id),
            })
            .collect();
        teams.sort_by_cached_key(|team| {
            let processor = Processor {
                team: team.id,
                lane: 0,
            };
            let Team {
                algorithm, block, ..
            } = team.team();
            (
                team.level(),
                self.names().path(processor),
                *algorithm,
                *block,
            )
        });
        teams
    }

    /// A team by its number.
    pub(crate) fn team(self, id: TeamId) -> TeamView<'a> {
        TeamView { view: self, id }
    }

    /// Whether a name is one of scalars that the processors of blocks hold for themselves, and no scalar
    /// of sequential code has it.
    pub fn is_own(self, name: &str) -> bool {
        let mut has = [false; 2];
        for algorithm in &self.code.algorithms {
            for (at, block) in algorithm.blocks.iter().enumerate() {
                let is_here = block.scalars.iter().any(|scalar| scalar.name == name);
                has[usize::from(at > 0)] |= is_here;
            }
        }
        has == [false, true]
    }

    /// Name and value of a scalar that a processor holds for itself; no value where it holds none
    /// yet.
    pub(crate) fn scalar(self, (team, lane): (TeamId, Lane), slot: Slot) -> NamedScalar<'a> {
        let team = &self.state.teams[team.0 as usize];
        let algorithm = &self.code.algorithms[team.algorithm.index()];
        let scalar = &algorithm.blocks[team.block.index()].scalars[slot.0 as usize];
        let at = slot.0 as usize;
        let word = (team.has_written(at, lane)).then(|| team.scalars[at].of_lane(lane));
        let value = word.map(|word| Constant::from_word(word, scalar.ty));
        (&scalar.name, value)
    }

    /// Whether arrays of a name are declared `lokalno` only: who reads them is not told.
    pub fn is_local_array(self, name: &str) -> bool {
        let arrays = (self.code.algorithms.iter()).flat_map(|algorithm| &algorithm.arrays);
        let mut named = arrays.filter(|array| array.part_of.is_none() && array.name == name);
        named.next().is_some_and(|first| first.is_local) && named.all(|array| array.is_local)
    }

    /// The numbers of dimensions that arrays of a name are declared with, 0 of shared scalars.
    pub fn ranks_of(self, name: &str) -> Vec<u8> {
        let arrays = (self.code.algorithms.iter()).flat_map(|algorithm| &algorithm.arrays);
        let named = arrays.filter(|array| array.part_of.is_none() && array.name == name);
        let mut ranks: Vec<u8> = named.map(|array| array.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks
    }

    /// Of each block of the program the names of its indices and of those around it in its algorithm, outermost
    /// first, each with the value 0; of tasks side by side 1.
    pub fn declared_indices(self) -> Vec<Vec<(String, i64)>> {
        let mut declared = Vec::new();
        for algorithm in &self.code.algorithms {
            // The indices of the blocks around an instruction, and where these end.
            let mut around: Vec<(Vec<(String, i64)>, usize)> = Vec::new();
            for (at, instruction) in algorithm.instructions.iter().enumerate() {
                around.retain(|(_, end)| at < *end);
                let Control::Open { block, after, .. } = &instruction.control else {
                    continue;
                };
                let block = &algorithm.blocks[block.index()];
                let value = i64::from(!block.task_lines.is_empty());
                let own = block.indices.iter().map(|slot| {
                    let name = block.scalars[slot.0 as usize].name.clone();
                    (name, value)
                });
                let outer = around.last().map_or(&[][..], |(outer, _)| outer);
                let indices: Vec<_> = outer.iter().cloned().chain(own).collect();
                declared.push(indices.clone());
                around.push((indices, after.0 as usize));
            }
        }
        // Processors of statements about whole arrays have no names.
        let is_named =
            |indices: &Vec<(String, i64)>| indices.iter().all(|(name, _)| !name.is_empty());
        declared.retain(|indices| !indices.is_empty() && is_named(indices));
        declared
    }

    /// How many tasks side by side a block has at most.
    pub fn most_tasks(self) -> usize {
        let blocks = (self.code.algorithms.iter()).flat_map(|algorithm| &algorithm.blocks);
        blocks
            .map(|block| block.task_lines.len())
            .max()
            .unwrap_or(0)
    }

    /// Whether some step executes a statement of the program that begins in a range of its text.
    pub(crate) fn has_step_in(self, range: Span) -> bool {
        let mut all = (self.code.algorithms.iter()).flat_map(|algorithm| &algorithm.instructions);
        all.any(|instruction| {
            let span = instruction.span;
            instruction.charge == Charge::Step
                && span.file == range.file
                && (range.start..range.end).contains(&span.start)
        })
    }

    /// In how many rounds a group is that is not waiting for others, one inside the other: bodies of loops and
    /// blocks that access shared memory, and calls from there. Of several groups the most.
    pub(crate) fn rounds_open(self) -> usize {
        let teams = &self.state.teams;
        let rounds = self.state.waiting.iter().map(|group| {
            // Where the group stands, then where the calls around it were made.
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
            self.name(Processor { team, lane }) == name
        })
    }

    /// What the clock of a processor of an asynchronous block shows; none where the block is not
    /// open.
    pub(crate) fn clock(self, (team, lane): (TeamId, Lane)) -> Option<Reading> {
        let block = self.state.blocks.get(&team)?;
        Some(block.clocks.reading(lane))
    }

    /// What the clock of sequential code shows on the asynchronous machine.
    pub(crate) fn sequential_clock(self) -> Reading {
        self.state.sequential.reading(0)
    }

    /// The first illegal race, of which only the later access is known, its cell by its number, and how
    /// many steps were taken when its section began.
    pub(crate) fn race(self) -> Option<(u32, &'a Race, u64)> {
        let finding = self.state.races.first.as_ref()?;
        let mut blocks = self.state.blocks.values();
        let block = blocks.find(|block| block.section == finding.probe.section);
        let began = block.map_or(0, |block| block.began_at);
        Some((finding.probe.cell, &finding.race, began))
    }

    /// How many accesses of sections met others that no barrier orders: where all only read, and
    /// otherwise.
    pub(crate) fn race_counts(self) -> [u64; 2] {
        [self.state.races.of_reads, self.state.races.of_writes]
    }

    fn names(self) -> Names<'a> {
        Names {
            teams: &self.state.teams,
            code: self.code,
        }
    }

    pub(super) fn name(self, processor: Processor) -> String {
        self.names().name(processor).unwrap_or_default()
    }
}

impl<'a> TeamView<'a> {
    pub(super) fn team(self) -> &'a Team {
        &self.view.state.teams[self.id.0 as usize]
    }

    /// How many teams are around it, itself included.
    fn level(self) -> usize {
        let teams = &self.view.state.teams;
        std::iter::successors(Some(self.id), |id| teams[id.0 as usize].creator).count()
    }

    /// No other block or call of the run has the same.
    pub(crate) fn serial(self) -> u64 {
        self.team().serial
    }

    /// The arrays that each of its processors has for itself, as one of them sees them.
    pub fn own_arrays(self, lane: Lane) -> impl Iterator<Item = ArrayView<'a>> {
        let team = self.team();
        // In a call of one processor all that it opens see the arrays.
        let is_private = team.block != BlockId(0) || team.width > 1;
        let other = if lane == 0 { team.width - 1 } else { 0 };
        let arrays = self.arrays(lane).filter(move |_| is_private);
        arrays.filter(move |array| {
            let mut same = self.arrays(other);
            let is_shared = |one: &ArrayView<'_>| one.base() == array.base();
            team.width == 1 || !same.any(|one| one.name == array.name && is_shared(&one))
        })
    }

    /// Where its arrays are declared.
    pub(crate) fn declaration(self) -> Declaration {
        let Team {
            algorithm, block, ..
        } = *self.team();
        Declaration { algorithm, block }
    }

    /// Whether a call brought it together, or the run; else a block did.
    pub fn is_call(self) -> bool {
        self.team().block == BlockId(0)
    }

    /// How many calls are around it.
    pub fn depth(self) -> u32 {
        self.team().depth
    }

    /// The algorithm that it executes.
    pub fn algorithm(self) -> &'a str {
        &self.view.code.algorithms[self.team().algorithm.index()].name
    }

    /// How many processors it has.
    pub fn processors(self) -> u32 {
        self.team().width
    }

    /// The name of one of them, such as `i = 3`; empty in sequential code.
    pub fn name(self, lane: Lane) -> String {
        self.view.name(Processor {
            team: self.id,
            lane,
        })
    }

    /// The team that opened it, and the lane there from which one of its own stems.
    pub fn around(self, lane: Lane) -> Option<(Self, Lane)> {
        let Team {
            creator, origin, ..
        } = self.team();
        Some((self.view.team((*creator)?), origin.of(lane)))
    }

    /// Names and values of the indices around one of them, outermost first.
    pub fn indices(self, lane: Lane) -> Vec<(&'a str, i64)> {
        let team = self.id;
        self.view.names().indices(Processor { team, lane })
    }

    /// The processor with this name: `i = 3, j = 0`.
    pub fn lane_of(self, name: &str) -> Option<Lane> {
        if self.processors() == 0 {
            return None;
        }
        let indices = self.indices(0);
        if indices.is_empty() {
            return name.is_empty().then_some(0);
        }
        let mut values = Vec::with_capacity(indices.len());
        let mut parts = name.split(", ");
        for (index, _) in &indices {
            let value = match *index {
                "" => parts.next()?,
                index => parts.next()?.strip_prefix(index)?.strip_prefix(" = ")?,
            };
            values.push(value.parse().ok()?);
        }
        if parts.next().is_some() {
            return None;
        }
        self.view.names().lane_with(self.id, &values)
    }

    /// Names and values of what one of them holds for itself; none where it holds nothing yet.
    pub fn scalars(self, lane: Lane) -> impl Iterator<Item = (&'a str, Option<Constant>)> {
        let team = self.team();
        let algorithm = &self.view.code.algorithms[team.algorithm.index()];
        let block = &algorithm.blocks[team.block.index()];
        let scalars = block.scalars.iter().zip(&team.scalars).enumerate();
        scalars.map(move |(slot, (scalar, column))| {
            let word = team.has_written(slot, lane).then(|| column.of_lane(lane));
            let value = word.map(|word| Constant::from_word(word, scalar.ty));
            (scalar.name.as_str(), value)
        })
    }

    /// One of its scalars with this name, and its value for one of them; none where that holds none.
    pub(crate) fn own(self, name: &str, lane: Lane) -> Option<(Variable, Constant)> {
        let slot = self.scalars(lane).position(|(known, _)| known == name)?;
        let value = self.scalars(lane).nth(slot)?.1?;
        let team = self.team().serial;
        let slot = Slot(slot as u32);
        Some((Variable { team, slot }, value))
    }

    /// The arrays of its code as one of them sees them, those of the code around it left out.
    pub fn arrays(self, lane: Lane) -> impl Iterator<Item = ArrayView<'a>> {
        let infos = self.array_infos();
        infos.map(move |(_, info, column)| self.array_view(info, column.at(lane)))
    }

    /// The arrays of its code with their slots.
    pub(super) fn array_infos(
        self,
    ) -> impl Iterator<Item = (usize, &'a ArrayInfo, &'a ArrayColumn)> {
        let team = self.team();
        let algorithm = &self.view.code.algorithms[team.algorithm.index()];
        let block = &algorithm.blocks[team.block.index()];
        let arrays = block.arrays.iter().zip(&team.arrays).enumerate();
        arrays.filter_map(move |(slot, (id, column))| {
            let info = &algorithm.arrays[id.index()];
            // A part that is passed has a name in the algorithm that gets it.
            let is_whole = info.part_of.is_none();
            is_whole.then_some((slot, info, column.as_ref()?))
        })
    }

    pub(super) fn array_view(self, info: &'a ArrayInfo, handle: Handle) -> ArrayView<'a> {
        ArrayView {
            name: &info.name,
            element: info.element,
            rank: info.rank,
            handle,
            memory: &self.view.state.memory,
        }
    }

    /// Names and values of the indices around some of them, outermost first.
    pub(super) fn index_values(self, lanes: &Selection) -> Vec<(&'a str, Vec<i64>)> {
        self.view.names().index_values(self.id, lanes)
    }
}

impl ArrayView<'_> {
    /// The number of its first cell in memory.
    pub fn base(self) -> u32 {
        self.handle.base
    }

    /// Whether a cell of this number is one of its own.
    pub fn has(self, cell: u32) -> bool {
        let behind = cell.checked_sub(self.base());
        behind.is_some_and(|place| (place as usize) < self.len())
    }

    /// Its length along each dimension; none for a shared scalar.
    pub fn dimensions(self) -> Vec<usize> {
        match self.rank {
            0 => Vec::new(),
            rank => self.handle.dimensions(rank),
        }
    }

    /// The place in row order of the cell at these subscripts, as many as it has dimensions; none
    /// where they lie outside.
    pub fn place(self, subscripts: &[i64]) -> Option<usize> {
        row_order::place(&self.dimensions(), subscripts)
    }

    /// How many cells it has.
    pub fn len(self) -> usize {
        self.handle.cells()
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// What a cell holds, counted row by row; none if it was never written.
    pub fn cell(self, at: usize) -> Option<Constant> {
        let word = self.memory.read(self.handle.base as usize + at)?;
        Some(Constant::from_word(word, self.element))
    }
}
