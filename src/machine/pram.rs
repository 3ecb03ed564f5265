//! The synchronous PRAM: all groups of processors go step beside step (see [`super::step`]), and
//! through all that is free in between.

use std::sync::atomic::{AtomicBool, Ordering};

use indexmap::IndexMap;

use super::access::Watch;
use super::accesswise::Standing;
use super::backlog::Backlog;
use super::clock::Clocks;
use super::commit;
use super::configuration::Configuration;
use super::crew::Crew;
use super::evaluate::{Evaluator, Results};
use super::event::Observer;
use super::fault::{Fault, FaultKind};
use super::herald::Herald;
use super::lanes::Lanes;
use super::merged::Merged;
use super::model::Legality;
use super::naming::{Cast, Processor};
use super::order::Order;
use super::partial::Partial;
use super::print::KeptLine;
use super::race::{Probe, Races};
use super::reading::ReadLog;
use super::record::Record;
use super::schedule::{Group, Schedule};
use super::spares::Spares;
use super::team::{Team, TeamId};
use super::value::Value;
use super::violation::Violation;
use super::witness::Acting;
use crate::code::control::{Code, Control, Instruction, Pc};
use crate::code::kernel::Kernel;
use crate::engine::memory::Memory;
use crate::engine::scalar::Interpreter;
use crate::program::{AlgorithmId, Charge};
use crate::source::Span;

/// Why a run ended before its end.
#[derive(Debug)]
pub enum Stop {
    /// A fault or a limit.
    Fault(Box<Fault>),
    /// An illegal access, which is the last of the recorded ones.
    Violation,
}

/// How a run ended.
#[derive(Debug)]
pub struct Ending {
    /// What `izlaz` kept; for an entry that is an algorithm, its arrays and its result.
    pub outputs: IndexMap<String, Value>,
    /// The weakest models that allow all that happened.
    pub legal_on: Legality,
    /// For each stronger model the first violation.
    pub breaks: Vec<Violation>,
    /// Illegal accesses, the first thousand.
    pub violations: Vec<Violation>,
    /// How many there were.
    pub violation_count: u64,
    /// Concurrent writes, by their places in the source.
    pub merged: Merged,
    /// On an asynchronous machine: the races.
    pub races: Races,
    /// What was to be written down of the accesses of asynchronous blocks.
    pub record: Record,
    /// The fault or limit that ended it.
    pub fault: Option<Fault>,
}

/// A run in progress.
pub struct Machine<'c, O> {
    pub(super) code: &'c Code,
    pub(super) configuration: &'c Configuration,
    pub(super) observer: Herald<'c, O>,
    pub(super) interrupt: &'c AtomicBool,
    pub(super) teams: Vec<Team>,
    pub(super) free_teams: Vec<u32>,
    /// Teams so far.
    pub(super) assembled: u64,
    pub(super) memory: Memory,
    pub(super) schedule: Schedule,
    pub(super) evaluator: Evaluator,
    pub(super) backlog: Backlog,
    pub(super) watch: Watch,
    /// Groups that have to be brought to their next step.
    pub(super) waiting: Vec<Group>,
    /// How many groups are at their next step already.
    pub(super) ready: usize,
    /// Steps so far.
    pub(super) steps: u64,
    /// Active processors so far, summed over the steps.
    pub(super) work: u64,
    /// Executions of loop bodies so far.
    pub(super) ticks: u64,
    /// How many times the turns of a loop, with its body at this place, could not be taken together.
    pub(super) refusals: IndexMap<(AlgorithmId, Pc), u32>,
    pub(super) live_processors: u64,
    pub(super) lane_bytes: u64,
    /// Bytes of inputs, outputs and printed lines.
    pub(super) kept_bytes: u64,
    /// Bytes printed so far.
    pub(super) printed_bytes: u64,
    pub(super) spare_results: Spares,
    pub(super) kept_lines: Vec<KeptLine>,
    pub(super) outputs: IndexMap<String, Value>,
    pub(super) violations: Vec<Violation>,
    pub(super) violation_count: u64,
    pub(super) merged: Merged,
    /// The clock of sequential code on an asynchronous machine.
    pub(super) sequential: Clocks,
    /// What of it was executed since the last block.
    pub(super) sequential_extent: Option<(Span, Span)>,
    /// Sections of asynchronous blocks so far.
    pub(super) sections: u64,
    pub(super) races: Races,
    /// An access that is looked for, and what was found.
    pub(super) probe: Option<Probe>,
    /// Processors of asynchronous blocks that go access by access.
    pub(super) standing: Order<Standing<'c>>,
    pub(super) spare_partials: Vec<Partial>,
    /// Whether the time of asynchronous blocks is counted.
    pub(super) is_timed: bool,
    /// What is written down of the accesses of asynchronous blocks.
    pub(super) record: Record,
    /// What executes sequential code, once there is some.
    pub(super) sequential_code: Option<Box<Interpreter>>,
}

impl<'c, O: Observer> Machine<'c, O> {
    /// A machine before the run of a program.
    pub fn new(
        code: &'c Code,
        configuration: &'c Configuration,
        observer: &'c mut O,
        interrupt: &'c AtomicBool,
    ) -> Self {
        Self {
            code,
            configuration,
            observer: Herald::new(observer),
            interrupt,
            teams: Vec::new(),
            free_teams: Vec::new(),
            assembled: 0,
            memory: Memory::new(configuration.tuning),
            schedule: Schedule::default(),
            evaluator: Evaluator::new(
                configuration.asynchronous.is_some(),
                configuration.threads,
                configuration.tuning,
            ),
            backlog: Backlog::new(configuration.tuning),
            watch: Watch::new(configuration.model, configuration.simultaneity),
            waiting: Vec::new(),
            ready: 0,
            steps: 0,
            work: 0,
            ticks: 0,
            refusals: IndexMap::new(),
            live_processors: 0,
            lane_bytes: 0,
            kept_bytes: 0,
            printed_bytes: 0,
            spare_results: Spares::default(),
            kept_lines: Vec::new(),
            outputs: IndexMap::new(),
            violations: Vec::new(),
            violation_count: 0,
            merged: Merged::new(),
            sequential: Clocks::new(1, configuration.paces(1), configuration.tuning),
            sequential_extent: None,
            sections: 0,
            races: Races::default(),
            probe: None,
            standing: Order::default(),
            spare_partials: Vec::new(),
            is_timed: true,
            record: Record::default(),
            sequential_code: None,
        }
    }

    /// The same machine, which does not count the time of asynchronous blocks and keeps a record
    /// of their accesses.
    #[must_use]
    pub fn recording(mut self, record: Record) -> Self {
        (self.is_timed, self.record) = (false, record);
        self
    }

    /// The same machine, which also writes down every access to one cell in one section.
    #[must_use]
    pub fn with_probe(mut self, probe: Probe) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Runs the entry on these inputs, one per parameter, and says how it ended.
    pub fn run(mut self, inputs: &[&Value]) -> Ending {
        let fault = match self.run_to_end(inputs) {
            Ok(()) | Err(Stop::Violation) => None,
            Err(Stop::Fault(fault)) => Some(*fault),
        };
        self.print_kept();
        Ending {
            outputs: self.outputs,
            legal_on: self.watch.legality(),
            breaks: self.watch.breaks(),
            violations: self.violations,
            violation_count: self.violation_count,
            merged: self.merged,
            races: self.races,
            record: self.record,
            fault,
        }
    }

    fn run_to_end(&mut self, inputs: &[&Value]) -> Result<(), Stop> {
        self.begin(inputs)?;
        self.observer.begun();
        self.evaluator.threads.start_for(self.memory.len());
        let mut ready: Vec<Acting<'c>> = Vec::new();
        loop {
            // Once a step is worth several threads, the machine becomes one of them: it does its
            // share at once, and need not be woken when the others are done.
            if let Some(pool) = self.evaluator.threads.started() {
                return pool.install(|| {
                    while self.go_on(&mut ready)? {}
                    Ok(())
                });
            }
            if !self.go_on(&mut ready)? {
                return Ok(());
            }
        }
    }

    /// Brings all groups to their next step and executes it, or several, or puts them off. False at
    /// the end.
    fn go_on(&mut self, ready: &mut Vec<Acting<'c>>) -> Result<bool, Stop> {
        match self.next_step(ready) {
            // What was put off comes before what ended the run.
            Err(stop) => self.catch_up().and(Err(stop)),
            goes_on => goes_on,
        }
    }

    fn next_step(&mut self, ready: &mut Vec<Acting<'c>>) -> Result<bool, Stop> {
        let mut first_fault: Option<Box<Fault>> = None;
        while let Some(group) = self.waiting.pop() {
            self.ready = ready.len();
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
                // What was put off comes before what any group does now.
                Err(Stop::Fault(fault)) if !self.backlog.has_failed() => {
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
                let results = self.spare_results.take();
                let native = self.native_block(group.team);
                ready.push(Acting {
                    native,
                    group,
                    instruction,
                    results,
                    log: ReadLog::default(),
                    first: 0,
                    stamped: false,
                });
            }
        }
        if let Some(fault) = first_fault {
            return Err(Stop::Fault(fault));
        }
        if let Some(interleaving) = self.order_of_accesses()
            && self.next_access(interleaving)?
        {
            return Ok(true);
        }
        if ready.is_empty() {
            self.catch_up()?;
            return self.check_barriers().map(|()| false);
        }
        if let [actor] = ready.as_mut_slice()
            && self.go_straight(&mut actor.group)?
        {
            let actor = ready.pop().expect("one is ready");
            self.waiting.push(actor.group);
            self.spare_results.keep(actor.results);
            return Ok(true);
        }
        self.catch_up()?;
        self.step(ready)?;
        for Acting {
            group,
            instruction,
            mut results,
            ..
        } in ready.drain(..)
        {
            if let Some(group) = self.apply(group, instruction, &mut results)? {
                self.waiting.push(group);
            }
            self.spare_results.keep(results);
        }
        Ok(true)
    }

    /// Brings a group to its next step, through all that is free. None when it is no more.
    pub(super) fn advance(
        &mut self,
        group: Group,
    ) -> Result<Option<(Group, &'c Instruction)>, Stop> {
        let mut results = self.spare_results.take();
        let mut next = Some(group);
        while let Some(mut group) = next {
            if self.is_sequential(&group) {
                group = self.run_sequential(group);
            }
            let team = &self.teams[group.team.0 as usize];
            let algorithm = &self.code.algorithms[team.algorithm.index()];
            let instruction: &'c Instruction = &algorithm.instructions[group.pc.0 as usize];
            if instruction.charge == Charge::Step {
                self.spare_results.keep(results);
                return Ok(Some((group, instruction)));
            }
            if !self.backlog.is_empty() && !self.goes_ahead(&group, instruction) {
                self.catch_up()?;
            }
            if instruction.control.kernel().is_some() {
                self.evaluate(&group, instruction, None, &mut results)?;
            }
            if let (Control::Write { .. }, [cells, values]) =
                (&instruction.control, results.outputs.as_slice())
            {
                commit::store(
                    &self.memory,
                    &group.lanes,
                    cells,
                    values,
                    &self.evaluator.threads,
                );
            }
            self.note_origins(&group, instruction);
            next = self.apply(group, instruction, &mut results)?;
        }
        self.spare_results.keep(results);
        Ok(None)
    }

    pub(super) fn crew<'a>(
        teams: &'a [Team],
        code: &'a Code,
        team: TeamId,
        lanes: &'a Lanes,
    ) -> Crew<'a> {
        let algorithm = teams[team.0 as usize].algorithm;
        Crew {
            teams,
            team,
            lanes,
            algorithm: &code.algorithms[algorithm.index()],
        }
    }

    pub(super) fn cast(&self) -> Cast<'_> {
        Cast {
            teams: &self.teams,
            code: self.code,
        }
    }

    /// Plans and evaluates an instruction's kernel, watching nothing; or writing every read down.
    pub(super) fn evaluate(
        &mut self,
        group: &Group,
        instruction: &Instruction,
        log: Option<&mut ReadLog>,
        results: &mut Results,
    ) -> Result<(), Stop> {
        let kernel = kernel_of(instruction);
        if log.is_some() {
            results.plan.leave_all(kernel);
            results.marks.clear();
        } else {
            let crew = Self::crew(&self.teams, self.code, group.team, &group.lanes);
            results.plan(kernel, crew, &self.memory);
        }
        let run = self.run_kernel(group, instruction, log, results);
        run.map(|_| ()).map_err(|(_, fault)| fault)
    }

    /// A fault that a processor met.
    pub(super) fn fault_of(&self, kind: FaultKind, span: Span, processor: Processor) -> Stop {
        let path = self.cast().path(processor);
        let cell = kind.cell();
        let trace = self.cast().trace(processor, cell.map(|(array, _)| array));
        let processor = self.cast().name(processor);
        Stop::Fault(Box::new(Fault {
            kind,
            span,
            processor,
            path,
            step: self.steps.max(1),
            trace,
        }))
    }

    /// A fault that the first processor of a group met.
    pub(super) fn fault(&self, kind: FaultKind, span: Span, group: &Group) -> Stop {
        let lane = group.lanes.at(0);
        self.fault_of(
            kind,
            span,
            Processor {
                team: group.team,
                lane,
            },
        )
    }

    /// One execution of a loop body, which may hold no step: as many of them are allowed as steps.
    pub(super) fn tick(&mut self, group: &Group, span: Span) -> Result<(), Stop> {
        self.ticks += 1;
        self.check_limit(self.ticks, group, span)
    }

    /// How many turns of a loop, with so many steps each, can so many processors take before a
    /// limit is reached.
    pub(super) fn turns_within_limits(&self, steps: usize, lanes: usize) -> usize {
        let limit = self.configuration.limits.steps;
        let turns = limit.saturating_sub(self.steps) / steps as u64;
        let turns = turns.min(limit.saturating_sub(self.ticks));
        let turns = turns.min(self.work_left() / (steps as u64).saturating_mul(lanes as u64));
        usize::try_from(turns).unwrap_or(usize::MAX)
    }

    /// How much work the run may still do.
    pub(super) fn work_left(&self) -> u64 {
        self.configuration.limits.work.saturating_sub(self.work)
    }

    /// Counts the work of a step before it is executed.
    pub(super) fn count_work(
        &mut self,
        active: u64,
        group: &Group,
        span: Span,
    ) -> Result<(), Stop> {
        if active > self.work_left() {
            let kind = FaultKind::TooMuchWork {
                done: self.work,
                active,
                limit: self.configuration.limits.work,
            };
            return Err(self.fault(kind, span, group));
        }
        // Without a limit it may be more than 64 bits can count.
        self.work = self.work.saturating_add(active);
        Ok(())
    }

    /// Before a step: whether it may be executed.
    pub(super) fn check_time(&self, group: &Group, span: Span) -> Result<(), Stop> {
        self.check_limit(self.steps.saturating_add(1), group, span)
    }

    fn check_limit(&self, count: u64, group: &Group, span: Span) -> Result<(), Stop> {
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

/// The kernel of an instruction that is evaluated.
pub(super) fn kernel_of(instruction: &Instruction) -> &Kernel {
    let kernel = instruction.control.kernel();
    kernel.expect("only instructions with a kernel are evaluated")
}
