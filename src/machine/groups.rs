//! Groups: sets of processors of one team that are at the same place of their program.
//!
//! A group is divided by a test and merged again behind the branches. It lies in the innermost
//! region (see [`super::regions`]) and arrives there when it has nothing left to do inside.

use crate::code::control::{CallResult, Pc};
use crate::code::kernel::Slot;
use crate::engine::handle::Handle;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::TeamId;

/// A region in the schedule's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegionId(pub u32);

/// Processors of one team at one place.
#[derive(Debug, Clone)]
pub struct Group {
    /// Their team.
    pub team: TeamId,
    /// Which of its processors.
    pub lanes: Selection,
    /// The next instruction.
    pub pc: Pc,
    /// The innermost construct around it.
    pub region: RegionId,
    /// How far they have come.
    pub clock: GroupClock,
}

/// How far a group has come in what groups side by side do not count together. Where groups
/// meet, the one that has come further counts.
#[derive(Debug, Clone, Copy, Default)]
pub struct GroupClock {
    /// How many rounds have passed.
    pub rounds: u64,
    /// How many lines were printed, and behind which step.
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
    /// Where two groups meet: the later of each.
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
    /// Which of its processors.
    pub lanes: Selection,
    /// The instruction behind the block or the call.
    pub next: Pc,
}

/// What a call has given so far.
#[derive(Debug, Clone)]
pub struct CallResults {
    /// Where it goes.
    pub wanted: CallResult,
    /// Scalar results by lane of the callee.
    pub words: Vec<i64>,
    /// Array results by lane of the callee.
    pub handles: Vec<Handle>,
    /// The slots of the callee from which arrays were given.
    pub slots: Vec<Slot>,
}

impl CallResults {
    /// Nothing so far.
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
    /// Others are still inside.
    Wait,
    /// This group goes on.
    Resume(Group),
    /// The block of this team is over; its opener goes on.
    BlockOver(TeamId, Group),
    /// The call of this team is over; its caller goes on.
    CallOver(TeamId, CallResults, Group),
    /// The entry is over.
    RunOver(CallResults),
}

impl Waiting {
    /// The group as which they go on, in the region around the block or the call.
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
