//! The slow twin: the contract of the language and of the machines in plain code, one processor
//! at a time. Where it and the machine differ, it decides who is right.
//!
//! It shares nothing with the machine but the syntax tree. Reading order: `value`, `definitions`,
//! `names` (language.md, section 6), `types`, `memory`, `access` and `cost` (machines.md,
//! sections 1 and 2), `schedule`, `expression`, `statement` and what it leads to. Processors that
//! exchange messages are in `multicomputer`, `private_block`, `message` and `distribution`; when one of
//! them goes on says the slow twin of the network, `tests/network/twin.rs`.

mod access;
mod adapted;
mod assignment;
mod asynchronous;
mod barrier;
mod block;
mod call;
mod commit;
mod cost;
pub mod definitions;
mod distribution;
mod expression;
mod inputs;
mod instrument;
mod loops;
mod memory;
mod message;
mod multicomputer;
mod names;
mod private_block;
mod processor;
mod questions;
mod schedule;
mod scope;
mod section;
mod sharing;
mod statement;
mod tasks;
mod types;
mod value;
mod view;
mod whole;

mod conflicts;
mod divergence;
pub mod example;
mod faults;
mod language;
mod machines;
mod worked_counts;

use std::cell::RefCell;
use std::rc::Rc;

use indexmap::IndexMap;
use pram::source::Span;
use pram::syntax::ast::File;
use pram::syntax::procedure;

pub use access::{Model, Simultaneity};
pub use asynchronous::{Account, Asynchronous, BarrierTime, Order, Turns};
pub use cost::Unit;
pub use multicomputer::{Lost, Multicomputer, NetworkCost, Waiting};
pub use section::{Race, RaceAccess};
pub use value::Value;

use definitions::Definitions;
use schedule::Scheduler;
use types::Types;

/// Whether a run goes on after an illegal access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnViolation {
    Stop,
    Continue,
}

/// How the two branches of an `ako` share the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Branches {
    /// Side by side.
    Mimd,
    /// One after the other.
    Simd,
}

/// How a program is run.
#[derive(Debug, Clone)]
pub struct Config {
    /// The algorithm to run, such as `+_prescan`; else `program`, else the last algorithm.
    pub entry: Option<String>,
    pub model: Model,
    pub simultaneity: Simultaneity,
    pub branches: Branches,
    /// On an asynchronous machine, its parameters; `model` holds for its synchronous blocks.
    pub asynchronous: Option<Asynchronous>,
    /// On a multicomputer, its network and parameters.
    pub multicomputer: Option<Multicomputer>,
    /// What the names `d` and `B` mean, also on a synchronous machine: filled in by the run.
    pub named_times: [(&'static str, Option<u64>); 2],
    pub on_violation: OnViolation,
    /// `-p`
    pub processors: Option<u64>,
    pub seed: u64,
    pub max_steps: u64,
    pub max_processors: u64,
    pub max_depth: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            entry: None,
            model: Model::UNRESTRICTED,
            simultaneity: Simultaneity::Step,
            branches: Branches::Mimd,
            asynchronous: None,
            multicomputer: None,
            named_times: [("d", None), ("B", None)],
            on_violation: OnViolation::Stop,
            processors: None,
            seed: 0,
            max_steps: 1_000_000,
            max_processors: 1 << 16,
            max_depth: 1000,
        }
    }
}

/// A scalar or an array from outside or for outside; none is a cell that was never written.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    Scalar(Option<Value>),
    Array {
        dimensions: Vec<usize>,
        cells: Vec<Option<Value>>,
    },
}

/// Lines of `ispisi`.
pub type Printed = Vec<String>;

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    Completed,
    /// The processors by the values of their indices, ascending.
    Violation {
        code: &'static str,
        step: u64,
        cell: String,
        processors: Vec<Vec<i64>>,
    },
    Fault {
        code: &'static str,
        span: Span,
        processor: Vec<i64>,
        step: u64,
    },
    /// Some never come to a barrier: these, where it is one of all.
    Unreached {
        absent: Vec<Vec<i64>>,
    },
    /// In a section of an asynchronous block.
    Race(Race),
    /// Processors wait for each other at barriers.
    Deadlock,
    /// Processors of a multicomputer wait for messages, or until theirs are received.
    MessageDeadlock(Vec<Waiting>),
    NeverReceived(Vec<Lost>),
    Limit {
        code: &'static str,
    },
}

/// Everything that a run tells.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub outputs: IndexMap<String, Datum>,
    pub printed: Printed,
    pub rounds: Unit,
    pub steps: Unit,
    pub instructions: Unit,
    pub processors: u64,
    pub reads: u64,
    pub writes: u64,
    /// The weakest model, per step and per access.
    pub legal_on: (&'static str, &'static str),
    /// With [`OnViolation::Continue`], all illegal accesses.
    pub violations: Vec<End>,
    /// On an asynchronous machine: the races of its sections, legal ones of reads too.
    pub races: Vec<Race>,
    /// Those of them that its model does not allow.
    pub illegal_races: Vec<Race>,
    /// On an asynchronous machine: its own time.
    pub account: Account,
    /// On a multicomputer: what the run took.
    pub network: Option<NetworkCost>,
    pub end: End,
}

/// Runs a file whose includes are spliced in.
pub fn run(file: &File, inputs: &IndexMap<String, Datum>, config: &Config) -> Outcome {
    let mut file = file.clone();
    assert_eq!(
        procedure::rewrite(&mut file, pram::semantic::is_function),
        []
    );
    // Coroutines nest as deep as the program's calls do.
    std::thread::scope(|threads| {
        std::thread::Builder::new()
            .stack_size(1 << 30)
            .spawn_scoped(threads, || run_somehow(&file, inputs, config))
            .expect("the host starts a thread")
            .join()
            .expect("the twin does not panic")
    })
}

/// What all processors of one run refer to.
struct Machine<'a> {
    scheduler: Scheduler<'a>,
    definitions: Rc<Definitions<'a>>,
    types: RefCell<Types<'a>>,
    outputs: RefCell<IndexMap<String, Datum>>,
}

/// In an asynchronous block only barriers make processors wait. Where somebody never comes to one,
/// it may be for having waited behind a branch or a loop: then they go on apart.
fn run_somehow(file: &File, inputs: &IndexMap<String, Datum>, config: &Config) -> Outcome {
    let outcome = run_here(file, inputs, config);
    match (&outcome.end, &config.asynchronous) {
        (End::Unreached { .. } | End::Deadlock, Some(machine))
            if machine.order == Order::Lockstep =>
        {
            let machine = Asynchronous {
                order: Order::Apart,
                ..machine.clone()
            };
            let config = Config {
                asynchronous: Some(machine),
                ..config.clone()
            };
            run_here(file, inputs, &config)
        }
        _ => outcome,
    }
}

fn run_here(file: &File, inputs: &IndexMap<String, Datum>, config: &Config) -> Outcome {
    let definitions = Rc::new(Definitions::new(file));
    let network = config.multicomputer.as_ref();
    let processors = network
        .map(|network| network.topology.processors().into())
        .or(config.processors)
        .or_else(|| inputs::machine_parameter(&definitions, "p", None));
    let machine = config.asynchronous.as_ref();
    let declared = |name| inputs::machine_parameter(&definitions, name, processors);
    let delay = machine.map(|machine| machine.delay).or(declared("d"));
    let barrier = machine.map(|machine| machine.barrier.of(processors.unwrap_or(0)));
    let named_times = [("d", delay), ("B", barrier.or(declared("B")))];
    let config = Config {
        named_times,
        processors,
        ..config.clone()
    };
    let machine = Rc::new(Machine {
        scheduler: Scheduler::new(config.clone()),
        types: RefCell::new(Types::new(Rc::clone(&definitions))),
        definitions,
        outputs: RefCell::default(),
    });
    let first = Scheduler::first_processor(&machine.scheduler.config);
    let task = inputs::start(&machine, Rc::clone(&first), inputs);
    let end = machine.scheduler.run(Rc::clone(&first), task);
    let (account, races) = machine.scheduler.account(&first);

    let mut counts = machine.scheduler.counts();
    let processors = processors.unwrap_or(counts.asked);
    for unit in [
        &mut counts.rounds,
        &mut counts.steps,
        &mut counts.instructions,
    ] {
        unit.schedule(processors);
    }
    let concurrent_read = config.asynchronous.as_ref();
    let concurrent_read = concurrent_read.is_some_and(|machine| machine.concurrent_read);
    let illegal = races
        .iter()
        .filter(|race| !(concurrent_read && race.only_reads()));
    Outcome {
        illegal_races: illegal.cloned().collect(),
        outputs: machine.outputs.take(),
        printed: machine.scheduler.printed.take(),
        rounds: counts.rounds,
        steps: counts.steps,
        instructions: counts.instructions,
        processors,
        reads: counts.reads,
        writes: counts.writes,
        legal_on: (
            counts.per_step.weakest_model(config.model.write),
            counts.per_access.weakest_model(config.model.write),
        ),
        violations: counts.violations,
        races,
        account,
        network: machine.scheduler.network_cost(),
        end,
    }
}
