//! Snapshots of a run to return to, within a limit on their memory.

use std::collections::BTreeMap;

use crate::cost::Ledger;
use crate::machine::run::{Run, Snapshot};

/// Snapshots by the number of steps executed. The one before the first step is always kept.
pub struct Snapshots<'c> {
    kept: BTreeMap<u64, Kept<'c>>,
    bytes: u64,
    /// The limit in bytes for all of them.
    limit: u64,
}

struct Kept<'c> {
    snapshot: Snapshot<'c, Ledger>,
    bytes: u64,
    /// The work in steps up to there.
    work: u64,
}

impl<'c> Snapshots<'c> {
    /// The snapshot of a run before its first step; at most `limit` bytes are kept.
    pub fn new(run: &Run<'c, Ledger>, limit: u64) -> Self {
        let mut snapshots = Self {
            kept: BTreeMap::new(),
            bytes: 0,
            limit,
        };
        snapshots.keep(run, 0);
        snapshots
    }

    /// The last one at or before a step.
    pub fn before(&self, step: u64) -> &Snapshot<'c, Ledger> {
        let found = self.kept.range(..=step).next_back();
        &found
            .expect("the one before the first step stays")
            .1
            .snapshot
    }

    /// The numbers of steps of those before a step, descending.
    pub fn steps_below(&self, step: u64) -> Vec<u64> {
        self.kept.range(..step).rev().map(|(at, _)| *at).collect()
    }

    /// Keeps a snapshot of a run if executing the steps since the last one takes longer than copying the
    /// memory.
    pub fn keep_if_useful(&mut self, run: &Run<'c, Ledger>, cursor: u64) {
        let work = run.work();
        let (step, last) = (self.kept.range(..=run.steps()).next_back())
            .expect("the one before the first step stays");
        let words = run.held_bytes() / 8;
        if run.steps() >= step + 8 && 8 * (work - last.work) >= words {
            self.keep(run, cursor);
        }
    }

    /// Keeps a snapshot of a run; others, far from the cursor or close to their neighbours, are removed
    /// if they take too much memory.
    pub fn keep(&mut self, run: &Run<'c, Ledger>, cursor: u64) {
        let bytes = run.held_bytes();
        if self.kept.contains_key(&run.steps()) || (bytes > self.limit && !self.kept.is_empty()) {
            return;
        }
        self.bytes += bytes;
        let kept = Kept {
            snapshot: run.snapshot(),
            bytes,
            work: run.work(),
        };
        self.kept.insert(run.steps(), kept);
        while self.bytes > self.limit
            && let Some(step) = self.least_useful(cursor)
        {
            let gone = self.kept.remove(&step).expect("it was found there");
            self.bytes -= gone.bytes;
        }
    }

    /// The one whose neighbours are closest together relative to their distance from the cursor.
    fn least_useful(&self, cursor: u64) -> Option<u64> {
        let steps: Vec<u64> = self.kept.keys().copied().collect();
        let middle = (1..steps.len()).map(|at| {
            let next = steps.get(at + 1).copied().unwrap_or(steps[at] + 1);
            let gap = (next - steps[at - 1]) as f64;
            (gap / (cursor.abs_diff(steps[at]) + 1) as f64, steps[at])
        });
        let least = middle.min_by(|one, other| one.0.total_cmp(&other.0));
        least.map(|(_, step)| step)
    }
}
