//! The machine: executes all groups of processors step by step (see [`crate::machine::steps::step`]),
//! together with the instructions in between that take no step.

use std::sync::atomic::{AtomicBool, Ordering};

use super::acting::Acting;
use super::configuration::Configuration;
use super::event_buffer::EventBuffer;
use super::fault::{Fault, FaultKind};
use super::groups::Group;
use super::names::{TeamNames, TeamProcessor};
use super::rules::store;
use super::simt::fault::KernelFault;
use super::state::{Scratch, State};
use crate::code::algorithm::CompiledProgram;
use crate::code::control::Instruction;
use crate::code::effect::Effect;
use crate::diagnostic::Status;
use crate::engine::kernel::reads::ReadLog;
use crate::engine::kernel::results::Results;
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::{Team, TeamId};
use crate::program::Charge;
use crate::source::Span;

/// Why a run ended before its end.
#[derive(Debug)]
pub enum EarlyStop {
    /// A fault or a limit.
    Fault(Box<Fault>),
    /// An illegal access, which is the last of the recorded ones.
    Violation,
}

impl EarlyStop {
    /// Whether a cell or a scalar was read that was never written.
    pub(crate) fn is_unwritten(&self) -> bool {
        matches!(self, Self::Fault(fault) if matches!(fault.kind, FaultKind::NeverWritten { .. }))
    }

    /// Whether accesses meet that nothing orders.
    pub(crate) fn is_kernel_race(&self) -> bool {
        let Self::Fault(fault) = self else {
            return false;
        };
        matches!(&fault.kind, FaultKind::Kernel(fault) if matches!(**fault, KernelFault::Race(_)))
    }
}

/// Executes a run up to its next pause. It borrows the state and the scratch memory, which the run owns
/// (see [`super::run::Run`]).
pub struct Machine<'r, 'c> {
    /// The program.
    pub(crate) code: &'c CompiledProgram,
    /// Machine, limits and tuning.
    pub(crate) configuration: &'c Configuration,
    /// Set from outside to end the run.
    pub(crate) interrupt: &'c AtomicBool,
    /// Gets the events, in the order of the steps.
    pub(crate) observer: EventBuffer<'r>,
    /// What a pause keeps.
    pub(crate) state: &'r mut State<'c>,
    /// What is computed again in every step.
    pub(crate) scratch: &'r mut Scratch,
    /// The run pauses after this step.
    pub(crate) horizon: u64,
    /// Whether the memory can be inspected after the run; otherwise the largest output takes over its
    /// allocation.
    pub(crate) keeps_memory: bool,
}

impl<'c> Machine<'_, 'c> {
    /// Brings all groups to their next step and executes it, or several, or defers them. Returns false
    /// at the end.
    pub(crate) fn go_on(&mut self, ready: &mut Vec<Acting<'c>>) -> Result<bool, EarlyStop> {
        match self.next_step(ready) {
            // Deferred steps come before what ended the run.
            Err(stop) => self.run_deferred().and(Err(stop)),
            goes_on => goes_on,
        }
    }

    fn next_step(&mut self, ready: &mut Vec<Acting<'c>>) -> Result<bool, EarlyStop> {
        let mut first_fault: Option<Box<Fault>> = None;
        while self.state.steps < self.horizon
            && let Some(group) = self.state.waiting.pop()
        {
            if first_fault
                .as_ref()
                .is_some_and(|first| self.is_behind_limit(&group, first))
            {
                continue;
            }
            self.scratch.ready = ready.len();
            let advanced = self.advance(group).and_then(|advanced| {
                let Some((group, instruction)) = advanced else {
                    return Ok(None);
                };
                match (self.order_of_accesses(), self.native_block(group.team)) {
                    (Some(interleaving), Some(block)) => {
                        self.go_on_to_access(interleaving, block, group, instruction)?;
                        Ok(None)
                    }
                    _ => Ok(Some((group, instruction))),
                }
            });
            let advanced = match advanced {
                // Deferred steps come before what any group does now.
                Err(EarlyStop::Fault(fault)) if !self.scratch.queue.has_failed() => {
                    // Of several faults that of the lowest processor counts.
                    if first_fault
                        .as_ref()
                        .is_none_or(|first| fault.path < first.path)
                    {
                        first_fault = Some(fault);
                    }
                    continue;
                }
                advanced => advanced?,
            };
            if let Some((group, instruction)) = advanced {
                let results = self.scratch.spare_results.take();
                let native = self.native_block(group.team);
                ready.push(Acting {
                    native,
                    ..Acting::new(group, instruction, results)
                });
            }
        }
        if let Some(fault) = first_fault {
            return Err(EarlyStop::Fault(fault));
        }
        if self.state.steps >= self.horizon {
            return Ok(true);
        }
        if let Some(interleaving) = self.order_of_accesses()
            && self.next_access(interleaving)?
        {
            return Ok(true);
        }
        if ready.is_empty() {
            self.run_deferred()?;
            return self.check_barriers().map(|()| false);
        }
        if let [actor] = ready.as_mut_slice()
            && self.go_straight(&mut actor.group)?
        {
            let actor = ready.pop().expect("one is ready");
            self.state.waiting.push(actor.group);
            self.scratch.spare_results.keep(actor.results);
            return Ok(true);
        }
        self.run_deferred()?;
        self.step(ready)?;
        for Acting {
            group,
            instruction,
            mut results,
            ..
        } in ready.drain(..)
        {
            if let Some(group) = self.apply(group, instruction, &mut results)? {
                self.state.waiting.push(group);
            }
            self.scratch.spare_results.keep(results);
        }
        Ok(true)
    }

    /// Whether a run that has reached a limit can drop a group: its processors, and those of the blocks
    /// and calls that it opens, all come after the one that reached it. Without this, calls that double
    /// the groups would reach the limit once for each of them.
    fn is_behind_limit(&self, group: &Group, fault: &Fault) -> bool {
        let processor = TeamProcessor {
            team: group.team,
            lane: group.lanes.at(0),
        };
        fault.kind.code().status() == Status::Limit && self.names().path(processor) > fault.path
    }

    /// Brings a group to its next step, through instructions that take none. Returns `None` if it has
    /// ended or waits.
    pub(crate) fn advance(
        &mut self,
        group: Group,
    ) -> Result<Option<(Group, &'c Instruction)>, EarlyStop> {
        let mut results = self.scratch.spare_results.take();
        let mut next = Some(group);
        while let Some(mut group) = next {
            if self.is_sequential(&group) {
                group = self.run_sequential(group)?;
                if self.state.steps >= self.horizon {
                    self.state.waiting.push(group);
                    break;
                }
            }
            let team = &self.state.teams[group.team.0 as usize];
            let algorithm = &self.code.algorithms[team.algorithm.index()];
            let instruction: &'c Instruction = &algorithm.instructions[group.pc.0 as usize];
            if instruction.charge == Charge::Step {
                self.scratch.spare_results.keep(results);
                return Ok(Some((group, instruction)));
            }
            if !self.scratch.queue.is_empty() && !self.goes_ahead(&group, instruction) {
                self.run_deferred()?;
            }
            if instruction.control.kernel().is_some() {
                self.evaluate(&group, instruction, None, &mut results)?;
            }
            if instruction.control.written_cell().is_some()
                && let [cells, values] = results.outputs.as_slice()
            {
                store::store(
                    &self.state.memory,
                    &group.lanes,
                    cells,
                    values,
                    &self.scratch.evaluator.threads,
                );
            }
            self.note_dataflow(&group, instruction);
            if self.observer.is_detailed()
                && matches!(instruction.control.effect(), Effect::HandsOver)
                && instruction.control.kernel().is_some()
            {
                (group, results) = self.report_transfer(group, instruction, results);
            }
            next = self.apply(group, instruction, &mut results)?;
        }
        self.scratch.spare_results.keep(results);
        Ok(None)
    }

    /// What the lanes of a team hold, for the engine.
    pub(crate) fn view<'a>(
        teams: &'a [Team],
        code: &'a CompiledProgram,
        team: TeamId,
        lanes: &'a Selection,
    ) -> LaneView<'a> {
        let algorithm = teams[team.0 as usize].algorithm;
        LaneView {
            teams,
            team,
            lanes,
            algorithm: &code.algorithms[algorithm.index()],
        }
    }

    /// What is needed to name processors and arrays.
    pub(crate) fn names(&self) -> TeamNames<'_> {
        TeamNames {
            teams: &self.state.teams,
            code: self.code,
        }
    }

    /// Analyses and evaluates an instruction's kernel without marking any cell; every read is added to
    /// `log`, if there is one.
    pub(crate) fn evaluate(
        &mut self,
        group: &Group,
        instruction: &Instruction,
        log: Option<&mut ReadLog>,
        results: &mut Results,
    ) -> Result<(), EarlyStop> {
        let kernel = instruction.kernel();
        if log.is_some() {
            results.analysis.leave_all(kernel);
            results.marks.clear();
        } else {
            let view = Self::view(&self.state.teams, self.code, group.team, &group.lanes);
            results.analyse(kernel, view, &self.state.memory);
        }
        let run = self.run_kernel(group, instruction, log, results);
        run.map(|_| ()).map_err(|(_, fault)| fault)
    }

    /// A fault of a processor.
    pub(crate) fn fault_of(
        &self,
        kind: FaultKind,
        span: Span,
        processor: TeamProcessor,
    ) -> EarlyStop {
        let path = self.names().path(processor);
        let cell = kind.cell();
        let trace = self.names().trace(processor, cell.map(|(array, _)| array));
        let processor = self.names().name_with_place(processor);
        EarlyStop::Fault(Box::new(Fault {
            kind,
            span,
            processor,
            path,
            step: (self.state.network.is_none() && self.configuration.gpu().is_none())
                .then(|| self.state.steps.max(1)),
            trace,
        }))
    }

    /// A fault of the first processor of a group.
    pub(crate) fn fault(&self, kind: FaultKind, span: Span, group: &Group) -> EarlyStop {
        let lane = group.lanes.at(0);
        self.fault_of(
            kind,
            span,
            TeamProcessor {
                team: group.team,
                lane,
            },
        )
    }

    /// Counts one execution of a loop body, which may take no step: as many of them are allowed as
    /// steps.
    pub(crate) fn tick(&mut self, group: &Group, span: Span) -> Result<(), EarlyStop> {
        self.state.ticks += 1;
        self.check_limit(self.state.ticks, group, span)
    }

    /// How many iterations of a loop, of `steps` steps each, `lanes` processors can execute before a
    /// limit is reached.
    pub(crate) fn trips_within_limits(&self, steps: usize, lanes: usize) -> usize {
        let iterations = self.steps_left() / steps as u64;
        let limit = self.configuration.limits.steps;
        let iterations = iterations.min(limit.saturating_sub(self.state.ticks));
        let iterations =
            iterations.min(self.work_left() / (steps as u64).saturating_mul(lanes as u64));
        usize::try_from(iterations).unwrap_or(usize::MAX)
    }

    /// The steps left until a limit or a pause.
    pub(crate) fn steps_left(&self) -> u64 {
        let last = self.configuration.limits.steps.min(self.horizon);
        last.saturating_sub(self.state.steps)
    }

    /// The work left until its limit.
    pub(crate) fn work_left(&self) -> u64 {
        self.configuration
            .limits
            .work
            .saturating_sub(self.state.work)
    }

    /// Counts the work of a step before it is executed.
    pub(crate) fn count_work(
        &mut self,
        active: u64,
        group: &Group,
        span: Span,
    ) -> Result<(), EarlyStop> {
        if active > self.work_left() {
            let kind = FaultKind::TooMuchWork {
                done: self.state.work,
                active,
                limit: self.configuration.limits.work,
            };
            return Err(self.fault(kind, span, group));
        }
        // Without a limit it may overflow 64 bits.
        self.state.work = self.state.work.saturating_add(active);
        Ok(())
    }

    /// Fails if the next step would exceed the limit.
    pub(crate) fn check_time(&self, group: &Group, span: Span) -> Result<(), EarlyStop> {
        self.check_limit(self.state.steps.saturating_add(1), group, span)
    }

    fn check_limit(&self, count: u64, group: &Group, span: Span) -> Result<(), EarlyStop> {
        let limit = self.configuration.limits.steps;
        if count > limit {
            return Err(self.fault(FaultKind::TooManySteps { limit }, span, group));
        }
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(self.fault(FaultKind::Interrupted, span, group));
        }
        Ok(())
    }
}
