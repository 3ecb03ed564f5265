//! The part of a recorded trace that is about steps.

use serde::Deserialize;
use serde_json::Value;

use super::run::Common;

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
    /// What a run without steps printed.
    #[serde(default)]
    pub printed: Vec<String>,
    /// The steps that are told.
    pub steps: Vec<Step>,
    /// How many steps the run took.
    pub length: u64,
    /// On the asynchronous machine the first illegal race.
    #[serde(default)]
    pub race: Option<Race>,
}

/// Two accesses to a cell that no barrier orders.
#[derive(Debug, Deserialize)]
pub struct Race {
    /// The cell as users name it.
    pub cell: String,
    /// Both.
    pub accesses: Vec<RaceAccess>,
}

/// An access of a race.
#[derive(Debug, Deserialize)]
pub struct RaceAccess {
    /// The step.
    pub step: u64,
    /// The processor.
    pub processor: String,
    /// Whether it writes.
    pub writes: bool,
}

/// An array or shared scalar.
#[derive(Debug, Deserialize)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// Its lengths; first the number of owners, where there are any.
    pub dimensions: Vec<usize>,
    /// The processors that have an array of the name each.
    #[serde(default)]
    pub owners: Vec<Index>,
    /// Of how many of its cells values are told.
    #[serde(default)]
    pub shown: usize,
    /// The first of these.
    #[serde(default)]
    pub first_shown: usize,
    /// The number of its first cell in memory.
    #[serde(default)]
    pub first_cell: Option<u32>,
    /// The call that it belongs to.
    #[serde(default)]
    pub call: Option<Call>,
}

/// A call.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct Call {
    /// What is called.
    pub algorithm: String,
    /// How many calls are around it, itself included.
    pub depth: u32,
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
#[serde(
    untagged,
    expecting = "numbers are `[from, step, count]` or `{\"list\": […]}`"
)]
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
    /// Cells in which processors met.
    #[serde(default)]
    pub met: Vec<Met>,
    /// The arrays that are there behind it.
    #[serde(default)]
    pub live: Option<Vec<usize>>,
    /// What cells hold in front of it that held something else behind the step before.
    #[serde(default)]
    pub given: Vec<CellChanges>,
    /// What it changes.
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
    /// T and W of the asynchronous machine, and how many sections are over.
    #[serde(default)]
    pub apram: Option<[u64; 3]>,
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
    /// How many processors it has.
    #[serde(default)]
    pub processors: usize,
    /// The indices around it.
    pub indices: Vec<Index>,
    /// Its accesses.
    pub sites: Vec<Site>,
    /// Reads of arrays that its processors have for themselves, as written.
    #[serde(default)]
    pub own_reads: Vec<String>,
    /// The scalars of their own that its processors read.
    #[serde(default)]
    pub used: Vec<Used>,
    /// Those to which they assign.
    #[serde(default)]
    pub assigned: Vec<Assigned>,
    /// The calls whose results it uses.
    #[serde(default)]
    pub results: Vec<usize>,
    /// Whether it uses numbers that its processors drew at random.
    #[serde(default)]
    pub draws: bool,
    /// What its processors return to their callers.
    #[serde(default)]
    pub returned: Option<Returned>,
}

/// A cell in which processors met.
#[derive(Debug, Deserialize)]
pub struct Met {
    /// The cell as users name it.
    pub cell: String,
    /// Whether they wrote it.
    pub writes: bool,
    /// Whether they read it at the same moment.
    #[serde(default)]
    pub at_once: bool,
    /// Whether all wrote the same.
    #[serde(default)]
    pub agree: bool,
    /// How many processors.
    #[serde(default)]
    pub count: usize,
    /// Whose value stays.
    #[serde(default)]
    pub winner: Option<String>,
}

/// A scalar that processors read and that each holds for itself.
#[derive(Debug, Deserialize)]
pub struct Used {
    /// Its name.
    pub name: String,
    /// Which one it is.
    pub scalar: usize,
    /// The number of outermost indices that name the processor which holds it.
    pub indices: usize,
}

/// A scalar that processors assign.
#[derive(Debug, Deserialize)]
pub struct Assigned {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Which one it is.
    #[serde(default)]
    pub scalar: Option<usize>,
    /// The values, processor by processor.
    pub values: Vec<Value>,
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
    /// The access as written.
    #[serde(default)]
    pub text: String,
    /// How many there are, those left out included.
    #[serde(default)]
    pub count: usize,
    /// Whether they write.
    pub writes: bool,
    /// Whether they read what only the subscripts of the written cell are computed from.
    #[serde(default)]
    pub subscript: bool,
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
