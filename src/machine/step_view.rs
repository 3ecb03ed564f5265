//! A step in detail, between its computations and its writes: which processors execute what, and which
//! cells they read and write.

use super::acting::Acting;
use super::configuration::Configuration;
use super::names::TeamNames;
use crate::code::control::{CallResult, Control};
use crate::code::kernel::{Kernel, Op, Reg, Slot};
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::TeamId;
use crate::engine::memory::Memory;
use crate::machine::step_site::SiteView;
use crate::program::Type;
use crate::source::Span;

/// A step that is about to write.
pub struct StepView<'a> {
    /// The number of the step in the run, from 1.
    pub(crate) number: u64,
    /// The groups that take part, with their reads logged.
    pub(crate) acting: &'a [Acting<'a>],
    /// What is needed to name processors and arrays.
    pub(crate) names: TeamNames<'a>,
    /// Machine, limits and tuning.
    pub(crate) configuration: &'a Configuration,
    /// The memory before the writes.
    pub(crate) memory: &'a Memory,
}

/// A scalar that each processor of one block or call holds for itself: what is assigned in another call,
/// or in another execution of the block, is another one. The result of a call is in one without a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variable {
    /// The team, by its serial number.
    pub(crate) team: u64,
    pub(crate) slot: Slot,
}

/// A scalar with a name that a statement reads.
pub struct UsedScalar<'a> {
    /// Its name.
    pub name: &'a str,
    pub variable: Variable,
    /// The number of outermost indices that identify the processor which holds it.
    pub indices: usize,
    /// Its type.
    pub ty: Type,
    /// The words that it holds before the step, in the order of the processors; `None` if it is
    /// unwritten.
    pub words: Vec<Option<i64>>,
}

/// What a group passes to the scalar parameters of an algorithm that it calls.
pub struct Passing<'a> {
    /// The team of the group, and the lane of its first processor.
    pub(crate) caller: (TeamId, Lane),
    /// The scalar parameters that each processor of the call holds for itself.
    pub scalars: Vec<PassedScalar<'a>>,
}

/// A scalar parameter with its argument.
pub struct PassedScalar<'a> {
    /// Its name.
    pub name: &'a str,
    pub variable: Variable,
    /// Its type.
    pub ty: Type,
    /// The number of its argument among the scalar arguments of the call, from 0.
    pub argument: usize,
    /// The argument as words, in the order of the processors.
    pub words: Vec<i64>,
}

/// The operands from which a value is computed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValueReads {
    /// Scalars.
    pub scalars: Vec<Variable>,
    /// Places of the source where cells are read.
    pub cells: Vec<Span>,
}

/// What the processors of a group return to their callers.
pub struct ReturnStep<'a> {
    /// The algorithm that returns it.
    pub algorithm: &'a str,
    /// The variable in which the caller stores it.
    pub into: Variable,
    /// Its type.
    pub ty: Type,
    /// The results as words, in the order of the processors.
    pub words: Vec<i64>,
}

/// The action of one group in the step.
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

    /// The groups that execute the step together.
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
        self.selection().iter()
    }

    /// The processors as a selection.
    pub(crate) fn selection(self) -> &'a Selection {
        &self.actor().group.lanes
    }

    /// The scalars of its own block to which the statement assigns.
    pub(crate) fn assigned(self) -> &'a [Slot] {
        self.actor().instruction.control.assigned_scalars()
    }

    /// The same, each with the serial number of the team that holds it.
    pub fn assigned_variables(self) -> impl Iterator<Item = Variable> {
        let team = self.step.names.team(self.team()).serial;
        let slots = self.assigned().iter();
        slots.map(move |slot| Variable { team, slot: *slot })
    }

    /// The named scalars that the statement reads: those of its own block, and of the blocks around it
    /// those that some step assigns or that are parameters.
    pub fn used(self) -> Vec<UsedScalar<'a>> {
        let kernel = self.actor().instruction.control.kernel();
        let ops = kernel.into_iter().flat_map(|kernel| &kernel.ops);
        let mut used: Vec<UsedScalar<'a>> = Vec::new();
        for (up, slot) in ops.filter_map(Op::loaded_scalar) {
            let Some((id, variable)) = self.variable((up, slot)) else {
                continue;
            };
            let team = self.step.names.team(id);
            let algorithm = &self.step.names.code.algorithms[team.algorithm.index()];
            let block = &algorithm.blocks[team.block.index()];
            let name = block.scalars[slot.0 as usize].name.as_str();
            let is_known = used.iter().any(|known| known.variable == variable);
            let is_index = block.indices.contains(&slot);
            let is_passed = team.called.is_some() && algorithm.has_parameter(team.block, slot);
            let is_told = up == 0 || is_passed || algorithm.assigns_in_a_step(team.block, slot);
            if is_told && !is_known && !is_index && !name.is_empty() {
                let at = slot.0 as usize;
                let lanes = self.lanes().map(|lane| self.lane_around(lane, up));
                let word =
                    |lane| (team.has_written(at, lane)).then(|| team.scalars[at].of_lane(lane));
                used.push(UsedScalar {
                    name,
                    variable,
                    indices: self.step.names.index_count(id),
                    ty: block.scalars[at].ty,
                    words: lanes.map(word).collect(),
                });
            }
        }
        used
    }

    /// The operands of each scalar argument, if the statement is a call.
    pub fn arguments(self) -> Vec<ValueReads> {
        let Control::Call { kernel, .. } = &self.actor().instruction.control else {
            return Vec::new();
        };
        let arguments = kernel.outputs.iter();
        arguments
            .map(|output| self.reads(kernel, *output))
            .collect()
    }

    /// The operands of the value that the statement writes to a cell, without the cell's subscripts;
    /// `None` if it writes no cell.
    pub fn written_value(self) -> Option<ValueReads> {
        let Control::Write { kernel, .. } = &self.actor().instruction.control else {
            return None;
        };
        Some(self.reads(kernel, *kernel.outputs.last()?))
    }

    /// The operands of an output of a kernel.
    fn reads(self, kernel: &Kernel, output: Reg) -> ValueReads {
        let mut reads = ValueReads::default();
        for at in kernel.computing(output) {
            let op = &kernel.ops[at];
            let loaded = op.loaded_scalar();
            let variable = loaded.and_then(|loaded| self.variable(loaded));
            reads.scalars.extend(variable.map(|(_, variable)| variable));
            reads.cells.extend(op.address().map(|_| kernel.spans[at]));
        }
        reads
    }

    /// The scalar `slot` of the block `up` levels further out, and the team that holds it.
    fn variable(self, (up, slot): (u32, Slot)) -> Option<(TeamId, Variable)> {
        let id = self.around(up)?;
        let team = self.step.names.team(id).serial;
        Some((id, Variable { team, slot }))
    }

    /// The team of the block `up` levels further out.
    fn around(self, up: u32) -> Option<TeamId> {
        let names = self.step.names;
        (0..up).try_fold(self.team(), |team, _| names.team(team).creator)
    }

    /// The lane of that team from which a lane of the group's own team was opened.
    fn lane_around(self, lane: Lane, up: u32) -> Lane {
        let mut team = self.step.names.team(self.team());
        (0..up).fold(lane, |lane, _| {
            let origin = team.origin.of(lane);
            if let Some(creator) = team.creator {
                team = self.step.names.team(creator);
            }
            origin
        })
    }

    /// The places where the statement reads arrays of which each processor has one.
    pub fn own_reads(self) -> Vec<Span> {
        let kernel = self.actor().instruction.control.kernel();
        let ops = kernel
            .into_iter()
            .flat_map(|kernel| kernel.ops.iter().zip(&kernel.spans));
        let mut reads: Vec<Span> = Vec::new();
        for (op, span) in ops {
            if matches!(op, Op::Peek { .. }) && !reads.contains(span) {
                reads.push(*span);
            }
        }
        reads
    }

    /// The unnamed scalars of its own block that the statement reads, except random numbers.
    pub fn unnamed_used(self) -> Vec<Variable> {
        self.unnamed(false)
    }

    /// The unnamed scalars that hold a random number drawn by its processors.
    pub fn drawn(self) -> Vec<Variable> {
        self.unnamed(true)
    }

    /// The unnamed scalars of its own block that the statement reads, random numbers or others.
    fn unnamed(self, are_drawn: bool) -> Vec<Variable> {
        let kernel = self.actor().instruction.control.kernel();
        let ops = kernel.into_iter().flat_map(|kernel| &kernel.ops);
        let loaded = ops.filter_map(Op::loaded_scalar);
        let own = loaded.filter(|(up, slot)| *up == 0 && self.name_of(*slot).is_empty());
        let team = self.step.names.team(self.team());
        let algorithm = &self.step.names.code.algorithms[team.algorithm.index()];
        let mut used = Vec::new();
        for (_, slot) in
            own.filter(|(_, slot)| algorithm.draws_into(team.block, *slot) == are_drawn)
        {
            let variable = Variable {
                team: team.serial,
                slot,
            };
            if !used.contains(&variable) {
                used.push(variable);
            }
        }
        used
    }

    /// What it returns to its caller; `None` if it does not return, or the caller drops the result.
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
            into: Variable {
                team: caller.serial,
                slot: *slot,
            },
            ty: algorithm.blocks[caller.block.index()].scalars[slot.0 as usize].ty,
            words: words.collect(),
        })
    }

    fn name_of(self, slot: Slot) -> &'a str {
        let names = self.step.names;
        let team = names.team(self.team());
        let block = &names.code.algorithms[team.algorithm.index()].blocks[team.block.index()];
        &block.scalars[slot.0 as usize].name
    }

    /// The names of the indices of the blocks around it, outermost first, and their values for each of
    /// its processors in order of position.
    pub fn indices(self) -> Vec<(&'a str, Vec<i64>)> {
        let group = &self.actor().group;
        self.step.names.index_values(group.team, &group.lanes)
    }

    /// The places where its processors access memory: reads in the order of the instructions, then
    /// writes.
    pub fn sites(self) -> Vec<SiteView<'a>> {
        let (names, actor) = (self.step.names, self.actor());
        let logs = actor.log.sites.iter();
        let reads = logs.map(|log| SiteView::of_reads(actor, log, names, self.step.memory));
        let write = actor
            .writes()
            .map(|writes| SiteView::of_writes(actor, writes, names, self.step.memory));
        reads.chain(write).collect()
    }
}
