//! The destinations of the outputs of a chunk.

use super::job::{ExecutedStretch, KernelJob};
use super::kernel_run::Registers;
use crate::code::kernel::Reg;
use crate::engine::arithmetic::Operand;
use crate::engine::lanes::selection::Chunk;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::target::ColumnTarget;

impl Registers {
    /// The totals of a chunk that was just executed.
    pub fn executed(&mut self, job: &KernelJob<'_>, chunk: Chunk) -> ExecutedStretch {
        let mut executed = job.executed_alike(chunk.len);
        if job.kernel.varies {
            let base = u64::from(job.kernel.instructions) + u64::from(job.analysis.extra);
            (executed.longest, executed.instructions) = (0, 0);
            for extra in &self.extra[..chunk.len] {
                let own = (base + u64::from(*extra)).max(1);
                executed.longest = executed.longest.max(own);
                executed.instructions += own;
            }
            executed.reads += std::mem::take(&mut self.extra_reads);
        }
        executed
    }

    /// Allocates columns for results that later statements of a sequence use.
    pub fn carry(&mut self, columns: usize, chunk: usize) {
        if self.carried.len() < columns {
            self.carried.resize_with(columns, Vec::new);
        }
        for column in &mut self.carried[..columns] {
            if column.len() < chunk {
                column.resize(chunk, 0);
            }
        }
    }

    /// Stores the output of a kernel for later statements of the sequence.
    pub fn fill_carried(&mut self, job: &KernelJob<'_>, column: u32, chunk: Chunk) {
        let mut carried = std::mem::take(&mut self.carried[column as usize]);
        self.copy(job, job.kernel.outputs[0], chunk, &mut carried[..chunk.len]);
        self.carried[column as usize] = carried;
    }

    /// Copies the values of a register for a chunk.
    pub fn copy(&self, job: &KernelJob<'_>, reg: Reg, chunk: Chunk, out: &mut [i64]) {
        match self.operand(job, reg, chunk) {
            Operand::Flat(values) => out.copy_from_slice(&values[..chunk.len]),
            Operand::Constant(value) => out.fill(value),
        }
    }

    /// Divides the processors of a chunk by the kernel's output, a truth value.
    pub fn divide(&mut self, job: &KernelJob<'_>, chunk: Chunk) {
        let mut division = std::mem::take(&mut self.division);
        let test = self.operand(job, job.kernel.outputs[0], chunk);
        division.add(job.view.lanes, chunk, test);
        self.division = division;
    }

    /// Assigns the values of a register to a scalar of a chunk.
    pub fn put(&self, job: &KernelJob<'_>, reg: Reg, chunk: Chunk, target: &mut ColumnTarget<'_>) {
        if job.analysis.shape(reg) != RegisterShape::Held(target.slot) {
            target.put(job.view.lanes, chunk, self.operand(job, reg, chunk));
        }
    }
}
