//! Runs of a multicomputer beside the one that was asked for: with synchronous sends and collectives,
//! and with other messages for receives from anyone.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::engine;
use super::machine::{self, MachineModel};
use super::network::Collectives;
use super::{Executed, Request, Text, execute_text};
use crate::code::MachineParameters;
use crate::diagnostic::{Diagnostic, Status};
use crate::machine::configuration::{Configuration, Kind};
use crate::machine::network::record::{Record, Recording};
use crate::network::{Choices, Outcome, Sending};
use crate::program::visit::any_statement;
use crate::program::{Array, Origin, Program, Question, StmtKind};
use crate::result::messages::{
    CheckedMessages, Determinism, MessageDifference, MessageExploration, MessageRace,
    MessageVerdict,
};
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::include::Files;

/// Outcomes that a check tries.
const OUTCOMES_OF_A_CHECK: u64 = 256;

/// Checks the messages of a program; none where its machine shares its memory.
pub fn check(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Option<CheckedMessages>, Vec<Diagnostic>> {
    let mut buffered = request.clone();
    buffered.options.network.sending = Some(Sending::Buffered);
    let text = Text::read(&buffered, sources, files)?;
    let model = machine::model(&request.options, machine::declared(&text.file)?)?;
    if !matches!(model, MachineModel::Multicomputer(_)) {
        return Ok(None);
    }
    let (executed, parameters) = execute_text(&text, &buffered, sources, files, interrupt)?;
    let Executed { program, run } = executed;
    // A correct program does not ask either whether collectives let processors pass early.
    let mut waiting = request.clone();
    waiting.options.network.sending = Some(Sending::Synchronous);
    waiting.options.network.collectives = Collectives::Synchronous;
    let text = Text::read(&waiting, sources, files)?;
    let (
        Executed {
            run: synchronous, ..
        },
        _,
    ) = execute_text(&text, &waiting, sources, files, interrupt)?;
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
    let exploration = depends_on_order
        .then(|| explore(&program, &run, parameters, OUTCOMES_OF_A_CHECK, interrupt));
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

/// Whether some processor receives from anyone, or looks whether a message has arrived. A program
/// without that, and without a queue into which two tasks send, is a Kahn network, whose results do not depend on time (Kahn, *The semantics of a
/// simple language for parallel programming*, 1974).
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

/// Whether messages go through channels.
fn has_channels(program: &Program) -> bool {
    let is_channel = |array: &Array| array.origin == Origin::Channel;
    let mut algorithms = program.algorithms.iter();
    algorithms.any(|algorithm| algorithm.arrays.iter().any(is_channel))
}

/// A receive from anyone that took a sender's message.
type Taken = (u32, u64, u32);

/// Runs a program again, in each run with another message for some receive from anyone, until two
/// runs end differently or all outcomes were tried.
///
/// Each run follows the first one up to a receive and takes another of its candidates there: the
/// search of ISP (Vakkalanka, Sharma, Gopalakrishnan, Kirby, *ISP: a tool for model checking MPI
/// programs*, 2008).
pub fn explore(
    program: &Program,
    run: &Run,
    parameters: MachineParameters,
    count: u64,
    interrupt: &AtomicBool,
) -> MessageExploration {
    let execute = |choices: &[Taken]| {
        let configuration = with_choices(&run.configuration, choices);
        let inputs = engine::entry_inputs(program, run.inputs.clone());
        engine::run(
            program,
            &run.entry,
            inputs,
            &configuration,
            parameters,
            interrupt,
        )
    };
    let mut exploration = MessageExploration {
        tried: 0,
        is_complete: true,
        race: None,
        different: None,
    };
    let mut seen: BTreeSet<Vec<Taken>> = BTreeSet::new();
    let mut waiting: Vec<(Vec<Taken>, Option<MessageRace>)> = vec![(Vec::new(), None)];
    let mut first: Option<Run> = None;
    while let Some((choices, race)) = waiting.pop() {
        if exploration.tried >= count || interrupt.load(Ordering::Relaxed) {
            exploration.is_complete = false;
            break;
        }
        let explored = execute(&choices);
        if is_cut(&explored) {
            exploration.is_complete = false;
            continue;
        }
        exploration.tried += 1;
        if let Some(record) = &explored.record {
            let further = alternatives(record, choices.len());
            exploration.is_complete &= further.is_complete;
            for (next, race) in further.outcomes {
                exploration.race.get_or_insert_with(|| race.clone());
                if seen.insert(next.clone()) {
                    waiting.push((next, Some(race)));
                }
            }
        }
        match (&first, race) {
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

fn with_choices(configuration: &Configuration, choices: &[Taken]) -> Configuration {
    let mut configuration = configuration.clone();
    if let Kind::Multicomputer(multicomputer) = &mut configuration.kind {
        multicomputer.recording = Recording::Races;
        let mut forced = Choices::machine();
        for (processor, ordinal, sender) in choices {
            forced.force(*processor, *ordinal, *sender);
        }
        multicomputer.choices = forced;
    }
    configuration
}

/// Outcomes that differ from a run at one receive, and follow it up to there.
struct Alternatives {
    outcomes: Vec<(Vec<Taken>, MessageRace)>,
    /// Whether these are all: what a probe found cannot be chosen.
    is_complete: bool,
}

/// The other outcomes of the receives behind the first `fixed`.
fn alternatives(record: &Record, fixed: usize) -> Alternatives {
    let mut found = Alternatives {
        outcomes: Vec::new(),
        is_complete: true,
    };
    let mut taken: Vec<Taken> = Vec::new();
    for decision in &record.decisions {
        let Outcome::Taken(own) = decision.outcome else {
            found.is_complete = false;
            continue;
        };
        if taken.len() >= fixed {
            let is_of_this = |late: &&crate::network::LateCandidate| {
                (late.processor, late.ordinal) == (decision.processor, decision.ordinal)
            };
            let late = record.late.iter().filter(is_of_this);
            let others = decision.others.iter().copied();
            for other in others.chain(late.map(|late| late.candidate)) {
                let mut choices = taken.clone();
                choices.push((decision.processor, decision.ordinal, other.sender));
                let span = |place: u32| record.spans[place as usize];
                let race = MessageRace {
                    receiver: decision.processor,
                    is_of_tasks: record.is_of_tasks,
                    span: span(decision.place),
                    senders: [own, other].map(|one| (one.sender, span(one.place))),
                };
                found.outcomes.push((choices, race));
            }
        }
        taken.push((decision.processor, decision.ordinal, own.sender));
    }
    found
}

/// Whether two runs come to the same.
fn ends_alike(one: &Run, other: &Run) -> bool {
    let error = |run: &Run| (run.error.as_ref()).map(|error| (error.code, error.message.clone()));
    (&one.outputs, &one.printed, error(one)) == (&other.outputs, &other.printed, error(other))
}
