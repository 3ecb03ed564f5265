//! Clocks of the asynchronous PRAM: one per processor.
//!
//! A local instruction takes 1. A run of k consecutive global accesses takes d + k − 1: they are
//! pipelined (see [`super::pipeline`]). As long as all processors have executed the same since the last
//! barrier, there is a single clock for all of them.

use std::ops::Range;

use indexmap::IndexSet;

use super::pipeline::{AccessRun, LoadedHolder, PipelinedExecution};
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::tuning::Tuning;

/// The clocks of the processors of a block since its last barrier.
#[derive(Debug, Clone)]
pub struct Clocks<'c> {
    width: u32,
    readings: Readings,
    /// The pace of each: its time for an operation that takes 1 on the fastest; `None` if all are 1.
    pace: Option<Vec<u64>>,
    /// Every run of accesses that some processor is or was in.
    runs: IndexSet<AccessRun>,
    max_idle_runs: usize,
    /// The number of runs from which on those that are not needed any more are removed.
    many_runs: usize,
    /// The times of processors in barriers of parts of the block, once there was one.
    parts: Option<Parts>,
    /// Changes made before: if each processor proceeds alone, most steps repeat one of them.
    known: Vec<Option<Change<'c>>>,
    /// Number of calls of [`Self::change`].
    calls: u64,
}

/// The readings of the clocks: the time since the section began, and the run of accesses that the
/// processor is in, by its number in the table.
#[derive(Debug, Clone)]
enum Readings {
    /// The same for all.
    Common(u64, u32),
    /// One per processor.
    Separate(Vec<u64>, Vec<u32>),
}

#[derive(Debug, Clone)]
struct Parts {
    /// Time at such barriers, waiting and passing them.
    away: Vec<u64>,
    /// Time in passing them.
    barriers: Vec<u64>,
}

/// The times of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionTimes {
    /// The longest time of a real processor.
    pub longest: u64,
    /// The sum of the times of instructions and accesses.
    pub work: u64,
    /// The sum of the times in barriers of parts.
    pub barriers: u64,
    /// The first of those that take longest.
    pub slowest: Lane,
}

/// The time of one processor since its section began, in units of time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClockReading {
    /// Now.
    pub time: u64,
    /// Of that at barriers of parts: waiting, and passing them.
    pub away: u64,
    /// Of that passing them.
    pub barriers: u64,
}

/// The effect of an execution on one run, kept to be looked up for the next processor.
#[derive(Debug, Clone, Copy)]
struct Change<'c> {
    what: What<'c>,
    before: u32,
    ways: u64,
    after: u32,
    spent: u64,
}

/// Entries of the table of known changes.
const MOST_KNOWN: usize = 64;

/// What changes runs.
#[derive(Debug, Clone, Copy)]
enum What<'c> {
    /// One execution without guards: it changes equal runs equally at any time.
    Alone(PipelinedExecution<'c>),
    /// The effect of one call of [`Clocks::change`], by the call's number.
    Call(u64),
}

impl What<'_> {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Alone(one), Self::Alone(other)) => one.is_same(*other),
            (Self::Call(one), Self::Call(other)) => one == other,
            (Self::Alone(_), Self::Call(_)) | (Self::Call(_), Self::Alone(_)) => false,
        }
    }
}

impl<'c> Clocks<'c> {
    /// Clocks at 0.
    pub fn new(width: u32, pace: Option<Vec<u64>>, tuning: Tuning) -> Self {
        Self {
            width,
            readings: Readings::Common(0, 0),
            pace,
            runs: IndexSet::from([AccessRun::default()]),
            max_idle_runs: tuning.max_idle_runs,
            many_runs: tuning.max_idle_runs,
            parts: None,
            known: Vec::new(),
            calls: 0,
        }
    }

    /// The clock of a processor.
    pub fn reading(&self, lane: Lane) -> ClockReading {
        let at = lane as usize;
        ClockReading {
            time: match &self.readings {
                Readings::Common(time, _) => *time,
                Readings::Separate(times, _) => times[at],
            },
            away: self.parts.as_ref().map_or(0, |parts| parts.away[at]),
            barriers: self.parts.as_ref().map_or(0, |parts| parts.barriers[at]),
        }
    }

    /// Resets all clocks to 0, after a barrier.
    pub fn restart(&mut self) {
        self.readings = Readings::Common(0, 0);
        self.runs.truncate(1);
        self.known.clear();
        self.parts = None;
    }

    /// Some processors synchronise at a barrier: the slowest determines the time.
    pub fn meet(&mut self, processors: Range<usize>, barrier: u64) {
        let width = self.width as usize;
        let parts = self.parts.get_or_insert_with(|| Parts {
            away: vec![0; width],
            barriers: vec![0; width],
        });
        let (times, runs) = self.readings.separate(self.width);
        let latest = times[processors.clone()].iter().copied().max();
        let after = latest.unwrap_or(0).saturating_add(barrier);
        for processor in processors {
            let away = after - times[processor];
            times[processor] = after;
            runs[processor] = 0;
            parts.away[processor] = parts.away[processor].saturating_add(away);
            parts.barriers[processor] = parts.barriers[processor].saturating_add(barrier);
        }
    }

    /// Some processors execute kernels one after the other. `ways` gives, by position, the combination
    /// of guarded sections that a processor executed, as a number; `passes` says whether such a number
    /// contains a guard.
    pub fn pass(
        &mut self,
        lanes: &Selection,
        executions: &(impl Iterator<Item = PipelinedExecution<'c>> + Clone),
        ways: impl Fn(usize) -> u64,
        passes: impl Fn(u64, u32) -> bool,
    ) {
        let mut all = executions.clone();
        let alone = all.next().filter(|only| only.timeline.guards == 0);
        let alone = alone.filter(|_| all.next().is_none());
        self.change(lanes, alone, ways, |run, ways| {
            let executions = executions.clone();
            sum(executions.map(|execution| run.execute(execution, |guard| passes(ways, guard))))
        });
    }

    /// Some processors evaluate a kernel that takes no time; the data flow of its values is recorded
    /// nevertheless.
    pub fn keep(&mut self, lanes: &Selection, execution: PipelinedExecution<'c>) {
        self.change(
            lanes,
            Some(execution),
            |_| 0,
            |run, _| {
                run.keep(execution.team, execution.timeline, execution.into, &[]);
                0
            },
        );
    }

    /// Values of some processors are moved from one holder to another.
    pub fn move_values(&mut self, lanes: &Selection, values: &[(LoadedHolder, LoadedHolder)]) {
        self.change(
            lanes,
            None,
            |_| 0,
            |run, _| {
                for (from, to) in values {
                    run.move_values(*from, *to);
                }
                0
            },
        );
    }

    /// Changes the runs of some processors; the change returns its time at pace 1, which depends only on
    /// what is executed, on the run and on the guarded sections that the processor executed.
    fn change(
        &mut self,
        lanes: &Selection,
        alone: Option<PipelinedExecution<'c>>,
        ways: impl Fn(usize) -> u64,
        change: impl Fn(&mut AccessRun, u64) -> u64,
    ) {
        self.forget_runs();
        let (runs, known) = (&mut self.runs, &mut self.known);
        known.resize(MOST_KNOWN, None);
        self.calls += 1;
        let what = alone.map_or(What::Call(self.calls), What::Alone);
        let place = alone.map_or(0, PipelinedExecution::place);
        let mut changed = |before: u32, ways: u64| {
            let hash = place
                .wrapping_add(before as usize)
                .wrapping_add(ways as usize);
            let slot = &mut known[hash % MOST_KNOWN];
            let is_asked_for = |change: &Change<'_>| {
                (change.before, change.ways) == (before, ways) && change.what.is_same(&what)
            };
            if let Some(change) = slot.filter(is_asked_for) {
                return change;
            }
            let mut run = runs[before as usize].clone();
            let spent = change(&mut run, ways);
            let after = runs.insert_full(run).0 as u32;
            *slot.insert(Change {
                what,
                before,
                ways,
                after,
                spent,
            })
        };
        let mut positions = 0..lanes.len();
        let Some(first) = positions.next().map(&ways) else {
            return;
        };
        if let (Readings::Common(time, run), None) = (&mut self.readings, &self.pace)
            && lanes.len() == self.width as usize
            && positions.all(|position| ways(position) == first)
        {
            let change = changed(*run, first);
            (*time, *run) = (time.saturating_add(change.spent), change.after);
            return;
        }
        let (times, runs) = self.readings.separate(self.width);
        let mut last: Option<Change<'_>> = None;
        for (position, lane) in lanes.iter().enumerate() {
            let at = lane as usize;
            let (before, ways) = (runs[at], ways(position));
            let is_alike = |last: &Change<'_>| (last.before, last.ways) == (before, ways);
            let change = (last.filter(is_alike)).unwrap_or_else(|| changed(before, ways));
            last = Some(change);
            let pace = self.pace.as_ref().map_or(1, |pace| pace[at]);
            // Times that overflow become the largest number; the run then reports it.
            times[at] = times[at].saturating_add(change.spent.saturating_mul(pace));
            if change.after != before {
                runs[at] = change.after;
            }
        }
    }

    /// Removes the runs in which no processor is any more, once there are `many_runs` runs.
    fn forget_runs(&mut self) {
        if self.runs.len() < self.many_runs {
            return;
        }
        self.known.clear();
        let old = std::mem::replace(&mut self.runs, IndexSet::from([AccessRun::default()]));
        let mut numbers: Vec<Option<u32>> = vec![None; old.len()];
        let runs = &mut self.runs;
        let mut renumber = |run: &mut u32| {
            let at = *run as usize;
            *run = *numbers[at].get_or_insert_with(|| runs.insert_full(old[at].clone()).0 as u32);
        };
        match &mut self.readings {
            Readings::Common(_, run) => renumber(run),
            Readings::Separate(_, runs) => runs.iter_mut().for_each(renumber),
        }
        self.many_runs = self.max_idle_runs.max(2 * self.runs.len());
    }

    /// The times of a section if `processors` real processors execute the block.
    pub fn tally(&self, processors: u64) -> SectionTimes {
        let width = u64::from(self.width);
        match &self.readings {
            Readings::Common(time, _) => SectionTimes {
                longest: time.saturating_mul(width.div_ceil(processors.max(1))),
                work: time.saturating_mul(width),
                barriers: 0,
                slowest: 0,
            },
            Readings::Separate(times, _) => {
                let latest = times.iter().copied().max().unwrap_or(0);
                let slowest = times.iter().position(|time| *time == latest);
                let own = match &self.parts {
                    // None exceeds the latest: usually their sum fits, and is computed directly.
                    None if latest.checked_mul(width).is_some() => times.iter().sum(),
                    None => sum(times.iter().copied()),
                    Some(parts) => {
                        let pairs = times.iter().zip(&parts.away);
                        sum(pairs.map(|(time, away)| time - away))
                    }
                };
                let longest = if processors == width {
                    latest
                } else {
                    longest_share(times, processors)
                };
                SectionTimes {
                    longest,
                    work: own,
                    barriers: (self.parts.as_ref())
                        .map_or(0, |parts| sum(parts.barriers.iter().copied())),
                    slowest: slowest.unwrap_or(0) as Lane,
                }
            }
        }
    }
}

impl Readings {
    fn separate(&mut self, width: u32) -> (&mut [u64], &mut [u32]) {
        if let Self::Common(time, run) = *self {
            let width = width as usize;
            *self = Self::Separate(vec![time; width], vec![run; width]);
        }
        let Self::Separate(times, runs) = self else {
            unreachable!("they were separated above")
        };
        (times, runs)
    }
}

/// The longest time of a real processor if `processors` of them execute a block: each executes
/// consecutive processors of the block, one after the other.
fn longest_share(times: &[u64], processors: u64) -> u64 {
    let width = times.len() as u64;
    let processors = processors.clamp(1, width.max(1));
    let (each, more) = ((width / processors) as usize, width % processors);
    let mut rest = times;
    let shares = (0..processors).map(|processor| {
        let (mine, others) = rest.split_at(each + usize::from(processor < more));
        rest = others;
        sum(mine.iter().copied())
    });
    shares.max().unwrap_or(0)
}

/// The sum of times, at most the largest number of 64 bits.
fn sum(times: impl Iterator<Item = u64>) -> u64 {
    times.fold(0, u64::saturating_add)
}
