//! One step of a run in full: who executed what, and every access.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Cells, Group, Progression, Site};
use crate::machine::meeting::{CellMeetings, WritersMet, forbidden};
use crate::machine::rules::model::{Model, Simultaneity};
use crate::source::Span;

/// What happened in one step. `P` is how places of the source are known.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Step<P = Span> {
    /// Which step of the run, from 1.
    pub number: u64,
    /// The groups of processors that took part, side by side.
    pub groups: Vec<Group<P>>,
    /// The cells that several processors read in it, at the same or at different moments.
    #[serde(skip)]
    pub readers_met: CellMeetings,
    /// Of these the ones that they read at the same moment: as the k-th access of each.
    #[serde(skip)]
    pub readers_met_at_once: CellMeetings,
    /// The cells that several processors wrote.
    #[serde(skip)]
    pub writers_met: WritersMet,
    /// The groups that returned or passed in front of it what their processors held already, in their order:
    /// that takes no step.
    #[serde(skip)]
    pub handed_before: Vec<Group<P>>,
    /// What was free in front of it.
    #[serde(skip)]
    pub free: Vec<Free>,
    /// What followed from it at once: processors that go two ways, a call that is over.
    #[serde(skip)]
    pub then: Vec<Free>,
}

/// What takes no step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Free {
    /// A block is opened; the number of its processors.
    Opened(u32),
    /// A block is over.
    Closed,
    /// An algorithm is called; its name, and the number of processors that call it.
    Called(String, u32),
    /// A call is over.
    Returned,
    /// A loop is begun; by how many processors.
    LoopBegun(u32),
    /// A loop's body is executed again; by how many processors.
    Turn(u32),
    /// A loop is over.
    LoopOver,
    /// A branch splits a group; the sizes of both parts.
    Parted(u32, u32),
    /// Groups go on as one; the number of its processors.
    Joined(u32),
}

/// A step of a trace: its places are numbers, and what it changed and counted stands beside it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TracedStep {
    /// What happened in it.
    #[serde(flatten)]
    pub step: Step<usize>,
    /// Cells in which processors met; the first hundred.
    pub met: Vec<Met>,
    /// All of them, by how they met: from this it follows on which models the step is legal.
    #[serde(skip_serializing_if = "MetCells::is_empty")]
    pub met_cells: MetCells,
    /// Arrays and shared scalars that are there behind it, by their numbers.
    pub live: Vec<usize>,
    /// What cells hold in front of it that held something else behind the step before: in between an array
    /// came to be, or got the result of a call, which takes no step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Cells>,
    /// What it changes, from what is in front of it to what is behind it.
    pub changes: Vec<Cells>,
    /// The lines that it printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// What was counted until behind it.
    pub cost: CostUntil,
    /// Whether it breaks off the run, so that nothing of it was written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub broken: bool,
}

/// A cell in which processors met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Met {
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

/// The cells of a step in which processors met.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MetCells {
    /// Those that several read.
    #[serde(skip_serializing_if = "MetAlike::is_empty")]
    pub read: MetAlike,
    /// Of these those that they read at the same moment: as the k-th access of each.
    #[serde(skip_serializing_if = "MetAlike::is_empty")]
    pub at_once: MetAlike,
    /// Those that several wrote.
    #[serde(skip_serializing_if = "MetAlike::is_empty")]
    pub written: MetAlike,
    /// Of these those into which they wrote different values.
    #[serde(skip_serializing_if = "MetAlike::is_empty")]
    pub differing: MetAlike,
}

/// Cells in which processors met in one way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MetAlike {
    /// How many there are.
    pub count: usize,
    /// Their numbers in memory, ascending; the first thousand where they are no line.
    pub cells: Progression,
}

/// Numbers of cells that are kept where they are no line.
const NUMBERS: usize = 1000;

impl MetCells {
    /// Those of a step.
    pub fn of<P>(step: &Step<P>) -> Self {
        Self {
            read: MetAlike::of(&step.readers_met),
            at_once: MetAlike::of(&step.readers_met_at_once),
            written: MetAlike::of(&step.writers_met.meetings),
            differing: MetAlike::of(&step.writers_met.disagreeing),
        }
    }

    fn is_empty(&self) -> bool {
        self.read.is_empty() && self.written.is_empty()
    }
}

impl MetAlike {
    fn of(meetings: &CellMeetings) -> Self {
        let mut numbers = meetings.cells.clone();
        // One that is met at several moments stands there once for each.
        numbers.dedup();
        let count = numbers.len();
        let mut cells: Progression = numbers.into_iter().map(i64::from).collect();
        if let Progression::List(list) = &mut cells {
            list.truncate(NUMBERS);
        }
        Self { count, cells }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// What was counted: time and work in each unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CostUntil {
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

impl<P> Step<P> {
    /// A step with these groups, of which nothing else is known.
    pub fn of_groups(number: u64, groups: Vec<Group<P>>) -> Self {
        Self {
            number,
            groups,
            readers_met: CellMeetings::default(),
            readers_met_at_once: CellMeetings::default(),
            writers_met: WritersMet::default(),
            handed_before: Vec::new(),
            free: Vec::new(),
            then: Vec::new(),
        }
    }

    /// How many processors took part.
    pub fn processors(&self) -> usize {
        self.groups.iter().map(|group| group.processors).sum()
    }

    /// Bytes of its numbers, about.
    pub fn held_bytes(&self) -> u64 {
        self.groups.iter().map(Group::held_bytes).sum::<usize>() as u64
    }

    /// The cells in which processors meet although a model forbids it.
    pub fn forbidden_by(&self, model: Model, simultaneity: Simultaneity) -> Option<&CellMeetings> {
        let readers = match simultaneity {
            Simultaneity::Step => &self.readers_met,
            Simultaneity::Access => &self.readers_met_at_once,
        };
        forbidden(readers, &self.writers_met, model)
    }

    /// Its accesses with the groups that made them.
    pub fn sites(&self) -> impl Iterator<Item = (&Group<P>, &Site<P>)> {
        let groups = self.groups.iter();
        groups.flat_map(|group| group.sites.iter().map(move |site| (group, site)))
    }
}
