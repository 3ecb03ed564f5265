//! Advice never leads to a result from which updates are missing: random programs whose processors
//! write together, and what one processor after the other would give.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use pram::machine::rules::model::{Model, WriteRule};
use pram::machine::value::Value;
use pram::pipeline::advice::legal_alternatives;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{ExecutedProgram, Options, Request, Run, execute};
use pram::program::Constant;
use pram::result::advice::{Trial, TrialEnding};
use pram::source::Sources;
use proptest::prelude::*;

use crate::files::NoFiles;

/// The processors, and the values that they have in A.
const A: [i64; 5] = [4, 1, 3, 1, 2];
/// What the cells hold at first.
const OLD: i64 = 2;

/// What a processor does to its cell with its own value.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Act {
    Write,
    WriteOne,
    Add,
    AddWritten,
    AddTwice,
    AddLater,
    Multiply,
    Largest,
    LargestByTest,
    Read,
}

const ACTS: [Act; 10] = [
    Act::Write,
    Act::WriteOne,
    Act::Add,
    Act::AddWritten,
    Act::AddTwice,
    Act::AddLater,
    Act::Multiply,
    Act::Largest,
    Act::LargestByTest,
    Act::Read,
];

impl Act {
    /// As statements about a cell.
    fn text(self, cell: &str) -> String {
        match self {
            Self::Write => format!("{cell} = A[i];"),
            Self::WriteOne => format!("{cell} = 1;"),
            Self::Add => format!("{cell} += A[i];"),
            Self::AddWritten => format!("{cell} = A[i] + {cell};"),
            Self::AddTwice => format!("{cell} = {cell} + A[i] + 1;"),
            Self::AddLater => format!("x = {cell}; {cell} = x + A[i];"),
            Self::Multiply => format!("{cell} *= A[i];"),
            Self::Largest => format!("{cell} = max({cell}, A[i]);"),
            Self::LargestByTest => {
                format!("if ({cell} < A[i]) then\n{cell} = A[i];\nend_if")
            }
            Self::Read => format!("R[i] = {cell};"),
        }
    }

    /// What a cell holds after one processor, by the definition of the statements.
    fn done(self, held: i64, value: i64) -> i64 {
        match self {
            Self::Write => value,
            Self::WriteOne => 1,
            Self::Add | Self::AddWritten | Self::AddLater => held + value,
            Self::AddTwice => held + value + 1,
            Self::Multiply => held * value,
            Self::Largest | Self::LargestByTest => held.max(value),
            Self::Read => held,
        }
    }

    fn is_plain(self) -> bool {
        matches!(self, Self::Write | Self::WriteOne)
    }
}

/// Which cell a processor comes to.
#[derive(Debug, Clone, Copy)]
enum Place {
    One,
    Parity,
    Own,
}

impl Place {
    fn text(self) -> &'static str {
        match self {
            Self::One => "0",
            Self::Parity => "i mod 2",
            Self::Own => "i",
        }
    }

    fn cell(self, i: usize) -> usize {
        match self {
            Self::One => 0,
            Self::Parity => i % 2,
            Self::Own => i,
        }
    }
}

/// A block of processors on an array of its own: what those with even and those with odd numbers do.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    acts: [Act; 2],
    place: Place,
}

impl Block {
    fn text(self, number: usize) -> String {
        let cell = format!("S{number}[{}]", self.place.text());
        let [even, odd] = self.acts.map(|act| act.text(&cell));
        let body = if even == odd {
            even
        } else {
            format!("if (i mod 2 == 0) then\n{even}\nelse\n{odd}\nend_if")
        };
        format!("parallel (for each i from 0 to 4)\n{body}\nend_parallel\n")
    }

    /// Whether each of its cells is written in one step only.
    pub fn writes_once(self) -> bool {
        let takes_two = |act: &Act| matches!(act, Act::AddLater | Act::LargestByTest);
        let [even, odd] = self.acts;
        even == odd || !self.acts.iter().any(takes_two)
    }

    /// What a cell may hold: after its processors in any order, one after the other; and under a rule
    /// that combines, if all only write, what it makes of the values.
    fn allowed(self, cell: usize, rule: WriteRule) -> BTreeSet<i64> {
        let here: Vec<(Act, i64)> = (0..A.len())
            .filter(|i| self.place.cell(*i) == cell)
            .map(|i| (self.acts[i % 2], A[i]))
            .collect();
        let mut allowed = BTreeSet::new();
        in_every_order(OLD, &here, &mut allowed);
        let writers: Vec<(Act, i64)> = (here.iter().copied())
            .filter(|(act, value)| match act {
                Act::Read => false,
                // Where its test fails it writes nothing.
                Act::LargestByTest => act.done(OLD, *value) != OLD,
                _ => true,
            })
            .collect();
        if writers.len() > 1 && writers.iter().all(|(act, _)| act.is_plain()) {
            let values = writers.iter().map(|(act, value)| act.done(OLD, *value));
            let combined = match rule {
                WriteRule::Sum => Some(values.sum()),
                WriteRule::Max => values.max(),
                _ => None,
            };
            allowed.extend(combined);
        }
        allowed
    }
}

fn in_every_order(held: i64, left: &[(Act, i64)], into: &mut BTreeSet<i64>) {
    if left.is_empty() {
        into.insert(held);
    }
    for at in 0..left.len() {
        let mut others = left.to_vec();
        let (act, value) = others.remove(at);
        in_every_order(act.done(held, value), &others, into);
    }
}

pub fn program(machine: &str, blocks: &[Block]) -> String {
    let list = |values: [i64; 5]| values.map(|value| value.to_string()).join(", ");
    let arrays: Vec<String> = (0..blocks.len())
        .map(|number| format!("S{number}[5] = {{{}}}", list([OLD; 5])))
        .collect();
    let bodies: String = (blocks.iter().enumerate())
        .map(|(number, block)| block.text(number))
        .collect();
    let outputs: Vec<String> = (0..blocks.len()).map(|at| format!("S{at}[]")).collect();
    format!(
        "machine {machine};\nprogram\narray A[5] = {{{}}}, R[5], {};\n{bodies}output {};\nend_program\n",
        list(A),
        arrays.join(", "),
        outputs.join(", ")
    )
}

pub fn ran(request: &Request) -> Run {
    let mut sources = Sources::default();
    let executed = execute(request, &mut sources, &NoFiles, &AtomicBool::new(false));
    let ExecutedProgram { run, .. } = executed.unwrap_or_else(|problems| {
        let text = String::from_utf8_lossy(&request.bytes);
        panic!("{problems:?}\n{text}")
    });
    run
}

pub fn request(text: &str, model: Option<Model>) -> Request {
    Request {
        name: "a.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options {
            model: model.map(MachineModel::Synchronous),
            ..Options::default()
        },
    }
}

/// The cells of an output.
fn cells(run: &Run, name: &str) -> Vec<i64> {
    let Some(Value::Array(array)) = run.outputs.get(name) else {
        panic!("no output {name}: {:?}", run.outputs)
    };
    let int = |at: usize| match array.get(at) {
        Some(Constant::Int(value)) => value,
        other => panic!("{other:?} is no int"),
    };
    (0..array.len()).map(int).collect()
}

/// What was found of a program that is illegal on its machine.
fn advised(text: &str) -> Option<(Option<Trial>, bool)> {
    let asked = request(text, None);
    let run = ran(&asked);
    (run.illegal_count() > 0).then(|| {
        let tried = legal_alternatives(&asked, &run, false, &NoFiles, &AtomicBool::new(false));
        assert!(tried.model.is_none() || tried.lost.is_none(), "{text}");
        (tried.model, tried.lost.is_some())
    })
}

pub fn blocks() -> impl Strategy<Value = Vec<Block>> {
    let act = || prop::sample::select(&ACTS[..]);
    let place = prop::sample::select(&[Place::One, Place::Parity, Place::Own][..]);
    let block = (act(), act(), any::<bool>(), place).prop_map(|(even, odd, alike, place)| Block {
        acts: [even, if alike { even } else { odd }],
        place,
    });
    prop::collection::vec(block, 1..4)
}

const MACHINES: [&str; 8] = [
    "EREW",
    "CREW",
    "ERCW-common",
    "CRCW-common",
    "ERCW",
    "ERCW-sum",
    "ERCW-max",
    "ERCW-priority",
];

proptest! {
    #![proptest_config(crate::cases::config(400))]

    /// The advised model, when run, gives each cell a value that one processor after the other could
    /// give, or what its rule makes of plain writes.
    #[test]
    fn no_update_is_lost_by_advice(blocks in blocks(), machine in prop::sample::select(&MACHINES[..])) {
        let text = program(machine, &blocks);
        if let Some((Some(trial), _)) = advised(&text) {
            prop_assert_eq!(&trial.ending, &TrialEnding::Legal, "{}", text);
            let model = trial.model.expect("it is synchronous");
            for seed in 0..3 {
                let mut asked = request(&text, Some(model));
                asked.options.seed = seed;
                let run = ran(&asked);
                prop_assert!(run.status().is_none(), "{} on {}", text, model);
                for (number, block) in blocks.iter().enumerate() {
                    for (cell, value) in cells(&run, &format!("S{number}")).into_iter().enumerate() {
                        let allowed = block.allowed(cell, model.write);
                        prop_assert!(
                            allowed.contains(&value),
                            "{}on {}, seed {}: S{}[{}] is {}, not one of {:?}",
                            text, model, seed, number, cell, value, allowed
                        );
                    }
                }
            }
        }
    }
}

/// What is advised, and whether it is said what would be lost.
fn found(machine: &str, act: Act) -> (Option<String>, bool) {
    let block = Block {
        acts: [act; 2],
        place: Place::One,
    };
    let text = program(machine, &[block]);
    let (trial, is_lost) = advised(&text).unwrap_or_else(|| panic!("{text}is legal"));
    let model = trial.and_then(|trial| trial.model);
    (model.map(|model| model.to_string()), is_lost)
}

/// By hand: plain writes end in one of them, and updates have no model but that of their own rule, if
/// doing them twice is doing them once.
#[test]
fn a_model_is_named_where_nothing_is_lost() {
    let some = |model: &str| (Some(model.to_owned()), false);
    assert_eq!(found("EREW", Act::Read), some("crew"));
    assert_eq!(found("EREW", Act::Write), some("ercw-arbitrary"));
    assert_eq!(found("EREW", Act::WriteOne), some("ercw-common"));
    assert_eq!(found("ERCW-common", Act::Write), some("ercw-arbitrary"));
    assert_eq!(found("EREW", Act::Largest), some("crcw-max"));
    assert_eq!(found("ERCW-max", Act::Largest), some("crcw-max"));
    for act in [
        Act::Add,
        Act::AddWritten,
        Act::AddTwice,
        Act::AddLater,
        Act::Multiply,
        Act::LargestByTest,
    ] {
        for machine in MACHINES {
            assert_eq!(found(machine, act), (None, true), "{machine}, {act:?}");
        }
    }
}
