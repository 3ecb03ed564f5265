//! A run in progress: to its end, or from pause to pause, with snapshots to return to.

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::acting::Acting;
use super::configuration::Configuration;
use super::event::Observer;
use super::event_buffer::EventBuffer;
use super::fault::Fault;
use super::pram::{EarlyStop, Machine};
use super::state::{Scratch, State};
use super::value::Value;
use super::view::View;
use crate::code::algorithm::CompiledProgram;
use crate::machine::network::state::NetworkState;
use crate::machine::rules::merged::Merged;
use crate::machine::rules::model::Legality;
use crate::machine::rules::races::{Probe, Races};
use crate::machine::rules::record::AccessRecord;
use crate::machine::rules::violation::Violation;
use crate::machine::simt::fault::KernelRaces;
use crate::machine::simt::history::KernelHistory;

/// How a run ended.
#[derive(Debug)]
pub struct RunEnding {
    /// What `izlaz` kept; for an entry that is an algorithm, its arrays and its result.
    pub outputs: IndexMap<String, Value>,
    /// The weakest models that allow all that happened.
    pub legal_on: Legality,
    /// For each weaker model the first violation.
    pub breaks: Vec<Violation>,
    /// The first step in which the rule for concurrent writes stored something else than what one of the
    /// processors wrote; `None` under exclusive, common and arbitrary writes.
    pub decided: Option<u64>,
    /// Illegal accesses, the first thousand.
    pub violations: Vec<Violation>,
    /// Number of illegal accesses.
    pub violation_count: u64,
    /// Concurrent writes, by their places in the source.
    pub merged: Merged,
    /// On an asynchronous machine: the races.
    pub races: Races,
    /// The record of the accesses of asynchronous blocks.
    pub record: AccessRecord,
    /// On a GPU: accesses of kernels that meet another one and that nothing orders, where the run goes on.
    pub kernel_races: KernelRaces,
    /// On a GPU: what its warps issued, if that is recorded.
    pub kernel_history: Option<Box<KernelHistory>>,
    /// On a multicomputer: its clocks and links at the end, and its record.
    pub network: Option<Box<NetworkState>>,
    /// The fault or limit that ended it.
    pub fault: Option<Fault>,
}

/// A run in progress.
pub struct Run<'c, O> {
    code: &'c CompiledProgram,
    configuration: &'c Configuration,
    /// Set from outside to end the run.
    interrupt: &'c AtomicBool,
    observer: O,
    state: State<'c>,
    scratch: Scratch,
    /// Whether the memory can be inspected after the run; otherwise the largest output takes over its
    /// allocation.
    keeps_memory: bool,
    phase: Phase,
}

#[derive(Debug, Clone)]
enum Phase {
    /// It can execute further steps.
    Running,
    /// It has ended, at its end or by an illegal access.
    Over,
    /// It has ended by a fault or limit.
    Failed(Box<Fault>),
}

/// The state of a run at a pause, from which it can be continued again. It contains copies of the memory
/// and of everything the processors hold.
#[derive(Debug, Clone)]
pub struct Snapshot<'c, O> {
    state: State<'c>,
    observer: O,
    phase: Phase,
}

impl<'c, O> Snapshot<'c, O> {
    /// The number of steps executed before it.
    pub fn steps(&self) -> u64 {
        self.state.steps
    }

    /// The same snapshot with another observer, made from the current one.
    pub fn observed_by<P>(self, listener: impl FnOnce(O) -> P) -> Snapshot<'c, P> {
        Snapshot {
            state: self.state,
            observer: listener(self.observer),
            phase: self.phase,
        }
    }
}

impl<'c, O: Observer> Run<'c, O> {
    /// The run of a program's entry, before it has its inputs.
    pub fn new(
        code: &'c CompiledProgram,
        configuration: &'c Configuration,
        observer: O,
        interrupt: &'c AtomicBool,
    ) -> Self {
        Self {
            code,
            configuration,
            interrupt,
            observer,
            state: State::new(configuration),
            scratch: Scratch::new(configuration),
            keeps_memory: true,
            phase: Phase::Running,
        }
    }

    /// Makes the run not count the time of asynchronous blocks, and keep a record of their accesses.
    #[must_use]
    pub fn recording(mut self, record: AccessRecord) -> Self {
        (self.state.is_timed, self.state.record) = (false, record);
        self
    }

    /// Makes the run also record every access to one cell in one section.
    #[must_use]
    pub fn with_probe(mut self, probe: Probe) -> Self {
        self.state.probe = Some(probe);
        self
    }

    /// Starts the run on these inputs, one per parameter; it is before its first step.
    #[must_use]
    pub fn begun(mut self, inputs: &[&Value]) -> Self {
        match self.machine(u64::MAX).begin(inputs) {
            Ok(()) => self.observer.begun(),
            Err(stop) => self.end(stop),
        }
        self
    }

    /// Runs on these inputs to the end. Returns how the run ended, and the observer.
    pub fn ended(mut self, inputs: &[&Value]) -> (RunEnding, O) {
        self.keeps_memory = false;
        let mut run = self.begun(inputs);
        run.to_end();
        run.finish()
    }

    /// The machine that continues the run up to the end of step `horizon`.
    fn machine(&mut self, horizon: u64) -> Machine<'_, 'c> {
        Machine {
            code: self.code,
            configuration: self.configuration,
            interrupt: self.interrupt,
            observer: EventBuffer::new(&mut self.observer),
            state: &mut self.state,
            scratch: &mut self.scratch,
            horizon,
            keeps_memory: self.keeps_memory,
        }
    }

    /// The number of steps executed so far.
    pub fn steps(&self) -> u64 {
        self.state.steps
    }

    /// Whether it has ended: at its end, by a fault or limit, or by an illegal access.
    pub fn has_ended(&self) -> bool {
        !matches!(self.phase, Phase::Running)
    }

    /// Executes until the run has executed `steps` steps in total, or has ended. It pauses after the
    /// writes of the last of these steps, before the free instructions of the next. With a prescribed
    /// order of accesses, every processor is first brought to its next access, which may take further
    /// steps.
    pub fn go_to(&mut self, steps: u64) {
        while !self.has_ended() && self.state.steps < steps {
            match self.machine(steps).go_to_horizon() {
                Ok(true) => {}
                Ok(false) => self.phase = Phase::Over,
                Err(stop) => self.end(stop),
            }
        }
    }

    /// Executes the next step.
    pub fn step(&mut self) {
        self.go_to(self.steps().saturating_add(1));
    }

    /// Continues to the end.
    pub fn to_end(&mut self) {
        self.go_to(u64::MAX);
    }

    fn end(&mut self, stop: EarlyStop) {
        self.phase = match stop {
            EarlyStop::Fault(fault) => Phase::Failed(fault),
            EarlyStop::Violation => Phase::Over,
        };
    }

    /// Returns how it ended, and its observer. A run that has not ended counts as ended here.
    pub fn finish(mut self) -> (RunEnding, O) {
        self.machine(u64::MAX).print_kept();
        let Self {
            state, observer, ..
        } = self;
        let ending = RunEnding {
            outputs: state.outputs,
            legal_on: state.disciplines.legality(),
            breaks: state.disciplines.breaks(),
            decided: state.disciplines.decided(),
            violations: state.violations,
            violation_count: state.violation_count,
            merged: state.merged,
            races: state.races,
            record: state.record,
            kernel_races: state.kernel_races,
            kernel_history: state.kernel_history,
            network: state.network,
            fault: match self.phase {
                Phase::Failed(fault) => Some(*fault),
                Phase::Running | Phase::Over => None,
            },
        };
        (ending, observer)
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, by mutable reference.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Active processors so far, summed over the steps.
    pub fn work(&self) -> u64 {
        self.state.work
    }

    /// Bytes of memory, of what processors hold, of inputs and of printed lines: about the size of a
    /// snapshot.
    pub fn held_bytes(&self) -> u64 {
        u64::try_from(self.state.held_bytes()).unwrap_or(u64::MAX)
    }

    /// The fault or limit by which it has ended.
    pub fn fault(&self) -> Option<&Fault> {
        match &self.phase {
            Phase::Failed(fault) => Some(fault),
            Phase::Running | Phase::Over => None,
        }
    }

    /// A copy of the current state of the run.
    pub fn snapshot(&self) -> Snapshot<'c, O>
    where
        O: Clone,
    {
        Snapshot {
            state: self.state.clone(),
            observer: self.observer().clone(),
            phase: self.phase.clone(),
        }
    }

    /// Restores the state of the run when the snapshot was taken.
    pub fn restore(&mut self, snapshot: Snapshot<'c, O>) {
        self.exchange(snapshot);
    }

    /// Restores a snapshot and returns one of the current state, without a copy. If the run had ended,
    /// it must not be continued from that one.
    pub fn exchange(&mut self, snapshot: Snapshot<'c, O>) -> Snapshot<'c, O> {
        if self.has_ended() {
            // A fault leaves a step incomplete.
            self.scratch = Scratch::new(self.configuration);
        }
        Snapshot {
            state: std::mem::replace(&mut self.state, snapshot.state),
            observer: std::mem::replace(&mut self.observer, snapshot.observer),
            phase: std::mem::replace(&mut self.phase, snapshot.phase),
        }
    }

    /// A view of arrays, scalars and processors. After a fault, the memory may be ahead of the last
    /// step: then the run has to be restored and to go to the step before.
    pub fn view(&self) -> View<'_> {
        View::new(self.code, &self.state)
    }
}

impl<'c> Machine<'_, 'c> {
    /// Continues to the horizon, where nothing is deferred any more. Returns false at the end of the
    /// run.
    fn go_to_horizon(&mut self) -> Result<bool, EarlyStop> {
        let mut ready: Vec<Acting<'c>> = Vec::new();
        let goes_on = self.go_on_to_horizon(&mut ready)?;
        // If accesses are made one by one, other groups may have reached their next step already.
        for actor in ready {
            self.state.waiting.push(actor.group);
            self.scratch.spare_results.keep(actor.results);
        }
        Ok(goes_on)
    }

    fn go_on_to_horizon(&mut self, ready: &mut Vec<Acting<'c>>) -> Result<bool, EarlyStop> {
        self.scratch
            .evaluator
            .threads
            .start_for(self.state.memory.len());
        loop {
            if self.state.steps >= self.horizon {
                self.run_deferred()?;
                return Ok(true);
            }
            // Once several threads are worthwhile for a step, the machine itself becomes one of them: it
            // starts its share at once, and need not be woken when the others have finished.
            if let Some(pool) = self.scratch.evaluator.threads.started() {
                return pool.install(|| {
                    while self.state.steps < self.horizon {
                        if !self.go_on(ready)? {
                            return Ok(false);
                        }
                    }
                    self.run_deferred()?;
                    Ok(true)
                });
            }
            if !self.go_on(ready)? {
                return Ok(false);
            }
        }
    }
}
