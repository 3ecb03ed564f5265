//! The results of a kernel for a selection of lanes.

use super::analysis::{Analysis, AnalysisInput};
use super::job::ExecutedStretch;
use crate::code::kernel::{Kernel, Slot};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::memory::Memory;
use crate::engine::tuning::Tuning;

/// The destination of the outputs of a kernel while they are in the cache.
#[derive(Debug)]
pub enum Sink<'a> {
    /// A column each.
    Columns,
    /// The only output, a truth value, divides the processors.
    Division,
    /// The only output is the new value of this scalar, stored in these words.
    Scalar(Slot, &'a mut [i64]),
}

/// The results of a kernel.
#[derive(Debug, Default)]
pub struct Results {
    /// The analysis of the kernel for this group.
    pub analysis: Analysis,
    /// One column for each output.
    pub outputs: Vec<Column>,
    /// The processors for which a test holds, and the others, if the output divides them.
    pub division: Option<(Selection, Selection)>,
    /// Whether the output was already assigned to a scalar of the processors.
    pub is_kept: bool,
    /// The totals of the execution.
    pub executed: ExecutedStretch,
    /// For each read of the analysis, the moment in which its cells are marked. None for reads without
    /// conflicts.
    pub marks: Vec<Option<u32>>,
    /// By guarded stretch and position: 1 if the processor passed its guard. Empty if this is not
    /// recorded.
    pub through: Vec<Vec<u8>>,
}

impl Results {
    /// Whether the processor at a position passed a guard.
    fn came_through(&self, guard: u32, position: usize) -> bool {
        self.through[guard as usize][position] == 1
    }

    /// A number for the set of guards that the processor at a position passed. It is equal for equal
    /// sets, unless there are more guards than bits of a word.
    pub fn ways(&self, position: usize, tuning: Tuning) -> u64 {
        if self.through.len() > tuning.max_guards_in_word {
            return position as u64;
        }
        let bits = self.through.iter().enumerate();
        let bit = |(guard, through): (usize, &Vec<u8>)| u64::from(through[position]) << guard;
        bits.map(bit).sum()
    }

    /// Whether processors with this number passed a guard.
    pub fn passes(&self, ways: u64, guard: u32, tuning: Tuning) -> bool {
        if self.through.len() > tuning.max_guards_in_word {
            return self.came_through(guard, ways as usize);
        }
        ways >> guard & 1 == 1
    }

    /// Initialises the results of a single processor that has executed a kernel and passed these guards.
    pub fn begin_single(&mut self, through: impl Iterator<Item = Vec<u8>>) {
        (self.division, self.is_kept) = (None, false);
        self.through.clear();
        self.through.extend(through);
    }

    /// An empty output for temporary use.
    pub fn scratch(&mut self) -> &mut Column {
        self.division = None;
        if self.outputs.is_empty() {
            self.outputs.push(Column::default());
        }
        self.outputs[0].shape = RegisterShape::Unknown;
        self.outputs[0].words.clear();
        &mut self.outputs[0]
    }

    /// Analyses a kernel for a group. If some processor certainly fails, nothing is assumed known, so
    /// that execution finds the lowest processor that fails.
    pub fn analyse(&mut self, kernel: &Kernel, view: LaneView<'_>, memory: &Memory) {
        if self
            .analysis
            .make(kernel, view, memory, AnalysisInput::NOTHING)
            .is_err()
        {
            self.analysis.leave_all(kernel);
        }
        self.marks.clear();
        self.through.clear();
        (self.division, self.is_kept) = (None, false);
    }

    /// Divides the processors that executed a kernel by its only output, a truth value.
    pub fn divide(&mut self, lanes: Selection) -> (Selection, Selection) {
        let divided = self.division.take();
        divided.unwrap_or_else(|| self.outputs[0].split(lanes))
    }
}
