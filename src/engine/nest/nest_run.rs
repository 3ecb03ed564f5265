//! Executes a nest: processors execute its statements chunk by chunk.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::fused::{FusedDestination, Fusion};
use super::induction::Trips;
use super::lane_major::{self, LaneMajor};
use super::statements::Nest;
use super::sweep::StatementOrder;
use crate::engine::arithmetic::Operand;
use crate::engine::kernel::analysis::Analysis;
use crate::engine::kernel::job::{ExecutedStretch, KernelFailure, KernelJob, Notes};
use crate::engine::kernel::kernel_run::Registers;
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::selection::Chunk;
use crate::engine::lanes::target::ColumnTarget;
use crate::engine::memory::Memory;

/// A nest with the state that its execution needs.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The nest.
    pub nest: &'a Nest,
    /// The processors that execute it.
    pub view: LaneView<'a>,
    /// The memory.
    pub memory: &'a Memory,
    /// Set when the run has to end.
    pub interrupt: &'a AtomicBool,
    /// The number of processors that execute the statements together.
    pub chunk: usize,
}

/// Why a range of processors could not execute all statements.
#[derive(Debug)]
pub enum Trouble {
    /// A processor failed in this step of the nest.
    Failure(usize, KernelFailure),
    /// The run is to end.
    Interrupted,
}

impl Work<'_> {
    /// Allocates the registers.
    pub fn prepare(&self, registers: &mut Registers) {
        let chunk = self.chunk.min(self.view.lanes.len());
        for at in 0..self.nest.statements.len() {
            registers.prepare(self.nest.kernel(self.view.algorithm, at), chunk);
        }
        registers.carry(self.nest.filled(), chunk);
    }

    fn job<'a>(
        &'a self,
        at: usize,
        analyses: &'a [Analysis],
        targets: &'a [ColumnTarget<'a>],
    ) -> KernelJob<'a> {
        let statement = &self.nest.statements[at];
        KernelJob {
            kernel: self.nest.kernel(self.view.algorithm, at),
            analysis: &analyses[at],
            marks: &[],
            view: self.view,
            memory: self.memory,
            carried: &self.nest.carried[..statement.carried],
            targets,
        }
    }

    /// Executes statements for a range of processors, chunk by chunk: as many steps as `executed` has
    /// elements, to which their totals are added.
    pub fn run(
        &self,
        registers: &mut Registers,
        positions: Range<usize>,
        targets: &mut [ColumnTarget<'_>],
        mut executed: &mut [ExecutedStretch],
    ) -> Result<(), Trouble> {
        let mut failure = None;
        let descends = self.nest.sweep == StatementOrder::Down;
        let chunks = positions.len().div_ceil(self.chunk);
        for number in 0..chunks {
            if self.interrupt.load(Relaxed) {
                return Err(Trouble::Interrupted);
            }
            let number = if descends {
                chunks - 1 - number
            } else {
                number
            };
            let start = positions.start + number * self.chunk;
            let chunk = Chunk {
                start,
                len: self.chunk.min(positions.end - start),
            };
            registers.carried_from = start;
            let done = self.lane_by_lane(registers, chunk, targets, executed);
            match done.unwrap_or_else(|| self.trip_by_trip(registers, chunk, targets, executed)) {
                Ok(()) if failure.is_none() => self.keep(registers, chunk, targets),
                Ok(()) => {}
                Err((step, found)) => {
                    // Other processors may have failed in an even earlier step; in descending order,
                    // also lower ones in the same step.
                    executed = &mut executed[..step + usize::from(descends)];
                    failure = Some(Trouble::Failure(step, found));
                }
            }
        }
        failure.map_or(Ok(()), Err)
    }

    /// Executes a chunk step by step. Returns the step in which a processor fails.
    fn trip_by_trip(
        &self,
        registers: &mut Registers,
        chunk: Chunk,
        targets: &mut [ColumnTarget<'_>],
        executed: &mut [ExecutedStretch],
    ) -> Result<(), (usize, KernelFailure)> {
        let statements = self.nest.statements.len();
        let mut analyses = Cow::Borrowed(self.nest.analyses.as_slice());
        for (step, executed) in executed.iter_mut().enumerate() {
            let at = step % statements;
            if step > 0 && at == 0 {
                self.keep(registers, chunk, targets);
                let analyses = analyses.to_mut().iter_mut();
                for (analysis, advances) in analyses.zip(&self.nest.advances) {
                    analysis.advance(advances, 1);
                }
            }
            let job = self.job(at, &analyses, targets);
            let done = self.statement(at, registers, &job, chunk);
            done.map_err(|failure| (step, failure))?;
            if self.nest.marks {
                self.mark(at, &job);
            }
            *executed = executed.and(registers.executed(&job, chunk));
        }
        Ok(())
    }

    /// Executes all iterations of a chunk processor by processor, if there is a single statement whose
    /// cells are then closer together. None otherwise; nothing was executed then.
    fn lane_by_lane(
        &self,
        registers: &mut Registers,
        chunk: Chunk,
        targets: &mut [ColumnTarget<'_>],
        executed: &mut [ExecutedStretch],
    ) -> Option<Result<(), (usize, KernelFailure)>> {
        let [statement] = self.nest.statements.as_slice() else {
            return None;
        };
        let trips = Trips {
            count: executed.len(),
            ..self.nest.trips_of(0)
        };
        if trips.count < 2 || self.nest.marks {
            return None;
        }
        let fused = statement.fused?;
        let job = self.job(0, &self.nest.analyses, targets);
        registers.load(&job, fused.loads, chunk).ok()?;
        let own = statement
            .fills
            .map(|_| self.nest.carried[statement.carried].0);
        let done = with_destination(
            statement.fills,
            registers,
            &job,
            |registers, destination| {
                lane_major::run(fused, registers, &job, chunk, trips, (destination, own))
            },
        );
        let failed = match done {
            LaneMajor::Done => None,
            LaneMajor::Failed(trip, position) => Some((trip, position)),
            LaneMajor::NotHere => return None,
        };
        let fine = failed.map_or(trips.count, |(trip, _)| trip);
        for executed in &mut executed[..fine] {
            *executed = executed.and(job.executed_alike(chunk.len));
        }
        let Some((trip, position)) = failed else {
            return Some(Ok(()));
        };
        let one = Chunk {
            start: chunk.start + position,
            len: 1,
        };
        self.keep(registers, one, targets);
        let mut analyses = self.nest.analyses.clone();
        analyses[0].advance(trips.advances, trip);
        let failure = registers.explain(&self.job(0, &analyses, targets), one);
        Some(Err((trip, failure)))
    }

    /// Executes a statement for a chunk of processors.
    fn statement(
        &self,
        at: usize,
        registers: &mut Registers,
        job: &KernelJob<'_>,
        chunk: Chunk,
    ) -> Result<(), KernelFailure> {
        let statement = &self.nest.statements[at];
        if let Some(fused) = statement.fused
            && registers.load(job, fused.loads, chunk).is_ok()
        {
            let done =
                with_destination(statement.fills, registers, job, |registers, destination| {
                    fused.run(registers, job, chunk, self.nest.sweep, destination)
                });
            match done {
                Fusion::Done => return Ok(()),
                Fusion::Failed(position) if self.nest.sweep == StatementOrder::Down => {
                    // Lower processors have not written yet, and one of them may also fail.
                    let len = position + 1;
                    return Err(registers.explain(job, Chunk { len, ..chunk }));
                }
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
        let instruction = &self.nest.instructions(self.view.algorithm)[at];
        if instruction.control.written_cell().is_some() {
            registers.store(job, chunk);
        } else if let Some(column) = statement.fills {
            registers.fill_carried(job, column, chunk);
        }
        Ok(())
    }

    /// Marks the cell that a statement of the only processor has written.
    fn mark(&self, at: usize, job: &KernelJob<'_>) {
        let instruction = &self.nest.instructions(self.view.algorithm)[at];
        if let Some(written) = instruction.control.written_cell()
            && let Some(cell) = (job.analysis.shape(written.address)).at(self.view.lanes.at(0))
        {
            let mut marker = self.memory.initialised.marker();
            marker.mark(cell as usize);
            marker.end();
        }
    }

    /// Assigns the carried values to scalars of the processors of a chunk.
    fn keep(&self, registers: &Registers, chunk: Chunk, targets: &mut [ColumnTarget<'_>]) {
        for (slot, column) in &self.nest.kept {
            let first = chunk.start - registers.carried_from;
            let values = &registers.carried[*column as usize][first..];
            let of_scalar = |target: &&mut ColumnTarget<'_>| target.is_of(self.nest.team, *slot);
            if let Some(target) = targets.iter_mut().find(of_scalar) {
                target.put(self.view.lanes, chunk, Operand::Flat(values));
            }
        }
    }
}

/// Calls a function with the destination of results: cells, or the carried column `fills`.
fn with_destination<R>(
    fills: Option<u32>,
    registers: &mut Registers,
    job: &KernelJob<'_>,
    work: impl FnOnce(&Registers, FusedDestination<'_>) -> R,
) -> R {
    let Some(column) = fills else {
        return work(registers, FusedDestination::Cells(job.kernel.outputs[0]));
    };
    let mut carried = std::mem::take(&mut registers.carried[column as usize]);
    let done = work(registers, FusedDestination::Column(&mut carried));
    registers.carried[column as usize] = carried;
    done
}
