//! The division of deferred nests among threads: each thread executes some tiles of every nest.

use std::ops::Range;

use super::nest_run::{Trouble, Work};
use crate::code::kernel::Slot;
use crate::engine::kernel::evaluate::Evaluator;
use crate::engine::kernel::job::{ExecutedStretch, KernelFailure};
use crate::engine::kernel::kernel_run::Registers;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::target::ColumnTarget;
use crate::engine::lanes::team::TeamId;

/// The most shares per thread into which the tiles of several nests are divided.
const SHARES: usize = 4;

/// The work of a thread: some tiles of every nest.
struct Share<'a> {
    registers: &'a mut Registers,
    tiles: Range<usize>,
    targets: Vec<ColumnTarget<'a>>,
}

/// The results of threads.
pub struct ThreadOutcome {
    /// By step.
    pub executed: Vec<ExecutedStretch>,
    /// The nest in which a processor failed or the run was interrupted, and the reason.
    pub trouble: Option<(usize, Trouble)>,
}

/// The words of a scalar that nests in the queue assign.
pub struct ScalarWords {
    /// The team of the scalar.
    pub team: TeamId,
    /// The scalar.
    pub slot: Slot,
    /// By lane.
    pub words: Vec<i64>,
}

impl Evaluator {
    /// Executes nests with several tiles in parallel. `columns` contains the words of the scalars that
    /// are assigned.
    pub fn work_off(&mut self, works: &[Work<'_>], columns: &mut [ScalarWords]) -> ThreadOutcome {
        let tiles = works[0].nest.cuts.len() - 1;
        let executions: usize = works.iter().map(|work| work.nest.executions()).sum();
        // There are more shares than threads, so that threads that start late leave work to others; a
        // single nest has already been divided among the threads.
        let parts = match (
            works,
            self.threads
                .count
                .min(executions / self.threads.tuning.min_executions_per_thread),
        ) {
            ([_], _) => tiles,
            (_, 0 | 1) => 1,
            (_, threads) => (SHARES * threads).min(tiles),
        };
        let bounds: Vec<usize> = (0..=parts).map(|part| part * tiles / parts).collect();
        self.make_registers(parts, works[0].memory.len());
        let mut targets = targets(works, &bounds, columns).into_iter();
        let shares: Vec<Share<'_>> = (self.registers.iter_mut().zip(bounds.windows(2)))
            .map(|(registers, bounds)| Share {
                registers,
                tiles: bounds[0]..bounds[1],
                targets: targets.next().unwrap_or_default(),
            })
            .collect();
        let outcomes = self.threads.run(shares, |share| share.run(works));
        let merged = outcomes.into_iter().reduce(ThreadOutcome::and);
        merged.expect("there is one thread at least")
    }
}

/// Divides scalars among shares: share k starts at the tile `bounds[k]`.
fn targets<'a>(
    works: &[Work<'_>],
    bounds: &[usize],
    columns: &'a mut [ScalarWords],
) -> Vec<Vec<ColumnTarget<'a>>> {
    let mut shares: Vec<Vec<ColumnTarget<'a>>> = Vec::new();
    shares.resize_with(bounds.len() - 1, Vec::new);
    for column in columns {
        let mine = |work: &&Work<'_>| {
            work.nest.team == column.team && work.nest.columns.contains(&column.slot)
        };
        let (mut rest, mut first) = (column.words.as_mut_slice(), 0);
        for (share, next) in shares.iter_mut().zip(&bounds[1..]) {
            let begins = works.iter().filter(mine).filter_map(|work| {
                let position = work.nest.cuts[*next];
                (position < work.view.lanes.len()).then(|| work.view.lanes.at(position))
            });
            let end = begins
                .min()
                .unwrap_or(first + rest.len() as Lane)
                .max(first);
            let (words, others) = std::mem::take(&mut rest).split_at_mut((end - first) as usize);
            share.push(ColumnTarget::new(column.team, column.slot, first, words));
            (rest, first) = (others, end);
        }
    }
    shares
}

impl Share<'_> {
    fn run(mut self, works: &[Work<'_>]) -> ThreadOutcome {
        let steps = works.iter().map(|work| work.nest.steps()).sum();
        let mut executed = vec![ExecutedStretch::default(); steps];
        for work in works {
            work.prepare(self.registers);
        }
        let mut trouble = None;
        // Other processors may have failed in an even earlier step.
        let mut count = works.len();
        for tile in self.tiles {
            for (at, work) in works.iter().enumerate().take(count) {
                let positions = work.nest.cuts[tile]..work.nest.cuts[tile + 1];
                let first = work.nest.number;
                let mut steps = work.nest.steps();
                if let Some((earliest, Trouble::Failure(step, _))) = &trouble
                    && *earliest == at
                {
                    steps = *step;
                }
                let places = &mut executed[first..first + steps];
                let (registers, targets) = (&mut *self.registers, &mut self.targets);
                match work.run(registers, positions, targets, places) {
                    Ok(()) => {}
                    Err(Trouble::Interrupted) => {
                        trouble = Some((0, Trouble::Interrupted));
                        return ThreadOutcome { executed, trouble };
                    }
                    Err(failure) => {
                        trouble = Some((at, failure));
                        count = at + 1;
                        break;
                    }
                }
            }
        }
        ThreadOutcome { executed, trouble }
    }
}

impl ThreadOutcome {
    fn and(mut self, other: Self) -> Self {
        for (mine, theirs) in self.executed.iter_mut().zip(other.executed) {
            *mine = mine.and(theirs);
        }
        // In the same step, the failure of the lower processor counts, which comes first.
        self.trouble = match (self.trouble, other.trouble) {
            (Some(mine), Some(theirs)) => Some(if when(&theirs) < when(&mine) {
                theirs
            } else {
                mine
            }),
            (mine, theirs) => mine.or(theirs),
        };
        self
    }
}

/// The priority of an interruption: the end of the run first, then the earliest step.
fn when((nest, trouble): &(usize, Trouble)) -> Option<(usize, usize)> {
    match trouble {
        Trouble::Interrupted => None,
        Trouble::Failure(step, KernelFailure { .. }) => Some((*nest, *step)),
    }
}
