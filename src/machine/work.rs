//! Passages at work: processors go through its statements, chunk by chunk.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::chunk::{Job, Notes, Registers};
use super::crew::{Chunk, Crew};
use super::evaluate::{Executed, Failure};
use super::fused::{Fusion, Sink};
use super::growth::Turns;
use super::passage::Passage;
use super::plan::Plan;
use super::target::Target;
use super::turned::{self, Turned};
use crate::code::control::Control;
use crate::engine::arithmetic::Operand;
use crate::engine::memory::Memory;

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
    /// So many processors go through the statements together.
    pub chunk: usize,
}

/// Why a stretch of processors could not go through all statements.
#[derive(Debug)]
pub enum Trouble {
    /// One of them failed in this step of the passage.
    Failure(usize, Failure),
    /// The run is to end.
    Interrupted,
}

impl Work<'_> {
    /// Makes room for its registers.
    pub fn prepare(&self, registers: &mut Registers) {
        let chunk = self.chunk.min(self.crew.lanes.len());
        for at in 0..self.passage.statements.len() {
            registers.prepare(self.passage.kernel(self.crew.algorithm, at), chunk);
        }
        registers.carry(self.passage.filled(), chunk);
    }

    fn job<'a>(&'a self, at: usize, plans: &'a [Plan], targets: &'a [Target<'a>]) -> Job<'a> {
        let statement = &self.passage.statements[at];
        Job {
            kernel: self.passage.kernel(self.crew.algorithm, at),
            plan: &plans[at],
            marks: &[],
            crew: self.crew,
            memory: self.memory,
            carried: &self.passage.carried[..statement.carried],
            targets,
        }
    }

    /// Executes statements for a stretch of processors, chunk by chunk: as many, turn by turn, as
    /// there are places in `executed`, to which it adds what they take.
    pub fn run(
        &self,
        registers: &mut Registers,
        positions: Range<usize>,
        targets: &mut [Target<'_>],
        mut executed: &mut [Executed],
    ) -> Result<(), Trouble> {
        let mut failure = None;
        for start in positions.clone().step_by(self.chunk) {
            if self.interrupt.load(Relaxed) {
                return Err(Trouble::Interrupted);
            }
            let chunk = Chunk {
                start,
                len: self.chunk.min(positions.end - start),
            };
            registers.carried_from = start;
            let done = self.lane_by_lane(registers, chunk, targets, executed);
            match done.unwrap_or_else(|| self.turn_by_turn(registers, chunk, targets, executed)) {
                Ok(()) if failure.is_none() => self.keep(registers, chunk, targets),
                Ok(()) => {}
                Err((step, found)) => {
                    // Other processors may have failed in an earlier step still.
                    executed = &mut executed[..step];
                    failure = Some(Trouble::Failure(step, found));
                }
            }
        }
        failure.map_or(Ok(()), Err)
    }

    /// A chunk of processors goes from step to step. Where somebody fails: in which step.
    fn turn_by_turn(
        &self,
        registers: &mut Registers,
        chunk: Chunk,
        targets: &mut [Target<'_>],
        executed: &mut [Executed],
    ) -> Result<(), (usize, Failure)> {
        let statements = self.passage.statements.len();
        let mut plans = Cow::Borrowed(self.passage.plans.as_slice());
        for (step, executed) in executed.iter_mut().enumerate() {
            let at = step % statements;
            if step > 0 && at == 0 {
                self.keep(registers, chunk, targets);
                let plans = plans.to_mut().iter_mut();
                for (plan, advances) in plans.zip(&self.passage.advances) {
                    plan.advance(advances, 1);
                }
            }
            let job = self.job(at, &plans, targets);
            let done = self.statement(at, registers, &job, chunk);
            done.map_err(|failure| (step, failure))?;
            if self.passage.marks {
                self.mark(at, &job);
            }
            *executed = executed.and(registers.executed(&job, chunk));
        }
        Ok(())
    }

    /// The processors of a chunk go through all turns one after the other, where there is a single
    /// statement whose cells then lie closer together. None, and nothing has been done, elsewhere.
    fn lane_by_lane(
        &self,
        registers: &mut Registers,
        chunk: Chunk,
        targets: &mut [Target<'_>],
        executed: &mut [Executed],
    ) -> Option<Result<(), (usize, Failure)>> {
        let [statement] = self.passage.statements.as_slice() else {
            return None;
        };
        let turns = Turns {
            count: executed.len(),
            ..self.passage.turns_of(0)
        };
        if turns.count < 2 || self.passage.marks {
            return None;
        }
        let fused = statement.fused?;
        let job = self.job(0, &self.passage.plans, targets);
        registers.load(&job, fused.loads, chunk).ok()?;
        let own = statement
            .fills
            .map(|_| self.passage.carried[statement.carried].0);
        let done = with_sink(statement.fills, registers, &job, |registers, sink| {
            turned::run(fused, registers, &job, chunk, turns, (sink, own))
        });
        let failed = match done {
            Turned::Done => None,
            Turned::Failed(turn, position) => Some((turn, position)),
            Turned::NotHere => return None,
        };
        let fine = failed.map_or(turns.count, |(turn, _)| turn);
        for executed in &mut executed[..fine] {
            *executed = executed.and(job.executed_alike(chunk.len));
        }
        let Some((turn, position)) = failed else {
            return Some(Ok(()));
        };
        let one = Chunk {
            start: chunk.start + position,
            len: 1,
        };
        self.keep(registers, one, targets);
        let mut plans = self.passage.plans.clone();
        plans[0].advance(turns.advances, turn);
        let failure = registers.explain(&self.job(0, &plans, targets), one);
        Some(Err((turn, failure)))
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
        if let Some(fused) = statement.fused
            && registers.load(job, fused.loads, chunk).is_ok()
        {
            let done = with_sink(statement.fills, registers, job, |registers, sink| {
                fused.run(registers, job, chunk, sink)
            });
            match done {
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

    /// Writes down what the only processor has written by a statement.
    fn mark(&self, at: usize, job: &Job<'_>) {
        let instruction = &self.passage.instructions(self.crew.algorithm)[at];
        if let (Control::Write { kernel, .. }, lane) = (&instruction.control, self.crew.lanes.at(0))
            && let Some(cell) = job.plan.form(kernel.outputs[0]).at(lane)
        {
            let mut marker = self.memory.written.marker();
            marker.mark(cell as usize);
            marker.end();
        }
    }

    /// The scalars of processors of a chunk get what is carried.
    fn keep(&self, registers: &Registers, chunk: Chunk, targets: &mut [Target<'_>]) {
        for (slot, column) in &self.passage.kept {
            let first = chunk.start - registers.carried_from;
            let values = &registers.carried[*column as usize][first..];
            let of_scalar = |target: &&mut Target<'_>| target.is_of(self.passage.team, *slot);
            if let Some(target) = targets.iter_mut().find(of_scalar) {
                target.put(self.crew.lanes, chunk, Operand::Column(values));
            }
        }
    }
}

/// Lets something be done whose result goes into cells, or into the carried column `fills`.
fn with_sink<R>(
    fills: Option<u32>,
    registers: &mut Registers,
    job: &Job<'_>,
    work: impl FnOnce(&Registers, Sink<'_>) -> R,
) -> R {
    let Some(column) = fills else {
        return work(registers, Sink::Cells(job.kernel.outputs[0]));
    };
    let mut carried = std::mem::take(&mut registers.carried[column as usize]);
    let done = work(registers, Sink::Column(&mut carried));
    registers.carried[column as usize] = carried;
    done
}
