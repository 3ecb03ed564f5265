//! Clocks of the asynchronous PRAM: one per processor.
//!
//! A local instruction takes 1. A run of k consecutive global accesses takes d + k − 1: they are
//! pipelined. An access whose address depends on an access of the same run has to wait for it,
//! and begins a new run.

use std::ops::Range;

use super::team::Lane;
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
    /// The runs of the reads of the kernel that is being executed.
    reads: Vec<u32>,
}

/// For each scalar and array of a team, by lane, the run that loaded it.
#[derive(Debug, Default)]
pub struct Loaded {
    scalars: Vec<Vec<u32>>,
    arrays: Vec<Vec<u32>>,
}

/// What an assigned value goes into.
#[derive(Debug, Clone, Copy)]
pub enum Into {
    /// A scalar of the processor.
    Scalar(Slot),
    /// An array of the processor.
    Array(Slot),
}

/// What is executed.
#[derive(Debug, Clone, Copy)]
pub struct Execution<'a> {
    /// Its instructions and accesses.
    pub timeline: &'a Timeline,
    /// d: time of an access.
    pub delay: u64,
    /// Where the value goes, if into the processor's own memory.
    pub into: Option<Into>,
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
            reads: Vec::new(),
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
        let mut reads = std::mem::take(&mut self.reads);
        reads.clear();
        let mut executed = false;
        let mut computed = false;
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
                    computed = true;
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
            computed = true;
        }
        if let Some(into) = into {
            let run = if computed { 0 } else { self.run[at] };
            loaded.set(into, lane, run);
        }
        self.reads = reads;
        // Times that do not fit stop at the largest number; the run then says so.
        let spent = spent.saturating_mul(self.pace[at]);
        self.time[at] = self.time[at].saturating_add(spent);
        self.own[at] = self.own[at].saturating_add(spent);
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

    fn set(&mut self, into: Into, lane: Lane, run: u32) {
        let (columns, slot) = match into {
            Into::Scalar(slot) => (&mut self.scalars, slot.0 as usize),
            Into::Array(slot) => (&mut self.arrays, slot.0 as usize),
        };
        if columns.len() <= slot {
            if run == 0 {
                return;
            }
            columns.resize_with(slot + 1, Vec::new);
        }
        let column = &mut columns[slot];
        if column.len() <= lane as usize {
            if run == 0 {
                return;
            }
            column.resize(lane as usize + 1, 0);
        }
        column[lane as usize] = run;
    }
}
