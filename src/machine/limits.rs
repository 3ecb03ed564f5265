//! The memory and the output of a run, compared with their limits.
//!
//! Counted are the cells with their stamps, what the processors hold, and what is kept for output:
//! inputs, outputs, printed lines. The columns of a single step use what [`Machine::check_lane_memory`]
//! has reserved.

use super::acting::Acting;
use super::fault::{FaultKind, MemoryUse};
use super::groups::Group;
use super::pram::{EarlyStop, Machine};
use super::value::Value;
use crate::engine::memory::BYTES_PER_CELL;
use crate::engine::refusal;
use crate::source::Span;

/// Bytes of an element that is kept, with its flag of being written.
pub const BYTES_PER_ELEMENT: u64 = 8 + 1;
/// Bytes of an element of an input: kept, and in its cell.
pub const BYTES_PER_INPUT: u64 = BYTES_PER_ELEMENT + BYTES_PER_CELL;
/// Bytes of a printed line besides its text.
const BYTES_PER_LINE: u64 = 96;
/// Further bytes of a line while it waits for those of other groups.
const BYTES_PER_WAITING_LINE: u64 = 64;
/// Copies of a line's text: the line itself, and the output of which it becomes a part, twice.
const COPIES_OF_TEXT: u64 = 3;
/// Bytes of a recorded read: its cell, its processor and its moment, in vectors that grow.
const BYTES_PER_LOGGED_READ: u128 = 36;
/// Bytes per cell of a table of conflicts: the number of the first processor, or whether others came and
/// disagreed (4), and the value that the first one wrote (8).
const BYTES_PER_MET_CELL: u128 = 12;
/// Bytes per processor while those of several groups are put in order.
const BYTES_PER_RANK: u128 = 96;
/// Bytes of a write to a cell that several processors write: the materialised cell and value, and the
/// previous word of the cell.
const BYTES_PER_WRITE: u128 = 48;
/// Bytes of an access in the record of a step of an asynchronous block, which grows.
const BYTES_PER_SECTION_ACCESS: u128 = 192;
/// Bytes of a reader of a cell that many processors read in parts of a section.
const BYTES_PER_READER: u128 = 32;

/// What is recorded of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Records {
    /// Every read.
    Log,
    /// Every write to a cell that several processors write.
    Writes,
    /// What is needed to name the processors of a conflict.
    Judging,
    /// The accesses of asynchronous blocks that are compared with those of their section.
    Sections,
}

impl Machine<'_, '_> {
    /// Returns whether this many further bytes are within the limit.
    pub(crate) fn check_memory(
        &mut self,
        more: u128,
        what: impl FnOnce() -> MemoryUse,
        span: Span,
        group: &Group,
    ) -> Result<(), EarlyStop> {
        let needed = self.state.held_bytes().saturating_add(more);
        let limit = self.configuration.limits.memory;
        if needed.saturating_add(self.scratch.spare_results.bytes()) > u128::from(limit) {
            // What is only kept for reuse is given up first.
            self.scratch.spare_results.clear();
        }
        if needed <= u128::from(limit) {
            return if refusal::is_granted(more) {
                Ok(())
            } else {
                Err(self.refused(what(), more, span, group))
            };
        }
        let kind = FaultKind::TooMuchMemory {
            what: what(),
            needed,
            limit,
        };
        Err(self.fault(kind, span, group))
    }

    /// The fault where the system refuses memory that is within the limit.
    pub(crate) fn refused(
        &self,
        what: MemoryUse,
        more: u128,
        span: Span,
        group: &Group,
    ) -> EarlyStop {
        let kind = FaultKind::MemoryRefused {
            what,
            bytes_more: more,
        };
        self.fault(kind, span, group)
    }

    /// Whether there is memory to record the accesses of a step.
    pub(crate) fn check_records(
        &mut self,
        acting: &[Acting<'_>],
        records: Records,
    ) -> Result<(), EarlyStop> {
        let processors = acting.iter().map(|actor| actor.group.lanes.len() as u128);
        let reads = acting.iter().map(|actor| {
            let sites = (actor.instruction.control.kernel()).map_or(0, |kernel| kernel.read_sites);
            (actor.group.lanes.len() as u128, u128::from(sites))
        });
        let moments = reads.clone().map(|(_, sites)| sites).max().unwrap_or(0);
        let table = u128::from(self.state.memory.len()) * BYTES_PER_MET_CELL;
        let order = match acting {
            [_] => 0,
            _ => BYTES_PER_RANK * processors.clone().sum::<u128>(),
        };
        let bytes = match records {
            Records::Log => {
                let reads: u128 = reads.map(|(lanes, sites)| lanes * sites).sum();
                reads * BYTES_PER_LOGGED_READ + order + table * moments.max(1)
            }
            Records::Writes => processors.sum::<u128>() * BYTES_PER_WRITE + order,
            Records::Judging => {
                let accesses: u128 = reads.map(|(lanes, sites)| lanes * sites.max(1)).sum();
                // A table for each moment at which cells are read, and one of those that are written.
                accesses * BYTES_PER_LOGGED_READ + order + table * (moments.max(1) + 1)
            }
            Records::Sections => {
                let stamped = reads.zip(acting).filter(|(_, actor)| actor.stamped);
                let accesses = stamped.map(|((lanes, sites), _)| lanes * (sites + 1));
                let natives = acting.iter().filter_map(|actor| {
                    let native = self.state.blocks.get(&actor.native?)?;
                    let readers = u128::from(native.reader_count) * BYTES_PER_READER;
                    Some(readers + native.passed.bytes())
                });
                let held = natives.max().unwrap_or(0);
                accesses.sum::<u128>() * (BYTES_PER_LOGGED_READ + BYTES_PER_SECTION_ACCESS) + held
            }
        };
        let what = || MemoryUse::Meetings;
        self.check_memory(bytes, what, acting[0].instruction.span, &acting[0].group)
    }

    /// The largest length that a line may have.
    pub(crate) fn room_for_line(&self) -> usize {
        let left = self.configuration.limits.output - self.state.printed_bytes;
        usize::try_from(left).unwrap_or(usize::MAX)
    }

    /// Counts a printed line of this length in bytes; `None` if it is too long to be printed at all.
    pub(crate) fn count_line(
        &mut self,
        length: Option<usize>,
        waits: bool,
        span: Span,
        group: &Group,
    ) -> Result<(), EarlyStop> {
        let limit = self.configuration.limits.output;
        let printed = length.map(|length| self.state.printed_bytes + length as u64 + 1);
        match (length, printed) {
            (Some(length), Some(printed)) if printed <= limit => {
                self.state.printed_bytes = printed;
                let waiting = if waits { BYTES_PER_WAITING_LINE } else { 0 };
                let kept = COPIES_OF_TEXT * length as u64 + BYTES_PER_LINE + waiting;
                let what = || MemoryUse::Printed;
                self.check_memory(u128::from(kept), what, span, group)?;
                self.state.kept_bytes += kept;
                Ok(())
            }
            _ => Err(self.fault(FaultKind::TooMuchOutput { limit }, span, group)),
        }
    }

    /// Keeps a value as an output, replacing an earlier one.
    pub(crate) fn keep_output(&mut self, name: &str, value: Value) {
        self.state.kept_bytes += value_bytes(&value);
        if let Some(earlier) = self.state.outputs.insert(name.to_owned(), value) {
            self.state.kept_bytes -= value_bytes(&earlier);
        }
    }
}

pub fn value_bytes(value: &Value) -> u64 {
    match value {
        Value::Scalar(_) => 0,
        Value::Array(array) => array.len() as u64 * BYTES_PER_ELEMENT,
    }
}
