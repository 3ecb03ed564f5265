//! A group in the midst of a step: what it executes, and what came out.

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
    /// What it executes.
    pub instruction: &'c Instruction,
    /// The results of its kernel.
    pub results: Box<Results>,
    /// What it read, as far as it is written down.
    pub log: ReadLog,
    /// Number of its team's lane 0 in the step.
    pub first: u32,
    /// The asynchronous block that its processors are in.
    pub native: Option<TeamId>,
    /// Whether its accesses are stamped, which compares them with others of its section cell by cell.
    pub stamped: bool,
    /// Whether its evaluation failed: it writes nothing.
    pub failed: bool,
}

impl<'c> Acting<'c> {
    /// A group in front of a step, or of an instruction that takes none.
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

    /// What is known of the cells of its writes that are checked for conflicts.
    pub fn written_cells(&self) -> Option<GroupCells> {
        let kernel = self.instruction.control.kernel()?;
        (self.is_checked_write()).then(|| self.results.analysis.cells(kernel.outputs[0]))
    }

    /// Writes out what it writes, cell by cell.
    pub fn write_out(&mut self) {
        let lanes = &self.group.lanes;
        for output in &mut self.results.outputs {
            output.write_out(lanes);
        }
    }

    /// The cells it writes and the values they get, when it executes a write. They are written
    /// out.
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

    /// Those of its writes that are checked for conflicts with the others of the same step: to shared
    /// memory, from synchronous code.
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
