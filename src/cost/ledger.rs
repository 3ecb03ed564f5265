//! The observer that counts.

use std::collections::VecDeque;

use super::{Cost, Printed, Profile};
use crate::machine::event::{Observer, Part, Section, Stretch};
use crate::machine::simt::counts::Launch;

/// Counts the cost of a run while it proceeds.
#[derive(Debug, Default, Clone)]
pub struct Ledger {
    cost: Cost,
    /// Active processors of the rounds that other groups may still join, oldest first.
    open_rounds: VecDeque<u64>,
    /// The clock of the first open round.
    first_open: u64,
    timeline: Timeline,
    /// The lines that the program printed.
    pub printed: Printed,
}

impl Ledger {
    /// The number of rounds begun.
    pub fn rounds_begun(&self) -> u64 {
        self.first_open + self.open_rounds.len() as u64
    }

    /// The cost so far.
    pub fn cost(&self) -> Cost {
        let so_far = Self {
            cost: self.cost.clone(),
            open_rounds: self.open_rounds.clone(),
            first_open: self.first_open,
            timeline: self.timeline.clone(),
            printed: Printed::default(),
        };
        so_far.finish().0
    }

    /// The cost of the whole run, and the printed lines.
    pub fn finish(mut self) -> (Cost, Vec<String>) {
        self.settled(u64::MAX);
        self.cost.parallelism = self.timeline.means();
        (self.cost, self.printed.into_vec())
    }
}

fn pass(profile: &mut Profile, active: u64, time: u64, work: u64) {
    *profile.time_by_active.entry(active).or_insert(0) += time;
    profile.work += work;
}

impl Observer for Ledger {
    fn step(&mut self, parts: &[Part]) {
        let (mut active, mut longest, mut instructions) = (0, 0, 0);
        for part in parts {
            active += part.active;
            longest = longest.max(part.longest);
            instructions += part.instructions;
            self.cost.reads += part.reads;
            self.cost.writes += part.writes;
        }
        pass(&mut self.cost.steps, active, 1, active);
        pass(&mut self.cost.instructions, active, longest, instructions);
        self.cost.asked = self.cost.asked.max(active);
        self.timeline.push(active, 1);
    }

    fn stretch(&mut self, stretch: Stretch<'_>) {
        let (mut steps, mut instructions) = (0, 0);
        for statement in stretch.statements {
            steps += statement.times;
            instructions += statement.instructions;
            self.cost.reads += statement.reads;
            self.cost.writes += statement.writes;
        }
        if steps > 0 {
            pass(&mut self.cost.steps, 1, steps, steps);
            pass(&mut self.cost.instructions, 1, instructions, instructions);
            self.cost.asked = self.cost.asked.max(1);
            self.timeline.push(1, steps);
        }
        if stretch.rounds > 0 {
            self.settled(stretch.first_round);
            pass(&mut self.cost.rounds, 1, stretch.rounds, stretch.rounds);
            self.cost.asked = self.cost.asked.max(1);
            self.first_open = stretch.first_round + stretch.rounds;
        }
    }

    fn round(&mut self, clock: u64, active: u64) {
        let offset = (clock - self.first_open) as usize;
        while self.open_rounds.len() <= offset {
            self.open_rounds.push_back(0);
        }
        self.open_rounds[offset] += active;
        self.cost.asked = self.cost.asked.max(active);
    }

    fn settled(&mut self, clock: u64) {
        while self.first_open < clock {
            let Some(active) = self.open_rounds.pop_front() else {
                break;
            };
            pass(&mut self.cost.rounds, active, 1, active);
            self.first_open += 1;
        }
    }

    fn section(&mut self, section: Section) {
        self.cost.asynchronous.get_or_insert_default().add(section);
    }

    fn launch(&mut self, launch: Launch) {
        self.cost.gpu.get_or_insert_default().add(launch);
    }

    fn block(&mut self, processors: u64) {
        self.cost.asked = self.cost.asked.max(processors);
    }

    fn printed(&mut self, line: String) {
        self.printed.push(line);
    }
}

/// Active processors over time in a bounded number of points, each the mean over the same number of
/// steps.
#[derive(Debug, Clone)]
struct Timeline {
    sums: Vec<u64>,
    /// Steps per finished point.
    stride: u64,
    /// Steps in the last point.
    filled: u64,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            sums: Vec::new(),
            stride: 1,
            filled: 1,
        }
    }
}

impl Timeline {
    const POINTS: usize = 512;

    /// Adds this many steps with the same number of active processors.
    fn push(&mut self, active: u64, mut steps: u64) {
        while steps > 0 {
            if self.filled == self.stride {
                if self.sums.len() == Self::POINTS {
                    self.sums = self.sums.chunks(2).map(|pair| pair.iter().sum()).collect();
                    self.stride *= 2;
                }
                self.sums.push(0);
                self.filled = 0;
            }
            let more = steps.min(self.stride - self.filled);
            if let Some(last) = self.sums.last_mut() {
                *last += active * more;
            }
            self.filled += more;
            steps -= more;
        }
    }

    fn means(&self) -> Vec<f64> {
        let last = self.sums.len().saturating_sub(1);
        let steps = |point| {
            if point == last {
                self.filled
            } else {
                self.stride
            }
        };
        self.sums
            .iter()
            .enumerate()
            .map(|(point, sum)| *sum as f64 / steps(point) as f64)
            .collect()
    }
}
