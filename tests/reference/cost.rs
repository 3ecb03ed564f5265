//! What is counted: for each unit, how much time passed with how many processors active.

use std::collections::{BTreeMap, HashMap};

use super::End;
use super::access::{Deed, Needs, Simultaneity};
use super::processor::Group;

/// One unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unit {
    /// Active processors → time.
    pub histogram: BTreeMap<u64, u64>,
    /// Time on the given processors, by Brent's principle.
    pub time: u64,
    pub work: u64,
    /// p·T
    pub cost: u64,
}

impl Unit {
    pub fn count(&mut self, active: u64, time: u64, work: u64) {
        *self.histogram.entry(active).or_default() += time;
        self.work += work;
    }

    /// T(p) = Σ ⌈a/p⌉, C = p·T.
    pub fn schedule(&mut self, processors: u64) {
        let times = self
            .histogram
            .iter()
            .map(|(active, time)| active.div_ceil(processors) * time);
        self.time = times.sum();
        self.cost = self.time * processors;
    }
}

/// The rounds of groups side by side. Each branch of an `ako` has a line of its own; at the join
/// the k-th round of one is beside the k-th of the other.
#[derive(Debug, Default)]
pub struct Rounds {
    lines: HashMap<Group, Vec<u64>>,
    /// Where in its line the round of a body stands.
    places: HashMap<Group, usize>,
}

impl Rounds {
    /// One more processor executes this body, which is a round of the line.
    pub fn join(&mut self, line: Group, body: Group) {
        let rounds = self.lines.entry(line).or_default();
        let place = *self.places.entry(body).or_insert(rounds.len());
        if place == rounds.len() {
            rounds.push(0);
        }
        rounds[place] += 1;
    }

    /// The branches end: what they did side by side goes on in the line around them.
    pub fn merge(&mut self, line: Group, branches: &[Group]) {
        let rounds = branches
            .iter()
            .filter_map(|branch| self.lines.remove(branch));
        let rounds: Vec<Vec<u64>> = rounds.collect();
        let longest = rounds.iter().map(Vec::len).max().unwrap_or(0);
        for order in 0..longest {
            let active = rounds.iter().filter_map(|branch| branch.get(order)).sum();
            self.lines.entry(line).or_default().push(active);
        }
    }

    /// The branches end: what they did one after the other goes on in the line around them.
    pub fn append(&mut self, line: Group, branches: &[Group]) {
        for branch in branches {
            let rounds = self.lines.remove(branch).unwrap_or_default();
            self.lines.entry(line).or_default().extend(rounds);
        }
    }

    /// All of a finished run, or what an unfinished one has got to.
    pub fn total(&self, line: Group) -> Unit {
        let mut unit = Unit::default();
        for &active in self.lines.get(&line).into_iter().flatten() {
            unit.count(active, 1, active);
        }
        unit
    }
}

/// What a run has counted.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    pub rounds: Unit,
    pub steps: Unit,
    pub instructions: Unit,
    pub reads: u64,
    pub writes: u64,
    /// The most processors that were asked for or active.
    pub asked: u64,
    pub step: u64,
    /// Executions of loop bodies.
    pub iterations: u64,
    pub per_step: Needs,
    pub per_access: Needs,
    pub violations: Vec<End>,
}

impl Counts {
    /// A step that is over.
    pub fn count(&mut self, deeds: &[Deed]) {
        let active = deeds.len() as u64;
        let each = || deeds.iter().map(|deed| deed.instructions);
        self.asked = self.asked.max(active);
        self.steps.count(active, 1, active);
        // "A step's time in `instructions` is the largest among its processors."
        self.instructions
            .count(active, each().max().unwrap_or(0), each().sum());
        self.reads += deeds
            .iter()
            .map(|deed| deed.reads.len() as u64)
            .sum::<u64>();
        self.writes += deeds.iter().filter(|deed| deed.write.is_some()).count() as u64;
    }

    /// The accesses of a step of synchronous code.
    pub fn observe(&mut self, deeds: &[Deed]) {
        self.per_step.observe(deeds, Simultaneity::Step);
        self.per_access.observe(deeds, Simultaneity::Access);
    }
}
