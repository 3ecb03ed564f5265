//! The JSON of `pram replay`: every step of a run with its accesses, `pram-trace/2`.

use std::ops::Range;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::moments::MomentsJson;
use super::request::RequestJson;
use super::run::MachineJson;
use super::trace_step::{IndexJson, StepJson, processor_name};
use super::trace_values::{CellsJson, CountJson};
use crate::diagnostic::json::ErrorJson;
use crate::present::language::Language;
use crate::result::step::subscripts;
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
    /// 2
    pub version: u32,
    /// The language of the sentences: `en` or `hr`.
    pub language: Language,
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// The machine.
    pub machine: MachineJson,
    /// What was asked for: with it `pram debug` takes the run again.
    pub request: RequestJson,
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
    /// Values and accesses of some cells of each array, the first ones or those that were asked for, and accesses
    /// to cells in which processors meet; of the others, how many there are.
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
    pub element: String,
    /// Rows and columns, or the length; none for a scalar. Where processors have an array each, the number of
    /// these processors comes first.
    pub dimensions: Vec<usize>,
    /// The processors that have an array of this name each: the indices of the blocks around them with their
    /// values. Absent for an array that is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<IndexJson>,
    /// Of how many of its cells, counted row by row, values and accesses are told.
    pub shown: usize,
    /// The first of these; absent where that is the first of all.
    #[serde(skip_serializing_if = "is_zero")]
    pub first_shown: usize,
    /// Further ones, ascending: in these processors meet against the rules of the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_shown: Vec<usize>,
    /// The number of its first cell in memory: arrays with the same cells are parts or other names of one
    /// another, or were there one after the other.
    pub first_cell: u32,
    /// The call that it belongs to; absent for what the run began with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<CallJson>,
}

/// As serde asks for it.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CallJson {
    /// What is called.
    pub algorithm: String,
    /// How many calls are around it, itself included.
    pub depth: u32,
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
    pub cost: [CountJson; 3],
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
        array_name(&self.arrays, number, self.head.language)
    }
}

/// The name of one of the arrays of a trace, as [`TraceJson::array_name`] gives it.
pub fn array_name(arrays: &[TracedArrayJson], number: usize, language: Language) -> String {
    let array = &arrays[number];
    let is_other = |other: &TracedArrayJson| other.name == array.name && other.call != array.call;
    match &array.call {
        Some(CallJson { algorithm, depth }) if arrays.iter().any(is_other) => {
            let at_depth = language.choose("at depth", "na dubini");
            match depth {
                1 => format!("{} ({algorithm})", array.name),
                depth => format!("{} ({algorithm} {at_depth} {depth})", array.name),
            }
        }
        _ => array.name.clone(),
    }
}

impl TracedArrayJson {
    /// How many cells it has.
    pub fn length(&self) -> usize {
        self.dimensions.iter().product()
    }

    /// The cells side by side of which values and accesses are told.
    pub fn window(&self) -> Range<usize> {
        self.first_shown..self.first_shown + self.shown
    }

    /// All cells of which values are told.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.window().chain(self.also_shown.iter().copied())
    }

    /// The lengths of what the program knows as an array: of one processor's, where each has its own.
    pub fn lengths(&self) -> &[usize] {
        let own = usize::from(!self.owners.is_empty());
        self.dimensions.get(own..).unwrap_or_default()
    }

    /// How many cells each owner has, at least 1.
    pub fn row_length(&self) -> usize {
        let lengths = self.lengths().iter();
        let length = lengths.fold(1_usize, |all, one| all.saturating_mul(*one));
        length.max(1)
    }

    /// How many processors have an array of the name each; 1 where it is one array.
    pub fn rows(&self) -> usize {
        self.owners.first().map_or(1, |index| index.values.len())
    }

    /// The processor that has the cell at a place, by its number among the owners.
    pub fn owner_of(&self, place: i64) -> Option<usize> {
        (!self.owners.is_empty()).then(|| place as usize / self.row_length())
    }

    /// The name of one of the owners: `i = 3`.
    pub fn owner_name(&self, owner: usize) -> String {
        processor_name(&self.owners, owner)
    }

    /// The subscripts of a cell: `5`, `2,3`; nothing for a scalar.
    pub fn subscript(&self, place: i64) -> String {
        let [first, inner @ ..] = self.lengths() else {
            return String::new();
        };
        let length = inner.iter().product::<usize>() * first;
        let inner: Vec<i64> = inner.iter().map(|length| *length as i64).collect();
        subscripts(place % length.max(1) as i64, &inner)
    }

    /// The cell at a place as users name it; of arrays of several processors with its owner: `T[0] (i = 3)`.
    pub fn cell_name(&self, place: i64) -> String {
        let cell = match self.subscript(place) {
            subscript if subscript.is_empty() => self.name.clone(),
            subscript => format!("{}[{subscript}]", self.name),
        };
        match self.owner_of(place) {
            Some(owner) => format!("{cell} ({})", self.owner_name(owner)),
            None => cell,
        }
    }
}
