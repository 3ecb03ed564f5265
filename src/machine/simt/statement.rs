//! What a warp issues for a statement: from the statement's kernel, and from what its lanes read.
//!
//! The reads come first, in the order of the text, then operators and functions, then the write or the atomic.
//! What follows an `and` or `or` is a part of its own, after the part before it, and is issued if some lane
//! executes it.

use super::access::{in_rounds, passes, transactions};
use super::configuration::Gpu;
use super::counts::Counts;
use super::schedule::{Issued, WarpStream};
use crate::code::kernel::{Kernel, Op};
use crate::code::timeline::Tick;
use crate::engine::cells::Cell;

/// The parts of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementParts {
    /// The part that all lanes execute, then the guarded ones in the order of the text.
    pub parts: Vec<StatementPart>,
}

/// Reads and operators that are issued together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StatementPart {
    /// The guard in the kernel; `None` for the part of all lanes.
    pub guard: Option<u32>,
    /// Its reads, by their places in the kernel.
    pub reads: Vec<u32>,
    /// Operators and functions.
    pub operators: u64,
}

impl StatementParts {
    /// The parts of the statement with this kernel.
    pub fn of(kernel: &Kernel) -> Self {
        let part = |guard| StatementPart {
            guard,
            ..StatementPart::default()
        };
        let guards = (0..kernel.timeline.guards).map(Some);
        let mut parts: Vec<StatementPart> = [None].into_iter().chain(guards).map(part).collect();
        let at = |guard: Option<u32>| guard.map_or(0, |guard| guard as usize + 1);
        // The guards around an instruction, with the places of their ends.
        let mut around: Vec<(u32, usize)> = Vec::new();
        for (place, op) in kernel.ops.iter().enumerate() {
            around.retain(|(_, end)| place <= *end);
            if let Op::Guard { count, number, .. } = op {
                around.push((*number, place + *count as usize));
            }
            if let Op::Read { .. } = op {
                let guard = around.last().map(|(guard, _)| *guard);
                parts[at(guard)].reads.push(place as u32);
            }
        }
        for moment in &kernel.timeline.moments {
            if let Tick::Local(count) = moment.tick {
                parts[at(moment.guard)].operators += count;
            }
        }
        if kernel.timeline.moments.is_empty() {
            parts[0].operators = 1;
        }
        Self { parts }
    }
}

/// The memories, as the accesses of a launch see them.
#[derive(Debug)]
pub struct MemoryMap {
    /// The first cell of every array, in order.
    pub starts: Vec<Cell>,
    /// The cells of the memory of the current group.
    pub group: std::ops::Range<Cell>,
}

impl MemoryMap {
    /// The array of a cell by number, and its place from the beginning of the array; in group memory, from that of the
    /// memory.
    pub fn place(&self, cell: Cell) -> (u32, u64) {
        if self.group.contains(&cell) {
            return (0, u64::from(cell - self.group.start));
        }
        let array = self.starts.partition_point(|start| *start <= cell);
        let start = array.checked_sub(1).map_or(0, |array| self.starts[array]);
        (array as u32, u64::from(cell - start))
    }
}

/// Counts what warps issue, and keeps the instructions of the current one for the schedule.
#[derive(Debug)]
pub struct Issuer<'a> {
    pub gpu: &'a Gpu,
    pub map: &'a MemoryMap,
    pub counts: &'a mut Counts,
    pub stream: &'a mut WarpStream,
}

/// How a warp accesses memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessForm {
    /// A read or a write.
    Plain,
    /// An atomic.
    Atomic,
}

impl Issuer<'_> {
    /// Issues operators.
    pub fn operators(&mut self, count: u64, lanes: u64) {
        self.counts.compute += count;
        self.counts.lanes += count * lanes;
        let operators = std::iter::repeat_n(Issued::Operator, count as usize);
        self.stream.extend(operators);
    }

    /// Issues a barrier of the group or of the warp.
    pub fn barrier(&mut self, issued: Issued, lanes: u64) {
        self.counts.barrier += 1;
        self.counts.lanes += lanes;
        self.stream.push(issued);
    }

    /// Issues an access of these cells, one for each lane.
    pub fn access(&mut self, cells: &[Cell], form: AccessForm) {
        let Some(first) = cells.first() else {
            return;
        };
        let lanes = cells.len() as u64;
        self.counts.lanes += lanes;
        if form == AccessForm::Atomic {
            self.counts.atomics += lanes;
        }
        let (segment, banks) = (self.gpu.segment, self.gpu.banks);
        if self.map.group.contains(first) {
            let mut own: Vec<u64> = cells.iter().map(|cell| self.map.place(*cell).1).collect();
            let served = match form {
                AccessForm::Plain => passes(&mut own, banks),
                AccessForm::Atomic => in_rounds(&own, |round| passes(round, banks)),
            };
            self.counts.group += 1;
            self.counts.passes += served.times;
            self.stream.push(Issued::Group(served.times as u32));
        } else {
            let place = |cell: &Cell| self.map.place(*cell);
            let mut own: Vec<(u32, u64)> = cells.iter().map(place).collect();
            let served = match form {
                AccessForm::Plain => transactions(&mut own, segment),
                AccessForm::Atomic => in_rounds(&own, |round| transactions(round, segment)),
            };
            self.counts.global += 1;
            self.counts.transactions += served.times;
            self.counts.words += served.words;
            self.stream.push(Issued::Global(served.times as u32));
        }
    }
}
