//! Events: what a machine reports of a run while it proceeds.
//!
//! The machine passes its events to an observer, of which it knows only this trait.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::simt::counts::Launch;
use super::step_view::{Passing, StepView};
use crate::source::Span;

/// What one group of processors did in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The statement.
    pub span: Span,
    /// How many processors executed it.
    pub active: u64,
    /// The most instructions that one of them executed.
    pub longest: u64,
    /// Instructions that all of them executed.
    pub instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
    /// Writes to shared memory.
    pub writes: u64,
}

/// Sequential code that one processor executed: steps with one active processor each.
#[derive(Debug, Clone, Copy)]
pub struct Stretch<'a> {
    /// The executions of each statement, added up.
    pub statements: &'a [Repeated],
    /// The clock of the first round in it.
    pub first_round: u64,
    pub rounds: u64,
}

/// All executions of one statement in a stretch of sequential code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated {
    /// The statement.
    pub span: Span,
    /// How often it was executed: the number of its steps.
    pub times: u64,
    /// Instructions.
    pub instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
    /// Writes to shared memory.
    pub writes: u64,
}

/// What the processors of an asynchronous machine did between two barriers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    pub kind: SectionKind,
    /// Its number among the sections of asynchronous blocks, from 1; 0 for others.
    pub number: u64,
    /// Time of the slowest processor.
    pub time: u64,
    /// Time of all its barriers.
    pub barrier: u64,
    /// The number of its barriers.
    pub barriers: u64,
    /// The sum of the processors' own times.
    pub work: u64,
    /// The sum of the times that they waited for the slowest.
    pub waiting: u64,
    /// The slowest processor, as the user names it.
    pub slowest: Option<String>,
    /// The first and the last statement executed.
    pub extent: (Span, Span),
}

/// What kind of code a section was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema, Deserialize)]
pub enum SectionKind {
    /// Outside of every block: one processor, no barrier.
    #[serde(rename = "sequential")]
    Sequential,
    /// One step of a synchronous block: read, barrier, compute, write, barrier.
    #[serde(rename = "adapted step")]
    Adapted,
    /// Of an asynchronous block.
    #[serde(rename = "asynchronous")]
    Native,
}

impl SectionKind {
    /// As data and tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Adapted => "adapted step",
            Self::Native => "asynchronous",
        }
    }
}

/// An event that takes no step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreeEvent<'a> {
    /// A block is opened for this number of processors.
    Opened(u32),
    /// A block has ended.
    Closed,
    /// An algorithm of this name is called by this number of processors.
    Called(&'a str, u32),
    /// A call has ended.
    Returned,
    /// A loop begins, with this number of processors.
    LoopBegun(u32),
    /// This number of processors begins another execution of a loop's body.
    Iteration(u32),
    /// A loop has ended.
    LoopOver,
    /// A group is divided: the number of processors for which a test holds, and of the others.
    Parted(u32, u32),
    /// This number of processors continues together, after a branch or a loop, or in the branch that was
    /// deferred.
    Joined(u32),
}

/// Receives the events of a run, on whichever thread of the host that is executed.
pub trait Observer: Send {
    /// Whether the observer wants every step in detail, and the free events between steps. Then steps
    /// are executed one by one. The answer is the same during a run.
    fn wants_detail(&self) -> bool {
        false
    }

    /// A step is computed, and nothing of it is written yet. It may turn out to be illegal. With a
    /// prescribed interleaving, statements of asynchronous blocks are not reported in this way.
    fn detail(&mut self, step: &StepView<'_>) {
        let _ = step;
    }

    /// A group returns results or passes arguments that its processors hold already, which takes no
    /// step: it is the only group of the view.
    fn transferred(&mut self, group: &StepView<'_>) {
        let _ = group;
    }

    /// A call begins: what a group passes to it, in the step or the free instruction that was reported
    /// last.
    fn passed(&mut self, call: Passing<'_>) {
        drop(call);
    }

    /// An event that takes no step.
    fn free(&mut self, event: FreeEvent<'_>) {
        let _ = event;
    }

    /// The inputs are in memory; the first instruction follows.
    fn begun(&mut self) {}

    /// The last instruction has been executed; its effects are still to be shown.
    fn ended(&mut self) {}

    /// A step has been executed: what each group did in it, all at the same time.
    fn step(&mut self, parts: &[Part]) {
        let _ = parts;
    }

    /// One processor executed sequential code. Its rounds are settled.
    fn stretch(&mut self, stretch: Stretch<'_>) {
        let _ = stretch;
    }

    /// `active` processors begin to execute a body that accesses shared memory, as their `clock`-th
    /// round (from 0). Groups that run at the same time have clocks of their own.
    fn round(&mut self, clock: u64, active: u64) {
        let _ = (clock, active);
    }

    /// No group will begin a round before this clock.
    fn settled(&mut self, clock: u64) {
        let _ = clock;
    }

    /// A section of an asynchronous machine has ended. T grows by `time + barrier`.
    fn section(&mut self, section: Section) {
        drop(section);
    }

    /// A kernel, or on a GPU a step of another block, has ended.
    fn launch(&mut self, launch: Launch) {
        drop(launch);
    }

    /// A block asks for `processors` processors in all.
    fn block(&mut self, processors: u64) {
        let _ = processors;
    }

    /// A line was printed.
    fn printed(&mut self, line: String) {
        drop(line);
    }
}
