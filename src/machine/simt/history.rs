//! What warps issued, with times: the record of a run for debuggers and replays.
//!
//! Each launch is scheduled once more from the streams of its warps, and the times are joined with what was noted of
//! the instructions. So a launch that a fault ends has times too, up to the fault.

use std::collections::HashMap;
use std::convert::Infallible;

use super::configuration::Gpu;
use super::schedule::{self, Issued, WarpStream};
use crate::program::Constant;
use crate::source::Span;

/// The most instructions that are recorded.
const MOST: usize = 100_000;

/// The instructions of a run, as far as they are recorded.
#[derive(Debug, Clone, Default)]
pub struct KernelHistory {
    pub launches: Vec<RecordedLaunch>,
    /// In the order of time, those of one time in the order of units.
    pub instructions: Vec<TimedInstruction>,
    /// The time from which nothing is recorded, because there is too much.
    pub cut_at: Option<u64>,
    /// The end of the launches so far.
    pub end: u64,
}

/// A launch.
#[derive(Debug, Clone)]
pub struct RecordedLaunch {
    /// The header of the kernel; for a step of another block, its statement.
    pub span: Span,
    /// Whether it is a step of a block that is no kernel.
    pub is_adapted: bool,
    /// The name of each group: the values of its indices.
    pub groups: Vec<String>,
    /// Items of a group.
    pub items: u64,
    /// The time at which it begins, `t_k` included, and its end.
    pub from: u64,
    pub to: u64,
}

/// An instruction with its time.
#[derive(Debug, Clone)]
pub struct TimedInstruction {
    /// The launch, the group and the warp of the group, by number.
    pub launch: u32,
    pub group: u32,
    pub warp: u32,
    pub unit: u32,
    /// When it is issued, and when the warp is ready again.
    pub issued: u64,
    pub ready: u64,
    pub what: WarpInstruction,
}

/// An instruction of a warp.
#[derive(Debug, Clone, PartialEq)]
pub struct WarpInstruction {
    /// The statement.
    pub span: Span,
    /// The active lanes, ascending.
    pub lanes: Vec<u8>,
    pub action: WarpAction,
    /// What it costs.
    pub issued: Issued,
}

/// What an instruction does.
#[derive(Debug, Clone, PartialEq)]
pub enum WarpAction {
    Compute,
    Barrier,
    /// A barrier of the items of the warp.
    WarpBarrier,
    Access(WarpAccess),
}

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WarpAccessKind {
    Read,
    Write,
    Atomic,
}

/// An access of a warp.
#[derive(Debug, Clone, PartialEq)]
pub struct WarpAccess {
    pub kind: WarpAccessKind,
    /// The cells, in the order of the lanes.
    pub cells: Vec<LaneCell>,
}

/// The cell that a lane accesses.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneCell {
    pub lane: u8,
    /// The cell as users name it.
    pub name: String,
    /// Its place from the beginning of its array; in group memory, from that of the memory.
    pub place: u64,
    /// What is read or written; `None` for an atomic.
    pub value: Option<Constant>,
}

/// What the warps of a group issued.
#[derive(Debug, Clone, Default)]
pub struct RecordedWarp {
    pub stream: WarpStream,
    /// What is known of the same instructions, from the first on; fewer where there are too many.
    pub instructions: Vec<WarpInstruction>,
}

/// The warps of a launch, by group.
#[derive(Debug, Default)]
pub struct LaunchRecord {
    pub groups: Vec<Vec<RecordedWarp>>,
    /// Groups in a unit at a time.
    pub resident: u64,
    /// The instructions that are known.
    pub noted: usize,
}

impl KernelHistory {
    /// Whether further instructions are recorded, besides so many of the current launch.
    pub fn has_room(&self, noted: usize) -> bool {
        self.cut_at.is_none() && self.instructions.len() + noted < MOST
    }

    /// Adds a launch; `named` says how its groups are named.
    pub fn add(
        &mut self,
        gpu: &Gpu,
        record: LaunchRecord,
        (span, is_adapted, items): (Span, bool, u64),
        named: impl Fn(u64) -> String,
    ) {
        let from = self.end + gpu.launch;
        let number = self.launches.len() as u32;
        let LaunchRecord {
            groups, resident, ..
        } = record;
        let names = (0..groups.len() as u64).map(named).collect();
        let mut streams =
            (groups.iter()).map(|group| group.iter().map(|warp| warp.stream.clone()).collect());
        let mut times = Vec::new();
        let next = || Ok::<Option<Vec<WarpStream>>, Infallible>(streams.next());
        let timed = schedule::time(gpu, resident, next, |time| times.push(time));
        let Ok(timed) = timed;
        let to = from + timed.time;
        // All warps of a group go on one unit of time after the last one came to their barrier.
        let mut barriers: HashMap<(u32, usize), u64> = HashMap::new();
        let mut come: HashMap<(u32, u32), usize> = HashMap::new();
        for time in times.iter().filter(|time| time.ready.is_none()) {
            let count = come.entry((time.group, time.warp)).or_default();
            barriers.insert((time.group, *count), time.issued + 1);
            *count += 1;
        }
        come.clear();
        for time in times {
            let warp = &groups[time.group as usize][time.warp as usize];
            let Some(what) = warp.instructions.get(time.at) else {
                self.cut_at = Some(from + time.issued);
                break;
            };
            let ready = time.ready.unwrap_or_else(|| {
                let count = come.entry((time.group, time.warp)).or_default();
                *count += 1;
                barriers[&(time.group, *count - 1)]
            });
            self.instructions.push(TimedInstruction {
                launch: number,
                group: time.group,
                warp: time.warp,
                unit: time.unit,
                issued: from + time.issued,
                ready: from + ready,
                what: what.clone(),
            });
        }
        self.launches.push(RecordedLaunch {
            span,
            is_adapted,
            groups: names,
            items,
            from,
            to,
        });
        self.end = to;
    }
}
