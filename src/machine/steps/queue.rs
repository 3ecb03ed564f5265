//! The queue: steps that are counted and reported, but not executed yet.
//!
//! Steps that provably violate no access rule need not be executed before the program continues, as long
//! as nothing needs what they write. Many of them together are executed tile by tile (see
//! [`crate::engine::nest::tiling`]), every tile by one thread: cells stay in its cache from step to
//! step, and the threads need no barrier between steps.
//!
//! Values may still make them fail. Then the run ends at the earliest of these steps, and the events
//! after it are dropped (see [`crate::machine::event_buffer`]).

use crate::code::kernel::Slot;
use crate::engine::lanes::team::TeamId;
use crate::engine::nest::statements::Nest;
use crate::engine::nest::sweep::StatementOrder;
use crate::engine::nest::tiling::{TileAccess, Tiling};
use crate::engine::threads::Threads;
use crate::engine::tuning::Tuning;

/// The most nests that are deferred.
const MOST: usize = 64;

/// Nests that are deferred, in their order.
#[derive(Debug)]
pub struct NestQueue {
    /// The deferred nests, in their order.
    pub nests: Vec<Nest>,
    /// Nests that are not in use, kept for their allocations.
    spare: Vec<Nest>,
    /// The tiles in which they are executed.
    pub tiling: Tiling,
    /// Number of steps of the deferred nests.
    pub steps: usize,
    /// Teams that have ended, but whose values the queue needs.
    pub retired: Vec<TeamId>,
    /// Whether one has failed: nothing is deferred after it.
    pub has_failed: bool,
    tuning: Tuning,
}

impl NestQueue {
    /// An empty queue.
    pub fn new(tuning: Tuning) -> Self {
        Self {
            nests: Vec::new(),
            spare: Vec::new(),
            tiling: Tiling::new(tuning),
            steps: 0,
            retired: Vec::new(),
            has_failed: false,
            tuning,
        }
    }

    /// Whether nothing is deferred.
    pub fn is_empty(&self) -> bool {
        self.nests.is_empty()
    }

    /// Whether the run ended in steps that had been deferred.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// A nest without content.
    pub fn blank(&mut self) -> Nest {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps the allocations of a nest that is not needed.
    pub fn give_back(&mut self, nest: Nest) {
        self.spare.push(nest);
    }

    /// Divides a nest that comes after the others into tiles. Returns whether it can be deferred.
    pub fn admits(&mut self, nest: &mut Nest, accesses: &[TileAccess]) -> bool {
        let cuts = if self.is_empty() {
            self.tiling.begin(accesses, &nest.lanes)
        } else if self.nests.len() < MOST {
            self.tiling.go_on(accesses, &nest.lanes)
        } else {
            None
        };
        let admits = cuts.is_some();
        nest.cuts = cuts.unwrap_or_default();
        admits
    }

    /// Defers a nest. Returns the number of its first step.
    pub fn defer(&mut self, mut nest: Nest) -> usize {
        let number = self.steps;
        nest.number = number;
        self.steps += nest.steps();
        self.nests.push(nest);
        number
    }

    /// A team has ended; its entry is free once nothing is deferred.
    pub fn retire(&mut self, team: TeamId) {
        self.retired.push(team);
    }

    /// Whether the deferred nests read or assign a scalar.
    pub fn touches_column(&self, team: TeamId, slot: Slot) -> bool {
        !self.is_empty() && self.tiling.touches_column(team, slot)
    }

    /// The scalars that the deferred nests assign.
    pub fn written(&self) -> Vec<(TeamId, Slot)> {
        let kept = |nest: &Nest| {
            let (team, kept) = (nest.team, nest.kept.clone());
            kept.into_iter().map(move |(slot, _)| (team, slot))
        };
        let mut written: Vec<_> = self.nests.iter().flat_map(kept).collect();
        written.sort_unstable_by_key(|(team, slot)| (team.0, slot.0));
        written.dedup();
        written
    }

    /// Divides the queue in another way where its tiles are of no use: a single nest is divided among
    /// the threads, and a small one not at all.
    pub fn divide(&mut self, threads: &Threads) {
        if let [nest] = self.nests.as_mut_slice() {
            let lanes = nest.lanes.len();
            let chunk = match nest.trips {
                0 | 1 => self.tuning.chunk_lanes,
                _ => 1,
            };
            nest.cuts.clear();
            nest.cuts.push(0);
            if nest.sweep != StatementOrder::Any {
                return nest.cuts.push(lanes);
            }
            let stretches = threads.share_work(lanes, chunk, lanes * nest.trips);
            nest.cuts.extend(stretches.iter().map(|part| part.end));
        } else if self.nests.iter().map(Nest::executions).sum::<usize>()
            < self.tuning.min_executions_to_tile
        {
            for nest in &mut self.nests {
                nest.cuts.clear();
                nest.cuts.extend([0, nest.lanes.len()]);
            }
        }
    }

    /// Removes all nests; their allocations are kept.
    pub fn clear(&mut self) {
        self.spare.append(&mut self.nests);
        self.steps = 0;
    }
}
