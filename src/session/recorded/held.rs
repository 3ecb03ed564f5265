//! What cells of a recorded run hold at a stop. It follows the stops one by one, forward and back, so
//! that no stop is reached from the beginning of the trace.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::Cell;
use super::run::text_of;
use super::steps::{Array, CellChanges, StepTrace};
use super::stops::Shown;

/// Cells of an array that are shown.
const CELLS_SHOWN: usize = 64;
/// Processors whose own arrays of a name are shown.
const ROWS_SHOWN: usize = 16;

/// The cells behind a stop.
#[derive(Default)]
pub struct Held {
    cells: BTreeMap<Cell, String>,
    /// For each stop up to there, what was replaced.
    replaced: Vec<Replaced>,
}

/// Cells with what they held before; none where that was not told.
type Old = Vec<(Cell, Option<String>)>;

/// What a stop replaces.
struct Replaced {
    /// By what arrays hold that came to be in front of its step.
    by_given: Old,
    /// By what the step writes.
    by_step: Old,
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
        while self.replaced.len() > stop
            && let Some(Replaced { by_given, by_step }) = self.replaced.pop()
        {
            for (cell, value) in by_given.into_iter().chain(by_step).rev() {
                match value {
                    Some(value) => self.cells.insert(cell, value),
                    None => self.cells.remove(&cell),
                };
            }
        }
        for step in trace.steps.iter().take(stop).skip(self.replaced.len()) {
            let by_given = self.fill(&step.given);
            let by_step = if step.broken {
                Vec::new()
            } else {
                self.fill(&step.changes)
            };
            self.replaced.push(Replaced { by_given, by_step });
        }
    }

    /// Writes cells; what they held.
    fn fill(&mut self, changes: &[CellChanges]) -> Old {
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

    /// What the step of the stop replaces.
    fn old(&self) -> &[(Cell, Option<String>)] {
        (self.replaced.last()).map_or(&[], |replaced| &replaced.by_step)
    }

    /// What it held in front of the step.
    pub fn value_before(&self, cell: Cell) -> Option<&str> {
        match self.old().iter().find(|(one, _)| *one == cell) {
            Some((_, value)) => value.as_deref(),
            None => self.value(cell),
        }
    }

    /// The arrays that are there and hold something, and whether the step changed that.
    pub fn shown(&self, trace: &StepTrace, stop: usize) -> Vec<(Shown, bool)> {
        let old = self.old().iter();
        let mut changed: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for ((array, place), _) in old.filter(|(cell, value)| self.value(*cell) != value.as_deref())
        {
            let length = trace.arrays.get(*array).map_or(1, Array::row_length);
            let place = usize::try_from(*place).unwrap_or(0);
            if place % length < CELLS_SHOWN {
                changed.entry(*array).or_default().insert(place / length);
            }
        }
        let is_live = |number: &usize| trace.live(stop).is_none_or(|live| live.contains(number));
        let arrays = trace.arrays.iter().enumerate();
        let arrays = arrays.filter(|(number, _)| is_live(number));
        let shown = arrays.flat_map(|(number, array)| {
            let (new_rows, length) = (changed.get(&number), array.row_length());
            let rows = (0..array.rows()).take(ROWS_SHOWN);
            let shown = rows.filter_map(move |row| {
                let begin = row.saturating_mul(length);
                let place = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
                let places = place(begin)..place(begin.saturating_add(length));
                let mut own = self
                    .cells
                    .range((number, places.start)..(number, places.end));
                let last = own.next_back().map(|((_, place), _)| *place)? - places.start;
                let count = usize::try_from(last)
                    .ok()?
                    .saturating_add(1)
                    .min(CELLS_SHOWN);
                let value =
                    |place: usize| self.value((number, place as i64)).unwrap_or("_").to_owned();
                let name = trace.array_name(number);
                let shown = Shown {
                    name: if array.owners.is_empty() {
                        name
                    } else {
                        format!("{name} ({})", array.owner(row))
                    },
                    values: (begin..begin + count).map(value).collect(),
                    has_more: length > count,
                };
                Some((shown, new_rows.is_some_and(|rows| rows.contains(&row))))
            });
            shown.collect::<Vec<_>>()
        });
        shown.collect()
    }
}
