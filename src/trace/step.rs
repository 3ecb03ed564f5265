//! One step of a run in full: who executed what, and every access.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Cells, Group, Progression, Site};
use crate::machine::meeting::{CellMeetings, WritersMet, forbidden};
use crate::machine::rules::model::{Model, Simultaneity};
use crate::source::Span;

/// The actions in one step. `P` is the representation of places of the source.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Step<P = Span> {
    /// The number of the step, from 1.
    pub number: u64,
    /// The groups of processors that took part.
    pub groups: Vec<Group<P>>,
    /// The cells that several processors read in it, at the same or at different moments.
    #[serde(skip)]
    pub readers_met: CellMeetings,
    /// Those of them that are read at the same moment: as the k-th access of each processor.
    #[serde(skip)]
    pub readers_met_at_once: CellMeetings,
    /// The cells that several processors wrote.
    #[serde(skip)]
    pub writers_met: WritersMet,
    /// The groups that returned or passed before it what their processors held already, in their order:
    /// that takes no step.
    #[serde(skip)]
    pub handed_before: Vec<Group<P>>,
    /// The free events before it.
    #[serde(skip)]
    pub free: Vec<Free>,
    /// The events that followed at once: a division of a group, the end of a call.
    #[serde(skip)]
    pub then: Vec<Free>,
}

/// An event that takes no step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Free {
    /// A block is opened; the number of its processors.
    Opened(u32),
    /// A block has ended.
    Closed,
    /// An algorithm is called; its name, and the number of processors that call it.
    Called(String, u32),
    /// A call has ended.
    Returned,
    /// A loop begins; with this number of processors.
    LoopBegun(u32),
    /// A loop's body is executed again; by this number of processors.
    Turn(u32),
    /// A loop has ended.
    LoopOver,
    /// A branch divides a group; the sizes of both parts.
    Parted(u32, u32),
    /// Groups continue as one; with this number of processors.
    Joined(u32),
}

/// A step of a trace: its places are numbers, and its changes and costs are included.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TracedStep {
    /// The actions in it.
    #[serde(flatten)]
    pub step: Step<usize>,
    /// Cells with concurrent accesses; the first hundred.
    pub met: Vec<Met>,
    /// All of them, by kind; this determines the models on which the step is legal.
    #[serde(skip_serializing_if = "MetCells::is_empty")]
    pub met_cells: MetCells,
    /// Arrays and shared scalars that exist after it, by their numbers.
    pub live: Vec<usize>,
    /// The contents before it of cells that held something else after the previous step: in between an
    /// array was created, or got the result of a call, which takes no step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Cells>,
    /// Its changes: from the contents before it to those after it.
    pub changes: Vec<Cells>,
    /// The lines that it printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The costs up to its end.
    pub cost: CostUntil,
    /// On the asynchronous machine the sections that were over before its processors were done: where these
    /// are more than at the step before, a barrier lies between the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sections_before: Option<u64>,
    /// Whether it ends the run, so that nothing of it was written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub broken: bool,
}

/// A cell with concurrent accesses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Met {
    /// The cell as users name it.
    pub cell: String,
    /// Whether they wrote it.
    pub writes: bool,
    /// Whether it is read at the same moment: as the k-th access of each processor.
    pub at_once: bool,
    /// Whether all wrote the same value.
    pub agree: bool,
    /// The processors; the first few.
    pub processors: Vec<String>,
    /// The number of processors.
    pub count: usize,
    /// The processor whose value is stored; absent if the rule combines all values, and for reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

/// The cells of a step with concurrent accesses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MetCells {
    /// Those that several processors read.
    #[serde(skip_serializing_if = "MetAlike::is_empty")]
    pub read: MetAlike,
    /// Those of them that are read at the same moment: as the k-th access of each processor.
    #[serde(skip_serializing_if = "MetAlike::is_empty")]
    pub at_once: MetAlike,
    /// Those that several processors wrote.
    #[serde(skip_serializing_if = "MetAlike::is_empty")]
    pub written: MetAlike,
    /// Those of them to which different values were written.
    #[serde(skip_serializing_if = "MetAlike::is_empty")]
    pub differing: MetAlike,
}

/// Cells with concurrent accesses of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MetAlike {
    /// The number of cells.
    pub count: usize,
    /// Their numbers in memory, ascending. If they form no progression, of more than a thousand the first
    /// ones, and the first and the last of each of 250 stretches of memory, so that no bucket hides one.
    pub cells: Progression,
}

/// Numbers of cells that are kept if they form no progression.
const NUMBERS: usize = 1000;
/// Stretches of memory of each of which two are kept, of more numbers.
const STRETCHES: usize = 250;

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
        // A cell with concurrent accesses at several moments occurs once for each.
        numbers.dedup();
        let count = numbers.len();
        let mut cells: Progression = numbers.into_iter().map(i64::from).collect();
        if let Progression::List(list) = &mut cells
            && list.len() > NUMBERS
        {
            *list = spread(list);
        }
        Self { count, cells }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Costs: time and work in each unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CostUntil {
    /// T and W in rounds.
    pub rounds: [u64; 2],
    /// T and W in steps.
    pub steps: [u64; 2],
    /// T and W in instructions.
    pub instructions: [u64; 2],
    /// T and W of the asynchronous machine, and the number of completed sections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<[u64; 3]>,
    /// Active processors of the step.
    pub active: u64,
}

/// Of many ascending numbers the first ones, and the ends of those in each stretch.
fn spread(numbers: &[i64]) -> Vec<i64> {
    let [lowest, highest] = [numbers[0], numbers[numbers.len() - 1]];
    let stretch = ((highest - lowest) as usize).div_ceil(STRETCHES).max(1) as i64;
    let of = |number: i64| (number - lowest) / stretch;
    let is_end = |at: usize| {
        let before = at.checked_sub(1).map(|before| of(numbers[before]));
        let after = numbers.get(at + 1).map(|after| of(*after));
        let own = Some(of(numbers[at]));
        before != own || after != own
    };
    let first = NUMBERS - 2 * STRETCHES - 2;
    let kept = (0..numbers.len()).filter(|at| *at < first || is_end(*at));
    kept.map(|at| numbers[at]).collect()
}

impl<P> Step<P> {
    /// A step with these groups, without further data.
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

    /// The number of processors that took part.
    pub fn processors(&self) -> usize {
        self.groups.iter().map(|group| group.processors).sum()
    }

    /// Bytes of its numbers, about.
    pub fn held_bytes(&self) -> u64 {
        self.groups.iter().map(Group::held_bytes).sum::<usize>() as u64
    }

    /// The cells with conflicts that a model forbids.
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
