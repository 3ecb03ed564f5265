//! The cost of a run: rounds, steps and instructions, for every number of processors at once.

mod asynchronous;
mod ledger;
mod network;
mod printed;

use serde::{Deserialize, Serialize};

use crate::machine::simt::counts::GpuCost;
use crate::quantity::{Measure, Quantity, Unit};
use std::collections::BTreeMap;

pub use asynchronous::AsynchronousCost;
pub use ledger::Ledger;
pub use network::NetworkTimes;
pub use printed::Printed;

/// The time (in one unit) that passed with each number of active processors.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Active processors → time.
    pub time_by_active: BTreeMap<u64, u64>,
    /// The sum over all processors.
    pub work: u64,
}

impl Profile {
    /// The time on as many processors as the program asks for.
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
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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
    /// The largest number of processors that was asked for.
    pub asked: u64,
    /// The cost on the asynchronous machine, if there was at least one section.
    pub asynchronous: Option<AsynchronousCost>,
    /// The cost on a GPU, if there was at least one launch.
    pub gpu: Option<GpuCost>,
    /// Time and work on a multicomputer, where reports compare them over sizes.
    pub network: Option<NetworkTimes>,
    /// Active processors over time (in steps), summarised: at most a few hundred entries, each the mean
    /// over the same number of steps.
    pub parallelism: Vec<f64>,
}

impl Cost {
    /// The processors of a machine of the program's own size: the most that a block asked for or that a
    /// step kept active; at least one.
    pub fn processors(&self) -> u64 {
        let most_active = self.steps.time_by_active.keys().next_back();
        self.asked.max(most_active.copied().unwrap_or(1)).max(1)
    }

    /// A quantity on `processors`; if `None`, on as many as the program asks for. In units of a machine
    /// that the run was not on it is 0.
    pub fn count(&self, quantity: Quantity, processors: Option<u64>) -> u128 {
        let processors = processors.unwrap_or_else(|| self.processors());
        let time = || (quantity.unit).map_or(0, |unit| self.time(unit, processors));
        match quantity.measure {
            Measure::T => time().into(),
            Measure::W => quantity.unit.map_or(0, |unit| self.work(unit)).into(),
            Measure::C => processor_time(processors, time()),
            Measure::Processors => processors.into(),
            Measure::Reads => self.reads.into(),
            Measure::Writes => self.writes.into(),
            Measure::Issued => self.of_kernels(|cost| cost.counts.issued()).into(),
            Measure::Transactions => self.of_kernels(|cost| cost.counts.transactions).into(),
            Measure::Passes => self.of_kernels(|cost| cost.counts.passes).into(),
            Measure::Atomics => self.of_kernels(|cost| cost.counts.atomics).into(),
            Measure::Conflicts => self.of_kernels(|cost| cost.counts.conflicts()).into(),
            Measure::Divergent => self.of_kernels(|cost| cost.counts.divergent).into(),
            Measure::Launches => self.of_kernels(|cost| cost.launches).into(),
        }
    }

    /// A count of the kernels.
    fn of_kernels(&self, count: impl Fn(&GpuCost) -> u64) -> u64 {
        self.gpu.as_ref().map_or(0, count)
    }

    /// Time on `processors`. As many as the program asks for are enough for every round, even if more
    /// take part in one whose groups execute it one after the other.
    pub fn time(&self, unit: Unit, processors: u64) -> u64 {
        match (self.profile(unit), unit) {
            (Some(profile), _) if processors >= self.processors() => profile.time(),
            (Some(profile), _) => profile.time_on(processors),
            (None, Unit::Multicomputer) => self.network.map_or(0, |times| times.time),
            (None, Unit::Gpu) => self.of_kernels(|cost| cost.time),
            (None, _) => self.asynchronous.as_ref().map_or(0, |cost| cost.time),
        }
    }

    /// The sum over all processors.
    pub fn work(&self, unit: Unit) -> u64 {
        match (self.profile(unit), unit) {
            (Some(profile), _) => profile.work,
            (None, Unit::Multicomputer) => self.network.map_or(0, |times| times.work),
            (None, Unit::Gpu) => self.of_kernels(|cost| cost.counts.lanes),
            (None, _) => self.asynchronous.as_ref().map_or(0, |cost| cost.work),
        }
    }

    /// The profile of a unit; `None` for units of time.
    pub fn profile(&self, unit: Unit) -> Option<&Profile> {
        match unit {
            Unit::Rounds => Some(&self.rounds),
            Unit::Steps => Some(&self.steps),
            Unit::Instructions => Some(&self.instructions),
            Unit::Apram | Unit::Multicomputer | Unit::Gpu => None,
        }
    }
}

/// The cost C = p·T. It may exceed 64 bits, as a machine may have any number of processors.
pub fn processor_time(processors: u64, time: u64) -> u128 {
    u128::from(processors) * u128::from(time)
}
