//! The input of a kernel's execution, and its results.

use super::analysis::Analysis;
use super::reads::ReadLog;
use crate::code::kernel::Kernel;
use crate::code::kernel::Slot;

use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::target::ColumnTarget;
use crate::engine::memory::Memory;

/// A kernel with its input.
#[derive(Clone, Copy)]
pub struct KernelJob<'a> {
    /// The code.
    pub kernel: &'a Kernel,
    /// Its analysis for the group.
    pub analysis: &'a Analysis,
    /// For each read of the analysis, the moment in which its cells are marked, if they are.
    pub marks: &'a [Option<u32>],
    /// The processors that run it.
    pub view: LaneView<'a>,
    /// The memory as it is before the step.
    pub memory: &'a Memory,
    /// The shapes of scalars that earlier statements of the same sequence have assigned.
    pub carried: &'a [(Slot, RegisterShape)],
    /// Scalars that are stored here instead of in the team, because they are updated chunk by chunk.
    pub targets: &'a [ColumnTarget<'a>],
}

/// Where accesses and passed guards are recorded.
#[derive(Debug, Default)]
pub struct Notes<'a> {
    /// Every read.
    pub log: Option<&'a mut ReadLog>,
    /// By guard and position: 1 if the processor passed the guard.
    pub through: Option<&'a mut Vec<Vec<u8>>>,
}

impl<'a> KernelJob<'a> {
    /// The new words of a scalar, if this job writes it.
    pub fn target(&self, slot: Slot) -> Option<&'a ColumnTarget<'a>> {
        let team = self.view.team;
        self.targets.iter().find(|target| target.is_of(team, slot))
    }

    /// The totals of `processors` processors that all executed the same instructions.
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

/// The counts of an executed stretch, or why it failed.
pub type StretchResult = Result<ExecutedStretch, KernelFailure>;

/// The first failure: of the lowest processor, in its earliest access or operation.
#[derive(Debug)]
pub struct KernelFailure {
    /// The processor, by its position in the group.
    pub position: usize,
    /// The instruction in the kernel.
    pub op: usize,
    /// The values of its registers.
    pub words: Vec<i64>,
}

/// The totals of a stretch of processors.
#[derive(Debug, Default, Clone, Copy)]
pub struct ExecutedStretch {
    /// The largest number of instructions of a processor.
    pub longest: u64,
    /// The sum of their instructions.
    pub instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
}

impl ExecutedStretch {
    /// The totals of two stretches.
    pub fn and(self, other: Self) -> Self {
        Self {
            longest: self.longest.max(other.longest),
            instructions: self.instructions + other.instructions,
            reads: self.reads + other.reads,
        }
    }
}
