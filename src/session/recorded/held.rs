//! What cells of a recorded run hold at a stop. It follows the stops one by one, forward and back, so
//! that no stop is reached from the beginning of the trace.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::Cell;
use super::run::text_of;
use super::steps::{CellChanges, StepTrace};
use super::stops::Shown;

/// Cells of an array that are shown.
const CELLS_SHOWN: usize = 64;

/// The cells behind a stop.
#[derive(Default)]
pub struct Held {
    cells: BTreeMap<Cell, String>,
    /// For each stop up to there, what its cells held before; none where that was not told.
    overwritten: Vec<Vec<(Cell, Option<String>)>>,
}

impl Held {
    /// Before the first stop.
    pub fn new(trace: &StepTrace) -> Self {
        let mut held = Self::default();
        held.fill(&trace.before);
        held
    }

    /// Goes to a stop.
    pub fn seek(&mut self, trace: &StepTrace, stop: usize) {
        while self.overwritten.len() > stop
            && let Some(old) = self.overwritten.pop()
        {
            for (cell, value) in old.into_iter().rev() {
                match value {
                    Some(value) => self.cells.insert(cell, value),
                    None => self.cells.remove(&cell),
                };
            }
        }
        for step in trace.steps.iter().take(stop).skip(self.overwritten.len()) {
            let old = if step.broken {
                Vec::new()
            } else {
                self.fill(&step.changes)
            };
            self.overwritten.push(old);
        }
    }

    /// Writes cells; what they held.
    fn fill(&mut self, changes: &[CellChanges]) -> Vec<(Cell, Option<String>)> {
        let mut old = Vec::new();
        for change in changes {
            for (at, value) in change.values.iter().enumerate() {
                if let Some(place) = change.cells.at(at) {
                    let cell = (change.array, place);
                    old.push((cell, self.cells.insert(cell, text_of(value))));
                }
            }
        }
        old
    }

    /// What a cell holds; none where that is not told.
    pub fn value(&self, cell: Cell) -> Option<&str> {
        self.cells.get(&cell).map(String::as_str)
    }

    /// What it held in front of the stop.
    pub fn value_before(&self, cell: Cell) -> Option<&str> {
        let old = self.overwritten.last().into_iter().flatten();
        match old.into_iter().find(|(one, _)| *one == cell) {
            Some((_, value)) => value.as_deref(),
            None => self.value(cell),
        }
    }

    /// The arrays that are there and hold something, and whether that is new.
    pub fn shown(&self, trace: &StepTrace, stop: usize) -> Vec<(Shown, bool)> {
        let old = self.overwritten.last().into_iter().flatten();
        let changed = old.filter(|((_, place), _)| *place < CELLS_SHOWN as i64);
        let changed = changed.filter(|(cell, value)| self.value(*cell) != value.as_deref());
        let changed: BTreeSet<usize> = changed.map(|((array, _), _)| *array).collect();
        let is_live = |number: &usize| trace.live(stop).is_none_or(|live| live.contains(number));
        let arrays = trace.arrays.iter().enumerate();
        let arrays = arrays.filter(|(number, _)| is_live(number));
        let shown = arrays.filter_map(|(number, array)| {
            let lengths = array.dimensions.iter();
            let length = lengths.fold(1_usize, |all, one| all.saturating_mul(*one));
            let mut own = self.cells.range((number, 0)..(number + 1, 0));
            let last = own.next_back().map(|((_, place), _)| *place)?;
            let count = length
                .min(usize::try_from(last).ok()?.saturating_add(1))
                .min(CELLS_SHOWN);
            let value = |place: usize| self.value((number, place as i64)).unwrap_or("_").to_owned();
            let shown = Shown {
                name: trace.array_name(number),
                values: (0..count.max(1)).map(value).collect(),
                has_more: length > count.max(1),
            };
            Some((shown, changed.contains(&number)))
        });
        shown.collect()
    }
}
