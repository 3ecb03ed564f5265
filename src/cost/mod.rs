//! What a run costs: rounds, steps and instructions, for every number of processors at once.

mod asynchronous;
mod ledger;
mod network;
mod printed;

use std::collections::BTreeMap;

pub use asynchronous::AsynchronousCost;
pub use ledger::Ledger;
pub use network::NetworkTimes;
pub use printed::Printed;

use crate::syntax::ast::{Measure, Unit};

/// How much time (in one unit) passed with exactly so many processors active.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// Active processors → time.
    pub time_by_active: BTreeMap<u64, u64>,
    /// What all processors did together.
    pub work: u64,
}

impl Profile {
    /// Time on as many processors as the program asks for.
    pub fn time(&self) -> u64 {
        self.time_by_active.values().sum()
    }

    /// Time on `processors`, scheduled by Brent's principle: Σ ⌈active/processors⌉ · time
    /// (Brent 1974; JáJá, ch. 1.3).
    pub fn time_on(&self, processors: u64) -> u64 {
        self.time_by_active
            .iter()
            .map(|(active, time)| active.div_ceil(processors) * time)
            .sum()
    }
}

/// The cost of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cost {
    /// Rounds.
    pub rounds: Profile,
    /// Steps.
    pub steps: Profile,
    /// Instructions.
    pub instructions: Profile,
    /// Reads of shared memory.
    pub reads: u64,
    /// Writes to shared memory.
    pub writes: u64,
    /// The most processors that were asked for.
    pub asked: u64,
    /// The cost on the asynchronous machine, where there was one section at least.
    pub asynchronous: Option<AsynchronousCost>,
    /// Time and work on a multicomputer, where reports compare them over sizes.
    pub network: Option<NetworkTimes>,
    /// Active processors over time (in steps), summarised: at most a few hundred entries, each
    /// the mean over equally many steps.
    pub parallelism: Vec<f64>,
}

impl Cost {
    /// The processors of a machine of its own size: the most that a block asked for or that a
    /// step kept active; at least one.
    pub fn processors(&self) -> u64 {
        let most_active = self.steps.time_by_active.keys().next_back();
        self.asked.max(most_active.copied().unwrap_or(1)).max(1)
    }

    /// A measure in a unit on `processors`; where none are given, on as many as the program asks for.
    pub fn measure(&self, measure: Measure, unit: Unit, processors: Option<u64>) -> u128 {
        let processors = processors.unwrap_or_else(|| self.processors());
        match measure {
            Measure::T => self.time(unit, processors).into(),
            Measure::W => self.profile(unit).work.into(),
            Measure::C => processor_time(processors, self.time(unit, processors)),
        }
    }

    /// Time on `processors`. As many as the program asks for are enough for every round, though more
    /// may take part in one whose groups execute it one behind the other.
    pub fn time(&self, unit: Unit, processors: u64) -> u64 {
        let profile = self.profile(unit);
        if processors >= self.processors() {
            profile.time()
        } else {
            profile.time_on(processors)
        }
    }

    /// The profile of a unit.
    pub fn profile(&self, unit: Unit) -> &Profile {
        match unit {
            Unit::Rounds => &self.rounds,
            Unit::Steps => &self.steps,
            Unit::Instructions => &self.instructions,
        }
    }
}

/// The cost C = p·T. It may exceed 64 bits, as a machine may have any number of processors.
pub fn processor_time(processors: u64, time: u64) -> u128 {
    u128::from(processors) * u128::from(time)
}
