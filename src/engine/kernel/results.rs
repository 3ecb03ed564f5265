//! What a kernel gave for a selection of lanes.

use super::analysis::{Analysis, AnalysisInput};
use super::job::ExecutedStretch;
use crate::code::kernel::{Kernel, Slot};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::memory::Memory;
use crate::engine::tuning::Tuning;

/// What becomes of the outputs of a kernel while they are in the cache.
#[derive(Debug)]
pub enum Sink<'a> {
    /// A column each.
    Columns,
    /// The only output divides the processors.
    Division,
    /// The only output is the new value of this scalar, whose words these are.
    Scalar(Slot, &'a mut [i64]),
}

/// What a kernel gave.
#[derive(Debug, Default)]
pub struct Results {
    /// What is known of the kernel for this group.
    pub analysis: Analysis,
    /// One per output.
    pub outputs: Vec<Column>,
    /// The processors for which a test held, and the others, if the output divides them.
    pub division: Option<(Selection, Selection)>,
    /// Whether the output has become a scalar of the processors already.
    pub is_kept: bool,
    /// What was executed.
    pub executed: ExecutedStretch,
    /// By read of the analysis, the moment in whose touch bits its cells are marked; none for reads
    /// without conflicts.
    pub marks: Vec<Option<u32>>,
    /// By guarded stretch of the kernel and by position, 1 where the processor came through; empty
    /// where that is not kept.
    pub through: Vec<Vec<u8>>,
}

impl Results {
    /// Whether the processor at a position came through a guarded stretch of the kernel.
    fn came_through(&self, guard: u32, position: usize) -> bool {
        self.through[guard as usize][position] == 1
    }

    /// A number for the guarded stretches that the processor at a position came through: the same for
    /// all that came through the same ones, unless there are more than a word has bits for.
    pub fn ways(&self, position: usize, tuning: Tuning) -> u64 {
        if self.through.len() > tuning.max_guards_in_word {
            return position as u64;
        }
        let bits = self.through.iter().enumerate();
        let bit = |(guard, through): (usize, &Vec<u8>)| u64::from(through[position]) << guard;
        bits.map(bit).sum()
    }

    /// Whether processors with such a number came through a guarded stretch.
    pub fn passes(&self, ways: u64, guard: u32, tuning: Tuning) -> bool {
        if self.through.len() > tuning.max_guards_in_word {
            return self.came_through(guard, ways as usize);
        }
        ways >> guard & 1 == 1
    }

    /// One processor has executed a kernel by itself, and came through these guarded stretches.
    pub fn begin_single(&mut self, through: impl Iterator<Item = Vec<u8>>) {
        (self.division, self.is_kept) = (None, false);
        self.through.clear();
        self.through.extend(through);
    }

    /// An empty output, for a column that is needed only for a moment.
    pub fn scratch(&mut self) -> &mut Column {
        self.division = None;
        if self.outputs.is_empty() {
            self.outputs.push(Column::default());
        }
        self.outputs[0].shape = RegisterShape::Unknown;
        self.outputs[0].words.clear();
        &mut self.outputs[0]
    }

    /// Analyses a kernel for a group. Where some processor fails for certain, nothing is taken for
    /// known, so that its execution finds the lowest one that fails.
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
