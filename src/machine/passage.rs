//! Passages: consecutive statements of one group that are executed in one pass over the memory,
//! all of them for one chunk of processors before the next.
//!
//! That is allowed where no processor touches, in any of them, a cell that another one writes in
//! any of them: then nobody can tell the difference. Whether it is so follows from the subscripts
//! (see [`super::exclusive`]). Every statement is a step all the same, and is counted as one; a
//! fault is that of the earliest step, and in it of the lowest processor.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::arithmetic::Operand;
use super::chunk::{Job, Notes, Registers};
use super::crew::{Chunk, Crew};
use super::evaluate::{CHUNK, Executed, Failure};
use super::form::Form;
use super::fused::{Fused, Fusion, Sink};
use super::lanes::Lanes;
use super::memory::Memory;
use super::plan::{Cells, Plan};
use super::target::Target;
use super::team::TeamId;
use super::tiling::{Access, Place};
use crate::code::control::{Algorithm, Control, Instruction, Pc};
use crate::code::kernel::{Kernel, Op, Reg, Slot};

/// Statements that are taken together, and who executes them; kept for its room.
#[derive(Debug, Default)]
pub struct Passage {
    /// The processors' team.
    pub team: TeamId,
    /// The processors.
    pub lanes: Lanes,
    /// Where its first statement stands; the others follow it.
    pub pc: Pc,
    /// One per statement, perhaps more.
    pub plans: Vec<Plan>,
    /// The statements.
    pub statements: Vec<Statement>,
    /// Scalars that the statements assign, in their order, and what they hold then.
    pub carried: Vec<(Slot, Form)>,
    /// The scalars that get what is carried, and which of the carried columns that is.
    pub kept: Vec<(Slot, u32)>,
    /// The scalars that the statements ask for or assign processor by processor.
    pub columns: Vec<Slot>,
    /// Where the tiles of its processors end and begin, by position: one more than there are tiles.
    pub cuts: Vec<usize>,
    /// Steps of the run before it.
    pub steps: u64,
    /// Statements put off before it.
    pub number: usize,
}

/// One of them.
#[derive(Debug, Clone, Copy)]
pub struct Statement {
    /// How many scalars were assigned before it.
    pub carried: usize,
    /// Which of the carried columns it fills.
    pub fills: Option<u32>,
    /// How it goes in one loop, if it does.
    pub fused: Option<Fused>,
}

impl Passage {
    /// The scalars that were assigned, and what they hold in the end.
    pub fn held(&self) -> impl Iterator<Item = (Slot, Form)> + Clone {
        let carried = &self.carried;
        let last = move |(at, (slot, form)): (usize, &(Slot, Form))| {
            let mut later = carried[at + 1..].iter();
            (!later.any(|(assigned, _)| assigned == slot)).then_some((*slot, *form))
        };
        carried.iter().enumerate().filter_map(last)
    }

    /// How many times a processor executes a statement.
    pub fn executions(&self) -> usize {
        self.statements.len() * self.lanes.len()
    }

    /// Its statements in the code.
    pub fn instructions<'c>(&self, algorithm: &'c Algorithm) -> &'c [Instruction] {
        &algorithm.instructions[self.pc.0 as usize..][..self.statements.len()]
    }

    /// The kernel of a statement.
    pub fn kernel<'c>(&self, algorithm: &'c Algorithm, statement: usize) -> &'c Kernel {
        let kernel = self.instructions(algorithm)[statement].control.kernel();
        kernel.expect("assignments and writes have kernels")
    }

    /// What the processors touch while the statements are executed; none where they need more
    /// than what is theirs and the memory.
    pub fn accesses(&mut self, algorithm: &Algorithm) -> Option<Vec<Access>> {
        let mut accesses = Vec::new();
        self.columns.clear();
        (self.columns).extend(self.kept.iter().map(|(slot, _)| *slot));
        for (at, statement) in self.statements.iter().enumerate() {
            let (kernel, plan) = (self.kernel(algorithm, at), &self.plans[at]);
            let access = |address: Reg, is_write: bool| Access {
                place: Place::Memory,
                cells: plan.cells(address),
                is_write,
            };
            accesses.extend(
                kernel
                    .read_addresses()
                    .map(|address| access(address, false)),
            );
            if let Control::Write { .. } = self.instructions(algorithm)[at].control {
                accesses.push(access(kernel.outputs[0], true));
            }
            let carried = &self.carried[..statement.carried];
            let is_carried = |slot: Slot| carried.iter().any(|(assigned, _)| *assigned == slot);
            for op in &kernel.ops {
                let Op::Scalar {
                    to,
                    up,
                    slot,
                    checked,
                } = *op
                else {
                    continue;
                };
                if plan.form(to).is_told() || (up == 0 && is_carried(slot)) {
                    continue;
                }
                // What lies further out, and whether anything was assigned, may change before the
                // statement is executed.
                if up > 0 || checked {
                    return None;
                }
                self.columns.push(slot);
            }
        }
        accesses.extend(self.columns.iter().enumerate().map(|(at, slot)| Access {
            place: Place::Column(self.team, *slot),
            cells: Cells::Line { from: 0, stride: 1 },
            is_write: at < self.kept.len(),
        }));
        Some(accesses)
    }
}

/// A passage, and what its processors need to execute it.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// What is to be done.
    pub passage: &'a Passage,
    /// Who does it.
    pub crew: Crew<'a>,
    /// The memory.
    pub memory: &'a Memory,
    /// Set where the run is to end.
    pub interrupt: &'a AtomicBool,
}

/// Why a stretch of processors could not go through all statements.
#[derive(Debug)]
pub enum Trouble {
    /// One of them failed in this statement of the passage.
    Failure(usize, Failure),
    /// The run is to end.
    Interrupted,
}

impl Work<'_> {
    /// Makes room for its registers.
    pub fn prepare(&self, registers: &mut Registers) {
        let chunk = CHUNK.min(self.crew.lanes.len());
        for at in 0..self.passage.statements.len() {
            registers.prepare(self.passage.kernel(self.crew.algorithm, at), chunk);
        }
        let filled = self.passage.statements.iter();
        let filled = filled.filter(|statement| statement.fills.is_some());
        registers.carry(filled.count(), chunk);
    }

    fn job<'a>(&'a self, at: usize, targets: &'a [Target<'a>]) -> Job<'a> {
        let statement = &self.passage.statements[at];
        Job {
            kernel: self.passage.kernel(self.crew.algorithm, at),
            plan: &self.passage.plans[at],
            marks: &[],
            crew: self.crew,
            memory: self.memory,
            carried: &self.passage.carried[..statement.carried],
            targets,
        }
    }

    /// Executes statements for a stretch of processors, chunk by chunk: as many as there are places
    /// in `executed`, to which it adds what they take.
    pub fn run(
        &self,
        registers: &mut Registers,
        positions: Range<usize>,
        targets: &mut [Target<'_>],
        executed: &mut [Executed],
    ) -> Result<(), Trouble> {
        let mut count = executed.len();
        let mut failure = None;
        for start in positions.clone().step_by(CHUNK) {
            if self.interrupt.load(Relaxed) {
                return Err(Trouble::Interrupted);
            }
            let chunk = Chunk {
                start,
                len: CHUNK.min(positions.end - start),
            };
            registers.carried_from = start;
            for (at, executed) in executed.iter_mut().enumerate().take(count) {
                let job = self.job(at, targets);
                if let Err(found) = self.statement(at, registers, &job, chunk) {
                    // Other processors may have failed in an earlier step still.
                    failure = Some(Trouble::Failure(at, found));
                    count = at;
                    break;
                }
                *executed = executed.and(registers.executed(&job, chunk));
            }
            if failure.is_none() {
                self.keep(registers, chunk, targets);
            }
        }
        failure.map_or(Ok(()), Err)
    }

    /// Executes a statement for a chunk of processors.
    fn statement(
        &self,
        at: usize,
        registers: &mut Registers,
        job: &Job<'_>,
        chunk: Chunk,
    ) -> Result<(), Failure> {
        let statement = &self.passage.statements[at];
        if let Some(fused) = statement.fused {
            match go_fused(fused, statement.fills, registers, job, chunk) {
                Fusion::Done => return Ok(()),
                Fusion::Failed(position) => {
                    let start = chunk.start + position;
                    return Err(registers.explain(job, Chunk { start, len: 1 }));
                }
                Fusion::NotHere => {}
            }
        }
        if registers
            .execute(job, &mut Notes::default(), chunk)
            .is_err()
        {
            return Err(registers.explain(job, chunk));
        }
        let instruction = &self.passage.instructions(self.crew.algorithm)[at];
        match (&instruction.control, statement.fills) {
            (Control::Write { .. }, _) => registers.store(job, chunk),
            (_, Some(column)) => registers.fill_carried(job, column, chunk),
            _ => {}
        }
        Ok(())
    }

    /// The scalars of a chunk of processors get what is carried.
    fn keep(&self, registers: &Registers, chunk: Chunk, targets: &mut [Target<'_>]) {
        for (slot, column) in &self.passage.kept {
            let values = &registers.carried[*column as usize];
            let of_scalar = |target: &&mut Target<'_>| target.is_of(self.passage.team, *slot);
            if let Some(target) = targets.iter_mut().find(of_scalar) {
                target.put(self.crew.lanes, chunk, Operand::Column(values));
            }
        }
    }
}

/// Does a fused statement, whose result goes into cells or into the carried column `fills`.
fn go_fused(
    fused: Fused,
    fills: Option<u32>,
    registers: &mut Registers,
    job: &Job<'_>,
    chunk: Chunk,
) -> Fusion {
    let Some(column) = fills else {
        return fused.run(registers, job, chunk, Sink::Cells(job.kernel.outputs[0]));
    };
    let mut carried = std::mem::take(&mut registers.carried[column as usize]);
    let fusion = fused.run(registers, job, chunk, Sink::Column(&mut carried));
    registers.carried[column as usize] = carried;
    fusion
}
