//! Executes the remaining instructions of a kernel for all active processors of a group, chunk by chunk.
//!
//! A chunk is small enough for its registers, and the outputs that are made from them (see [`Sink`]), to
//! stay in the host's cache. No cell is changed here, so a step can be evaluated again to log its reads
//! or to name the processor that failed.

use std::ops::Range;

use super::analysis::{Analysis, GroupCells};
use super::job::{ExecutedStretch, KernelFailure, KernelJob, Notes, StretchResult};
use super::kernel_run::Registers;
use super::reads::ReadLog;
use super::results::{Results, Sink};
use crate::code::kernel::Kernel;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::division::Division;
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::selection::{Chunk, Lane, Selection};
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::target::{self, ColumnTarget};
use crate::engine::memory::Memory;
use crate::engine::presence::Presence;
use crate::engine::threads::{Threads, stretches};
use crate::engine::tuning::Tuning;

/// A lane that executes at least this many instructions counts fully when work is divided among threads;
/// with fewer instructions, more lanes are needed to justify another thread.
const INSTRUCTIONS_PER_LANE: usize = 4;

/// The registers of every thread, kept from kernel to kernel.
#[derive(Debug)]
pub struct Evaluator {
    /// By thread.
    pub registers: Vec<Registers>,
    /// Whether the guards that each processor passes are recorded, for the asynchronous clocks.
    keeps_guards: bool,
    /// The number of processors that execute a kernel together.
    chunk: usize,
    /// The threads that share the work.
    pub threads: Threads,
    /// The number of moments of the step that are distinguished.
    moments: usize,
}

/// A stretch of processors, and the destination of their values.
struct Task<'a> {
    /// The number of processors that execute the kernel together.
    chunk: usize,
    registers: &'a mut Registers,
    positions: Range<usize>,
    goal: Goal<'a>,
}

/// The part of a [`Sink`] for one stretch.
enum Goal<'a> {
    /// The outputs; there is only this stretch.
    Outputs(&'a mut [Column]),
    Columns(Vec<&'a mut [i64]>),
    Division,
    Scalar(ColumnTarget<'a>),
}

impl Evaluator {
    /// An evaluator that records, or does not record, which guards each processor passes.
    pub fn new(keeps_guards: bool, threads: usize, tuning: Tuning) -> Self {
        Self {
            registers: vec![Registers::default()],
            keeps_guards,
            threads: Threads::new(threads, tuning),
            chunk: tuning.chunk_lanes,
            moments: 0,
        }
    }

    /// Divides the processors of a group by a cheap test. `cells` is the number of cells of the memory.
    pub fn divide(
        &mut self,
        lanes: &Selection,
        cells: u64,
        holds: impl Fn(Lane) -> bool + Sync + Send,
    ) -> (Selection, Selection) {
        let stretches = self.threads.share_little(lanes.len());
        let shares = stretches.len();
        self.make_registers(shares, cells);
        let tasks = self.registers.iter_mut().zip(stretches);
        (self.threads).run(tasks.collect(), |(registers, positions)| {
            registers.division.by(lanes, positions, &holds);
        });
        self.divided(shares, lanes)
    }

    /// The lanes for which the test holds, and the others, as divided by the first `shares` threads.
    fn divided(&mut self, shares: usize, lanes: &Selection) -> (Selection, Selection) {
        if shares == 1 {
            return self.registers[0].division.take(lanes);
        }
        let parts = self.registers[..shares].iter();
        let parts: Vec<&Division> = parts.map(|registers| &registers.division).collect();
        Division::together(&parts, lanes, &self.threads)
    }

    /// Clears the touch bits at the start of a step in which `moments` moments are distinguished.
    /// `cells` is the number of cells.
    pub fn begin_marking(&mut self, moments: usize, cells: u64) {
        self.moments = moments;
        // In a step with marks, every thread has one stretch.
        for registers in self.registers.iter_mut().take(self.threads.count) {
            registers.begin_marking(moments, cells as usize);
        }
    }

    /// The bits of a moment, for accesses outside of kernels.
    pub fn presence(&mut self) -> &mut Presence {
        &mut self.registers[0].presences[0]
    }

    /// Whether the passed guards of a kernel are recorded, so that [`Self::run_noting`] executes it.
    pub fn keeps_guards_of(&self, kernel: &Kernel) -> bool {
        self.keeps_guards && kernel.timeline.guards > 0
    }

    /// Executes an analysed kernel for a group. Returns whether two processors accessed a marked cell.
    /// Sinks other than columns require a single output whose values are not determined by its shape.
    pub fn run(
        &mut self,
        kernel: &Kernel,
        view: LaneView<'_>,
        memory: &Memory,
        sink: Sink<'_>,
        results: &mut Results,
    ) -> Result<bool, KernelFailure> {
        let total = view.lanes.len();
        let job = KernelJob {
            kernel,
            analysis: &results.analysis,
            marks: &results.marks,
            view,
            memory,
            carried: &[],
            targets: &[],
        };
        self.mark_at_once(&job);
        if job.analysis.list.is_empty() && job.analysis.knows_outputs(kernel) {
            prepare_outputs(&job, total, &mut results.outputs);
            results.executed = job.executed_alike(total);
            return Ok(std::mem::take(&mut self.registers[0].met));
        }
        let divides = matches!(sink, Sink::Division);
        results.is_kept = matches!(sink, Sink::Scalar(..));
        let work = total.min(total * job.analysis.list.len() / INSTRUCTIONS_PER_LANE);
        let mut shares = self.threads.shares(work);
        let executed = if shares == 1 {
            let goal = match sink {
                Sink::Columns => {
                    prepare_outputs(&job, total, &mut results.outputs);
                    Goal::Outputs(&mut results.outputs)
                }
                Sink::Division => Goal::Division,
                Sink::Scalar(slot, words) => {
                    Goal::Scalar(ColumnTarget::new(view.team, slot, 0, words))
                }
            };
            let task = Task {
                chunk: self.chunk,
                registers: &mut self.registers[0],
                positions: 0..total,
                goal,
            };
            task.run(&job, &mut Notes::default())
        } else {
            let stretches = stretches(total, self.chunk, shares);
            // Rounding to whole chunks may require fewer threads.
            shares = stretches.len();
            let marking = job.marks.iter().any(Option::is_some);
            self.make_registers(stretches.len(), memory.len());
            let goals = goals(sink, &job, &stretches, &mut results.outputs);
            let tasks = (self.registers.iter_mut().zip(stretches).zip(goals))
                .map(|((registers, positions), goal)| Task {
                    chunk: self.chunk,
                    registers,
                    positions,
                    goal,
                })
                .collect();
            let executed = (self.threads).run(tasks, |task| task.run(&job, &mut Notes::default()));
            if marking {
                self.bring_together(executed.len(), memory.len());
            }
            // Of several failures the first is that of the lowest processor.
            (executed.into_iter())
                .reduce(|mine, theirs| mine.and_then(|mine| theirs.map(|theirs| mine.and(theirs))))
                .expect("there is one stretch at least")
        };
        if divides {
            results.division = Some(self.divided(shares, view.lanes));
        }
        results.executed = executed?;
        Ok(std::mem::take(&mut self.registers[0].met))
    }

    /// Executes an analysed kernel for a group in one thread, and records which guards each processor
    /// passes, and with a log every read.
    pub fn run_noting(
        &mut self,
        kernel: &Kernel,
        view: LaneView<'_>,
        memory: &Memory,
        log: Option<&mut ReadLog>,
        results: &mut Results,
    ) -> Result<bool, KernelFailure> {
        let total = view.lanes.len();
        let Results {
            analysis,
            outputs,
            marks,
            through,
            ..
        } = results;
        if self.keeps_guards {
            begin_guards(kernel, analysis, total, through);
        }
        let job = KernelJob {
            kernel,
            analysis,
            marks,
            view,
            memory,
            carried: &[],
            targets: &[],
        };
        let mut notes = Notes {
            log,
            through: self.keeps_guards_of(kernel).then_some(through),
        };
        prepare_outputs(&job, total, outputs);
        self.mark_at_once(&job);
        results.executed = if analysis.list.is_empty() && analysis.knows_outputs(kernel) {
            job.executed_alike(total)
        } else {
            let task = Task {
                chunk: self.chunk,
                registers: &mut self.registers[0],
                positions: 0..total,
                goal: Goal::Outputs(outputs),
            };
            task.run(&job, &mut notes)?
        };
        Ok(std::mem::take(&mut self.registers[0].met))
    }

    /// Marks the cells of reads that were executed by the analysis: all of them are reads of one
    /// processor.
    fn mark_at_once(&mut self, job: &KernelJob<'_>) {
        let sites = &job.analysis.sites;
        for (at, mark) in job.marks.iter().enumerate() {
            let (Some(moment), GroupCells::One(cell)) = (mark, &sites[at].cells) else {
                continue;
            };
            if job.analysis.list.contains(&sites[at].op) {
                continue;
            }
            let again = (0..at)
                .any(|before| job.marks[before] == *mark && sites[before].cells == sites[at].cells);
            let first = &mut self.registers[0];
            first.met |= !again && first.presences[*moment as usize].touch(*cell as usize);
        }
    }

    /// Makes registers for `count` threads.
    pub fn make_registers(&mut self, count: usize, cells: u64) {
        while self.registers.len() < count {
            let mut registers = Registers::default();
            if self.registers.len() < self.threads.count {
                registers.begin_marking(self.moments, cells as usize);
            }
            self.registers.push(registers);
        }
    }

    /// Merges the touch bits of the threads; returns whether two of them marked the same cell.
    fn bring_together(&mut self, shares: usize, cells: u64) {
        let moments = self.moments;
        let (first, others) = self.registers.split_at_mut(1);
        for registers in &mut others[..shares - 1] {
            first[0].met |= registers.met;
            for moment in 0..moments {
                first[0].met |= first[0].presences[moment].merge(&registers.presences[moment]);
            }
            registers.begin_marking(moments, cells as usize);
        }
    }
}

impl Task<'_> {
    fn run(mut self, job: &KernelJob<'_>, notes: &mut Notes<'_>) -> StretchResult {
        let Range { start: first, end } = self.positions;
        let mut executed = ExecutedStretch::default();
        let registers = &mut *self.registers;
        let most = self.chunk;
        registers.prepare(job.kernel, most.min(end - first));
        if let Goal::Division = self.goal {
            registers.division.begin(end - first);
        }
        for start in (first..end).step_by(most) {
            let chunk = Chunk {
                start,
                len: most.min(end - start),
            };
            let targets = match &self.goal {
                Goal::Scalar(target) => std::slice::from_ref(target),
                Goal::Outputs(_) | Goal::Columns(_) | Goal::Division => &[],
            };
            let reading = KernelJob { targets, ..*job };
            if registers.execute(&reading, notes, chunk).is_err() {
                return Err(registers.explain(&reading, chunk));
            }
            let places = start - first..start - first + chunk.len;
            let outputs = job.kernel.outputs.iter();
            match &mut self.goal {
                Goal::Outputs(columns) => {
                    let pairs = outputs.zip(columns.iter_mut());
                    for (reg, output) in
                        pairs.filter(|(_, output)| output.shape == RegisterShape::Unknown)
                    {
                        registers.copy(job, *reg, chunk, &mut output.words[places.clone()]);
                    }
                }
                Goal::Columns(columns) => {
                    let wanted = outputs.filter(|reg| !job.analysis.shape(**reg).is_known());
                    for (reg, values) in wanted.zip(columns) {
                        registers.copy(job, *reg, chunk, &mut values[places.clone()]);
                    }
                }
                Goal::Division => registers.divide(job, chunk),
                Goal::Scalar(target) => registers.put(job, job.kernel.outputs[0], chunk, target),
            }
            executed = executed.and(registers.executed(job, chunk));
        }
        Ok(executed)
    }
}

/// The destinations of the values of each stretch.
fn goals<'a>(
    sink: Sink<'a>,
    job: &KernelJob<'_>,
    stretches: &[Range<usize>],
    outputs: &'a mut Vec<Column>,
) -> Vec<Goal<'a>> {
    match sink {
        Sink::Columns => {
            prepare_outputs(job, job.view.lanes.len(), outputs);
            let columns = outputs.iter_mut();
            let columns = columns.filter(|output| output.shape == RegisterShape::Unknown);
            let mut columns: Vec<_> = columns.map(|output| &mut output.words[..]).collect();
            let next = |positions: &Range<usize>| split_off(&mut columns, positions.len());
            stretches.iter().map(next).map(Goal::Columns).collect()
        }
        Sink::Division => stretches.iter().map(|_| Goal::Division).collect(),
        Sink::Scalar(slot, words) => {
            let parts = target::divide(job.view.team, slot, words, job.view.lanes, stretches);
            parts.map(Goal::Scalar).collect()
        }
    }
}

/// Allocates the outputs whose values are not determined by their shape.
fn prepare_outputs(job: &KernelJob<'_>, total: usize, outputs: &mut Vec<Column>) {
    outputs.resize_with(job.kernel.outputs.len(), Column::default);
    for (output, reg) in outputs.iter_mut().zip(&job.kernel.outputs) {
        let shape = job.analysis.shape(*reg);
        output.shape = if shape.is_known() {
            shape
        } else {
            RegisterShape::Unknown
        };
        if output.shape == RegisterShape::Unknown {
            output.words.resize(total, 0);
        }
    }
}

/// The next values of each output.
fn split_off<'a>(outputs: &mut Vec<&'a mut [i64]>, count: usize) -> Vec<&'a mut [i64]> {
    let split = |output: &'a mut [i64]| output.split_at_mut(count);
    let (next, rest) = std::mem::take(outputs).into_iter().map(split).unzip();
    *outputs = rest;
    next
}

/// Initialises, for each guard, a flag by position: 1 if all processors pass, otherwise 0.
fn begin_guards(kernel: &Kernel, analysis: &Analysis, total: usize, through: &mut Vec<Vec<u8>>) {
    through.resize_with(kernel.timeline.guards as usize, Vec::new);
    for (number, kept) in through.iter_mut().enumerate() {
        let all = analysis.through.contains(&(number as u32));
        kept.clear();
        kept.resize(total, u8::from(all));
    }
}
