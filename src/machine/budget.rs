//! What a run holds, against what it may hold: memory, and what it prints.
//!
//! Counted are the cells with their stamps, what the processors hold, and what is kept for outside:
//! inputs, outputs, printed lines. A step's own columns live in what [`Machine::check_lane_memory`]
//! asks for beforehand.

use super::event::Observer;
use super::fault::FaultKind;
use super::pram::{Machine, Stop};
use super::schedule::Group;
use super::value::Value;
use super::witness::Acting;
use crate::engine::memory::BYTES_PER_CELL;
use crate::source::Span;

/// Bytes that a kept element takes, with its record of having been written.
pub const BYTES_PER_ELEMENT: u64 = 8 + 1;
/// Bytes that an element of an input takes: kept, and in its cell.
pub const BYTES_PER_INPUT: u64 = BYTES_PER_ELEMENT + BYTES_PER_CELL;
/// Bytes that a printed line takes besides its text.
const BYTES_PER_LINE: u64 = 64;
/// Bytes that it takes besides while it waits for those of other groups.
const BYTES_PER_WAITING_LINE: u64 = 64;
/// Copies of a line's text: the line, and the output that it becomes a part of, twice.
const COPIES_OF_TEXT: u64 = 3;
/// Bytes that an access takes while it is found out who met whom.
const BYTES_PER_TOUCH: u128 = 40;

impl<O: Observer> Machine<'_, O> {
    /// Bytes in use.
    pub(super) fn held_bytes(&self) -> u128 {
        u128::from(self.memory.bytes_with(0))
            + u128::from(self.lane_bytes)
            + u128::from(self.kept_bytes)
    }

    /// Says whether so many bytes more are within the limit.
    pub(super) fn check_memory(
        &mut self,
        more: u128,
        what: impl FnOnce() -> String,
        span: Span,
        group: &Group,
    ) -> Result<(), Stop> {
        let needed = self.held_bytes().saturating_add(more);
        let limit = self.configuration.limits.memory;
        if needed.saturating_add(self.spare_bytes()) > u128::from(limit) {
            // What was only kept to be used again is given up first.
            self.spare_results.clear();
        }
        if needed <= u128::from(limit) {
            return Ok(());
        }
        let kind = FaultKind::TooMuchMemory {
            what: what(),
            needed,
            limit,
        };
        Err(self.fault(kind, span, group))
    }

    /// Bytes of columns that nobody uses at the moment.
    fn spare_bytes(&self) -> u128 {
        let outputs = self.spare_results.iter().flat_map(|spare| &spare.outputs);
        let words: usize = outputs.map(|output| output.column.capacity()).sum();
        words as u128 * size_of::<i64>() as u128
    }

    /// Whether there is room to write down every access of a step.
    pub(super) fn check_judging(&mut self, acting: &[Acting<'_>]) -> Result<(), Stop> {
        let touches = acting.iter().map(|actor| {
            let sites = (actor.instruction.control.kernel()).map_or(1, |kernel| kernel.read_sites);
            actor.group.lanes.len() as u128 * u128::from(sites).max(1)
        });
        let bytes = touches.sum::<u128>() * BYTES_PER_TOUCH;
        let what = || "finding out which processors met in this step".to_owned();
        self.check_memory(bytes, what, acting[0].instruction.span, &acting[0].group)
    }

    /// How long a line may still be.
    pub(super) fn room_for_line(&self) -> usize {
        let left = self.configuration.limits.output - self.printed_bytes;
        usize::try_from(left).unwrap_or(usize::MAX)
    }

    /// Counts a printed line of so many bytes, or none where it is too long to be printed at all.
    pub(super) fn count_line(
        &mut self,
        length: Option<usize>,
        waits: bool,
        span: Span,
        group: &Group,
    ) -> Result<(), Stop> {
        let limit = self.configuration.limits.output;
        let printed = length.map(|length| self.printed_bytes + length as u64 + 1);
        match (length, printed) {
            (Some(length), Some(printed)) if printed <= limit => {
                self.printed_bytes = printed;
                let waiting = if waits { BYTES_PER_WAITING_LINE } else { 0 };
                let kept = COPIES_OF_TEXT * length as u64 + BYTES_PER_LINE + waiting;
                let what = || "what the program prints".to_owned();
                self.check_memory(u128::from(kept), what, span, group)?;
                self.kept_bytes += kept;
                Ok(())
            }
            _ => Err(self.fault(FaultKind::TooMuchOutput { limit }, span, group)),
        }
    }

    /// Keeps a value for outside, in the place of an earlier one.
    pub(super) fn keep_output(&mut self, name: &str, value: Value) {
        self.kept_bytes += value_bytes(&value);
        if let Some(earlier) = self.outputs.insert(name.to_owned(), value) {
            self.kept_bytes -= value_bytes(&earlier);
        }
    }
}

/// Bytes that a value takes.
pub fn value_bytes(value: &Value) -> u64 {
    match value {
        Value::Scalar(_) => 0,
        Value::Array(array) => array.len() as u64 * BYTES_PER_ELEMENT,
    }
}
