//! Processors that execute one block or call together: their names, and what each holds for itself.

use super::View;
use super::array::ArrayView;
use crate::code::algorithm::ArrayInfo;
use crate::code::kernel::Slot;
use crate::engine::handle::Handle;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::{ArrayColumn, Team, TeamId};
use crate::machine::named_cells::Declaration;
use crate::machine::names::TeamProcessor;
use crate::machine::step_view::Variable;
use crate::program::{BlockId, Constant};

/// Processors that execute one block or call together.
#[derive(Clone, Copy)]
pub struct TeamView<'a> {
    pub(super) view: View<'a>,
    pub(super) id: TeamId,
}

impl<'a> TeamView<'a> {
    pub(in crate::machine) fn team(self) -> &'a Team {
        &self.view.state.teams[self.id.0 as usize]
    }

    /// A number that is unique among the blocks and calls of the run.
    pub(crate) fn serial(self) -> u64 {
        self.team().serial
    }

    /// The arrays that one of its processors owns alone.
    pub fn own_arrays(self, lane: Lane) -> impl Iterator<Item = ArrayView<'a>> {
        let team = self.team();
        // The arrays of a call by one processor can be accessed by all processors that it opens.
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

    /// Whether it belongs to a call, or is that of sequential code; otherwise to a block.
    pub fn is_call(self) -> bool {
        self.team().block == BlockId(0)
    }

    /// The number of calls around it.
    pub fn depth(self) -> u32 {
        self.team().depth
    }

    /// The algorithm that it executes.
    pub fn algorithm(self) -> &'a str {
        &self.view.code.algorithms[self.team().algorithm.index()].name
    }

    pub fn processors(self) -> u32 {
        self.team().width
    }

    /// The name of one of them, such as `i = 3`; empty in sequential code.
    pub fn name(self, lane: Lane) -> String {
        self.view.name(TeamProcessor {
            team: self.id,
            lane,
        })
    }

    /// The team that opened it, and the lane there from which a given lane of its own was opened.
    pub fn around(self, lane: Lane) -> Option<(Self, Lane)> {
        let Team {
            creator, origin, ..
        } = self.team();
        Some((self.view.team((*creator)?), origin.of(lane)))
    }

    /// Names and values of the indices around one of them, outermost first.
    pub fn indices(self, lane: Lane) -> Vec<(&'a str, i64)> {
        let team = self.id;
        self.view.names().indices(TeamProcessor { team, lane })
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

    /// Names and values of the scalars that one of them holds; `None` while unwritten.
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

    /// The scalar of a name, and its value for one of its processors; `None` while it is unwritten.
    pub(crate) fn own(self, name: &str, lane: Lane) -> Option<(Variable, Constant)> {
        let slot = self.scalars(lane).position(|(known, _)| known == name)?;
        let value = self.scalars(lane).nth(slot)?.1?;
        let team = self.team().serial;
        let slot = Slot(slot as u32);
        Some((Variable { team, slot }, value))
    }

    /// The arrays of its code, as one processor sees them, without those of the code around it.
    pub fn arrays(self, lane: Lane) -> impl Iterator<Item = ArrayView<'a>> {
        let infos = self.array_infos();
        infos.map(move |(_, info, column)| self.array_view(info, column.at(lane)))
    }

    /// The arrays of its code with their slots.
    pub(in crate::machine) fn array_infos(
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

    pub(in crate::machine) fn array_view(
        self,
        info: &'a ArrayInfo,
        handle: Handle,
    ) -> ArrayView<'a> {
        ArrayView {
            name: &info.name,
            element: info.element,
            rank: info.rank,
            handle,
            memory: &self.view.state.memory,
        }
    }

    /// Names and values of the indices around some of them, outermost first.
    pub(in crate::machine) fn index_values(self, lanes: &Selection) -> Vec<(&'a str, Vec<i64>)> {
        self.view.names().index_values(self.id, lanes)
    }
}
