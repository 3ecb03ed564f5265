//! The call of the machine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::request_problem::RequestProblem;
use super::{Configuration, Run, collectives};
use crate::code::algorithm::CompiledProgram;
use crate::code::{self, MachineParameters};
use crate::cost::{AsynchronousCost, Cost, Ledger};
use crate::diagnostic::{Diagnostic, Status};
use crate::machine::configuration::ConfiguredMachine;
use crate::machine::event::Observer;
use crate::machine::fault::{Fault, FaultKind};
use crate::machine::network::fault::NetworkFault;
use crate::machine::network::record::Recording;
use crate::machine::network::waits::NetworkWait;
use crate::machine::orders::interleaving::Interleaving;
use crate::machine::rules::races::{Race, RaceFinding};
use crate::machine::rules::record::AccessRecord;
use crate::machine::run::{self, RunEnding};
use crate::machine::value::Value;
use crate::network::Sending;
use crate::program::{Parameter, Program};
use crate::result::network::NetworkCost;
use crate::result::run::RaceCounts;
use crate::syntax::vocabulary::Vocabularies;

/// A program that is lowered and has its inputs: it can be executed any number of times.
#[derive(Debug)]
pub struct LoadedProgram {
    entry: String,
    code: Arc<CompiledProgram>,
    /// The names of the parameters of the entry.
    names: Vec<String>,
    /// Their values.
    values: Vec<Value>,
    configuration: Configuration,
}

#[derive(Debug)]
pub struct ProgramExecution {
    /// How it ended, and its outputs.
    pub ending: RunEnding,
    pub cost: Cost,
    /// The printed lines.
    pub printed: Vec<String>,
}

impl LoadedProgram {
    /// Lowers a checked program. The inputs are bound to the parameters of its entry, in order;
    /// `parameters` are the values of the machine's names in it.
    pub fn new(
        program: &Program,
        entry: &str,
        inputs: IndexMap<String, Value>,
        configuration: Configuration,
        parameters: MachineParameters,
    ) -> Self {
        let code = Arc::new(code::lower(program, parameters));
        Self::of(code, entry, inputs, configuration)
    }

    /// The same for a program that is already lowered.
    pub fn of(
        code: Arc<CompiledProgram>,
        entry: &str,
        inputs: IndexMap<String, Value>,
        configuration: Configuration,
    ) -> Self {
        let (names, values) = inputs.into_iter().unzip();
        Self {
            entry: entry.to_owned(),
            code,
            names,
            values,
            configuration,
        }
    }

    /// The values of the inputs, in the order of the parameters.
    pub fn inputs(&self) -> &[Value] {
        &self.values
    }

    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Executes the program and counts its costs. The machine works on copies of the inputs, so that
    /// each execution is like the first.
    pub fn execute(&self, interrupt: &AtomicBool) -> ProgramExecution {
        let (ending, ledger) = self.observe(Ledger::default(), interrupt);
        let (cost, printed) = ledger.finish();
        ProgramExecution {
            ending,
            cost,
            printed,
        }
    }

    /// Executes the program; if processors of an asynchronous block wait for others at a barrier that
    /// these do not reach, executes it again, and from then on, with each processor separately.
    pub fn execute_to_barriers(&mut self, interrupt: &AtomicBool) -> ProgramExecution {
        let execution = self.execute(interrupt);
        if let (Some(fault), ConfiguredMachine::Asynchronous(asynchronous)) =
            (&execution.ending.fault, &mut self.configuration.kind)
            && matches!(
                fault.kind,
                FaultKind::BarrierNotReached { .. } | FaultKind::Deadlock { .. }
            )
        {
            // Perhaps they only did not arrive because their group waited.
            asynchronous.one_by_one = true;
            return self.execute(interrupt);
        }
        execution
    }

    /// Executes the program with the accesses of its asynchronous blocks in this order, and keeps a
    /// record of them. Their time is not counted.
    pub(super) fn record<O: Observer>(
        &self,
        order: &Interleaving,
        record: AccessRecord,
        observer: O,
        interrupt: &AtomicBool,
    ) -> (RunEnding, O) {
        let mut configuration = self.configuration.clone();
        if let ConfiguredMachine::Asynchronous(asynchronous) = &mut configuration.kind {
            asynchronous.interleaving = Some(order.clone());
        }
        run::Run::new(&self.code, &configuration, observer, interrupt)
            .recording(record)
            .ended(&self.values.iter().collect::<Vec<_>>())
    }

    /// Sets the limits of an execution.
    pub(super) fn limit(&mut self, steps: u64, memory: u64) {
        let limits = &mut self.configuration.limits;
        (limits.steps, limits.memory) = (steps, memory);
    }

    /// An execution of the program before its first step, for stepwise execution.
    pub fn begin<'c, O: Observer>(
        &'c self,
        observer: O,
        interrupt: &'c AtomicBool,
    ) -> run::Run<'c, O> {
        run::Run::new(&self.code, &self.configuration, observer, interrupt)
            .begun(&self.values.iter().collect::<Vec<_>>())
    }

    /// Executes the program with an observer, which is returned.
    pub fn observe<O: Observer>(&self, observer: O, interrupt: &AtomicBool) -> (RunEnding, O) {
        run::Run::new(&self.code, &self.configuration, observer, interrupt)
            .ended(&self.values.iter().collect::<Vec<_>>())
    }
}

/// Executes a checked program on inputs that are bound to the parameters of its entry, in order.
/// `parameters` are the values of the machine's names in the program.
pub fn run(
    program: &Program,
    entry: &str,
    inputs: IndexMap<String, Value>,
    configuration: &Configuration,
    parameters: MachineParameters,
    interrupt: &AtomicBool,
) -> Run {
    let loaded = LoadedProgram::new(program, entry, inputs, configuration.clone(), parameters);
    run_loaded(loaded, program, interrupt)
}

/// Executes a program that was lowered.
pub fn run_loaded(mut loaded: LoadedProgram, program: &Program, interrupt: &AtomicBool) -> Run {
    let configuration = loaded.configuration.clone();
    let execution = loaded.execute_to_barriers(interrupt);
    let ProgramExecution {
        mut ending,
        cost,
        printed,
    } = execution;
    if let Some(fault) = &mut ending.fault {
        look_closer(fault, &mut loaded, interrupt);
        collectives::name_in(fault, &program.vocabularies);
    }
    let race = (ending.races.first).map(|finding| both_accesses(finding, &loaded, interrupt));
    let network = (ending.network.as_ref()).and_then(|network| network.simulation.as_ref());
    let network_cost = network.and_then(NetworkCost::new);
    let is_beyond_counting = network.is_some() && network_cost.is_none();
    let is_too_long = (cost.asynchronous.as_ref()).is_some_and(AsynchronousCost::is_too_long);
    let deadlock = (ending.fault.as_ref()).and_then(|fault| match &fault.kind {
        FaultKind::Deadlock { waits } => Some(waits.clone()),
        _ => None,
    });
    let network_fault = (ending.fault.as_ref()).and_then(|fault| match &fault.kind {
        FaultKind::Network(fault) if fault.code().status() == Status::Access => {
            Some(fault.as_ref().clone())
        }
        _ => None,
    });
    let fault = (ending.fault).map(|fault| {
        let vocabularies = &program.vocabularies;
        vocabularies.word(|voice| fault.diagnostic(voice))
    });
    Run {
        entry: loaded.entry,
        configuration,
        inputs: loaded.names.into_iter().zip(loaded.values).collect(),
        outputs: ending.outputs,
        printed,
        cost,
        legal_on: ending.legal_on,
        breaks: ending.breaks,
        decided: ending.decided,
        violations: ending.violations,
        violation_count: ending.violation_count,
        merged: ending.merged,
        warnings: Vec::new(),
        race,
        race_counts: RaceCounts {
            of_reads: ending.races.of_reads,
            of_writes: ending.races.of_writes,
        },
        deadlock,
        kernel_races: ending.kernel_races,
        kernel_history: ending.kernel_history,
        network: network_cost,
        wraparound: (ending.network.as_ref()).and_then(|network| network.wraparound.clone()),
        record: ending.network.map(|network| network.record),
        network_fault,
        exploration: None,
        messages: None,
        claims: Vec::new(),
        error: fault
            .or_else(|| is_too_long.then(|| too_long(&program.vocabularies)))
            .or_else(|| is_beyond_counting.then(|| beyond_counting(&program.vocabularies))),
    }
}

/// Repeats a run on a multicomputer for information that its fault lacks: whether buffers would hide a
/// deadlock, and the calls that lead to the send of a message that is never received.
fn look_closer(fault: &mut Fault, loaded: &mut LoadedProgram, interrupt: &AtomicBool) {
    let (FaultKind::Network(kind), ConfiguredMachine::Multicomputer(machine)) =
        (&mut fault.kind, &mut loaded.configuration.kind)
    else {
        return;
    };
    match kind.as_mut() {
        NetworkFault::Deadlock(deadlock)
            if machine.options.sending == Sending::Synchronous
                || deadlock.waits.iter().any(NetworkWait::is_for_receipt) =>
        {
            machine.options.sending = Sending::AllBuffered;
            let buffered = loaded.execute(interrupt);
            deadlock.is_hidden_by_buffers = Some(buffered.ending.fault.is_none());
        }
        NetworkFault::NeverReceived { .. } => {
            machine.recording = Recording::Calls;
            let again = loaded.execute(interrupt).ending.fault;
            if let Some(again) = again.filter(|again| again.kind == fault.kind) {
                fault.trace = again.trace;
            }
        }
        _ => {}
    }
}

/// The inputs of a run that are parameters of its entry, in their order.
pub(super) fn entry_inputs(
    program: &Program,
    mut inputs: IndexMap<String, Value>,
) -> IndexMap<String, Value> {
    let entry = &program.algorithms[program.entry.index()];
    let names = entry.parameters.iter().map(|parameter| match parameter {
        Parameter::Scalar(id) => &entry.scalars[id.index()].name,
        Parameter::SharedScalar(id, _) | Parameter::Array(id) => &entry.arrays[id.index()].name,
    });
    let given = names.filter_map(|name| inputs.shift_remove_entry(name));
    given.collect()
}

fn too_long(vocabularies: &Vocabularies) -> Diagnostic {
    RequestProblem::TimesTooLong.diagnostic(vocabularies.main_voice())
}

/// Each clock of a multicomputer fits, but not their sum, or C.
fn beyond_counting(vocabularies: &Vocabularies) -> Diagnostic {
    let fault = NetworkFault::TimeOverflow;
    fault.diagnostic(None, vocabularies.main_voice())
}

/// An observer that ignores everything.
struct Nobody;

impl Observer for Nobody {}

/// The run kept no record of earlier accesses to a cell, so it is repeated, and this time every access
/// to the cell in that section is recorded.
fn both_accesses(finding: RaceFinding, loaded: &LoadedProgram, interrupt: &AtomicBool) -> Race {
    let (again, _) = run::Run::new(&loaded.code, &loaded.configuration, Nobody, interrupt)
        .with_probe(finding.probe)
        .ended(&loaded.values.iter().collect::<Vec<_>>());
    again.races.first.unwrap_or(finding).race
}

/// Executes a checked program with any observer, which is returned.
pub(crate) fn observe<O: Observer>(
    program: &Program,
    values: &[&Value],
    configuration: &Configuration,
    parameters: MachineParameters,
    interrupt: &AtomicBool,
    observer: O,
) -> O {
    let code = code::lower(program, parameters);
    (run::Run::new(&code, configuration, observer, interrupt).ended(values)).1
}
