//! What cells of a recorded run hold at a stop. It follows the stops one by one, forward and back, so
//! that no stop is reached from the beginning of the trace.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::Cell;
use super::makers::processor_within;
use super::steps::StepTrace;
use super::stops::Shown;
use crate::present::json::trace_values::{CellsJson, word_text};

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
    fn fill(&mut self, changes: &[CellsJson]) -> Old {
        let mut old = Vec::new();
        for change in changes {
            for (at, value) in change.values.iter().enumerate() {
                if let Some(place) = change.cells.at(at) {
                    let cell = (change.array, place);
                    old.push((cell, self.cells.insert(cell, word_text(value.as_ref()))));
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
        let is_broken = stop > 0 && trace.steps[stop - 1].broken;
        let sign = if is_broken { '✗' } else { '*' };
        let marked = trace.marked(stop);
        let of_step = self.old().iter();
        let of_step = of_step.filter(|(cell, value)| self.value(*cell) != value.as_deref());
        let marked: BTreeSet<Cell> = marked
            .into_iter()
            .chain(of_step.map(|(cell, _)| *cell))
            .collect();
        let is_live = |number: &usize| trace.is_there(stop, *number);
        let arrays = trace.arrays.iter().enumerate();
        let arrays = arrays.filter(|(number, _)| is_live(number));
        let shown = arrays.flat_map(|(number, array)| {
            let length = array.row_length();
            // Another name of an array holds the same cells.
            let own = marked.iter();
            let own: BTreeSet<i64> = own
                .filter_map(|cell| trace.place_in(*cell, number))
                .collect();
            let rows = (0..array.rows()).take(ROWS_SHOWN);
            let shown = rows.filter_map(move |row| {
                let begin = row.saturating_mul(length);
                let place = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
                let places = place(begin)..place(begin.saturating_add(length));
                let mut known = self
                    .cells
                    .range((number, places.start)..(number, places.end));
                let known = known.next_back().map(|((_, last), _)| *last - places.start);
                let known = known.and_then(|last| usize::try_from(last).ok()?.checked_add(1));
                // What was never written is told by no change.
                let told = match array.first_shown {
                    0 => array.shown.saturating_sub(begin).min(length),
                    _ => 0,
                };
                let count = known.unwrap_or(0).max(told).min(CELLS_SHOWN);
                if count == 0 {
                    return None;
                }
                let value = |at: usize| {
                    let value = self.value((number, place(at))).unwrap_or("_");
                    if own.contains(&place(at)) {
                        format!("{sign}{value}")
                    } else {
                        value.to_owned()
                    }
                };
                let is_new = own
                    .range(places.start..place(begin.saturating_add(count)))
                    .next();
                let name = trace.array_name(number);
                let shown = Shown {
                    name: if array.owners.is_empty() {
                        name
                    } else {
                        format!("{name} ({})", processor_within(&array.owners, row))
                    },
                    values: (begin..begin + count).map(value).collect(),
                    has_more: length > count,
                    is_list: !array.lengths().is_empty(),
                };
                Some((shown, is_new.is_some()))
            });
            shown.collect::<Vec<_>>()
        });
        shown.collect()
    }
}
