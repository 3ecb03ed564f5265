//! What is counted of kernels: of a launch, of a line, of a run.

use serde::{Deserialize, Serialize};

use super::configuration::Gpu;
use crate::source::Span;

/// The counts of warps, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Operators and tests that warps issued.
    pub compute: u64,
    /// Accesses of global memory that warps issued.
    pub global: u64,
    /// Accesses of group memory that warps issued.
    pub group: u64,
    /// Barriers that warps issued, those of warps as well.
    pub barrier: u64,
    /// Active lanes, summed over the issued instructions: the work.
    pub lanes: u64,
    /// Tests of branches and of loops without a counter.
    pub tests: u64,
    /// Times at which the active lanes of a warp part ways.
    pub divergent: u64,
    /// Transactions of global memory.
    pub transactions: u64,
    /// Different words of each access of global memory, summed.
    pub words: u64,
    /// Passes of group memory.
    pub passes: u64,
    /// Lanes that executed an atomic.
    pub atomics: u64,
}

impl Counts {
    /// Instructions that warps issued.
    pub fn issued(&self) -> u64 {
        self.compute + self.global + self.group + self.barrier
    }

    /// Passes beyond one for each access of group memory.
    pub fn conflicts(&self) -> u64 {
        self.passes - self.group
    }

    /// Active lanes among those of all issued instructions; `None` if nothing was issued.
    pub fn simd_efficiency(&self, gpu: &Gpu) -> Option<f64> {
        ratio(self.lanes, gpu.warp * self.issued())
    }

    /// Words that were asked for among those of all transactions; `None` if there was none.
    pub fn used(&self, gpu: &Gpu) -> Option<f64> {
        ratio(self.words, gpu.segment * self.transactions)
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.compute += other.compute;
        self.global += other.global;
        self.group += other.group;
        self.barrier += other.barrier;
        self.lanes += other.lanes;
        self.tests += other.tests;
        self.divergent += other.divergent;
        self.transactions += other.transactions;
        self.words += other.words;
        self.passes += other.passes;
        self.atomics += other.atomics;
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The counts of the lines in the order of the text, and their sum.
pub fn sorted(lines: impl IntoIterator<Item = (Span, Counts)>) -> (Vec<(Span, Counts)>, Counts) {
    let mut lines: Vec<(Span, Counts)> = lines.into_iter().collect();
    lines.sort_unstable_by_key(|(span, _)| *span);
    let mut counts = Counts::default();
    for (_, line) in &lines {
        counts.add(line);
    }
    (lines, counts)
}

/// Lower bounds of a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The instructions that the busiest unit issued.
    pub issue: u64,
    /// ⌈transactions/q⌉
    pub memory: u64,
    /// The longest time of a warp alone on an empty machine.
    pub warp: u64,
}

/// Which limit decides how many warps a unit holds at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResidencyLimit {
    /// `G_u`
    Groups,
    /// `V_u`
    Warps,
    /// `M_u`
    Words,
    /// `R_u`
    Registers,
    /// There are no more groups.
    Launched,
}

/// How many warps a unit holds at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GpuOccupancy {
    /// Groups in a unit, at most.
    pub groups: u64,
    /// Their warps.
    pub resident: u64,
    /// `V_u`
    pub of: u64,
    /// The limit that decides.
    pub limit: ResidencyLimit,
}

/// What a group of a kernel needs of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupNeeds {
    /// Items.
    pub items: u64,
    /// Words of group memory.
    pub words: u64,
    /// Registers of each item.
    pub registers: u64,
}

impl GroupNeeds {
    /// The warps of a group.
    pub fn warps(&self, gpu: &Gpu) -> u64 {
        self.items.div_ceil(gpu.warp)
    }

    /// Registers of a group.
    fn all_registers(&self, gpu: &Gpu) -> u64 {
        self.registers * self.warps(gpu) * gpu.warp
    }

    /// How many warps of so many such groups a unit holds, and which limit decides; the first of several.
    pub fn occupancy(&self, gpu: &Gpu, launched: u64) -> GpuOccupancy {
        let held = gpu.residency;
        let warps = self.warps(gpu);
        let limits = [
            (ResidencyLimit::Launched, launched.div_ceil(gpu.units), 1),
            (ResidencyLimit::Groups, held.groups, 1),
            (ResidencyLimit::Warps, held.warps, warps),
            (ResidencyLimit::Words, held.words, self.words),
            (
                ResidencyLimit::Registers,
                held.registers,
                self.all_registers(gpu),
            ),
        ];
        let limits = limits.into_iter().filter(|(_, _, needed)| *needed > 0);
        let limits = limits.map(|(limit, most, needed)| (most / needed, limit));
        let least = limits.reduce(|first, next| if next.0 < first.0 { next } else { first });
        let (groups, limit) = least.expect("a unit holds so many groups at most");
        GpuOccupancy {
            groups,
            resident: groups * warps,
            of: held.warps,
            limit,
        }
    }

    /// The limit that a single group exceeds: how much it needs, and how much there is.
    pub fn exceeds(&self, gpu: &Gpu) -> Option<(ExceededLimit, u64, u64)> {
        let held = gpu.residency;
        let limits = [
            (ExceededLimit::Items, self.items, gpu.group_max),
            (ExceededLimit::Warps, self.warps(gpu), held.warps),
            (ExceededLimit::Words, self.words, held.words),
            (
                ExceededLimit::Registers,
                self.all_registers(gpu),
                held.registers,
            ),
        ];
        limits.into_iter().find(|(_, needed, most)| needed > most)
    }
}

/// A limit of a unit that a single group exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceededLimit {
    /// `L_max`
    Items,
    /// `V_u`
    Warps,
    /// `M_u`
    Words,
    /// `R_u`
    Registers,
}

/// A launch of a kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// The header of the kernel; for a step of another block, its statement.
    pub span: Span,
    /// Whether it is a step of a block that is no kernel.
    pub is_adapted: bool,
    /// What its warps did.
    pub counts: Counts,
    /// Its time, with `t_k`.
    pub time: u64,
    pub groups: u64,
    pub warps: u64,
    pub items: u64,
    pub bounds: Bounds,
    pub occupancy: GpuOccupancy,
    /// What each statement did, in the order of the text.
    pub lines: Vec<(Span, Counts)>,
}

/// What all launches of a run cost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GpuCost {
    pub counts: Counts,
    /// T
    pub time: u64,
    pub launches: u64,
    pub groups: u64,
    pub warps: u64,
    /// The bounds of each launch, added up.
    pub bounds: Bounds,
    /// The occupancy of the launch with the most issued instructions.
    pub occupancy: Option<(u64, GpuOccupancy)>,
    /// The first thousand launches.
    pub kernels: Vec<Launch>,
    /// What each statement did, in the order of the text.
    pub lines: Vec<(Span, Counts)>,
}

/// The launches that are kept separately.
const KEPT: usize = 1000;

impl GpuCost {
    /// Adds a launch.
    pub fn add(&mut self, launch: Launch) {
        self.counts.add(&launch.counts);
        self.time += launch.time;
        self.launches += 1;
        self.groups += launch.groups;
        self.warps += launch.warps;
        self.bounds.issue += launch.bounds.issue;
        self.bounds.memory += launch.bounds.memory;
        self.bounds.warp += launch.bounds.warp;
        let issued = launch.counts.issued();
        if self.occupancy.is_none_or(|(most, _)| issued > most) {
            self.occupancy = Some((issued, launch.occupancy));
        }
        for (span, counts) in &launch.lines {
            match self.lines.binary_search_by_key(span, |(span, _)| *span) {
                Ok(at) => self.lines[at].1.add(counts),
                Err(at) => self.lines.insert(at, (*span, *counts)),
            }
        }
        if self.kernels.len() < KEPT {
            self.kernels.push(launch);
        }
    }

    /// The slots in which units issued nothing.
    pub fn idle(&self, gpu: &Gpu) -> u64 {
        let time = self.time - self.launches * gpu.launch;
        gpu.units * time - self.counts.issued()
    }
}
