//! A step in detail, between its computations and its writes: who executes what, and reads and writes
//! which cells.

use super::acting::Acting;
use super::configuration::Configuration;
use super::names::Names;
use crate::code::control::{CallResult, Control};
use crate::code::kernel::{Op, Slot};
use crate::engine::kernel::reads::ReadLog;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::{Team, TeamId};
use crate::engine::memory::Memory;
use crate::machine::step_site::SiteView;
use crate::program::{AlgorithmId, BlockId, Type};
use crate::source::Span;

/// A step that is about to write.
pub struct StepView<'a> {
    /// Which step of the run, from 1.
    pub(crate) number: u64,
    /// The groups that take part.
    pub(crate) acting: &'a [Acting<'a>],
    /// The reads of each group.
    pub(crate) logs: &'a [ReadLog],
    /// What is needed to name processors and arrays.
    pub(crate) names: Names<'a>,
    /// Machine, limits and tuning.
    pub(crate) configuration: &'a Configuration,
    /// The memory in front of the writes.
    pub(crate) memory: &'a Memory,
}

/// A private scalar without a name in the source: the result of a call is stored in one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Temporary {
    pub(crate) algorithm: AlgorithmId,
    pub(crate) block: BlockId,
    pub(crate) slot: Slot,
    /// How many calls are around it.
    pub(crate) depth: u32,
}

/// What the processors of a group return to their callers.
pub struct ReturnStep<'a> {
    /// The algorithm that returns it.
    pub algorithm: &'a str,
    /// Where the caller keeps it.
    pub into: Temporary,
    /// Its type.
    pub ty: Type,
    /// The results as words, in the order of the processors.
    pub words: Vec<i64>,
}

/// What one group does in the step.
#[derive(Clone, Copy)]
pub struct GroupStep<'a> {
    step: &'a StepView<'a>,
    number: usize,
}

impl<'a> StepView<'a> {
    /// Its number, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The groups that go side by side.
    pub fn groups(&'a self) -> impl Iterator<Item = GroupStep<'a>> {
        (0..self.acting.len()).map(|number| GroupStep { step: self, number })
    }
}

impl<'a> GroupStep<'a> {
    fn actor(self) -> &'a Acting<'a> {
        &self.step.acting[self.number]
    }

    /// The statement that it executes.
    pub fn statement(self) -> Span {
        self.actor().instruction.span
    }

    /// How many processors it has.
    pub fn processors(self) -> usize {
        self.actor().group.lanes.len()
    }

    /// A processor by its position, as users name it; empty in sequential code.
    pub fn name(self, position: usize) -> String {
        let processor = self.actor().processor(position);
        self.step.names.name(processor).unwrap_or_default()
    }

    /// The team that it is part of.
    pub(crate) fn team(self) -> TeamId {
        self.actor().group.team
    }

    /// The lanes of its processors in their team, in order of position.
    pub(crate) fn lanes(self) -> impl Iterator<Item = Lane> + 'a {
        self.actor().group.lanes.iter()
    }

    /// The scalars of its own block to which the statement assigns.
    pub(crate) fn assigned(self) -> &'a [Slot] {
        self.actor().instruction.control.assigned_scalars()
    }

    /// The names of these.
    pub fn assigned_names(self) -> impl Iterator<Item = &'a str> {
        self.assigned().iter().map(move |slot| self.name_of(*slot))
    }

    /// The names of the scalars of its own block that the statement reads.
    pub fn used_names(self) -> Vec<&'a str> {
        let kernel = self.actor().instruction.control.kernel();
        let ops = kernel.into_iter().flat_map(|kernel| &kernel.ops);
        let mut names = Vec::new();
        let loaded = ops.filter_map(Op::loaded_scalar);
        for (_, slot) in loaded.filter(|(up, _)| *up == 0) {
            let name = self.name_of(slot);
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The scalars of its own block without names that the statement reads.
    pub fn temporaries_used(self) -> Vec<Temporary> {
        let kernel = self.actor().instruction.control.kernel();
        let ops = kernel.into_iter().flat_map(|kernel| &kernel.ops);
        let loaded = ops.filter_map(Op::loaded_scalar);
        let own = loaded.filter(|(up, slot)| *up == 0 && self.name_of(*slot).is_empty());
        let team = self.step.names.team(self.team());
        let mut used = Vec::new();
        for (_, slot) in own {
            let temporary = temporary_of(team, slot);
            if !used.contains(&temporary) {
                used.push(temporary);
            }
        }
        used
    }

    /// What it returns to its caller; none where it does not return, or the caller drops the result.
    pub fn returned(self) -> Option<ReturnStep<'a>> {
        let (names, actor) = (self.step.names, self.actor());
        let Control::Return { kernel: Some(_) } = actor.instruction.control else {
            return None;
        };
        if actor.failed {
            return None;
        }
        let team = names.team(self.team());
        let caller = names.team(team.creator?);
        let algorithms = &names.code.algorithms;
        let algorithm = &algorithms[caller.algorithm.index()];
        let call = &algorithm.instructions[team.called?.0 as usize].control;
        let Control::Call {
            result: CallResult::Scalar(slot),
            ..
        } = call
        else {
            return None;
        };
        let (lanes, output) = (&actor.group.lanes, actor.results.outputs.first()?);
        let words = (0..lanes.len()).map(|position| output.at(lanes, position));
        Some(ReturnStep {
            algorithm: &algorithms[team.algorithm.index()].name,
            into: temporary_of(caller, *slot),
            ty: algorithm.blocks[caller.block.index()].scalars[slot.0 as usize].ty,
            words: words.collect(),
        })
    }

    /// How many calls are around it.
    pub fn depth(self) -> u32 {
        self.step.names.team(self.team()).depth
    }

    fn name_of(self, slot: Slot) -> &'a str {
        let names = self.step.names;
        let team = names.team(self.team());
        let block = &names.code.algorithms[team.algorithm.index()].blocks[team.block.index()];
        &block.scalars[slot.0 as usize].name
    }

    /// Names of the indices of the blocks around it, outermost first, and their values for each of
    /// its processors in order of position.
    pub fn indices(self) -> Vec<(&'a str, Vec<i64>)> {
        let group = &self.actor().group;
        self.step.names.index_values(group.team, &group.lanes)
    }

    /// Where its processors access memory: reads in the order of the instructions, then writes.
    pub fn sites(self) -> Vec<SiteView<'a>> {
        let (names, actor) = (self.step.names, self.actor());
        let logs = self.step.logs[self.number].sites.iter();
        let reads = logs.map(|log| SiteView::of_reads(actor, log, names, self.step.memory));
        let write = actor
            .writes()
            .map(|writes| SiteView::of_writes(actor, writes, names));
        reads.chain(write).collect()
    }
}

fn temporary_of(team: &Team, slot: Slot) -> Temporary {
    Temporary {
        algorithm: team.algorithm,
        block: team.block,
        slot,
        depth: team.depth,
    }
}
