//! The stops around the current one of a session, kept so that a move by one step to a recent stop takes
//! no time.

use std::collections::BTreeMap;

use super::recorder::RecordedStep;
use crate::cost::Ledger;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::machine::run::Snapshot;

/// The most stops that are kept.
const MOST: usize = 16;

/// The states of the run after steps, and the records of steps, by the steps' numbers.
pub struct Recent<'c> {
    states: BTreeMap<u64, Kept<Snapshot<'c, Ledger>>>,
    record: BTreeMap<u64, Kept<RecordedStep>>,
    bytes: u64,
    /// The limit in bytes for all of it.
    limit: u64,
}

struct Kept<T> {
    what: T,
    bytes: u64,
}

impl<'c> Recent<'c> {
    /// No stops yet; at most `limit` bytes are kept.
    pub fn new(limit: u64) -> Self {
        Self {
            states: BTreeMap::new(),
            record: BTreeMap::new(),
            bytes: 0,
            limit,
        }
    }

    /// Whether a state of this size fits together with the record of the step, which may be as large.
    pub fn fits(&self, bytes: u64) -> bool {
        bytes <= self.limit / 2
    }

    /// Keeps the state after a step, with its size.
    pub fn keep_state(&mut self, step: u64, state: Snapshot<'c, Ledger>, bytes: u64) {
        let old = self.states.insert(step, Kept { what: state, bytes });
        self.bytes += bytes;
        self.bytes -= old.map_or(0, |old| old.bytes);
        self.shrink(step);
    }

    /// Keeps the record of a step.
    pub fn keep_record(&mut self, step: u64, record: RecordedStep) {
        let lists = record.1.iter().map(|(_, lanes)| match lanes {
            Selection::All(_) => 0,
            Selection::List(_) => lanes.len() as u64 * size_of::<Lane>() as u64,
        });
        let bytes = record.0.held_bytes() + lists.sum::<u64>();
        let old = self.record.insert(
            step,
            Kept {
                what: record,
                bytes,
            },
        );
        self.bytes += bytes;
        self.bytes -= old.map_or(0, |old| old.bytes);
        self.shrink(step);
    }

    /// Removes and returns the state after one step and the record of another, if both are kept.
    pub fn take(
        &mut self,
        state: u64,
        record: u64,
    ) -> Option<(Snapshot<'c, Ledger>, RecordedStep)> {
        if !self.states.contains_key(&state) || !self.record.contains_key(&record) {
            return None;
        }
        let (state, record) = (self.states.remove(&state)?, self.record.remove(&record)?);
        self.bytes -= state.bytes + record.bytes;
        Some((state.what, record.what))
    }

    /// Removes what is farthest from a step while there is too much.
    fn shrink(&mut self, step: u64) {
        while self.bytes > self.limit || self.states.len() > MOST || self.record.len() > MOST {
            let ends = |first: Option<&u64>, last: Option<&u64>| {
                let ends = [first.copied(), last.copied()].into_iter().flatten();
                ends.max_by_key(|end| end.abs_diff(step))
            };
            let state = ends(self.states.keys().next(), self.states.keys().next_back());
            let record = ends(self.record.keys().next(), self.record.keys().next_back());
            let farthest = [state, record].into_iter().flatten();
            let Some(farthest) = farthest.max_by_key(|end| end.abs_diff(step)) else {
                return;
            };
            let gone = [
                self.states.remove(&farthest).map(|kept| kept.bytes),
                self.record.remove(&farthest).map(|kept| kept.bytes),
            ];
            self.bytes -= gone.into_iter().flatten().sum::<u64>();
        }
    }
}
