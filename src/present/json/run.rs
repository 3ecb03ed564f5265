//! The JSON of `pram run`: one stable object.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::exploration::ExplorationJson;
use super::gpu::GpuCostJson;
use super::illegal::{IllegalJson, illegal};
use super::legality::RunLegalityJson;
use super::messages::MessageExplorationJson;
use super::network::{self, ActivityJson, MulticomputerCostJson, NetworkJson, TracedMessageJson};
use super::value::{ValueJson, values};
use crate::diagnostic::Status;
use crate::diagnostic::json::{ErrorJson, WarningJson};
use crate::machine::configuration::{Branches, Configuration};
use crate::machine::rules::model::Simultaneity;
use crate::quantity::{Measure, Unit};
use crate::result::asynchronous::{self, barrier_time};
use crate::result::machine::MachineKind;
use crate::result::run::Run;
use crate::source::Sources;

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram run --format json")]
pub struct RunJson {
    /// What ended the run early: a fault, a limit, an interruption. Absent when nothing did; an
    /// illegal access and a deadlock stand in `violations`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorJson>,
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// The machine it ran on.
    pub machine: MachineJson,
    /// Inputs by name, in the order of their declaration.
    pub inputs: IndexMap<String, ValueJson>,
    /// Outputs by name; empty when the run ended early.
    pub outputs: IndexMap<String, ValueJson>,
    /// The lines that the program printed.
    pub printed: Vec<String>,
    /// What was counted, also of a run that ended early.
    pub cost: CostJson,
    /// The weakest models under which what happened is legal, observed on this input; absent on a
    /// multicomputer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_on: Option<RunLegalityJson>,
    /// What is illegal: accesses in synchronous steps, the first thousand of them; on the
    /// asynchronous machine the first two accesses that race in a section, and a deadlock.
    pub violations: Vec<IllegalJson>,
    /// How many illegal accesses there were, in steps and in sections; a deadlock counts as one.
    pub violation_count: u64,
    /// On the asynchronous machine, with `--explore`: whether other orders of execution end
    /// differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<ExplorationJson>,
    /// On a multicomputer, with `--trace`: every message, in the order of their starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<TracedMessageJson>>,
    /// On a multicomputer, with `--trace`: what each processor did when, by processor, then in the
    /// order of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<Vec<ActivityJson>>,
    /// On a multicomputer, with `--explore`: what other outcomes of receives from anyone come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages: Option<MessageExplorationJson>,
    /// The claims of the file.
    pub claims: Vec<ClaimJson>,
    /// What is legal but almost never meant; empty with `--no-warnings`.
    pub warnings: Vec<WarningJson>,
}

/// The machine of a run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MachineJson {
    /// `pram`: synchronous; `apram`: asynchronous; `multicomputer`: processors exchange messages; `gpu`:
    /// kernels of groups and warps.
    pub kind: MachineKind,
    /// The access model: `erew`, `crcw-common`, …; on the asynchronous machine `apram` or
    /// `apram-cr`; on a multicomputer its network: `ring(8)`, `torus(4, 4)`.
    pub model: String,
    /// `step` or `access`: which accesses count as simultaneous.
    pub simultaneity: Simultaneity,
    /// `mimd` or `simd`: how the branches of an `ako` share the time.
    pub branches: Branches,
    /// How many processors it has: as fixed, or the most that the program asked for.
    pub processors: u64,
    /// What its network is like; absent where memory is shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkJson>,
    /// Every random choice derives from it.
    pub seed: u64,
}

/// What a run costs.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CostJson {
    /// The p of cost = p·time.
    pub processors: u64,
    /// What shared memory is for; absent on a multicomputer and on a GPU.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub shared: Option<SharedCostJson>,
    /// The cost in a multicomputer's own unit of time; absent on other machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multicomputer: Option<MulticomputerCostJson>,
    /// The cost in the asynchronous machine's own units of time. Absent on a synchronous one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<AsynchronousCostJson>,
    /// What kernels cost on a GPU; absent on other machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu: Option<GpuCostJson>,
}

/// What a run costs on a machine with shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct SharedCostJson {
    /// Executions of bodies that access shared memory.
    pub rounds: MeasuresJson,
    /// Statements.
    pub steps: MeasuresJson,
    /// Reads, operators, writes.
    pub instructions: MeasuresJson,
    /// Reads of shared memory.
    pub reads: u64,
    /// Writes to shared memory.
    pub writes: u64,
}

/// What a run costs on the asynchronous PRAM.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct AsynchronousCostJson {
    /// T: the slowest processor of every section, and the barriers.
    pub time: u64,
    /// W: the processors' own times together.
    pub work: u64,
    /// What they waited for slower ones, together.
    pub waiting: u64,
    /// How many barriers there were: each ends a section.
    pub sections: u64,
    /// Time of a global access.
    pub d: u64,
    /// Time of a barrier.
    #[serde(rename = "B")]
    pub barrier: Option<u64>,
}

/// The three measures in one unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct MeasuresJson {
    /// T: what passes on the machine.
    pub time: u64,
    /// W: what all processors did together.
    pub work: u64,
    /// C = p·T: may exceed 64 bits.
    pub cost: u128,
}

/// A claim and what came out.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ClaimJson {
    /// The claim as written.
    pub claim: String,
    /// Whether it holds; null where one run cannot decide.
    pub holds: Option<bool>,
    /// What was claimed and what was measured.
    pub evidence: String,
}

impl RunJson {
    /// A run of a file.
    pub fn new(run: &Run, file: &str, sources: &Sources) -> Self {
        Self {
            error: (run.error.as_ref())
                .filter(|error| {
                    run.configuration.gpu().is_some() || error.code.status() != Status::Access
                })
                .map(|error| ErrorJson::new(error, sources)),
            file: file.to_owned(),
            entry: run.entry.clone(),
            machine: MachineJson::new(&run.configuration, run.processors()),
            inputs: values(&run.inputs),
            outputs: values(&run.outputs),
            printed: run.printed.clone(),
            cost: CostJson::new(run, sources),
            legal_on: (run.configuration.multicomputer().is_none()
                && run.configuration.gpu().is_none())
            .then(|| RunLegalityJson::new(run)),
            violations: illegal(run, sources),
            violation_count: run.illegal_count(),
            exploration: (run.exploration.as_ref())
                .map(|exploration| ExplorationJson::new(exploration, sources)),
            trace: network::trace(run, sources),
            timeline: network::timeline(run),
            messages: (run.messages.as_ref())
                .map(|messages| MessageExplorationJson::new(messages, sources)),
            claims: run
                .claims
                .iter()
                .map(|outcome| ClaimJson {
                    claim: outcome.claim.clone(),
                    holds: outcome.holds,
                    evidence: outcome.evidence.to_string(),
                })
                .collect(),
            warnings: WarningJson::all(&run.warnings, sources),
        }
    }
}

impl MachineJson {
    /// The machine of a configuration with this number of processors.
    pub fn new(configuration: &Configuration, processors: u64) -> Self {
        Self {
            kind: MachineKind::of(configuration),
            model: asynchronous::named_model(configuration),
            simultaneity: configuration.simultaneity,
            branches: configuration.branches,
            processors,
            network: NetworkJson::new(configuration),
            seed: configuration.seed,
        }
    }
}

impl CostJson {
    fn new(run: &Run, sources: &Sources) -> Self {
        let measures = |unit| MeasuresJson {
            time: run.cost.time(unit, run.processors()),
            work: run.cost.work(unit),
            cost: run.count(Measure::C.in_unit(unit)),
        };
        let shared = SharedCostJson {
            rounds: measures(Unit::Rounds),
            steps: measures(Unit::Steps),
            instructions: measures(Unit::Instructions),
            reads: run.cost.reads,
            writes: run.cost.writes,
        };
        let has_shared =
            run.configuration.multicomputer().is_none() && run.configuration.gpu().is_none();
        Self {
            processors: run.processors(),
            shared: has_shared.then_some(shared),
            multicomputer: MulticomputerCostJson::new(run),
            apram: AsynchronousCostJson::new(run),
            gpu: GpuCostJson::new(run, sources),
        }
    }
}

impl AsynchronousCostJson {
    fn new(run: &Run) -> Option<Self> {
        let machine = run.configuration.asynchronous()?;
        let cost = run.cost.asynchronous.clone().unwrap_or_default();
        Some(Self {
            time: cost.time,
            work: cost.work,
            waiting: cost.waiting,
            sections: cost.sections,
            d: machine.delay,
            barrier: barrier_time(run, machine),
        })
    }
}
