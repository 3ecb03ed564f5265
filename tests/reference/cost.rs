//! What is counted: for each unit, how much time passed with how many processors active.

use std::collections::{BTreeMap, HashMap};

use super::schedule::Group;

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
    pub fn merge(&mut self, line: Group, branches: [Group; 2]) {
        let [mut longer, mut shorter] =
            branches.map(|branch| self.lines.remove(&branch).unwrap_or_default());
        if shorter.len() > longer.len() {
            std::mem::swap(&mut longer, &mut shorter);
        }
        for (order, active) in longer.into_iter().enumerate() {
            let beside = shorter.get(order).copied().unwrap_or(0);
            self.lines.entry(line).or_default().push(active + beside);
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
