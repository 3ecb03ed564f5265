//! Further runs of a multicomputer besides the requested one: with synchronous sends and collectives,
//! and with other messages for receives from anyone.

use super::engine;
use super::machine::{self, MachineModel};
use super::network::Collectives;
use super::outcomes::{Frontier, OutcomeLimit, TakenMessage};
use super::progress::{Parts, Progress, Watcher};
use super::{ExecutedProgram, ProgramText, Request, execute_text};
use crate::code::MachineParameters;
use crate::diagnostic::{Diagnostic, Status};
use crate::machine::configuration::{Configuration, ConfiguredMachine};
use crate::machine::limits::value_bytes;
use crate::machine::network::record::{NetworkRecord, Recording};
use crate::network::{Choices, Sending};
use crate::program::visit::any_statement;
use crate::program::{Array, Origin, Program, Question, StmtKind};
use crate::result::messages::{
    CheckedMessages, Determinism, ExplorationLimit, MessageDifference, MessageExploration,
    MessageVerdict,
};
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::include::Files;

/// Outcomes that a check tries.
const OUTCOMES_OF_A_CHECK: u64 = 256;

/// Checks the messages of a program; `None` if its machine has shared memory.
pub fn check<'w>(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    watcher: impl Into<Watcher<'w>>,
) -> Result<Option<CheckedMessages>, Vec<Diagnostic>> {
    let watcher = watcher.into();
    let mut buffered = request.clone();
    buffered.options.network.sending = Some(Sending::Buffered);
    let text = ProgramText::read(&buffered, sources, files)?;
    let model = machine::model(
        &request.options,
        machine::declared(&text.file)?,
        text.signature.voice,
    )?;
    if !matches!(model, MachineModel::Multicomputer(_)) {
        return Ok(None);
    }
    let (executed, parameters) = execute_text(&text, &buffered, sources, files, watcher)?;
    let ExecutedProgram { program, run } = executed;
    // A correct program does not depend on collectives letting processors pass early.
    let mut waiting = request.clone();
    waiting.options.network.sending = Some(Sending::Synchronous);
    waiting.options.network.collectives = Collectives::Synchronous;
    let text = ProgramText::read(&waiting, sources, files)?;
    let (
        ExecutedProgram {
            run: synchronous, ..
        },
        _,
    ) = execute_text(&text, &waiting, sources, files, watcher)?;
    let verdict = if is_cut(&run) || run.error.is_none() && is_cut(&synchronous) {
        MessageVerdict::Open
    } else if run.error.is_some() {
        MessageVerdict::Wrong
    } else if ends_alike(&run, &synchronous) {
        MessageVerdict::Safe
    } else {
        MessageVerdict::ReliesOnBuffering
    };
    let has_shared_queue =
        |run: &Run| (run.network.as_ref()).is_some_and(|cost| cost.has_shared_queue);
    let depends_on_order =
        depends_on_order(&program) || [&run, &synchronous].into_iter().any(has_shared_queue);
    let exploration =
        depends_on_order.then(|| explore(&program, &run, parameters, OUTCOMES_OF_A_CHECK, watcher));
    let determinism = match &exploration {
        None => Determinism::Proved,
        Some(exploration) if exploration.different.is_some() => Determinism::Refuted,
        Some(_) => Determinism::Observed,
    };
    Ok(Some(CheckedMessages {
        run,
        synchronous,
        verdict,
        determinism,
        exploration,
        has_channels: has_channels(&program),
    }))
}

/// Whether a run ended at a limit.
fn is_cut(run: &Run) -> bool {
    (run.error.as_ref()).is_some_and(|error| error.code.status() == Status::Limit)
}

/// Whether some processor receives from anyone, or probes for a message. A program without these, and
/// without a queue into which two tasks send, is a Kahn network, whose results do not depend on time
/// (Kahn, *The semantics of a simple language for parallel programming*, 1974).
pub fn depends_on_order(program: &Program) -> bool {
    let is_open = |kind: &StmtKind| {
        matches!(
            kind,
            StmtKind::Receive { from: None, .. }
                | StmtKind::Ask {
                    question: Question::HasMessage(_),
                    ..
                }
        )
    };
    (program.algorithms.iter()).any(|algorithm| any_statement(&algorithm.body, &is_open))
}

/// Whether the program uses channels.
fn has_channels(program: &Program) -> bool {
    let is_channel = |array: &Array| array.origin == Origin::Channel;
    let mut algorithms = program.algorithms.iter();
    algorithms.any(|algorithm| algorithm.arrays.iter().any(is_channel))
}

/// Runs a program again, in each run with another message for some receive from anyone, until two runs
/// end differently, all outcomes were tried, or a limit is reached: `count` outcomes, the memory of a
/// run, or its limit of work for all of them together.
///
/// Each run follows the first one up to a receive and takes another of its candidates there: the search
/// of ISP (Vakkalanka, Sharma, Gopalakrishnan, Kirby, *ISP: a tool for model checking MPI programs*,
/// 2008).
pub fn explore(
    program: &Program,
    run: &Run,
    parameters: MachineParameters,
    count: u64,
    watcher: Watcher<'_>,
) -> MessageExploration {
    let limits = run.configuration.limits;
    let execute = |choices: &[TakenMessage], held: u64| {
        let configuration = with_choices(&run.configuration, choices, held);
        let inputs = engine::entry_inputs(program, run.inputs.clone());
        engine::run(
            program,
            &run.entry,
            inputs,
            &configuration,
            parameters,
            watcher.interrupt,
        )
    };
    let mut exploration = MessageExploration {
        tried: 0,
        is_complete: true,
        limit: None,
        race: None,
        different: None,
    };
    let mut frontier = Frontier::new();
    let mut first: Option<Run> = None;
    let (mut begun, mut work) = (0, 0_u64);
    while let Some(outcome) = frontier.next() {
        if watcher.interrupts() {
            exploration.is_complete = false;
            break;
        }
        if begun >= count {
            exploration.stop_at(ExplorationLimit::Outcomes { limit: count });
            break;
        }
        if work >= limits.work {
            exploration.stop_at(ExplorationLimit::Work { limit: limits.work });
            break;
        }
        watcher.tell(Progress::even(Parts::Outcomes, begun, count));
        begun += 1;
        let choices = outcome.choices();
        let held = frontier.bytes() + size_of_val(&choices[..]) as u64;
        let held = held + first.as_ref().map_or(0, kept_bytes);
        let mut explored = execute(&choices, held);
        let record = explored.record.take();
        work = work.saturating_add(work_of(&explored, record.as_ref()));
        if is_cut(&explored) {
            exploration.stop_at(ExplorationLimit::Run);
            continue;
        }
        exploration.tried += 1;
        if let Some(record) = record {
            let room = limits.memory.saturating_sub(held - frontier.bytes());
            let offered = frontier.offer(&record, choices.len(), count - begun, room);
            exploration.is_complete &= !offered.has_probes;
            exploration.race = exploration.race.take().or(offered.race);
            match offered.dropped {
                Some(OutcomeLimit::Outcomes) => {
                    exploration.stop_at(ExplorationLimit::Outcomes { limit: count });
                }
                Some(OutcomeLimit::Memory) => exploration.stop_at(ExplorationLimit::Memory {
                    limit: limits.memory,
                }),
                None => {}
            }
        }
        match (&first, outcome.race) {
            (None, _) => first = Some(explored),
            (Some(first), Some(race)) if !ends_alike(first, &explored) => {
                let runs = [first.clone(), explored];
                exploration.different = Some(Box::new(MessageDifference { race, runs }));
                return exploration;
            }
            _ => {}
        }
    }
    exploration
}

/// The work of a run: instructions and messages, for each message a vector clock with an entry per
/// processor, and the recorded candidates of its receives from anyone.
fn work_of(run: &Run, record: Option<&NetworkRecord>) -> u64 {
    let counts = run.network.as_ref();
    let executed = counts.map_or(0, |cost| {
        let clocks = cost.traffic.messages.saturating_mul(run.processors());
        cost.work_counts.t_c.saturating_add(clocks)
    });
    let candidates = record.map_or(0, |record| {
        let others: usize = record
            .decisions
            .iter()
            .map(|one| 1 + one.others.len())
            .sum();
        others + record.late.len()
    });
    executed.saturating_add(candidates as u64)
}

/// Bytes of what is kept of a run to compare others with it.
fn kept_bytes(run: &Run) -> u64 {
    let values: u64 = run
        .inputs
        .values()
        .chain(run.outputs.values())
        .map(value_bytes)
        .sum();
    let printed: usize = run.printed.iter().map(String::len).sum();
    values + printed as u64
}

fn with_choices(
    configuration: &Configuration,
    choices: &[TakenMessage],
    held: u64,
) -> Configuration {
    let mut configuration = configuration.clone();
    let memory = &mut configuration.limits.memory;
    *memory = memory.saturating_sub(held);
    if let ConfiguredMachine::Multicomputer(multicomputer) = &mut configuration.kind {
        multicomputer.recording = Recording::Races;
        let mut forced = Choices::machine();
        for (processor, ordinal, sender) in choices {
            forced.force(*processor, *ordinal, *sender);
        }
        multicomputer.choices = forced;
    }
    configuration
}

/// Whether two runs have the same results.
fn ends_alike(one: &Run, other: &Run) -> bool {
    let error = |run: &Run| (run.error.as_ref()).map(|error| (error.code, error.message.clone()));
    (&one.outputs, &one.printed, error(one)) == (&other.outputs, &other.printed, error(other))
}
