//! The JSON of `pram replay`: every step of a run with its accesses, `pram-trace/2`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::count::CountJson;
use super::request::RequestJson;
use super::run::MachineJson;
use crate::diagnostic::json::ErrorJson;
use crate::language::Language;
use crate::source::file_name;
use crate::trace::array::{Array, Call, Cells};
use crate::trace::{Place, Tier, TracedStep};

/// A run, step by step.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram replay")]
pub struct TraceJson {
    /// What all traces begin with.
    #[serde(flatten)]
    pub head: HeadJson,
    /// Statements and accesses of the source; their positions in this list are their numbers below.
    pub places: Vec<Place>,
    /// How much of each step is included.
    pub tier: Tier,
    /// Arrays and shared scalars; their positions in this list are their numbers below.
    pub arrays: Vec<Array>,
    /// What these hold before the first step.
    pub before: Vec<Cells>,
    /// The lines that a run without steps printed; other runs have them in their steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The steps in their order, some in the middle left out where there are too many.
    pub steps: Vec<TracedStep>,
    /// The same steps in words, each as a sentence for each of its groups.
    pub sentences: Vec<Vec<String>>,
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

/// A text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourceJson {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// The colours of each line: from which character to before which, and what is there: `keyword`,
    /// `function`, `number`, `text` or `comment`.
    pub colours: Vec<Vec<(usize, usize, &'static str)>>,
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
    /// Processors of the machine: as fixed, or the most active in any step.
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
pub fn array_name(arrays: &[Array], number: usize, language: Language) -> String {
    let array = &arrays[number];
    let is_other = |other: &Array| other.name == array.name && other.call != array.call;
    match &array.call {
        Some(Call { algorithm, depth }) if arrays.iter().any(is_other) => {
            let at_depth = language.choose("at depth", "na dubini");
            match depth {
                1 => format!("{} ({algorithm})", array.name),
                depth => format!("{} ({algorithm} {at_depth} {depth})", array.name),
            }
        }
        _ => array.name.clone(),
    }
}
