//! A recorded trace, read: what a session needs of `pram-trace/1`. A file may hold anything, so numbers
//! in it are not trusted: nothing is made as large as they say.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic};

/// The largest file that is read, in bytes.
pub const LARGEST_TRACE: u64 = 256 << 20;

/// What says that a file is a trace, and which.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u64,
    machine: Option<Machine>,
}

/// The machine of a run.
#[derive(Debug, Deserialize)]
pub struct Machine {
    /// `pram`, `apram`, `multicomputer`.
    pub kind: String,
    /// Its model or network.
    pub model: String,
    /// How many processors it has.
    pub processors: u64,
}

/// A text.
#[derive(Debug, Deserialize)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// What all traces say.
#[derive(Debug, Deserialize)]
pub struct Common {
    /// The file of the program.
    pub file: String,
    /// The algorithm that was run.
    pub entry: String,
    /// The machine.
    pub machine: Machine,
    /// The inputs in short.
    pub inputs: IndexMap<String, String>,
    /// The texts.
    pub sources: Vec<Source>,
    /// How the run ended.
    pub ending: Ending,
}

/// How a run ended.
#[derive(Debug, Deserialize)]
pub struct Ending {
    /// Whether it came to its end and broke no rule.
    pub succeeded: bool,
    /// What was wrong.
    #[serde(default)]
    pub message: String,
}

/// The steps of a run.
#[derive(Debug, Deserialize)]
pub struct StepTrace {
    #[serde(flatten)]
    pub common: Common,
    /// How much of each step is told.
    pub tier: String,
    /// Arrays and shared scalars.
    pub arrays: Vec<Array>,
    /// What they hold before the first step.
    pub before: Vec<CellChanges>,
    /// The steps that are told.
    pub steps: Vec<Step>,
    /// How many steps the run took.
    pub length: u64,
}

/// An array or shared scalar.
#[derive(Debug, Deserialize)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// Its lengths.
    pub dimensions: Vec<usize>,
}

/// Cells and what they hold.
#[derive(Debug, Deserialize)]
pub struct CellChanges {
    /// The array.
    pub array: usize,
    /// The cells.
    pub cells: Numbers,
    /// Their values.
    pub values: Vec<Value>,
}

/// Numbers in order.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Numbers {
    /// The first, from one to the next, how many.
    Line([i64; 3]),
    /// Any others.
    List {
        /// The numbers.
        list: Vec<i64>,
    },
}

impl Numbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Line([_, _, count]) => usize::try_from(*count).unwrap_or(0),
            Self::List { list } => list.len(),
        }
    }

    /// The place of a number, the first of several; found without going through a line.
    pub fn place_of(&self, number: i64) -> Option<usize> {
        match self {
            Self::Line([from, step, _]) => {
                let distance = i128::from(number) - i128::from(*from);
                let step = i128::from(*step);
                let place = match step {
                    0 => (distance == 0).then_some(0),
                    _ => (distance % step == 0).then(|| distance / step),
                };
                let place = usize::try_from(place?).ok()?;
                (place < self.len()).then_some(place)
            }
            Self::List { list } => list.iter().position(|one| *one == number),
        }
    }

    /// The one at a place; none behind the last, or where it is no number of 64 bits.
    pub fn at(&self, place: usize) -> Option<i64> {
        match self {
            Self::Line([from, step, _]) if place < self.len() => {
                let steps = i64::try_from(place).ok()?;
                from.checked_add(step.checked_mul(steps)?)
            }
            Self::Line(_) => None,
            Self::List { list } => list.get(place).copied(),
        }
    }
}

/// A step.
#[derive(Debug, Deserialize)]
pub struct Step {
    /// Which of the run.
    pub number: u64,
    /// It in words.
    pub sentences: Vec<String>,
    /// Its groups.
    pub groups: Vec<Group>,
    /// What other cells than before hold behind it.
    pub changes: Vec<CellChanges>,
    /// What it printed.
    #[serde(default)]
    pub printed: Vec<String>,
    /// What was counted until behind it.
    pub cost: Cost,
    /// Whether it breaks off the run.
    #[serde(default)]
    pub broken: bool,
}

/// What was counted: T and W in three units.
#[derive(Debug, Deserialize)]
pub struct Cost {
    pub rounds: [u64; 2],
    pub steps: [u64; 2],
    pub instructions: [u64; 2],
}

/// A group of processors.
#[derive(Debug, Deserialize)]
pub struct Group {
    /// The text in which its statement stands.
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// The statement.
    pub statement: String,
    /// The indices around it.
    pub indices: Vec<Index>,
    /// Its accesses.
    pub sites: Vec<Site>,
    /// The calls whose results it uses.
    #[serde(default)]
    pub results: Vec<usize>,
    /// What its processors return to their callers.
    #[serde(default)]
    pub returned: Option<Returned>,
}

/// Results that the processors of a group return.
#[derive(Debug, Deserialize)]
pub struct Returned {
    /// The call, by its number.
    pub call: usize,
    /// The algorithm that returns them.
    pub algorithm: String,
    /// The results, processor by processor.
    pub values: Vec<Value>,
}

/// An index of a block.
#[derive(Debug, Deserialize)]
pub struct Index {
    /// Its name.
    pub name: String,
    /// Its value for each processor.
    pub values: Numbers,
}

/// Accesses at one place of the source.
#[derive(Debug, Deserialize)]
pub struct Site {
    /// Whether they write.
    pub writes: bool,
    /// The array.
    pub array: Option<usize>,
    /// The processors, by their positions in the group.
    pub positions: Numbers,
    /// The cells.
    pub cells: Numbers,
    /// What is read or written.
    #[serde(default)]
    pub values: Option<Vec<Value>>,
}

/// The moments of a run on a multicomputer.
#[derive(Debug, Deserialize)]
pub struct MomentTrace {
    #[serde(flatten)]
    pub common: Common,
    /// `processor` or `task`.
    pub noun: String,
    /// The last time.
    pub end: Value,
    /// From when on nothing is told.
    #[serde(default)]
    pub cut_at: Option<Value>,
    /// The messages.
    #[serde(default)]
    pub messages: Vec<Message>,
    /// Where programs stood.
    pub stops: Vec<Stop>,
    /// What was printed.
    pub printed: Vec<Printed>,
    /// The moments.
    pub moments: Vec<Moment>,
}

/// A statement.
#[derive(Debug, Clone, Deserialize)]
pub struct Statement {
    /// The text in which it stands.
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// It as written.
    pub text: String,
}

/// The times of a message.
#[derive(Debug, Deserialize)]
pub struct Message {
    /// When it left; none where it never did.
    #[serde(default)]
    pub start: Value,
    /// When it arrived or would have.
    #[serde(default)]
    pub arrival: Value,
    /// When its receiver had it.
    #[serde(default)]
    pub received: Value,
}

/// Where a program stood.
#[derive(Debug, Deserialize)]
pub struct Stop {
    /// The program.
    pub program: u32,
    /// When.
    pub time: Value,
    /// The statement.
    pub at: Option<Statement>,
    /// What it held.
    #[serde(default)]
    pub holds: Vec<Held>,
}

/// What a program held.
#[derive(Debug, PartialEq, Deserialize)]
pub struct Held {
    /// Its name.
    pub name: String,
    /// The values.
    pub values: Vec<Value>,
    /// How many there are.
    pub count: usize,
}

/// A printed line.
#[derive(Debug, Deserialize)]
pub struct Printed {
    /// When.
    pub time: Value,
    /// The program that printed it.
    pub program: u32,
    /// The line.
    pub text: String,
}

/// A moment.
#[derive(Debug, Deserialize)]
pub struct Moment {
    /// When.
    pub time: Value,
    /// What happens.
    pub lines: Vec<MomentLine>,
}

/// What some programs do.
#[derive(Debug, Deserialize)]
pub struct MomentLine {
    /// The statement.
    pub at: Option<Statement>,
    /// What they do.
    pub text: String,
    /// Whether it breaks off the run.
    #[serde(default)]
    pub breaks: bool,
}

/// A trace that was read.
pub enum Trace {
    /// Of a machine with shared memory.
    Steps(Box<StepTrace>),
    /// Of a multicomputer.
    Moments(Box<MomentTrace>),
}

/// Reads a trace.
pub fn read(name: &str, bytes: &[u8]) -> Result<Trace, Vec<Diagnostic>> {
    let head: Head = serde_json::from_slice(bytes).map_err(|error| unreadable(name, &error))?;
    if head.format != "pram-trace" {
        let message = format!("`{name}` is no trace of a run");
        return Err(vec![
            bad(message).help("`pram replay FILE.pram -o run.json` writes one"),
        ]);
    }
    if head.version != 1 {
        let version = head.version;
        let message =
            format!("`{name}` is a trace of version {version}, and this pram reads version 1");
        return Err(vec![bad(message).help(
            "record it anew with this version: `pram replay FILE.pram -o run.json`",
        )]);
    }
    let is_of_messages = head.machine.is_some_and(|one| one.kind == "multicomputer");
    let trace = if is_of_messages {
        serde_json::from_slice(bytes).map(Trace::Moments)
    } else {
        serde_json::from_slice(bytes).map(Trace::Steps)
    };
    trace.map_err(|error| unreadable(name, &error))
}

fn unreadable(name: &str, error: &serde_json::Error) -> Vec<Diagnostic> {
    let message = if error.is_eof() {
        format!("`{name}` ends in the middle: a part of the trace is missing")
    } else {
        format!("`{name}` cannot be read as a trace: {error}")
    };
    vec![bad(message).help("`pram replay FILE.pram -o run.json` writes it anew")]
}

fn bad(message: String) -> Diagnostic {
    Diagnostic::without_place(Code::BadOption, message)
}

/// A value as it is written: `5`, `2.0`, `true`; `_` where nothing was written.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::Null => "_".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
