//! One step of a trace: what each group of processors did in it, and which processors met.

use schemars::JsonSchema;
use serde::Serialize;

use super::trace_values::{CellsJson, NumbersJson, WordJson};
use crate::result::progression::Progression;

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
    /// Whether it uses numbers that its processors drew at random.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub draws: bool,
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

impl From<&(String, Progression)> for IndexJson {
    fn from((name, values): &(String, Progression)) -> Self {
        Self {
            name: name.clone(),
            values: values.into(),
        }
    }
}

/// A processor by its place among those of these indices, as users name it: `i = 3, j = 0`.
pub fn processor_name(indices: &[IndexJson], place: usize) -> String {
    let parts = indices.iter().map(|index| {
        let value = index.values.at(place);
        let value = value.map_or_else(|| "?".to_owned(), |value| value.to_string());
        format!("{} = {value}", index.name)
    });
    parts.collect::<Vec<String>>().join(", ")
}

/// The accesses of a group at one place of the source.
#[expect(clippy::struct_excessive_bools, reason = "each is one key of the JSON")]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SiteJson {
    /// The access as written.
    pub text: String,
    /// Whether they write.
    pub writes: bool,
    /// Whether they are read only for the subscripts of the cell that is written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub subscript: bool,
    /// Whether they are accesses to shared memory.
    pub shared: bool,
    /// How many there are, those left out included.
    pub count: usize,
    /// The array; null where it is not among those of the trace.
    pub array: Option<usize>,
    /// Whether its processors access arrays of their own that are not among those of the trace.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
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
