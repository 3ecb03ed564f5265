//! A step in detail, between its computations and its writes: who executes what, reads and writes
//! which cells, and which accesses are concurrent.

use super::acting::Acting;
use super::configuration::Configuration;
use super::names::Names;
use super::ranks::Ranks;
use crate::engine::kernel::reads::ReadLog;
use crate::machine::rules::conflict::{Accesses, Met, Touch, WRITE, Wanted};
use crate::machine::rules::conflict_report::site;
use crate::machine::rules::model::Simultaneity;
use crate::machine::rules::resolve;
use crate::program::Constant;
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
    /// How many cells the memory has.
    pub(crate) cells: usize,
}

/// What one group does in the step.
#[derive(Clone, Copy)]
pub struct GroupStep<'a> {
    step: &'a StepView<'a>,
    number: usize,
}

/// One access of one processor.
#[derive(Debug, Clone, PartialEq)]
pub struct AccessView {
    /// The processor, by its position in the group.
    pub position: usize,
    /// The access in the source.
    pub span: Span,
    /// The cell, such as `A[5]`; for a shared scalar its name.
    pub cell: String,
    /// What is written; none for a read.
    pub value: Option<Constant>,
    /// Whether it is an access to shared memory.
    pub is_shared: bool,
}

/// A cell in which processors of synchronous code meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The cell.
    pub cell: String,
    /// The processors, as users name them, in their order.
    pub processors: Vec<String>,
    /// Of processors that write, the one whose value stays; none for readers, and where the rule
    /// makes one value of all.
    pub winner: Option<String>,
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
        let met = Met::of(&reads, self.cells).touches(&reads, Wanted::Conflict);
        met.iter().map(|touches| self.meeting(touches)).collect()
    }

    /// The cells that several processors write.
    pub fn writers_met(&self) -> Vec<Meeting> {
        let ranks = Ranks::of(self.names, self.acting);
        let written = Accesses::written(self.acting, &ranks, self.names);
        let met = Met::of(&written, self.cells).touches(&written, Wanted::Conflict);
        let winner = |touches: &[Touch]| {
            let numbers: Vec<u32> = (touches.iter())
                .map(|touch| self.names.number(self.processor(touch)))
                .collect();
            let (rule, seed) = (self.configuration.model.write, self.configuration.seed);
            resolve::winner(rule, (seed, self.number), &numbers)
        };
        let meetings = met.iter().map(|touches| Meeting {
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

    /// The cells that its processors read, instruction by instruction.
    pub fn reads(self) -> impl Iterator<Item = AccessView> + 'a {
        let sites = self.step.logs[self.number].sites.iter();
        sites.flat_map(move |log| {
            log.reads()
                .map(move |(position, _, cell)| self.access(position as usize, log.op, cell, true))
        })
    }

    /// The cells that its processors are about to write.
    pub fn writes(self) -> impl Iterator<Item = AccessView> + 'a {
        let writes = self.actor().writes().into_iter();
        writes.flat_map(move |writes| {
            let cells = writes.cells.iter().enumerate();
            cells.map(move |(position, cell)| {
                self.access(position, WRITE, *cell as u32, writes.shared)
            })
        })
    }

    fn access(self, position: usize, op: u32, cell: u32, is_shared: bool) -> AccessView {
        let site = site((self.number, position, op), self.step.acting);
        let names = self.step.names;
        AccessView {
            position,
            span: site.span,
            cell: site.describe(cell, names).0,
            value: (site.word).map(|word| Constant::from_word(word, site.element(names))),
            is_shared,
        }
    }
}
