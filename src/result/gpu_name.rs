//! GPUs by name.

use crate::machine::simt::configuration::{Gpu, Residency};

/// A GPU by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GpuName(&'static NamedGpu);

/// A name, and the numbers that it stands for.
#[derive(Debug, PartialEq, Eq)]
struct NamedGpu {
    name: &'static str,
    gpu: Gpu,
}

/// All of them; the first has the usual numbers. The others have the number of units, and the ratio of
/// bandwidth to clock, of GPUs that were built; their times are for comparing programs and predict nothing.
static NAMED: [NamedGpu; 5] = [
    NamedGpu {
        name: "gpu",
        gpu: Gpu::USUAL,
    },
    NamedGpu {
        name: "gpu-v100",
        gpu: built(80, 5, 32, 32, 64),
    },
    NamedGpu {
        name: "gpu-a100",
        gpu: built(108, 8, 16, 32, 64),
    },
    NamedGpu {
        name: "gpu-h100",
        gpu: built(132, 15, 16, 32, 64),
    },
    NamedGpu {
        name: "gpu-gcn",
        gpu: built(64, 1, 16, 64, 40),
    },
];

const fn built(units: u64, channels: u64, groups: u64, warp: u64, warps: u64) -> Gpu {
    Gpu {
        warp,
        units,
        segment: warp,
        banks: warp,
        channels,
        global_latency: 400,
        group_latency: 24,
        residency: Residency {
            groups,
            warps,
            ..Gpu::USUAL.residency
        },
        ..Gpu::USUAL
    }
}

impl GpuName {
    /// Reads `gpu`, `gpu-a100`, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        let is_it = |named: &&NamedGpu| named.name.eq_ignore_ascii_case(text);
        NAMED.iter().find(is_it).map(Self)
    }

    /// The names that [`GpuName::parse`] reads.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|named| named.name)
    }

    /// Its numbers.
    pub fn gpu(self) -> Gpu {
        self.0.gpu
    }
}

impl std::fmt::Display for GpuName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0.name)
    }
}
