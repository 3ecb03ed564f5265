//! What is legal: the accesses of one step are compared, processor with processor.

use std::collections::{BTreeMap, BTreeSet};

use pram::source::Span;

use super::memory::Cell;
use super::value::{self, Code, Value};
use pram::syntax::ast::BinaryOp;

/// How concurrent writes end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteRule {
    Exclusive,
    Common,
    Arbitrary,
    Priority,
    Sum,
    Product,
    Max,
    Min,
    And,
    Or,
    Xor,
}

/// A model. The unrestricted one is CRCW-arbitrary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Model {
    pub concurrent_read: bool,
    pub write: WriteRule,
}

impl Model {
    pub const UNRESTRICTED: Self = Self {
        concurrent_read: true,
        write: WriteRule::Arbitrary,
    };

    pub fn parse(name: &str) -> Option<Self> {
        let write = match &name[2..] {
            "ew" => WriteRule::Exclusive,
            "cw-common" => WriteRule::Common,
            "cw" | "cw-arbitrary" => WriteRule::Arbitrary,
            "cw-priority" => WriteRule::Priority,
            "cw-sum" => WriteRule::Sum,
            "cw-prod" => WriteRule::Product,
            "cw-max" => WriteRule::Max,
            "cw-min" => WriteRule::Min,
            "cw-and" => WriteRule::And,
            "cw-or" => WriteRule::Or,
            "cw-xor" => WriteRule::Xor,
            _ => return None,
        };
        Some(Self {
            concurrent_read: name.starts_with("cr"),
            write,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Simultaneity {
    Step,
    Access,
}

/// What one processor did in one step. A statement writes at most one cell.
#[derive(Debug, Clone)]
pub struct Deed {
    /// Its number, one part per block around it: also the order of processors.
    pub path: Vec<usize>,
    /// Its innermost block.
    pub block: usize,
    /// The values of its indices.
    pub indices: Vec<i64>,
    /// In the order in which they were made.
    pub reads: Vec<(Cell, Span)>,
    pub write: Option<(Cell, Value, Span)>,
    pub instructions: u64,
    /// Of each read, how many reads of this statement one behind the other made its address.
    pub depths: Vec<usize>,
    pub operators: u64,
    /// What kind of code the processor is in.
    pub inside: Inside,
}

/// What kind of block, if any, a processor is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    Sequential,
    Synchronous,
    /// An asynchronous one: this.
    Asynchronous(usize),
    /// One of a multicomputer: the processor's number.
    Private(u32),
}

impl Deed {
    /// Local instructions: "no statement or test takes less than 1".
    pub fn locals(&self) -> u64 {
        let accesses = !self.reads.is_empty() || self.write.is_some();
        if accesses {
            self.operators
        } else {
            self.operators.max(1)
        }
    }
}

/// Processors (by their place among the deeds) that met in a cell illegally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    pub code: Code,
    pub cell: Cell,
    pub processors: Vec<usize>,
}

/// The cells that several processors read at one moment, the first one first.
pub fn concurrent_reads(deeds: &[Deed], simultaneity: Simultaneity) -> Vec<Meeting> {
    let moment = |order: usize| {
        if simultaneity == Simultaneity::Step {
            0
        } else {
            order
        }
    };
    let mut readers: BTreeMap<(Cell, usize), BTreeSet<usize>> = BTreeMap::new();
    for (processor, deed) in deeds.iter().enumerate() {
        for (order, &(cell, _)) in deed.reads.iter().enumerate() {
            readers
                .entry((cell, moment(order)))
                .or_default()
                .insert(processor);
        }
    }
    // "The one whose cell involves the lowest-numbered processor; if that has several, the first
    // of its accesses in order."
    let mut meetings: Vec<Meeting> = Vec::new();
    let mut told = BTreeSet::new();
    for deed in deeds {
        for (order, &(cell, _)) in deed.reads.iter().enumerate() {
            let met = &readers[&(cell, moment(order))];
            if met.len() > 1 && told.insert((cell, moment(order))) {
                let processors = met.iter().copied().collect();
                meetings.push(Meeting {
                    code: "E0501",
                    cell,
                    processors,
                });
            }
        }
    }
    meetings
}

/// The cells that several processors write, the first one first, and whether they agree.
pub fn concurrent_writes(deeds: &[Deed]) -> Vec<(Meeting, bool)> {
    let mut writers: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (processor, deed) in deeds.iter().enumerate() {
        if let Some((cell, _, _)) = deed.write {
            writers.entry(cell).or_default().push(processor);
        }
    }
    let written = |processor: usize| deeds[processor].write.map(|(_, value, _)| value);
    let mut meetings: Vec<(Meeting, bool)> = writers
        .into_iter()
        .filter(|(_, processors)| processors.len() > 1)
        .map(|(cell, processors)| {
            let agree = processors
                .iter()
                .all(|&each| written(each) == written(processors[0]));
            (
                Meeting {
                    code: "E0502",
                    cell,
                    processors,
                },
                agree,
            )
        })
        .collect();
    meetings.sort_by_key(|(meeting, _)| meeting.processors[0]);
    meetings
}

/// What breaks the rules of a model. "Reads are judged before writes."
pub fn violations(deeds: &[Deed], model: Model, simultaneity: Simultaneity) -> Vec<Meeting> {
    let mut illegal = Vec::new();
    if !model.concurrent_read {
        illegal.extend(concurrent_reads(deeds, simultaneity));
    }
    for (meeting, agree) in concurrent_writes(deeds) {
        match model.write {
            WriteRule::Exclusive => illegal.push(meeting),
            WriteRule::Common if !agree => illegal.push(Meeting {
                code: "E0503",
                ..meeting
            }),
            _ => {}
        }
    }
    illegal
}

/// What concurrent writes leave in their cell: the writers' numbers in their innermost block, all
/// sets of it numbered through, and what they wrote, in processor order. A fault comes with the
/// place of the writer whose value did not combine with those before.
pub fn resolve(
    rule: WriteRule,
    written: &[(u64, Value)],
    seed: u64,
    step: u64,
) -> Result<Value, (usize, Code)> {
    match rule {
        // Where the run goes on after a violation, one of them wins as well.
        WriteRule::Exclusive | WriteRule::Common | WriteRule::Arbitrary => {
            let mut winner = 0;
            let luck = |writer: usize| lot(seed, step, written[writer].0);
            for writer in 1..written.len() {
                // Ties: the first in processor order.
                if luck(writer) > luck(winner) {
                    winner = writer;
                }
            }
            Ok(written[winner].1)
        }
        WriteRule::Priority => Ok(written[0].1),
        _ => {
            let mut sum = written[0].1;
            for (writer, &(_, each)) in written.iter().enumerate().skip(1) {
                sum = combine(rule, sum, each).map_err(|code| (writer, code))?;
            }
            Ok(sum)
        }
    }
}

/// "Truth values are combined as such: their sum and maximum is `or`, their product and minimum
/// `and`"; `and`, `or` and `xor` are bitwise on ints and have no meaning on reals.
fn combine(rule: WriteRule, left: Value, right: Value) -> Result<Value, Code> {
    if let (Value::Bool(left), Value::Bool(right)) = (left, right) {
        return Ok(Value::Bool(match rule {
            WriteRule::Sum | WriteRule::Max | WriteRule::Or => left || right,
            WriteRule::Xor => left != right,
            _ => left && right,
        }));
    }
    let bitwise = |operator| match left {
        Value::Real(_) => Err(value::OUTSIDE_DOMAIN),
        _ => value::binary(operator, left, right),
    };
    match rule {
        WriteRule::Sum => value::binary(BinaryOp::Add, left, right),
        WriteRule::Product => value::binary(BinaryOp::Multiply, left, right),
        WriteRule::Max => value::extreme(true, left, right),
        WriteRule::Min => value::extreme(false, left, right),
        WriteRule::And => bitwise(BinaryOp::BitAnd),
        WriteRule::Or => bitwise(BinaryOp::BitOr),
        _ => bitwise(BinaryOp::BitXor),
    }
}

/// The lot that a writer draws: the largest wins.
fn lot(seed: u64, step: u64, number: u64) -> u64 {
    let mix = |mut z: u64| {
        z ^= z >> 30;
        z = z.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z ^= z >> 27;
        z = z.wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    mix(mix(seed.wrapping_add(step.wrapping_mul(0x9E37_79B9_7F4A_7C15))) ^ number)
}

/// Models whose rule makes results of its own.
const OWN_RULES: [&str; 16] = [
    "ercw-priority",
    "ercw-sum",
    "ercw-prod",
    "ercw-max",
    "ercw-min",
    "ercw-and",
    "ercw-or",
    "ercw-xor",
    "crcw-priority",
    "crcw-sum",
    "crcw-prod",
    "crcw-max",
    "crcw-min",
    "crcw-and",
    "crcw-or",
    "crcw-xor",
];

/// Which kinds of concurrency a run needed, under one simultaneity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    pub reads: bool,
    pub writes: bool,
    pub differing_writes: bool,
}

impl Needs {
    pub fn observe(&mut self, deeds: &[Deed], simultaneity: Simultaneity) {
        self.reads |= !concurrent_reads(deeds, simultaneity).is_empty();
        for (_, agree) in concurrent_writes(deeds) {
            self.writes = true;
            self.differing_writes |= !agree;
        }
    }

    /// The weakest model that allows it and gives the result that this rule gave.
    pub fn weakest_model(self, rule: WriteRule) -> &'static str {
        let one_of_them = matches!(
            rule,
            WriteRule::Exclusive | WriteRule::Common | WriteRule::Arbitrary
        );
        // Of equal values these give that value.
        let one_of_equals = matches!(
            rule,
            WriteRule::Priority | WriteRule::Max | WriteRule::Min | WriteRule::And | WriteRule::Or
        );
        if self.writes && !one_of_them && (self.differing_writes || !one_of_equals) {
            let needed = Model {
                concurrent_read: self.reads,
                write: rule,
            };
            let mut names = OWN_RULES.into_iter();
            return names
                .find(|name| Model::parse(name) == Some(needed))
                .expect("every rule has a name");
        }
        match (self.reads, self.writes, self.differing_writes) {
            (false, false, _) => "erew",
            (true, false, _) => "crew",
            (false, true, false) => "ercw-common",
            (false, true, true) => "ercw-arbitrary",
            (true, true, false) => "crcw-common",
            (true, true, true) => "crcw-arbitrary",
        }
    }
}
