//! A kernel run for one chunk of processors, in the registers of one thread.

use super::job::{KernelFailure, KernelJob, Notes};
use crate::code::kernel::{Kernel, Op, Reg};
use crate::engine::arithmetic::{self, Operand, OperationOutcome, Positions, fill};
use crate::engine::lanes::division::Division;
use crate::engine::lanes::lane_view::{Seen, each_handle, elements, load_scalar, seen};
use crate::engine::lanes::selection::Chunk;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::presence::Presence;

/// The registers of one thread, kept from kernel to kernel.
#[derive(Debug, Default)]
pub struct Registers {
    /// By register, a word for each position of the chunk.
    pub(crate) columns: Vec<Vec<i64>>,
    /// The results of earlier statements of a sequence.
    pub carried: Vec<Vec<i64>>,
    /// The first position of these results.
    pub carried_from: usize,
    /// By position, instructions of the guarded stretches that were passed.
    pub extra: Vec<u32>,
    /// Reads in guarded stretches, summed over the processors that passed the guards.
    pub extra_reads: u64,
    /// By position, the number of reads so far.
    pub(crate) ordinals: Vec<u32>,
    /// The bits of the cells read, for each distinguished moment of the step.
    pub presences: Vec<Presence>,
    /// Whether two processors read the same cell in the same moment.
    pub met: bool,
    /// The lanes for which a test holds, and the others.
    pub division: Division,
}

/// The instruction of a kernel that failed somewhere in a chunk.
#[derive(Debug)]
pub struct FailedAt(usize);

impl Registers {
    /// Allocates the registers of a kernel for chunks of this many positions.
    pub fn prepare(&mut self, kernel: &Kernel, chunk: usize) {
        let registers = kernel.registers as usize;
        if self.columns.len() < registers {
            self.columns.resize_with(registers, Vec::new);
        }
        for column in &mut self.columns[..registers] {
            if column.len() < chunk {
                column.resize(chunk, 0);
            }
        }
        if kernel.varies && self.extra.len() < chunk {
            self.extra.resize(chunk, 0);
            self.ordinals.resize(chunk, 0);
        }
    }

    /// Clears the touch bits of all moments; `cells` is the number of cells.
    pub fn begin_marking(&mut self, moments: usize, cells: usize) {
        if self.presences.len() < moments {
            self.presences.resize_with(moments, Presence::default);
        }
        for presence in &mut self.presences[..moments] {
            presence.begin(cells);
        }
        self.met = false;
    }

    /// Executes the remaining instructions for a chunk.
    pub fn execute(
        &mut self,
        job: &KernelJob<'_>,
        notes: &mut Notes<'_>,
        chunk: Chunk,
    ) -> Result<(), FailedAt> {
        if job.kernel.varies {
            self.extra[..chunk.len].fill(0);
            self.ordinals[..chunk.len].fill(0);
        }
        for reg in &job.analysis.spread {
            let shape = job.analysis.shape(*reg);
            shape.spread(job.view.lanes, chunk, &mut self.columns[reg.0 as usize]);
        }
        self.list(
            job,
            notes,
            &job.analysis.list,
            chunk,
            Positions::Dense(chunk.len),
        )
    }

    /// Executes the first `first` remaining instructions for a chunk, which load scalars.
    pub fn load(
        &mut self,
        job: &KernelJob<'_>,
        first: usize,
        chunk: Chunk,
    ) -> Result<(), FailedAt> {
        let list = &job.analysis.list[..first];
        self.list(
            job,
            &mut Notes::default(),
            list,
            chunk,
            Positions::Dense(chunk.len),
        )
    }

    /// Finds the lowest processor of a chunk that fails, by executing the processors one by one.
    pub fn explain(&mut self, job: &KernelJob<'_>, chunk: Chunk) -> KernelFailure {
        for position in chunk.start..chunk.start + chunk.len {
            let one = Chunk {
                start: position,
                len: 1,
            };
            if let Err(FailedAt(op)) = self.execute(job, &mut Notes::default(), one) {
                let registers = (0..job.kernel.registers).map(Reg);
                let words = registers.map(|reg| self.word(job, reg, one)).collect();
                return KernelFailure {
                    position,
                    op,
                    words,
                };
            }
        }
        unreachable!("a chunk fails only where one of its processors does")
    }

    /// The value of a register for the only position of a chunk.
    fn word(&self, job: &KernelJob<'_>, reg: Reg, one: Chunk) -> i64 {
        let lane = job.view.lanes.at(one.start);
        let shape = job.analysis.shape(reg);
        (shape.at(lane)).unwrap_or_else(|| self.operand(job, reg, one).at(0))
    }

    /// The values of a register for a chunk.
    pub fn operand<'a>(&'a self, job: &KernelJob<'a>, reg: Reg, chunk: Chunk) -> Operand<'a> {
        self.shaped(job, job.analysis.shape(reg), reg, chunk)
    }

    fn shaped<'a>(
        &'a self,
        job: &KernelJob<'a>,
        shape: RegisterShape,
        reg: Reg,
        chunk: Chunk,
    ) -> Operand<'a> {
        match shape {
            RegisterShape::Constant(value) => Operand::Constant(value),
            RegisterShape::Sequence { .. } | RegisterShape::Unknown => {
                Operand::Flat(&self.columns[reg.0 as usize])
            }
            RegisterShape::Carried(at) => {
                let start = chunk.start - self.carried_from;
                Operand::Flat(&self.carried[at as usize][start..])
            }
            RegisterShape::Held(slot) => {
                if let Some(target) = job.target(slot) {
                    return Operand::Flat(target.dense(chunk));
                }
                let words = &job.view.own().scalars[slot.0 as usize].words;
                Operand::Flat(&words[chunk.start..chunk.start + chunk.len])
            }
        }
    }

    /// Runs the instructions at these places of the kernel.
    fn list(
        &mut self,
        job: &KernelJob<'_>,
        notes: &mut Notes<'_>,
        list: &[u32],
        chunk: Chunk,
        positions: Positions<'_>,
    ) -> Result<(), FailedAt> {
        let mut at = 0;
        while at < list.len() {
            let index = list[at] as usize;
            at += 1;
            let op = &job.kernel.ops[index];
            let outcome = match *op {
                Op::Guard {
                    test,
                    open,
                    count,
                    number,
                } => {
                    let inside = &list[at..at + count as usize];
                    at += count as usize;
                    let test = self.operand(job, test, chunk);
                    let through = passing(test, open, positions);
                    if let Some(kept) = &mut notes.through {
                        for position in &through {
                            kept[number as usize][chunk.start + *position as usize] = 1;
                        }
                    }
                    if !through.is_empty() {
                        self.list(job, notes, inside, chunk, Positions::Sparse(&through))?;
                    }
                    OperationOutcome::Fine
                }
                Op::Charge {
                    instructions,
                    reads,
                } => {
                    self.charge(job, instructions, reads, positions);
                    OperationOutcome::Fine
                }
                _ if job.analysis.is_computed(op) => OperationOutcome::Fine,
                Op::Read {
                    to,
                    address,
                    ordinal,
                    ..
                } => {
                    let outcome = self.read(job, index, to, address, chunk, positions);
                    if let Some(log) = &mut notes.log {
                        self.log(job, log, (index, ordinal, address), chunk, positions);
                    }
                    self.mark(job, index, address, chunk, positions);
                    outcome
                }
                Op::Peek { to, address, .. } => {
                    self.read(job, index, to, address, chunk, positions)
                }
                // (Told apart in `compute`.)
                ref op => self.compute(job, op, chunk, positions),
            };
            if outcome == OperationOutcome::Failed {
                return Err(FailedAt(index));
            }
        }
        Ok(())
    }

    /// Computes a column from the others.
    pub(crate) fn produce(
        &mut self,
        to: Reg,
        compute: impl FnOnce(&Self, &mut [i64]) -> OperationOutcome,
    ) -> OperationOutcome {
        let mut out = std::mem::take(&mut self.columns[to.0 as usize]);
        let outcome = compute(self, &mut out);
        self.columns[to.0 as usize] = out;
        outcome
    }

    fn compute(
        &mut self,
        job: &KernelJob<'_>,
        op: &Op,
        chunk: Chunk,
        positions: Positions<'_>,
    ) -> OperationOutcome {
        let view = job.view;
        match *op {
            Op::Constant { to, word } => self.produce(to, |_, out| {
                fill(out, positions, |_| word);
                OperationOutcome::Fine
            }),
            Op::Copy { to, from } => self.produce(to, |this, out| {
                let from = this.operand(job, from, chunk);
                fill(out, positions, |position| from.at(position));
                OperationOutcome::Fine
            }),
            Op::Unary { operation, to, a } => self.produce(to, |this, out| {
                arithmetic::unary(operation, this.operand(job, a, chunk), out, positions)
            }),
            Op::Binary {
                operation,
                to,
                a,
                b,
            } => self.produce(to, |this, out| {
                let (a, b) = (this.operand(job, a, chunk), this.operand(job, b, chunk));
                arithmetic::binary(operation, a, b, out, positions)
            }),
            Op::Scalar {
                to,
                up,
                slot,
                checked,
            } => {
                // A varying scalar that was not assigned in this iteration is loaded from its own
                // column.
                let carried = job
                    .carried
                    .iter()
                    .rev()
                    .find(|(carried, _)| *carried == slot);
                let carried = carried.filter(|(_, shape)| *shape != RegisterShape::Unknown);
                if let (Some((_, shape)), 0) = (carried, up) {
                    return self.produce(to, |this, out| {
                        if let RegisterShape::Sequence { .. } = shape {
                            shape.spread(view.lanes, chunk, out);
                        } else {
                            let value = this.shaped(job, *shape, to, chunk);
                            fill(out, positions, |position| value.at(position));
                        }
                        OperationOutcome::Fine
                    });
                }
                let target = job.target(slot).filter(|_| up == 0);
                self.produce(to, |_, out| {
                    let outcome = if checked || target.is_none() {
                        load_scalar(view, up, slot, checked, chunk, out, positions)
                    } else {
                        OperationOutcome::Fine
                    };
                    if let Some(target) = target {
                        target.load(view.lanes, chunk, out, positions);
                    }
                    outcome
                })
            }
            Op::Length { to, array, axis } => self.produce(to, |_, out| {
                each_handle(view, array, chunk, out, positions, |handle, _| {
                    (handle.length(axis), true)
                })
            }),
            Op::Address {
                to,
                array,
                row,
                column,
            } => self.produce(to, |this, out| {
                let is_table = column.is_some();
                let operand = |reg: Option<Reg>| {
                    reg.map_or(Operand::Constant(0), |reg| this.operand(job, reg, chunk))
                };
                let (row, column) = (operand(row), operand(column));
                if is_table {
                    return each_handle(view, array, chunk, out, positions, |handle, position| {
                        let (row, column) = (row.at(position), column.at(position));
                        let inside = handle.has(0, row) && handle.has(1, column);
                        let offset = row
                            .wrapping_mul(i64::from(handle.columns()))
                            .wrapping_add(column);
                        (i64::from(handle.base).wrapping_add(offset), inside)
                    });
                }
                if let (Operand::Flat(rows), Positions::Dense(n)) = (row, positions)
                    && let Seen::Alike(handle) = seen(view, array)
                {
                    return elements(handle, &rows[..n], &mut out[..n]);
                }
                each_handle(view, array, chunk, out, positions, |handle, position| {
                    let element = row.at(position);
                    let inside = (element as u64) < handle.cells() as u64;
                    (i64::from(handle.base).wrapping_add(element), inside)
                })
            }),
            Op::Within {
                to,
                array,
                axis,
                subscript,
            } => self.produce(to, |this, out| {
                let subscript = this.operand(job, subscript, chunk);
                each_handle(view, array, chunk, out, positions, |handle, position| {
                    let at = subscript.at(position);
                    (at, handle.has(axis, at))
                })
            }),
            Op::Read { .. } | Op::Peek { .. } | Op::Guard { .. } | Op::Charge { .. } => {
                unreachable!("handled where instructions are told apart")
            }
        }
    }

    fn charge(
        &mut self,
        job: &KernelJob<'_>,
        instructions: u32,
        reads: u32,
        positions: Positions<'_>,
    ) {
        let Positions::Sparse(list) = positions else {
            unreachable!("guarded instructions act at listed positions")
        };
        if job.kernel.varies {
            for position in list {
                self.extra[*position as usize] += instructions;
            }
            self.extra_reads += u64::from(reads) * list.len() as u64;
        }
    }
}

/// The positions that pass a guard.
fn passing(test: Operand<'_>, open: bool, positions: Positions<'_>) -> Vec<u32> {
    let passes = |position: &u32| (test.at(*position as usize) != 0) == open;
    match positions {
        Positions::Dense(n) => (0..n as u32).filter(passes).collect(),
        Positions::Sparse(list) => list.iter().copied().filter(passes).collect(),
    }
}
