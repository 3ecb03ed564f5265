//! The run of pipelined accesses that a processor of the asynchronous machine is in.
//!
//! A run continues from access to access until a local instruction ends it, or an access whose address
//! was computed from a value that the run itself has loaded: that access has to wait, and begins a new
//! run. So of everything that a processor has loaded only what was loaded in the current run matters,
//! and the time of a statement follows from that and from the statement alone.

use std::collections::BTreeSet;

use crate::code::control::{Control, Instruction};
use crate::code::effect::Effect;
use crate::code::kernel::Slot;
use crate::code::timeline::{Tick, TimedSource, Timeline};

/// A run; empty if the next access begins one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct AccessRun {
    /// The holders of values that the run has loaded, with no local instruction in between.
    loaded: Option<BTreeSet<LoadedHolder>>,
}

/// A holder of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoadedHolder {
    /// The team to which it belongs, by its serial number.
    pub team: u64,
    pub what: Holder,
}

/// What holds a value for a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A scalar.
    Scalar(Slot),
    /// An array of its own, represented by the element stored last.
    Array(Slot),
    /// The k-th value of a call or a return.
    Output(u32),
    /// The result of the team's call.
    Result,
}

impl AccessRun {
    /// Executes a kernel; `passes` says whether a guarded section is executed. Returns its time at pace
    /// 1.
    pub fn execute(
        &mut self,
        execution: PipelinedExecution<'_>,
        passes: impl Fn(u32) -> bool,
    ) -> u64 {
        let mut spent: u64 = 0;
        let mut reads = Vec::new();
        let mut executed = false;
        for moment in &execution.timeline.moments {
            let skipped = moment.guard.is_some_and(|guard| !passes(guard));
            if skipped {
                if let Tick::Read(_) = &moment.tick {
                    reads.push(false);
                }
                continue;
            }
            executed = true;
            match &moment.tick {
                Tick::Local(count) => {
                    spent = spent.saturating_add(*count);
                    self.end(&mut reads);
                }
                Tick::Read(address) | Tick::Write(address) => {
                    if self.loaded.is_some() && !self.has_any(execution.team, address, &reads) {
                        spent = spent.saturating_add(1);
                    } else {
                        spent = spent.saturating_add(execution.delay);
                        self.end(&mut reads);
                        self.loaded = Some(BTreeSet::new());
                    }
                    if let Tick::Read(_) = moment.tick {
                        reads.push(true);
                    }
                }
            }
        }
        if !executed {
            spent = 1;
            self.end(&mut reads);
        }
        self.keep(execution.team, execution.timeline, execution.into, &reads);
        spent
    }

    fn end(&mut self, reads: &mut [bool]) {
        self.loaded = None;
        reads.fill(false);
    }

    /// Whether a value that was computed from these was loaded in this run.
    fn has_any(&self, team: u64, made_from: &[TimedSource], reads: &[bool]) -> bool {
        made_from.iter().any(|source| {
            let what = match *source {
                TimedSource::Read(read) => return reads.get(read as usize) == Some(&true),
                TimedSource::Scalar(slot) => Holder::Scalar(slot),
                TimedSource::Array(slot) => Holder::Array(slot),
            };
            self.has(LoadedHolder { team, what })
        })
    }

    fn has(&self, value: LoadedHolder) -> bool {
        (self.loaded.as_ref()).is_some_and(|loaded| loaded.contains(&value))
    }

    fn set(&mut self, value: LoadedHolder, is_loaded: bool) {
        if let Some(loaded) = &mut self.loaded {
            if is_loaded {
                loaded.insert(value);
            } else {
                loaded.remove(&value);
            }
        }
    }

    /// Notes, for each holder in which an output of a kernel is stored, whether the run has loaded the
    /// value.
    pub fn keep(&mut self, team: u64, timeline: &Timeline, into: Into<'_>, reads: &[bool]) {
        let from_run = |made_from: &Vec<TimedSource>| self.has_any(team, made_from, reads);
        let outputs: Vec<bool> = timeline.values.iter().map(from_run).collect();
        let mut set = |what, is_loaded| self.set(LoadedHolder { team, what }, is_loaded);
        match into {
            Into::Elsewhere => {}
            Into::Scalars(slots) => {
                for (slot, is_loaded) in slots.iter().zip(outputs) {
                    set(Holder::Scalar(*slot), is_loaded);
                }
            }
            // Other elements may have been loaded before.
            Into::Array(slot) => {
                if outputs.last() == Some(&true) {
                    set(Holder::Array(slot), true);
                }
            }
            Into::Others => {
                for (output, is_loaded) in (0..).zip(outputs) {
                    set(Holder::Output(output), is_loaded);
                }
            }
        }
    }

    /// A value is moved from one holder to another.
    pub fn move_values(&mut self, from: LoadedHolder, to: LoadedHolder) {
        let is_loaded = self.has(from);
        self.set(from, false);
        self.set(to, is_loaded);
    }
}

/// Where the outputs of a kernel are stored.
#[derive(Debug, Clone, Copy)]
pub enum Into<'a> {
    /// In nothing of the processor's own.
    Elsewhere,
    /// One each in these scalars of the processor.
    Scalars(&'a [Slot]),
    /// The last one in this array of the processor.
    Array(Slot),
    /// Something of the processor's in another team: a call's parameters or its result.
    Others,
}

/// An execution of a kernel.
#[derive(Debug, Clone, Copy)]
pub struct PipelinedExecution<'a> {
    /// Its instructions and accesses.
    pub timeline: &'a Timeline,
    /// d: time of an access.
    pub delay: u64,
    /// The team of its scalars and arrays, by the team's serial number.
    pub team: u64,
    /// Where its outputs are stored.
    pub into: Into<'a>,
}

impl PipelinedExecution<'_> {
    /// Whether both are the same instruction of the same team.
    pub fn is_same(self, other: Self) -> bool {
        std::ptr::eq(self.timeline, other.timeline)
            && (self.team, self.delay) == (other.team, other.delay)
    }

    /// A hash of the instruction.
    pub fn place(self) -> usize {
        std::ptr::from_ref(self.timeline).addr() / size_of::<Timeline>()
    }
}

/// The execution of an instruction by a team with this serial number, for the clocks.
pub(crate) fn execution(
    instruction: &Instruction,
    delay: u64,
    team: u64,
) -> PipelinedExecution<'_> {
    PipelinedExecution {
        timeline: &instruction.kernel().timeline,
        delay,
        team,
        into: goes_into(&instruction.control),
    }
}

/// Where the outputs of an instruction are stored, as far as a processor's own memory is concerned.
fn goes_into(control: &Control) -> Into<'_> {
    match control.effect() {
        Effect::Assigns(slots) => Into::Scalars(slots),
        Effect::Writes(cell) if !cell.shared && cell.array.up == 0 => Into::Array(cell.array.slot),
        Effect::HandsOver => Into::Others,
        Effect::Writes(_) | Effect::Divides | Effect::Nothing => Into::Elsewhere,
    }
}
