//! The JSON of `pram replay`: every step of a run with its accesses, `pram-trace/1`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::moments::MomentsJson;
use super::run::MachineJson;
use super::value::ScalarJson;
use crate::diagnostic::json::ErrorJson;
use crate::present::language::Language;
use crate::program::Constant;
use crate::result::progression::Progression;
use crate::source::file_name;

/// A run, step by step.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram replay")]
pub struct TraceJson {
    /// What all traces begin with.
    #[serde(flatten)]
    pub head: HeadJson,
    /// How much of each step is told.
    pub tier: Tier,
    /// Arrays and shared scalars; places in this list are their numbers below.
    pub arrays: Vec<TracedArrayJson>,
    /// What these hold before the first step.
    pub before: Vec<CellsJson>,
    /// The lines that a run without steps printed; other runs have them in their steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The steps in their order, some in the middle left out where there are too many.
    pub steps: Vec<StepJson>,
    /// How many steps the run took, those left out included.
    pub length: u64,
    /// On the asynchronous machine the first illegal race; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<TracedRaceJson>,
    /// How the run ended.
    pub ending: EndingJson,
}

/// What all traces begin with.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct HeadJson {
    /// `pram-trace`
    pub format: &'static str,
    /// 1
    pub version: u32,
    /// The language of the sentences: `en` or `hr`.
    pub language: Language,
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// The machine.
    pub machine: MachineJson,
    /// The inputs in short: scalars, and the lengths of arrays.
    pub inputs: IndexMap<String, String>,
    /// The texts: the program, then what it includes.
    pub sources: Vec<SourceJson>,
}

/// A run that was recorded: its steps, or on a multicomputer its moments.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RecordedJson {
    /// Of a machine with shared memory.
    Steps(Box<TraceJson>),
    /// Of a multicomputer.
    Moments(Box<MomentsJson>),
}

impl RecordedJson {
    /// How many steps or moments the trace is about, those left out included.
    pub fn length(&self) -> u64 {
        match self {
            Self::Steps(trace) => trace.length,
            Self::Moments(trace) => trace.moments.len() as u64,
        }
    }

    /// What all traces begin with.
    pub fn head(&self) -> &HeadJson {
        match self {
            Self::Steps(trace) => &trace.head,
            Self::Moments(trace) => &trace.head,
        }
    }

    /// Whether the run came to its end and broke no rule.
    pub fn succeeded(&self) -> bool {
        match self {
            Self::Steps(trace) => trace.ending.outcome.succeeded,
            Self::Moments(trace) => trace.ending.outcome.succeeded,
        }
    }

    /// The file without its folders, and the entry: `scan.pram · program`.
    pub fn title(&self) -> String {
        let head = self.head();
        format!("{} · {}", head.file_name(), head.entry)
    }

    /// The steps; none on a multicomputer.
    pub fn steps(&self) -> Option<&TraceJson> {
        match self {
            Self::Steps(trace) => Some(trace),
            Self::Moments(_) => None,
        }
    }
}

/// How much of each step is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// All accesses and all values.
    Full,
    /// Values and accesses of the first cells of each array; of the others, how many there are.
    Window,
    /// Patterns of accesses and counts, no values.
    Shape,
}

/// A text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourceJson {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// An array or shared scalar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TracedArrayJson {
    /// Its name in the program.
    pub name: String,
    /// `int`, `real` or `bool`: what its elements are.
    pub element: &'static str,
    /// Rows and columns, or the length; none for a scalar.
    pub dimensions: Vec<usize>,
    /// Of how many of its cells, counted row by row, values and accesses are told.
    pub shown: usize,
    /// The number of its first cell in memory: arrays with the same cells are parts or other names of one
    /// another, or were there one after the other.
    pub first_cell: u32,
    /// The call that it belongs to; absent for what the run began with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<CallJson>,
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CallJson {
    /// What is called.
    pub algorithm: String,
    /// How many calls are around it, itself included.
    pub depth: u32,
}

/// Cells of an array and what they hold.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CellsJson {
    /// The array.
    pub array: usize,
    /// The cells, counted row by row.
    pub cells: NumbersJson,
    /// Their values; null for a cell that was never written.
    pub values: Vec<Option<WordJson>>,
}

/// Numbers in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum NumbersJson {
    /// An arithmetic progression: the first, from one to the next, how many.
    Line([i64; 3]),
    /// Any others.
    List {
        /// The numbers.
        list: Vec<i64>,
    },
}

/// A value. Ints that JavaScript cannot hold exactly and reals that JSON cannot write are strings.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum WordJson {
    /// As it is.
    Scalar(ScalarJson),
    /// In words.
    Text(String),
}

/// A step.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct StepJson {
    /// Which step of the run, from 1.
    pub number: u64,
    /// It in words, a sentence for each group.
    pub sentences: Vec<String>,
    /// The groups of processors that took part, side by side.
    pub groups: Vec<GroupJson>,
    /// Cells in which processors met; the first hundred.
    pub met: Vec<MetJson>,
    /// How many cells that were in all.
    pub met_count: usize,
    /// Arrays and shared scalars that are there behind it, by their numbers.
    pub live: Vec<usize>,
    /// What cells hold in front of it that held something else behind the step before: in between an array
    /// came to be, or got the result of a call, which takes no step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<CellsJson>,
    /// What it changes, from what is in front of it to what is behind it.
    pub changes: Vec<CellsJson>,
    /// The lines that it printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// What was counted until behind it.
    pub cost: TracedCostJson,
    /// Whether it breaks off the run, so that nothing of it was written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub broken: bool,
}

/// What a group did in a step.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GroupJson {
    /// The text in which its statement stands.
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// The statement.
    pub statement: String,
    /// How many processors it has.
    pub processors: usize,
    /// The indices of the blocks around it with their values, processor by processor.
    pub indices: Vec<IndexJson>,
    /// Its accesses by their places in the source.
    pub sites: Vec<SiteJson>,
    /// Reads of arrays that its processors have for themselves, as written; which cells these are is not
    /// told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own_reads: Vec<String>,
    /// The scalars of their own that its processors read, and those of the processors around them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<UsedJson>,
    /// The scalars of their own to which its processors assign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assigned: Vec<AssignedJson>,
    /// The calls whose results it uses, by the numbers that they have where they are returned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<usize>,
    /// What its processors return to their callers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<ReturnedJson>,
}

/// Results that the processors of a group return.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ReturnedJson {
    /// The call in the source, by a number.
    pub call: usize,
    /// The algorithm that returns them.
    pub algorithm: String,
    /// The results, processor by processor.
    pub values: Vec<Option<WordJson>>,
}

/// An index of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IndexJson {
    /// Its name.
    pub name: String,
    /// Its value for each processor.
    pub values: NumbersJson,
}

/// The accesses of a group at one place of the source.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SiteJson {
    /// The access as written.
    pub text: String,
    /// Whether they write.
    pub writes: bool,
    /// Whether they are accesses to shared memory.
    pub shared: bool,
    /// How many there are, those left out included.
    pub count: usize,
    /// The array; null where processors have arrays of their own.
    pub array: Option<usize>,
    /// The processors, by their positions in the group.
    pub positions: NumbersJson,
    /// Which read of its processor each is, from 0.
    pub ordinals: NumbersJson,
    /// The cells, counted row by row.
    pub cells: NumbersJson,
    /// What is read or written; absent where only patterns are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Option<WordJson>>>,
}

/// A scalar that processors read and that each holds for itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UsedJson {
    /// Its name.
    pub name: String,
    /// Which one it is: in another call, or when a block is executed again, it is another one.
    pub scalar: usize,
    /// The number of outermost indices that name the processor which holds it.
    pub indices: usize,
}

/// A scalar that processors assign.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AssignedJson {
    /// Its name.
    pub name: String,
    /// Which one it is, as where it is read.
    pub scalar: usize,
    /// The values, processor by processor.
    pub values: Vec<Option<WordJson>>,
}

/// A cell in which processors met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MetJson {
    /// The cell as users name it.
    pub cell: String,
    /// Whether they wrote it.
    pub writes: bool,
    /// Whether they read it at the same moment: as the k-th access of each.
    pub at_once: bool,
    /// Whether all wrote the same.
    pub agree: bool,
    /// The processors; the first few.
    pub processors: Vec<String>,
    /// How many processors.
    pub count: usize,
    /// Whose value stays; absent where the rule makes one value of all, and for reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

/// Two accesses to a cell that no barrier orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TracedRaceJson {
    /// The cell as users name it.
    pub cell: String,
    /// Both, in the order in which the run came to them.
    pub accesses: [RacingJson; 2],
}

/// An access of a race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RacingJson {
    /// The step.
    pub step: u64,
    /// The processor.
    pub processor: String,
    /// Whether it writes.
    pub writes: bool,
}

/// What was counted: time and work in each unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TracedCostJson {
    /// T and W in rounds.
    pub rounds: [u64; 2],
    /// T and W in steps.
    pub steps: [u64; 2],
    /// T and W in instructions.
    pub instructions: [u64; 2],
    /// T and W of the asynchronous machine, and how many sections are over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<[u64; 3]>,
    /// Active processors of the step.
    pub active: u64,
}

/// Whether a run came to its end, and what was wrong.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OutcomeJson {
    /// Whether it came to its end and broke no rule.
    pub succeeded: bool,
    /// What was wrong, as the command line says it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The same as data.
    pub problems: Vec<ErrorJson>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EndingJson {
    /// Whether it came to its end, and what was wrong.
    #[serde(flatten)]
    pub outcome: OutcomeJson,
    /// Processors of the machine: as fixed, or the most that were asked for.
    pub processors: u64,
    /// Cost C = p·T in rounds, steps and instructions.
    pub cost: [u64; 3],
}

impl HeadJson {
    /// The file without its folders.
    pub fn file_name(&self) -> &str {
        file_name(&self.file)
    }
}

impl TraceJson {
    /// An array by its name, and where others have the same one, by the call that it belongs to:
    /// `s (total)`.
    pub fn array_name(&self, number: usize) -> String {
        let array = &self.arrays[number];
        let is_other =
            |other: &TracedArrayJson| other.name == array.name && other.call != array.call;
        match &array.call {
            Some(CallJson { algorithm, depth }) if self.arrays.iter().any(is_other) => {
                let at_depth = self.head.language.choose("at depth", "na dubini");
                match depth {
                    1 => format!("{} ({algorithm})", array.name),
                    depth => format!("{} ({algorithm} {at_depth} {depth})", array.name),
                }
            }
            _ => array.name.clone(),
        }
    }
}

impl TracedArrayJson {
    /// How many cells it has.
    pub fn length(&self) -> usize {
        self.dimensions.iter().product()
    }
}

impl NumbersJson {
    /// All of them.
    pub fn list(&self) -> Vec<i64> {
        match self {
            Self::Line([from, step, count]) => (0..*count).map(|at| from + step * at).collect(),
            Self::List { list } => list.clone(),
        }
    }
}

impl From<&Progression> for NumbersJson {
    fn from(numbers: &Progression) -> Self {
        match numbers {
            Progression::Line { from, step, count } => Self::Line([*from, *step, *count as i64]),
            Progression::List(list) => Self::List { list: list.clone() },
        }
    }
}

/// Ints beyond this are no exact numbers in JavaScript.
const EXACT: i64 = 1 << 53;

impl From<Constant> for WordJson {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Int(value) if value.abs_diff(0) > EXACT as u64 => {
                Self::Text(value.to_string())
            }
            // A real is told as one: JavaScript would write 2.0 as 2.
            Constant::Real(value) => Self::Text(format!("{value:?}")),
            other => Self::Scalar(other.into()),
        }
    }
}
