//! The names of processors: the values of the indices of the blocks around them.

use std::collections::HashMap;

use crate::code::algorithm::CompiledProgram;
use crate::code::kernel::ArrayRef;
use crate::engine::handle::Handle;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::team::{Ancestry, Team, TeamId};

/// The most indices, of all blocks around a processor, that a message names.
const MOST_PARTS: usize = 12;

/// A processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TeamProcessor {
    /// Its team.
    pub team: TeamId,
    /// Its lane in the team.
    pub lane: Lane,
}

/// Every team and the code that they execute: enough to name any processor.
#[derive(Clone, Copy)]
pub struct TeamNames<'a> {
    /// Every team.
    pub teams: &'a [Team],
    /// The program.
    pub code: &'a CompiledProgram,
}

impl<'a> TeamNames<'a> {
    /// A team by its number.
    pub(crate) fn team(self, id: TeamId) -> &'a Team {
        &self.teams[id.0 as usize]
    }

    /// The processor as a member of each block around it, innermost first: a call is followed to the
    /// processor that made it.
    fn memberships(self, processor: TeamProcessor) -> impl Iterator<Item = (&'a Team, Lane)> {
        std::iter::successors(Some(processor), move |inner| self.creator_of(*inner))
            .map(move |TeamProcessor { team, lane }| (self.team(team), lane))
            .filter(|(team, _)| team.block.0 != 0)
    }

    /// Its number in the innermost block around it, over all of the block's sets; 0 in sequential code.
    pub fn number(self, processor: TeamProcessor) -> u32 {
        self.memberships(processor)
            .next()
            .map_or(0, |(team, lane)| team.first_lane + lane)
    }

    /// Its number in each block around it, outermost first: processors are ordered by this.
    pub fn path(self, processor: TeamProcessor) -> Vec<Lane> {
        let members = self.memberships(processor);
        let mut path: Vec<Lane> = members.map(|(team, lane)| team.first_lane + lane).collect();
        path.reverse();
        path
    }

    /// The number of teams around each processor, including its own, and its path. Teams that enclose
    /// several of the processors are visited once.
    pub fn paths(self, processors: impl Iterator<Item = TeamProcessor>) -> Vec<(usize, Vec<Lane>)> {
        let mut known: HashMap<TeamProcessor, (usize, Vec<Lane>)> = HashMap::new();
        let paths = processors.map(|processor| {
            let around = std::iter::successors(Some(processor), |inner| self.creator_of(*inner));
            let inside: Vec<TeamProcessor> =
                around.take_while(|one| !known.contains_key(one)).collect();
            let outermost = inside
                .last()
                .map_or(Some(processor), |one| self.creator_of(*one));
            let (mut level, mut path) =
                (outermost.and_then(|one| known.get(&one))).map_or((0, Vec::new()), Clone::clone);
            for processor in inside.into_iter().rev() {
                level += 1;
                if self.team(processor.team).block.0 != 0 {
                    path.push(processor.lane);
                }
                known.insert(processor, (level, path.clone()));
            }
            (level, path)
        });
        paths.collect()
    }

    /// The processor that opened the block or made the call to which another belongs.
    fn creator_of(self, TeamProcessor { team, lane }: TeamProcessor) -> Option<TeamProcessor> {
        let team = self.team(team);
        team.creator.map(|creator| TeamProcessor {
            team: creator,
            lane: team.origin.of(lane),
        })
    }

    /// Names and values of the indices around it, outermost block first.
    pub fn indices(self, processor: TeamProcessor) -> Vec<(&'a str, i64)> {
        let mut indices = Vec::new();
        for (team, lane) in self.memberships(processor) {
            let block = &self.code.algorithms[team.algorithm.index()].blocks[team.block.index()];
            for slot in block.indices.iter().rev() {
                let value = team.scalars[slot.0 as usize].of_lane(lane);
                indices.push((block.scalars[slot.0 as usize].name.as_str(), value));
            }
        }
        indices.reverse();
        indices
    }

    /// The names of the indices around a team, outermost block first, each with its values for some
    /// lanes of the team.
    pub fn index_values(self, team: TeamId, lanes: &Selection) -> Vec<(&'a str, Vec<i64>)> {
        let mut around = Vec::new();
        let mut next = Some(team);
        let mut here: Vec<Lane> = lanes.iter().collect();
        while let Some(team) = next {
            let team = self.team(team);
            let block = &self.code.algorithms[team.algorithm.index()].blocks[team.block.index()];
            for slot in block.indices.iter().rev() {
                let column = &team.scalars[slot.0 as usize];
                let values = here.iter().map(|lane| column.of_lane(*lane)).collect();
                around.push((block.scalars[slot.0 as usize].name.as_str(), values));
            }
            for lane in &mut here {
                *lane = team.origin.of(*lane);
            }
            next = team.creator;
        }
        around.reverse();
        around
    }

    /// The lane of a team whose indices have these values, outermost first: as many as there are.
    pub fn lane_with(self, team: TeamId, values: &[i64]) -> Option<Lane> {
        let team = self.team(team);
        let block = &self.code.algorithms[team.algorithm.index()].blocks[team.block.index()];
        let (outer, own) = values.split_at(values.len().checked_sub(block.indices.len())?);
        let columns = block.indices.iter();
        let columns: Vec<_> = columns.map(|slot| &team.scalars[slot.0 as usize]).collect();
        let is_inside = |lane: Lane| {
            let mut own = columns.iter().zip(own);
            own.all(|(column, value)| column.of_lane(lane) == *value)
        };
        let creator = team.creator;
        let outside = match creator {
            None => outer.is_empty().then_some(0),
            Some(creator) => self.lane_with(creator, outer),
        }?;
        let is_it = |lane: &Lane| team.origin.of(*lane) == outside && is_inside(*lane);
        // Most blocks have one index, which numbers their processors.
        if let ([column], [value]) = (&columns[..], own)
            && let RegisterShape::Sequence { from, stride } = column.shape
            && let Some(lane) = value.checked_sub(from)?.checked_div(stride)
            && let Ok(lane) = Lane::try_from(lane)
            && lane < team.width
            && is_it(&lane)
        {
            return Some(lane);
        }
        match team.origin {
            Ancestry::Same => (outside < team.width && is_inside(outside)).then_some(outside),
            Ancestry::One(_) | Ancestry::Each(_) => (0..team.width).find(is_it),
        }
    }

    /// The number of indices around a team, including its own.
    pub fn index_count(self, team: TeamId) -> usize {
        let around = std::iter::successors(Some(team), |id| self.team(*id).creator);
        let counts = around.map(|id| {
            let team = self.team(id);
            let block = &self.code.algorithms[team.algorithm.index()].blocks[team.block.index()];
            block.indices.len()
        });
        counts.sum()
    }

    /// The handle of an array for a processor.
    pub fn handle(self, mut processor: TeamProcessor, array: ArrayRef) -> Option<Handle> {
        for _ in 0..array.up {
            let team = self.team(processor.team);
            processor = TeamProcessor {
                team: team.creator?,
                lane: team.origin.of(processor.lane),
            };
        }
        let column = self.team(processor.team).arrays[array.slot.0 as usize].as_ref();
        column.map(|column| column.at(processor.lane))
    }

    /// Its name by its indices, as in steps: `i = 3, j = 0`; `None` in sequential code.
    pub fn name(self, processor: TeamProcessor) -> Option<String> {
        let indices = self.indices(processor);
        joined(
            indices
                .into_iter()
                .map(|(name, value)| by_index(name, value)),
        )
    }

    /// Its name in messages: by its indices, and for tasks that run at the same time with their places,
    /// `i = 3, task 2 (line 7)`; `None` in sequential code.
    pub fn name_with_place(self, processor: TeamProcessor) -> Option<String> {
        let tasks = self.memberships(processor).map(|(team, _)| {
            let block = &self.code.algorithms[team.algorithm.index()].blocks[team.block.index()];
            vec![&block.task_lines; block.indices.len()]
        });
        let mut lines: Vec<&Vec<usize>> = tasks.flatten().collect();
        lines.reverse();
        let indices = self.indices(processor).into_iter().zip(lines);
        joined(indices.map(|((name, value), lines)| {
            let line = usize::try_from(value)
                .ok()
                .and_then(|at| lines.get(at.checked_sub(1)?));
            match line {
                Some(line) => format!("{name} {value} (line {line})"),
                None => by_index(name, value),
            }
        }))
    }
}

fn by_index(name: &str, value: i64) -> String {
    match name {
        "" => value.to_string(),
        name => format!("{name} = {value}"),
    }
}

/// The parts of a name in one text; of many, as in nested calls, only the outermost and the innermost.
fn joined(parts: impl Iterator<Item = String>) -> Option<String> {
    let mut parts: Vec<String> = parts.collect();
    if parts.len() > MOST_PARTS {
        let left_out = parts.len() - MOST_PARTS;
        let here = MOST_PARTS / 2;
        parts.splice(here..here + left_out, [format!("… {left_out} more …")]);
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A cell as users name it.
pub fn name_cell(array: &str, rank: u8, handle: Handle, cell: u32) -> String {
    let offset = cell - handle.base;
    if rank == 0 {
        return array.to_string();
    }
    let subscripts = handle.subscripts(rank, offset);
    let subscripts: Vec<String> = subscripts.iter().map(u32::to_string).collect();
    format!("{array}[{}]", subscripts.join(","))
}
