//! Groups: sets of processors of one team that are at the same instruction.
//!
//! A group is divided by a test and merged again after the branches. It is in the innermost region (see
//! [`super::regions`]), and arrives there when it has nothing left to execute inside.

use crate::code::control::{CallResult, Pc};
use crate::code::kernel::Slot;
use crate::engine::handle::Handle;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::TeamId;

/// A region in the schedule's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RegionId(pub u32);

/// Processors of one team at one instruction.
#[derive(Debug, Clone)]
pub struct Group {
    /// Their team.
    pub team: TeamId,
    /// The processors.
    pub lanes: Selection,
    /// The next instruction.
    pub pc: Pc,
    /// The innermost construct around it.
    pub region: RegionId,
    /// Its rounds and printed lines.
    pub clock: GroupClock,
}

/// The rounds and printed lines of a group, which groups that run at the same time count separately.
/// Where groups meet, the maximum counts.
#[derive(Debug, Clone, Copy, Default)]
pub struct GroupClock {
    /// The rounds so far.
    pub rounds: u64,
    /// How many lines were printed, and after which step.
    pub lines: Lines,
}

/// Lines that a group printed since a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lines {
    /// The step.
    pub step: u64,
    /// Number of lines.
    pub count: u64,
}

impl GroupClock {
    /// The clock after two groups have met: the maximum of each count.
    #[must_use]
    pub fn later(self, other: Self) -> Self {
        Self {
            rounds: self.rounds.max(other.rounds),
            lines: self.lines.max(other.lines),
        }
    }
}

/// Processors that wait for a block or a call of theirs to end.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// Their team.
    pub team: TeamId,
    /// The processors.
    pub lanes: Selection,
    /// The instruction after the block or the call.
    pub next: Pc,
}

/// The results of a call so far.
#[derive(Debug, Clone)]
pub struct CallResults {
    /// Where they go.
    pub wanted: CallResult,
    /// Scalar results by lane of the callee.
    pub words: Vec<i64>,
    /// Array results by lane of the callee.
    pub handles: Vec<Handle>,
    /// The slots of the callee from which arrays were returned.
    pub slots: Vec<Slot>,
}

impl CallResults {
    /// No results yet.
    pub fn new(wanted: CallResult) -> Self {
        Self {
            wanted,
            words: Vec::new(),
            handles: Vec::new(),
            slots: Vec::new(),
        }
    }
}

/// What follows when a group has arrived at the end of its region.
pub enum GroupArrival {
    /// Other groups are still inside.
    Wait,
    /// This group continues.
    Resume(Group),
    /// The block of this team has ended; the group that opened it continues.
    BlockOver(TeamId, Group),
    /// The call of this team has ended; its caller continues.
    CallOver(TeamId, CallResults, Group),
    /// The entry has ended.
    RunOver(CallResults),
}

impl Waiting {
    /// The group as which they continue, in the region around the block or the call.
    pub fn resume(self, region: Option<RegionId>, clock: GroupClock) -> Group {
        let region = region.expect("only the entry has no construct around it");
        Group {
            team: self.team,
            lanes: self.lanes,
            pc: self.next,
            region,
            clock,
        }
    }
}
