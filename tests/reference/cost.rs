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
        let times = self.histogram.iter().map(|(active, time)| active.div_ceil(processors) * time);
        self.time = times.sum();
        self.cost = self.time * processors;
    }
}

/// The rounds of groups side by side. Each branch of an `ako` has a line of its own; at the join
/// the k-th round of one is beside the k-th of the other.
#[derive(Debug, Default)]
pub struct Rounds {
    lines: HashMap<Group, Vec<(Option<Group>, u64)>>,
}

impl Rounds {
    /// One more processor executes this body, which is a round of the line.
    pub fn join(&mut self, line: Group, body: Group) {
        let rounds = self.lines.entry(line).or_default();
        match rounds.last_mut() {
            Some((Some(last), active)) if *last == body => *active += 1,
            _ => rounds.push((Some(body), 1)),
        }
    }

    /// The branches end: what they did side by side goes on in the line around them.
    pub fn merge(&mut self, line: Group, branches: [Group; 2]) {
        let [mut longer, mut shorter] =
            branches.map(|branch| self.lines.remove(&branch).unwrap_or_default());
        if shorter.len() > longer.len() {
            std::mem::swap(&mut longer, &mut shorter);
        }
        for (order, (_, active)) in longer.into_iter().enumerate() {
            let beside = shorter.get(order).map_or(0, |(_, active)| *active);
            self.lines.entry(line).or_default().push((None, active + beside));
        }
    }

    /// All of a finished run, or what an unfinished one has got to.
    pub fn total(&self, line: Group) -> Unit {
        let mut unit = Unit::default();
        for &(_, active) in self.lines.get(&line).into_iter().flatten() {
            unit.count(active, 1, active);
        }
        unit
    }
}
