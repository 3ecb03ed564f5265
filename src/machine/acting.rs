//! A group during a step: the instruction that it executes, and the results.

use super::groups::Group;
use super::names::TeamProcessor;
use crate::code::control::Instruction;
use crate::code::kernel::ArrayRef;
use crate::engine::kernel::analysis::GroupCells;
use crate::engine::kernel::reads::ReadLog;
use crate::engine::kernel::results::Results;
use crate::engine::lanes::team::TeamId;
use crate::source::Span;

/// A group in the midst of a step.
#[derive(Debug)]
pub struct Acting<'c> {
    /// The group.
    pub group: Group,
    pub instruction: &'c Instruction,
    /// The results of its kernel.
    pub results: Box<Results>,
    /// The reads it made, where reads are recorded.
    pub log: ReadLog,
    /// Number of its team's lane 0 in the step.
    pub first: u32,
    /// The asynchronous block that its processors are in.
    pub native: Option<TeamId>,
    /// Whether its accesses are stamped, so that those of one section are compared cell by cell.
    pub stamped: bool,
    /// Whether its evaluation failed: it writes nothing.
    pub failed: bool,
}

impl<'c> Acting<'c> {
    /// A group before a step, or before an instruction that takes none.
    pub fn new(group: Group, instruction: &'c Instruction, results: Box<Results>) -> Self {
        Self {
            group,
            instruction,
            results,
            log: ReadLog::default(),
            first: 0,
            native: None,
            stamped: false,
            failed: false,
        }
    }
}

impl Acting<'_> {
    /// Whether it executes a write.
    pub fn is_write(&self) -> bool {
        self.instruction.control.written_cell().is_some()
    }

    /// Whether it writes to shared memory from synchronous code: such writes are checked for conflicts
    /// with the others of the same step.
    fn is_checked_write(&self) -> bool {
        self.is_shared_write() && self.native.is_none()
    }

    /// Whether it executes a write to shared memory.
    pub fn is_shared_write(&self) -> bool {
        self.instruction.control.writes_shared()
    }

    /// The cells of its checked writes, as far as they are known.
    pub fn written_cells(&self) -> Option<GroupCells> {
        let kernel = self.instruction.control.kernel()?;
        (self.is_checked_write()).then(|| self.results.analysis.cells(kernel.outputs[0]))
    }

    /// Materialises the columns of its results, word by word.
    pub fn write_out(&mut self) {
        let lanes = &self.group.lanes;
        for output in &mut self.results.outputs {
            output.write_out(lanes);
        }
    }

    /// The cells that it writes and the values that they get, both materialised; `None` if it executes
    /// no write or has failed.
    pub fn writes(&self) -> Option<Writes<'_>> {
        let written = self.instruction.control.written_cell()?;
        if self.failed {
            return None;
        }
        Some(Writes {
            cells: self.results.outputs[0].written_out(),
            values: self.results.outputs[1].written_out(),
            array: written.array,
            span: written.span,
            shared: written.shared,
        })
    }

    /// Its writes that are checked for conflicts with others of the same step: to shared memory, from
    /// synchronous code.
    pub fn checked_writes(&self) -> Option<Writes<'_>> {
        self.is_checked_write().then(|| self.writes()).flatten()
    }

    /// The processor at a position.
    pub fn processor(&self, position: usize) -> TeamProcessor {
        TeamProcessor {
            team: self.group.team,
            lane: self.group.lanes.at(position),
        }
    }
}

/// The writes of a group in one step, one per processor.
#[derive(Clone, Copy)]
pub struct Writes<'a> {
    /// Cell numbers.
    pub cells: &'a [i64],
    /// Values.
    pub values: &'a [i64],
    /// The array that is written.
    pub array: ArrayRef,
    /// The cell in the source.
    pub span: Span,
    /// Whether these are accesses to shared memory.
    pub shared: bool,
}
