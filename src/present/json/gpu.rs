//! The JSON of a run on a GPU: what its kernels cost.

use schemars::JsonSchema;
use serde::Serialize;

use crate::machine::simt::configuration::Gpu;
use crate::machine::simt::counts::{Bounds, Counts, GpuOccupancy, Launch, ResidencyLimit};
use crate::quantity::{Measure, Unit};
use crate::result::run::Run;
use crate::source::Sources;

/// What the kernels of a run cost on a GPU.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GpuCostJson {
    /// Items of a warp.
    pub w: u64,
    /// Units.
    pub k: u64,
    /// T: the times of the launches, one after the other.
    pub time: u64,
    /// C = k·w·T
    pub cost: u128,
    #[serde(flatten)]
    counts: CountsJson,
    /// How many launches there were; a step of a block that is no kernel is one, too.
    pub launches: u64,
    /// Their groups.
    pub groups: u64,
    /// Their warps.
    pub warps: u64,
    /// Warps that a unit holds; of the launch that issued most. Absent without a launch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupancy: Option<OccupancyJson>,
    /// Lower bounds of T, without `t_k`.
    pub bounds: BoundsJson,
    /// Slots in which units issued nothing.
    pub idle: u64,
    /// Cells that code outside of blocks reads or writes.
    pub transferred: u64,
    /// Each launch, the first thousand.
    pub kernels: Vec<LaunchJson>,
}

/// What warps did.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
struct CountsJson {
    /// Instructions that warps issued.
    issued: u64,
    /// W: active lanes, summed over the issued instructions.
    lanes: u64,
    /// Issued operators and tests.
    compute: u64,
    /// Issued accesses of global memory.
    global: u64,
    /// Issued accesses of group memory.
    group: u64,
    /// Issued barriers.
    barrier: u64,
    /// Tests of branches and of loops without a counter.
    tests: u64,
    /// Times at which the active lanes of a warp part ways.
    divergent: u64,
    /// Transactions of global memory.
    transactions: u64,
    /// Which part of the words of all transactions was asked for; null without one.
    used: Option<f64>,
    /// Passes of group memory.
    passes: u64,
    /// Passes beyond one for each access.
    conflicts: u64,
    /// Lanes that executed an atomic.
    atomics: u64,
}

/// How many warps a unit holds at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct OccupancyJson {
    /// Warps.
    resident: u64,
    /// `V_u`, the most that any kernel has.
    of: u64,
    /// The limit that decides: `G_u`, `V_u`, `M_u` or `R_u`; `launched` if there are no more groups.
    limit: &'static str,
}

/// Lower bounds of a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct BoundsJson {
    /// What the busiest unit issued.
    issue: u64,
    /// What global memory served.
    memory: u64,
    /// The longest time of a warp alone.
    warp: u64,
}

/// A launch.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LaunchJson {
    /// The line of the kernel, or of the statement of a block that is no kernel.
    line: usize,
    /// Whether it is a step of a block that is no kernel.
    adapted: bool,
    /// Its time, with `t_k`.
    time: u64,
    #[serde(flatten)]
    counts: CountsJson,
    groups: u64,
    warps: u64,
    /// Items of a group.
    items: u64,
    occupancy: OccupancyJson,
    bounds: BoundsJson,
}

impl GpuCostJson {
    /// The cost of a run; `None` on another machine.
    pub fn new(run: &Run, sources: &Sources) -> Option<Self> {
        let gpu = run.configuration.gpu()?;
        let cost = run.cost.gpu.clone().unwrap_or_default();
        Some(Self {
            w: gpu.warp,
            k: gpu.units,
            time: cost.time,
            cost: run.count(Measure::C.in_unit(Unit::Gpu)),
            counts: CountsJson::new(&cost.counts, gpu),
            launches: cost.launches,
            groups: cost.groups,
            warps: cost.warps,
            occupancy: cost.occupancy.map(|(_, occupancy)| occupancy.into()),
            bounds: cost.bounds.into(),
            idle: cost.idle(gpu),
            transferred: run.cost.reads + run.cost.writes,
            kernels: (cost.kernels.iter())
                .map(|launch| LaunchJson::new(launch, gpu, sources))
                .collect(),
        })
    }
}

impl CountsJson {
    fn new(counts: &Counts, gpu: &Gpu) -> Self {
        Self {
            issued: counts.issued(),
            lanes: counts.lanes,
            compute: counts.compute,
            global: counts.global,
            group: counts.group,
            barrier: counts.barrier,
            tests: counts.tests,
            divergent: counts.divergent,
            transactions: counts.transactions,
            used: counts.used(gpu),
            passes: counts.passes,
            conflicts: counts.conflicts(),
            atomics: counts.atomics,
        }
    }
}

impl From<GpuOccupancy> for OccupancyJson {
    fn from(occupancy: GpuOccupancy) -> Self {
        Self {
            resident: occupancy.resident,
            of: occupancy.of,
            limit: match occupancy.limit {
                ResidencyLimit::Launched => "launched",
                ResidencyLimit::Groups => "G_u",
                ResidencyLimit::Warps => "V_u",
                ResidencyLimit::Words => "M_u",
                ResidencyLimit::Registers => "R_u",
            },
        }
    }
}

impl From<Bounds> for BoundsJson {
    fn from(bounds: Bounds) -> Self {
        let Bounds {
            issue,
            memory,
            warp,
        } = bounds;
        Self {
            issue,
            memory,
            warp,
        }
    }
}

impl LaunchJson {
    fn new(launch: &Launch, gpu: &Gpu, sources: &Sources) -> Self {
        Self {
            line: sources.position(launch.span).line,
            adapted: launch.is_adapted,
            time: launch.time,
            counts: CountsJson::new(&launch.counts, gpu),
            groups: launch.groups,
            warps: launch.warps,
            items: launch.items,
            occupancy: launch.occupancy.into(),
            bounds: launch.bounds.into(),
        }
    }
}
