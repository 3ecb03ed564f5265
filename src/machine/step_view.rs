//! A step in detail, between its computations and its writes: who executes what, reads and writes
//! which cells, and which accesses are concurrent.

use super::acting::Acting;
use super::configuration::Configuration;
use super::names::Names;
use super::ranks::Ranks;
use crate::code::kernel::Slot;
use crate::engine::kernel::reads::ReadLog;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::TeamId;
use crate::engine::memory::Memory;
use crate::machine::rules::accesses::{Accesses, Touch};
use crate::machine::rules::conflict::{Met, Wanted};
use crate::machine::rules::conflict_report::site;
use crate::machine::rules::model::{Model, Simultaneity, WriteRule};
use crate::machine::rules::resolve;
use crate::machine::step_site::SiteView;
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

/// What one group does in the step.
#[derive(Clone, Copy)]
pub struct GroupStep<'a> {
    step: &'a StepView<'a>,
    number: usize,
}

/// A cell in which processors of synchronous code meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The cell.
    pub cell: String,
    /// The processors, as users name them, in their order.
    pub processors: Vec<String>,
    /// Whether all that write it write the same; of readers always.
    pub agree: bool,
    /// Of processors that write, the one whose value stays; none for readers, and where the rule
    /// makes one value of all.
    pub winner: Option<String>,
}

/// Of the cells in which processors met, reading and writing, the first that a model forbids.
pub fn forbidden<'m>(
    readers: &'m [Meeting],
    writers: &'m [Meeting],
    model: Model,
) -> Option<&'m Meeting> {
    let readers = readers.iter().filter(|_| !model.concurrent_read);
    let writers = writers.iter().filter(|met| match model.write {
        WriteRule::Exclusive => true,
        WriteRule::Common => !met.agree,
        WriteRule::Arbitrary
        | WriteRule::Priority
        | WriteRule::Sum
        | WriteRule::Product
        | WriteRule::Max
        | WriteRule::Min
        | WriteRule::And
        | WriteRule::Or
        | WriteRule::Xor => false,
    });
    readers.chain(writers).next()
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

    /// The cells that several processors read: in the step, or at one moment of it.
    pub fn readers_met(&self, simultaneity: Simultaneity) -> Vec<Meeting> {
        let ranks = Ranks::of(self.names, self.acting);
        // Asynchronous blocks are judged by their sections.
        let none = ReadLog::default();
        let synchronous = self.acting.iter().zip(self.logs);
        let logs = synchronous.map(|(actor, log)| if actor.native.is_none() { log } else { &none });
        let reads = Accesses::read_by(logs, &ranks, simultaneity);
        let met = Met::of(&reads, self.memory.len() as usize).touches(&reads, Wanted::Conflict);
        met.iter().map(|touches| self.meeting(touches)).collect()
    }

    /// The cells that several processors write.
    pub fn writers_met(&self) -> Vec<Meeting> {
        let ranks = Ranks::of(self.names, self.acting);
        let written = Accesses::written(self.acting, &ranks, self.names);
        let met = Met::of(&written, self.memory.len() as usize).touches(&written, Wanted::Conflict);
        let winner = |touches: &[Touch]| {
            let numbers: Vec<u32> = (touches.iter())
                .map(|touch| self.names.number(self.processor(touch)))
                .collect();
            let (rule, seed) = (self.configuration.model.write, self.configuration.seed);
            resolve::winner(rule, (seed, self.number), &numbers)
        };
        let word = |touch: &Touch| {
            let place = (touch.group as usize, touch.position as usize, touch.op);
            site(place, self.acting).word
        };
        let meetings = met.iter().map(|touches| Meeting {
            agree: touches.windows(2).all(|two| word(&two[0]) == word(&two[1])),
            winner: winner(touches).map(|at| self.name(&touches[at])),
            ..self.meeting(touches)
        });
        meetings.collect()
    }

    fn meeting(&self, touches: &[Touch]) -> Meeting {
        let first = &touches[0];
        let place = (first.group as usize, first.position as usize, first.op);
        let mut processors: Vec<String> = touches.iter().map(|touch| self.name(touch)).collect();
        // Several accesses of one processor stand side by side.
        processors.dedup();
        Meeting {
            cell: site(place, self.acting)
                .describe(first.cell(), self.names)
                .0,
            processors,
            agree: true,
            winner: None,
        }
    }

    fn processor(&self, touch: &Touch) -> super::names::Processor {
        self.acting[touch.group as usize].processor(touch.position as usize)
    }

    fn name(&self, touch: &Touch) -> String {
        self.names.name(self.processor(touch)).unwrap_or_default()
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
