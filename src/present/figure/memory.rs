//! The cells that a figure shows, where they stand, and what they hold.

use std::collections::{BTreeMap, BTreeSet};

use super::{CELL, MARGIN, MORE_CELLS, MOST, OWN_ACCESSES, width_of};
use crate::language::Language;
use crate::present::json::trace::TraceJson;
use crate::present::text::step::value_text;
use crate::trace::{Cells, TracedStep};

/// What cells hold, by array and place.
pub type Values = BTreeMap<(usize, i64), String>;

/// The columns of a figure: a cell each.
pub struct Columns {
    /// Array, place and middle of each, from left to right.
    pub cells: Vec<(usize, i64, f64)>,
    /// Arrays with the middle of their columns.
    pub names: Vec<(String, f64)>,
    /// How wide all of them are, the margin included.
    pub width: f64,
    /// How many cells are left out.
    pub left_out: usize,
    /// How many accesses are left out, to arrays of processors that the trace does not hold.
    pub untold: usize,
}

impl Columns {
    /// The columns for these steps: all cells of the arrays that they access where these are few,
    /// else those that are accessed.
    pub fn of(trace: &TraceJson, steps: &[TracedStep]) -> Self {
        let mut touched: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
        let mut untold = 0;
        for (_, site) in steps.iter().flat_map(|told| told.step.sites()) {
            if let (Some(array), true) = (site.array, site.shared) {
                touched.entry(array).or_default().extend(site.cells.iter());
            } else if site.own && site.shared {
                untold += site.count;
            }
        }
        let mut columns = Self {
            cells: Vec::new(),
            names: Vec::new(),
            width: MARGIN,
            left_out: 0,
            untold,
        };
        for (array, places) in touched {
            let length: usize = trace.arrays[array].dimensions.iter().product();
            let all: Vec<i64> = if length <= MOST {
                (0..length as i64).collect()
            } else {
                places.into_iter().collect()
            };
            columns.left_out += all.len().saturating_sub(MOST);
            let told = &trace.arrays[array];
            for of_owner in all[..all.len().min(MOST)].chunk_by(|one, next| {
                let owner = |place: &i64| told.owner_of(*place);
                owner(one) == owner(next)
            }) {
                let left = columns.width;
                for place in of_owner {
                    let middle = columns.width + CELL[0] / 2.0;
                    columns.cells.push((array, *place, middle));
                    columns.width += CELL[0];
                }
                let name = trace.array_name(array);
                let name = match told.owner_of(of_owner[0]) {
                    Some(owner) => format!("{name} ({})", told.owner_name(owner)),
                    None => name,
                };
                columns.width = columns.width.max(left + width_of(&name));
                columns
                    .names
                    .push((name, f64::midpoint(left, columns.width)));
                columns.width += CELL[0] / 2.0;
            }
        }
        columns
    }

    /// What is left out, in words.
    pub fn missing(&self, language: Language) -> Vec<String> {
        let mut missing = Vec::new();
        if self.left_out > 0 {
            missing.push(MORE_CELLS.counted(self.left_out as u64, language));
        }
        if self.untold > 0 {
            missing.push(OWN_ACCESSES.counted(self.untold as u64, language));
        }
        missing
    }

    /// The middle of a cell's column; `None` if it is left out.
    pub fn middle(&self, array: usize, place: i64) -> Option<f64> {
        let mut cells = self.cells.iter();
        cells.find_map(|cell| ((cell.0, cell.1) == (array, place)).then_some(cell.2))
    }
}

/// What cells hold in front of a step.
pub fn values_before(trace: &TraceJson, at: usize) -> Values {
    let mut values = Values::new();
    change(&mut values, &trace.before);
    for step in &trace.steps[..at] {
        change(&mut values, &step.given);
        change(&mut values, &step.changes);
    }
    change(&mut values, &trace.steps[at].given);
    values
}

/// What cells hold before the first of these steps, and those of arrays that come to be between them what
/// they begin with.
pub fn values_at_first(trace: &TraceJson, first: usize, steps: &[TracedStep]) -> Values {
    let mut values = values_before(trace, first);
    for step in steps {
        let mut begun = Values::new();
        change(&mut begun, &step.given);
        for (cell, value) in begun {
            values.entry(cell).or_insert(value);
        }
        for cell in step.changes.iter().flat_map(|changed| {
            let cells = changed.cells.iter();
            cells.map(|place| (changed.array, place))
        }) {
            values.entry(cell).or_default();
        }
    }
    values
}

/// Puts changes into place.
pub fn change(values: &mut Values, changes: &[Cells]) {
    for changed in changes {
        for (place, value) in changed.cells.iter().zip(changed.values.iter()) {
            values.insert((changed.array, place), value_text(value));
        }
    }
}
