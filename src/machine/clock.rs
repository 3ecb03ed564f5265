//! Clocks of the asynchronous PRAM: one per processor.
//!
//! A local instruction takes 1. A run of k consecutive global accesses takes d + k − 1: they are
//! pipelined. An access whose address depends on an access of the same run has to wait for it,
//! and begins a new run.

use std::ops::Range;

use super::lanes::Lane;
use crate::code::kernel::Slot;
use crate::code::timeline::{Source, Tick, Timeline};

/// The clocks of the processors of a block since its last barrier.
#[derive(Debug, Clone, Default)]
pub struct Clocks {
    /// Time since the section began.
    pub time: Vec<u64>,
    /// What of it each has spent on instructions and accesses of its own.
    pub own: Vec<u64>,
    /// What of it each has spent in barriers of parts of the block.
    pub barriers: Vec<u64>,
    /// How long each takes for what takes others 1.
    pace: Vec<u64>,
    /// The run of accesses that each is in, or was in last; none has the number 0.
    run: Vec<u32>,
    /// Whether that run can still go on.
    open: Vec<bool>,
    /// The runs of the reads of the last kernel that each executed.
    reads: Vec<Vec<u32>>,
}

/// For each scalar and array of a team, by lane, the last of the runs that its value was made
/// from without a local instruction.
#[derive(Debug, Default)]
pub struct Loaded {
    scalars: Vec<Vec<u32>>,
    arrays: Vec<Vec<u32>>,
}

/// What the outputs of a kernel go into.
#[derive(Debug, Clone, Copy)]
pub enum Into<'a> {
    /// Nothing of the processor's own.
    Elsewhere,
    /// One each into these scalars of the processor.
    Scalars(&'a [Slot]),
    /// The last one into this array of the processor.
    Array(Slot),
}

/// What is executed.
#[derive(Debug, Clone, Copy)]
pub struct Execution<'a> {
    /// Its instructions and accesses.
    pub timeline: &'a Timeline,
    /// d: time of an access.
    pub delay: u64,
    /// Where its outputs go.
    pub into: Into<'a>,
}

impl Clocks {
    /// Clocks at 0.
    pub fn new(width: u32, pace: impl Fn(u64) -> u64) -> Self {
        let pace = (0..u64::from(width)).map(pace).collect();
        let width = width as usize;
        Self {
            time: vec![0; width],
            own: vec![0; width],
            barriers: vec![0; width],
            pace,
            reads: vec![Vec::new(); width],
            run: vec![0; width],
            open: vec![false; width],
        }
    }

    /// All clocks back to 0: behind a barrier.
    pub fn restart(&mut self) {
        self.time.fill(0);
        self.own.fill(0);
        self.barriers.fill(0);
        self.open.fill(false);
    }

    /// Some processors meet at a barrier: the slowest decides.
    pub fn meet(&mut self, processors: Range<usize>, barrier: u64) {
        let latest = self.time[processors.clone()]
            .iter()
            .copied()
            .max()
            .unwrap_or(0);
        for processor in processors {
            self.time[processor] = latest.saturating_add(barrier);
            self.barriers[processor] = self.barriers[processor].saturating_add(barrier);
            self.open[processor] = false;
        }
    }

    /// One processor executes a kernel. `passes` says whether it came through a guarded stretch,
    /// `lane` is its number in the team that `loaded` belongs to.
    pub fn pass(
        &mut self,
        processor: Lane,
        lane: Lane,
        execution: Execution<'_>,
        passes: impl Fn(u32) -> bool,
        loaded: &mut Loaded,
    ) {
        let Execution {
            timeline,
            delay,
            into,
        } = execution;
        let at = processor as usize;
        let mut spent: u64 = 0;
        let mut reads = std::mem::take(&mut self.reads[at]);
        reads.clear();
        let mut executed = false;
        for moment in &timeline.moments {
            let skipped = moment.guard.is_some_and(|guard| !passes(guard));
            if let (Tick::Read(_), true) = (&moment.tick, skipped) {
                reads.push(0);
            }
            if skipped {
                continue;
            }
            executed = true;
            match &moment.tick {
                Tick::Local(count) => {
                    spent += count;
                    self.open[at] = false;
                }
                Tick::Read(address) | Tick::Write(address) => {
                    let run = self.run[at];
                    let waits = self.open[at]
                        && address.iter().any(|source| {
                            run == match source {
                                Source::Read(k) => reads[*k as usize],
                                Source::Scalar(_) | Source::Array(_) => loaded.run(*source, lane),
                            }
                        });
                    if self.open[at] && !waits {
                        spent += 1;
                    } else {
                        spent += delay;
                        self.run[at] += 1;
                        self.open[at] = true;
                    }
                    if matches!(moment.tick, Tick::Read(_)) {
                        reads.push(self.run[at]);
                    }
                }
            }
        }
        if !executed {
            spent = 1;
            self.open[at] = false;
        }
        self.reads[at] = reads;
        self.keep(processor, lane, timeline, into, loaded);
        // Times that do not fit stop at the largest number; the run then says so.
        let spent = spent.saturating_mul(self.pace[at]);
        self.time[at] = self.time[at].saturating_add(spent);
        self.own[at] = self.own[at].saturating_add(spent);
    }
}

impl Clocks {
    /// The last of the runs that an output of the kernel which a processor has just executed was
    /// made from. A value that a local instruction computed belongs to none that still goes on.
    pub fn run_of(
        &self,
        processor: Lane,
        lane: Lane,
        made_from: &[Source],
        loaded: &Loaded,
    ) -> u32 {
        let runs = made_from.iter().map(|source| match source {
            Source::Read(read) => {
                let reads = &self.reads[processor as usize];
                reads.get(*read as usize).copied().unwrap_or(0)
            }
            Source::Scalar(_) | Source::Array(_) => loaded.run(*source, lane),
        });
        runs.max().unwrap_or(0)
    }

    /// Writes down which runs the outputs of a kernel were made from.
    pub fn keep(
        &self,
        processor: Lane,
        lane: Lane,
        timeline: &Timeline,
        into: Into<'_>,
        loaded: &mut Loaded,
    ) {
        match into {
            Into::Elsewhere => {}
            Into::Scalars(slots) => {
                let runs = timeline.values.iter();
                let runs = runs.map(|made_from| self.run_of(processor, lane, made_from, loaded));
                let runs: Vec<u32> = runs.collect();
                for (slot, run) in slots.iter().zip(runs) {
                    loaded.set_scalar(*slot, lane, run);
                }
            }
            Into::Array(slot) => {
                let made_from = timeline.values.last();
                let run = made_from.map_or(0, |made_from| {
                    self.run_of(processor, lane, made_from, loaded)
                });
                loaded.set_array(slot, lane, run);
            }
        }
    }
}

impl Loaded {
    fn run(&self, source: Source, lane: Lane) -> u32 {
        let (columns, slot) = match source {
            Source::Scalar(slot) => (&self.scalars, slot),
            Source::Array(slot) => (&self.arrays, slot),
            Source::Read(_) => return 0,
        };
        let column = columns.get(slot.0 as usize);
        column
            .and_then(|column| column.get(lane as usize))
            .copied()
            .unwrap_or(0)
    }

    /// A scalar has a new value.
    pub fn set_scalar(&mut self, slot: Slot, lane: Lane, run: u32) {
        if let Some(known) = place(&mut self.scalars, slot, lane, run) {
            *known = run;
        }
    }

    /// An array has a new element.
    fn set_array(&mut self, slot: Slot, lane: Lane, run: u32) {
        if let Some(known) = place(&mut self.arrays, slot, lane, run) {
            *known = run.max(*known);
        }
    }
}

/// Where the run of a scalar or an array is written down; nowhere where it is none and nothing was
/// written down before.
fn place(columns: &mut Vec<Vec<u32>>, slot: Slot, lane: Lane, run: u32) -> Option<&mut u32> {
    let (slot, lane) = (slot.0 as usize, lane as usize);
    if run > 0 && columns.len() <= slot {
        columns.resize_with(slot + 1, Vec::new);
    }
    let column = columns.get_mut(slot)?;
    if run > 0 && column.len() <= lane {
        column.resize(lane + 1, 0);
    }
    column.get_mut(lane)
}
