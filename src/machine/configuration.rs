//! The configuration of a machine for a run: the rules, the processors, the seed, the limits.

use schemars::JsonSchema;
use serde::Serialize;

use indexmap::IndexMap;

use crate::engine::tuning::{SubscriptTests, Tuning};
use crate::machine::network::record::Recording;
use crate::machine::orders::interleaving::Interleaving;
use crate::machine::rules::model::{Model, Simultaneity};
use crate::machine::simt::configuration::Gpu;
use crate::network::{self, Topology};
use crate::program::Constant;
use crate::semantic::constant::{self, Lookup};
use crate::syntax::ast::Expr;

/// What a run is given besides its program and its inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Configuration {
    /// The rules for concurrent accesses.
    pub model: Model,
    pub simultaneity: Simultaneity,
    /// How the two branches of an `ako` share the time.
    pub branches: Branches,
    /// The number of processors of the machine, where it is fixed: the value of the name `p`, and Brent
    /// scheduling.
    pub processors: Option<u64>,
    /// Every random choice derives from it.
    pub seed: u64,
    pub on_violation: OnViolation,
    pub limits: Limits,
    /// Threads of the host, 1 at least. The results do not depend on it.
    pub threads: usize,
    /// Whether accesses that provably conflict with no other are left out of the check cell by cell. The
    /// results do not depend on it.
    pub subscript_tests: SubscriptTests,
    /// Thresholds of the fast paths. The results do not depend on them.
    pub tuning: Tuning,
    pub kind: ConfiguredMachine,
}

/// Which machine it is; only this type says so.
#[derive(Debug, Clone, PartialEq)]
pub enum ConfiguredMachine {
    /// The synchronous PRAM.
    Synchronous,
    /// The asynchronous PRAM, with its parameters. The model holds for the synchronous blocks that
    /// are adapted to it.
    Asynchronous(AsynchronousMachine),
    /// The multicomputer, with its network.
    Multicomputer(Multicomputer),
    /// The GPU. The model holds for the blocks that are no kernels.
    Gpu(Gpu),
}

/// A multicomputer: processors with memories of their own, and the network between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Multicomputer {
    /// How the processors are linked.
    pub topology: Topology,
    /// How messages travel.
    pub options: network::Options,
    /// The times of messages, words, instructions and barriers.
    pub parameters: network::Parameters,
    /// The unit of these times; `None` if times are plain numbers.
    pub unit: Option<&'static str>,
    /// Bounds of a run.
    pub limits: network::NetworkLimits,
    /// What is recorded of its messages.
    pub recording: Recording,
    /// Which messages receives from anyone take, where that is prescribed.
    pub choices: network::Choices,
}

impl Configuration {
    /// The parameters of the asynchronous machine, if it is that one.
    pub fn asynchronous(&self) -> Option<&AsynchronousMachine> {
        match &self.kind {
            ConfiguredMachine::Synchronous
            | ConfiguredMachine::Multicomputer(_)
            | ConfiguredMachine::Gpu(_) => None,
            ConfiguredMachine::Asynchronous(asynchronous) => Some(asynchronous),
        }
    }

    /// The multicomputer, if it is one.
    pub fn multicomputer(&self) -> Option<&Multicomputer> {
        match &self.kind {
            ConfiguredMachine::Synchronous
            | ConfiguredMachine::Asynchronous(_)
            | ConfiguredMachine::Gpu(_) => None,
            ConfiguredMachine::Multicomputer(multicomputer) => Some(multicomputer),
        }
    }

    /// The GPU, if it is one.
    pub fn gpu(&self) -> Option<&Gpu> {
        match &self.kind {
            ConfiguredMachine::Synchronous
            | ConfiguredMachine::Asynchronous(_)
            | ConfiguredMachine::Multicomputer(_) => None,
            ConfiguredMachine::Gpu(gpu) => Some(gpu),
        }
    }

    /// Whether it is the asynchronous machine.
    pub fn is_asynchronous(&self) -> bool {
        self.asynchronous().is_some()
    }

    /// The pace of a processor.
    pub fn pace(&self, processor: u64) -> u64 {
        let asynchronous = self.asynchronous();
        asynchronous.map_or(1, |asynchronous| asynchronous.pace.of(processor, self.seed))
    }

    /// The paces of the processors of a block, which are those of the real processors that execute them;
    /// `None` if all are the same.
    pub fn paces(&self, width: u32) -> Option<Vec<u64>> {
        let asynchronous = self.asynchronous()?;
        if asynchronous.pace == Pace::Uniform {
            return None;
        }
        let processors = self.processors.unwrap_or(width.into());
        let processors = processors.min(width.into());
        let (each, more) = (u64::from(width) / processors, u64::from(width) % processors);
        let real = |number: u64| {
            if number < more * (each + 1) {
                number / (each + 1)
            } else {
                more + (number - more * (each + 1)) / each
            }
        };
        let paces = (0..u64::from(width)).map(|number| self.pace(real(number)));
        Some(paces.collect())
    }
}

/// The parameters of the asynchronous PRAM.
#[derive(Debug, Clone, PartialEq)]
pub struct AsynchronousMachine {
    /// d: time of a global access that is not pipelined.
    pub delay: u64,
    /// B: time of a barrier.
    pub barrier: BarrierTime,
    /// Whether a cell that nobody writes in a section may be read by many processors (`apram-cr`).
    pub concurrent_read: bool,
    /// How fast the processors are.
    pub pace: Pace,
    /// The order in which they make their accesses; `None` if all proceed together, statement by
    /// statement.
    pub interleaving: Option<Interleaving>,
    /// Whether the processors of an asynchronous block are executed one by one, instead of in groups
    /// that wait for each other after an `ako` or a loop. That is slower, and needed only where some
    /// reach their barrier inside the construct and others after it.
    pub one_by_one: bool,
}

/// The paces of the processors of an asynchronous machine: how long each takes for an operation,
/// relative to 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Pace {
    /// All alike.
    #[default]
    Uniform,
    /// 1, 2, 3 or 4, drawn from the seed for each.
    Random,
    /// By processor number; the list is repeated.
    List(Vec<u64>),
}

impl Pace {
    /// The pace of a processor.
    pub fn of(&self, processor: u64, seed: u64) -> u64 {
        match self {
            Self::Uniform => 1,
            Self::Random => {
                1 + crate::machine::rules::store::mix(
                    seed ^ crate::machine::rules::store::mix(processor),
                ) % 4
            }
            Self::List(list) => list[processor as usize % list.len().max(1)],
        }
    }
}

/// The time of a barrier among k processors: B is a number or a formula in k.
#[derive(Debug, Clone, PartialEq)]
pub enum BarrierTime {
    Constant(u64),
    /// A formula in p, and what its other names stand for.
    Formula(Box<Expr>, IndexMap<String, Constant>),
}

/// What the names in B stand for.
struct BarrierNames<'a> {
    processors: u64,
    names: &'a IndexMap<String, Constant>,
}

impl Lookup for BarrierNames<'_> {
    fn scalar(&self, name: &str) -> Option<Constant> {
        match name {
            "p" => Some(Constant::Real(self.processors as f64)),
            _ => self.names.get(name).copied(),
        }
    }
}

impl BarrierTime {
    /// The time of a barrier among `processors`, rounded up; `None` if the formula has no value
    /// or a negative one.
    pub fn time(&self, processors: u64) -> Option<u64> {
        let (formula, names) = match self {
            Self::Constant(time) => return Some(*time),
            Self::Formula(formula, names) => (formula, names),
        };
        let names = BarrierNames { processors, names };
        let value = constant::formula(formula, &names).ok()?.ceil();
        (0.0..9.0e18).contains(&value).then_some(value as u64)
    }
}

/// How the two branches of an `ako` share the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Branches {
    /// The branches are executed at the same time, a step of one with a step of the other.
    #[default]
    Mimd,
    /// The branches are executed one after the other, as on a GPU.
    Simd,
}

/// What an illegal access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnViolation {
    /// Ends the run.
    #[default]
    Stop,
    /// It is recorded, and the run continues.
    Continue,
}

/// The limits of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps, and executions of loop bodies.
    pub steps: u64,
    /// Bytes of arrays, stamps and lanes, and of what is kept for output.
    pub memory: u64,
    /// Bytes of the lines that the program prints.
    pub output: u64,
    /// Processors of all blocks that are open at the same time.
    pub processors: u64,
    /// Calls inside calls.
    pub depth: u32,
    /// The work: active processors, summed over the steps. In the blocks of a multicomputer, the
    /// instructions and requests of all processors.
    pub work: u64,
}

impl Limits {
    /// The limit of the work of a run, unless the user gives one.
    pub const USUAL_WORK: u64 = 10_000_000_000;
    /// The limit of the work of `pram check`, which also tries small sizes, unless the user gives one.
    pub const USUAL_WORK_OF_A_CHECK: u64 = 10_000_000;
    /// The limit of the work of a size that a report adds to those that a user asks for.
    pub const WORK_OF_AN_ADDED_SIZE: u64 = 1_000_000_000;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 100_000_000,
            memory: 4 << 30,
            output: 64 << 20,
            processors: 1 << 26,
            depth: 10_000,
            work: Self::USUAL_WORK,
        }
    }
}
