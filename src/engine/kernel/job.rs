//! What is to be run of a kernel, and what a run gives.

use super::analysis::Analysis;
use super::reads::ReadLog;
use crate::code::kernel::Kernel;
use crate::code::kernel::Slot;

use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::target::ColumnTarget;
use crate::engine::memory::Memory;

/// What is to be run.
#[derive(Clone, Copy)]
pub struct KernelJob<'a> {
    /// The code.
    pub kernel: &'a Kernel,
    /// Its analysis for the group.
    pub analysis: &'a Analysis,
    /// By read of the analysis, the moment in whose touch bits its cells are marked, if they are.
    pub marks: &'a [Option<u32>],
    /// The processors that run it.
    pub view: LaneView<'a>,
    /// The memory as it is before the step.
    pub memory: &'a Memory,
    /// Scalars that earlier statements of the same run of statements have assigned, and what they
    /// hold.
    pub carried: &'a [(Slot, RegisterShape)],
    /// Scalars that lie here instead of in the team, as they get new values chunk by chunk.
    pub targets: &'a [ColumnTarget<'a>],
}

/// Where accesses and the way through guards are recorded.
#[derive(Debug, Default)]
pub struct Notes<'a> {
    /// Every read.
    pub log: Option<&'a mut ReadLog>,
    /// By guard and position, 1 where the processor came through.
    pub through: Option<&'a mut Vec<Vec<u8>>>,
}

impl<'a> KernelJob<'a> {
    /// The new words of a scalar of the processors, if this job writes them; else none.
    pub fn target(&self, slot: Slot) -> Option<&'a ColumnTarget<'a>> {
        let team = self.view.team;
        self.targets.iter().find(|target| target.is_of(team, slot))
    }

    /// What `processors` processors executed that all did the same.
    pub fn executed_alike(&self, processors: usize) -> ExecutedStretch {
        let (kernel, analysis, processors) = (self.kernel, self.analysis, processors as u64);
        let each = (u64::from(kernel.instructions) + u64::from(analysis.extra)).max(1);
        ExecutedStretch {
            longest: each,
            instructions: each * processors,
            reads: (u64::from(kernel.reads) + u64::from(analysis.extra_reads)) * processors,
        }
    }
}

/// The first failure: of the lowest processor, and of its accesses and operations the first.
#[derive(Debug)]
pub struct KernelFailure {
    /// The processor, by its position in the group.
    pub position: usize,
    /// The instruction in the kernel.
    pub op: usize,
    /// What the registers held for it.
    pub words: Vec<i64>,
}

/// What a stretch of processors executed.
#[derive(Debug, Default, Clone, Copy)]
pub struct ExecutedStretch {
    /// Most instructions that one of them executed.
    pub longest: u64,
    /// Instructions that they executed together.
    pub instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
}

impl ExecutedStretch {
    /// What two stretches executed.
    pub fn and(self, other: Self) -> Self {
        Self {
            longest: self.longest.max(other.longest),
            instructions: self.instructions + other.instructions,
            reads: self.reads + other.reads,
        }
    }
}
