//! What is compared: everything that a run tells, in the same words for both.

use std::collections::{BTreeMap, BTreeSet};

use pram::cost::Profile;
use pram::diagnostic::{Diagnostic, Status};
use pram::machine::rules::races::{Race as MachineRace, RaceAccess as MachineRaceAccess};
use pram::machine::value::Value as MachineValue;
use pram::pipeline::OnViolation;
use pram::program::Constant;
use pram::result::run::Run;

use super::setting::Setting;
use crate::reference::{Account, Datum, End, Order, Outcome, Race, Unit, Value};

/// As many processors of a violation as the machine names at least.
const NAMED: usize = 8;

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    Completed,
    /// The processors that met, the first few, and how many there were.
    Violation {
        code: String,
        step: u64,
        cell: String,
        processors: Vec<Vec<i64>>,
        count: u64,
    },
    Fault {
        code: String,
        processor: Vec<i64>,
    },
    Limit {
        code: String,
    },
    /// The processors that never come to a barrier, the first few, and how many they are; nobody
    /// where barriers of a part are in play.
    Unreached {
        absent: Vec<Vec<i64>>,
        count: u64,
    },
    Race(Meeting),
    /// Processors wait for each other at barriers.
    Deadlock,
    /// The checker does not accept the program; the twin never says so.
    Refused(Vec<String>),
}

/// Two accesses in one section that nothing orders.
#[derive(Debug, Clone, PartialEq)]
pub struct Meeting {
    section: u64,
    pub cell: String,
    earlier: MeetingAccess,
    later: MeetingAccess,
}

impl Meeting {
    fn writes(&self) -> bool {
        self.earlier.1 || self.later.1
    }
}

/// The processor, whether it writes, and where in the source: first byte and one past the last.
type MeetingAccess = (Vec<i64>, bool, (u32, u32));

/// What one run tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    pub ending: Ending,
    /// Not of runs that end in a fault: when an `ispisi` itself is at fault, whether those before
    /// the processor that met it have printed is open.
    pub printed: Vec<String>,
    /// Only of runs that came to their end.
    pub result: Option<Result>,
    /// Where the run goes on after illegal accesses: how many steps held some.
    pub illegal_steps: usize,
    /// Where the run goes on after illegal accesses: the first of a section.
    pub first_race: Option<Meeting>,
}

/// What a run that came to its end tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Result {
    pub outputs: BTreeMap<String, String>,
    /// Active processors → time, and work: rounds, steps, instructions.
    pub profiles: [(BTreeMap<u64, u64>, u64); 3],
    pub times: [u64; 3],
    pub processors: u64,
    pub reads: u64,
    pub writes: u64,
    pub legal_on: (String, String),
    /// On an asynchronous machine: its own time, and its weakest model that allows the run.
    pub asynchronous: Option<(Account, Option<&'static str>)>,
}

fn shown(value: Option<Value>) -> String {
    match value {
        None => "_".to_owned(),
        Some(Value::Int(value)) => value.to_string(),
        Some(Value::Real(value)) => format!("{value:?}"),
        Some(Value::Bool(value)) => value.to_string(),
    }
}

/// A result of the twin.
pub fn shown_datum(datum: &Datum) -> String {
    match datum {
        Datum::Scalar(value) => shown(*value),
        Datum::Array { dimensions, cells } => {
            let cells: Vec<String> = cells.iter().map(|&cell| shown(cell)).collect();
            format!("{dimensions:?} {}", cells.join(" "))
        }
    }
}

impl Observed {
    pub fn of_twin(outcome: &Outcome, on_apram: bool) -> Self {
        let came_to_its_end = outcome.end == End::Completed;
        let first = match (&outcome.end, outcome.violations.first()) {
            (End::Completed, Some(violation)) => violation.clone(),
            (end, _) => end.clone(),
        };
        let ending = match first {
            End::Completed => Ending::Completed,
            End::Violation {
                code,
                step,
                cell,
                mut processors,
            } => {
                let count = processors.len() as u64;
                processors.truncate(NAMED);
                let (code, cell) = (code.to_owned(), place(&cell));
                Ending::Violation {
                    code,
                    step,
                    cell,
                    processors,
                    count,
                }
            }
            End::Fault {
                code, processor, ..
            } => Ending::Fault {
                code: code.to_owned(),
                processor,
            },
            End::Unreached { mut absent } => {
                let count = absent.len() as u64;
                absent.truncate(NAMED);
                Ending::Unreached { absent, count }
            }
            End::Race(race) => Ending::Race(meeting(&race)),
            End::Deadlock => Ending::Deadlock,
            End::MessageDeadlock(_) | End::NeverReceived(_) => {
                unreachable!("these processors send no messages")
            }
            End::Limit { code } => Ending::Limit {
                code: code.to_owned(),
            },
        };
        let outputs = outcome.outputs.iter();
        let outputs = outputs.map(|(name, datum)| (name.clone(), shown_datum(datum)));
        let units = [&outcome.rounds, &outcome.steps, &outcome.instructions];
        let result = Result {
            outputs: outputs.collect(),
            profiles: units.map(|unit: &Unit| (without_zeros(&unit.histogram), unit.work)),
            times: units.map(|unit| unit.time),
            processors: outcome.processors,
            reads: outcome.reads,
            writes: outcome.writes,
            legal_on: (outcome.legal_on.0.to_owned(), outcome.legal_on.1.to_owned()),
            asynchronous: on_apram.then(|| (outcome.account, section_model(outcome))),
        };
        let steps = outcome.violations.iter().map(|violation| match violation {
            End::Violation { step, .. } => *step,
            _ => 0,
        });
        let steps: BTreeSet<u64> = steps.collect();
        Self::new(
            ending,
            &outcome.printed,
            came_to_its_end.then_some(result),
            steps.len(),
        )
        .with_race(outcome.illegal_races.first().map(meeting))
    }

    pub fn of_machine(run: &std::result::Result<Run, Vec<Diagnostic>>) -> Self {
        let run = match run {
            Ok(run) => run,
            Err(problems) => {
                let codes = problems
                    .iter()
                    .map(|each| each.code.id().to_owned())
                    .collect();
                return Self::new(Ending::Refused(codes), &[], None, 0);
            }
        };
        let stops = run.configuration.on_violation == OnViolation::Stop;
        let ending = match (&run.error, run.violations.first()) {
            (Some(error), _) if error.code.status() == Status::Limit => Ending::Limit {
                code: error.code.id().to_owned(),
            },
            (Some(error), _) if error.message.contains(" never reach") => {
                let (absent, count) = absent(&error.message);
                Ending::Unreached { absent, count }
            }
            (Some(_), _) if run.deadlock.is_some() => Ending::Deadlock,
            (Some(error), _) => Ending::Fault {
                code: error.code.id().to_owned(),
                processor: indices(error.processor.as_deref().unwrap_or_default()),
            },
            (None, None) if stops && run.race.is_some() => {
                Ending::Race(machine_meeting(run.race.as_ref().expect("just seen")))
            }
            (None, Some(violation)) => Ending::Violation {
                code: violation.code.id().to_owned(),
                step: violation.step,
                cell: place(&violation.cell),
                processors: violation.indices.iter().take(NAMED).cloned().collect(),
                count: violation.processor_count,
            },
            (None, None) => Ending::Completed,
        };
        let outputs = run
            .outputs
            .iter()
            .map(|(name, value)| (name.clone(), machine_value(value)));
        let units = [&run.cost.rounds, &run.cost.steps, &run.cost.instructions];
        let processors = run.processors();
        let result = Result {
            outputs: outputs.collect(),
            profiles: units.map(|unit: &Profile| (without_zeros(&unit.time_by_active), unit.work)),
            times: units.map(|unit| unit.time_on(processors)),
            processors,
            reads: run.cost.reads,
            writes: run.cost.writes,
            legal_on: (
                run.legal_on.step.to_string(),
                run.legal_on.access.to_string(),
            ),
            asynchronous: run.configuration.asynchronous().map(|_| {
                let cost = run.cost.asynchronous.clone().unwrap_or_default();
                let account = Account {
                    time: cost.time,
                    work: cost.work,
                    waiting: cost.waiting,
                    sections: cost.sections,
                };
                (account, run.section_model())
            }),
        };
        let came_to_its_end = run.finished();
        let steps: BTreeSet<u64> = run
            .violations
            .iter()
            .map(|violation| violation.step)
            .collect();
        let steps = if stops { 0 } else { steps.len() };
        Self::new(
            ending,
            &run.printed,
            came_to_its_end.then_some(result),
            steps,
        )
        .with_race(run.race.as_ref().map(machine_meeting))
    }

    fn with_race(self, first_race: Option<Meeting>) -> Self {
        Self { first_race, ..self }
    }

    /// Whether it came to its end without any illegal access.
    pub fn is_legal(&self) -> bool {
        self.ending == Ending::Completed && self.first_race.is_none() && self.illegal_steps == 0
    }

    /// What the machine and its twin must agree on under this setting.
    pub fn comparable(mut self, setting: &Setting) -> Self {
        let Some(asynchronous) = &setting.asynchronous else {
            return self;
        };
        if asynchronous.order != Order::Lockstep {
            // Processors one after the other take no steps together.
            self.printed.clear();
            self.illegal_steps = 0;
            if let Some(result) = &mut self.result {
                result.profiles = Default::default();
                result.times = Default::default();
            }
            if let Ending::Violation { step, .. } = &mut self.ending {
                *step = 0;
            }
        } else if self.first_race.as_ref().is_some_and(Meeting::writes) {
            // Who comes last where several write one cell in one step is open.
            return Self {
                ending: Ending::Completed,
                printed: Vec::new(),
                result: None,
                illegal_steps: 0,
                first_race: self.first_race,
            };
        }
        self
    }

    /// The twin names nobody where several barriers are never passed: there is no first.
    pub fn naming_as_many_as(mut self, twin: &Self) -> Self {
        if let (Ending::Unreached { .. }, Ending::Unreached { count: 0, .. }) =
            (&self.ending, &twin.ending)
        {
            self.ending = twin.ending.clone();
        }
        self
    }

    fn new(
        ending: Ending,
        printed: &[String],
        result: Option<Result>,
        illegal_steps: usize,
    ) -> Self {
        let is_fault = matches!(ending, Ending::Fault { .. });
        let printed = if is_fault {
            Vec::new()
        } else {
            printed.to_vec()
        };
        Self {
            ending,
            printed,
            result,
            illegal_steps,
            first_race: None,
        }
    }
}

fn meeting(race: &Race) -> Meeting {
    let access = |access: &crate::reference::RaceAccess| {
        let span = (access.span.start, access.span.end);
        (access.processor.clone(), access.writes, span)
    };
    Meeting {
        section: race.section,
        cell: place(&race.cell),
        earlier: access(&race.earlier),
        later: access(&race.later),
    }
}

fn machine_meeting(race: &MachineRace) -> Meeting {
    let access = |access: &MachineRaceAccess| {
        let span = (access.span.start, access.span.end);
        (indices(&access.processor), access.written.is_some(), span)
    };
    Meeting {
        section: race.section,
        cell: place(&race.cell),
        earlier: access(&race.earlier),
        later: access(&race.later),
    }
}

/// The weakest model of the asynchronous machine that allows what happened in the sections and in
/// the steps of synchronous blocks.
fn section_model(outcome: &Outcome) -> Option<&'static str> {
    let reads_meet = !outcome.races.is_empty();
    let with_write = outcome.races.iter().any(|race| !race.only_reads());
    match outcome.legal_on.0 {
        "erew" if !reads_meet => Some("apram"),
        "erew" | "crew" if !with_write => Some("apram-cr"),
        _ => None,
    }
}

/// `the processors (i = 0, j = 2), (i = 1, j = 0) and 3 more never reach this barrier`; one index
/// has no brackets.
fn absent(message: &str) -> (Vec<Vec<i64>>, u64) {
    let names = message.split(" never reach").next().unwrap_or_default();
    let (names, more) = match names.rsplit_once(" and ") {
        Some((names, last)) => match last.strip_suffix(" more") {
            Some(more) => (names.to_owned(), more.parse().unwrap_or(0)),
            None => (format!("{names}, {last}"), 0),
        },
        None => (names.to_owned(), 0),
    };
    let named: Vec<Vec<i64>> = if names.contains('(') {
        names
            .split(')')
            .map(indices)
            .filter(|name| !name.is_empty())
            .collect()
    } else {
        indices(&names)
            .into_iter()
            .map(|index| vec![index])
            .collect()
    };
    let count = named.len() as u64 + more;
    (named, count)
}

#[test]
fn processors_that_never_come_are_read_from_the_message() {
    let one = "the processor i = 3 never reaches this barrier";
    assert_eq!(absent(one), (vec![vec![3]], 1));
    let two = "the processors i1 = 0 and i1 = 5 never reach this barrier";
    assert_eq!(absent(two), (vec![vec![0], vec![5]], 2));
    let many = "the processors (i = 0, j = -2), (i = 1, j = 0) and 3 more never reach this barrier";
    assert_eq!(absent(many), (vec![vec![0, -2], vec![1, 0]], 5));
}

/// The subscripts of a cell. By which of its names an array is called is a matter of taste: the
/// machine says the one at the access, the twin the one at the declaration.
fn place(cell: &str) -> String {
    cell.find('[')
        .map_or(cell, |bracket| &cell[bracket..])
        .to_owned()
}

fn without_zeros(histogram: &BTreeMap<u64, u64>) -> BTreeMap<u64, u64> {
    histogram
        .iter()
        .filter(|(_, time)| **time > 0)
        .map(|(&active, &time)| (active, time))
        .collect()
}

/// `i = 3, j = 0` as values.
fn indices(processor: &str) -> Vec<i64> {
    // `i = 3`, and of tasks side by side `task 2 (line 7)`.
    let parts = processor.split(',').filter_map(|part| {
        let task = part
            .trim()
            .strip_prefix("task ")
            .and_then(|task| task.split_once(" (line"));
        part.split_once('=')
            .or(task.map(|(number, _)| ("", number)))
    });
    parts
        .filter_map(|(_, value)| value.trim().parse().ok())
        .collect()
}

fn machine_constant(constant: Option<Constant>) -> String {
    shown(constant.map(twin_constant))
}

fn twin_constant(constant: Constant) -> Value {
    match constant {
        Constant::Int(value) => Value::Int(value),
        Constant::Real(value) => Value::Real(value),
        Constant::Bool(value) => Value::Bool(value),
    }
}

fn machine_value(value: &MachineValue) -> String {
    match value {
        MachineValue::Scalar(constant) => machine_constant(Some(*constant)),
        MachineValue::Array(array) => {
            let cells = (0..array.len()).map(|position| machine_constant(array.get(position)));
            let cells: Vec<String> = cells.collect();
            format!("{:?} {}", array.dimensions, cells.join(" "))
        }
    }
}

/// An input of the machine as the twin takes it.
pub fn datum(value: &MachineValue) -> Datum {
    match value {
        MachineValue::Scalar(constant) => Datum::Scalar(Some(twin_constant(*constant))),
        MachineValue::Array(array) => Datum::Array {
            dimensions: array.dimensions.clone(),
            cells: (0..array.len())
                .map(|each| array.get(each).map(twin_constant))
                .collect(),
        },
    }
}
