//! The cells of a recorded run: how users name them, and which arrays share them.

use super::makers::processor_within;
use super::steps::StepTrace;
use crate::present::json::trace::{TracedArrayJson, array_name};
use crate::present::json::trace_step::StepJson;
use crate::present::language::Language;
use crate::present::text::moment::cell_text;
use crate::program::row_order;
use crate::session::command::{processor_name, whose};

/// A cell: its array and its place.
pub type Cell = (usize, i64);

/// Owners of arrays of a name among which one is looked for.
const OWNERS: usize = 1 << 20;

/// The place of the first cell of an owner of an array; of an array that is one no owner is to be named.
fn row_of(array: &TracedArrayJson, owner: Option<&str>) -> Result<usize, String> {
    let name = &array.name;
    match owner {
        None if array.owners.is_empty() => Ok(0),
        Some(owner) => {
            let wanted = processor_name(owner);
            let mut rows = (0..array.rows()).take(OWNERS);
            let row = rows.find(|row| processor_within(&array.owners, *row) == wanted);
            let row = row.filter(|_| !array.owners.is_empty());
            row.and_then(|row| row.checked_mul(array.row_length()))
                .ok_or_else(|| format!("`{wanted}` has no `{name}` of its own in this trace"))
        }
        None => Err(format!(
            "`{name}` is each processor's own: say whose, as in `why {name}[0] for {}`",
            processor_within(&array.owners, 0)
        )),
    }
}

impl StepTrace {
    /// The cell that a user names at a stop: `A[5]`, `M[2,3]`, `x`, where each processor has a T of its own
    /// `T[0] for i = 3`; of several arrays of a name one that is there, the outermost.
    pub fn cell(&self, text: &str, stop: usize) -> Result<Cell, String> {
        let (cell, owner) = whose(text);
        let (name, subscripts) = match cell.split_once('[') {
            None => (cell, Vec::new()),
            Some((name, rest)) => {
                let inside = rest.trim_end().strip_suffix(']').unwrap_or(rest);
                let numbers = inside.split([',', '[']).map(|number| {
                    let number = number.trim().trim_end_matches(']').trim();
                    number.parse::<i64>()
                });
                let numbers = numbers.collect::<Result<Vec<i64>, _>>();
                let numbers = numbers.map_err(|_| {
                    format!(
                        "subscripts in a recorded trace are numbers, as in `{}[5]`",
                        name.trim()
                    )
                })?;
                (name.trim(), numbers)
            }
        };
        let of_rank = |array: &TracedArrayJson| {
            array.name == name && array.lengths().len() == subscripts.len()
        };
        let live = self.live(stop).iter().copied();
        let mut all = live.chain(0..self.arrays.len());
        if let Some(number) = all.find(|number| self.arrays.get(*number).is_some_and(of_rank)) {
            let array = &self.arrays[number];
            let row = row_of(array, owner)?;
            let place = row_order::place(array.lengths(), &subscripts);
            let place = place.and_then(|place| i64::try_from(row.checked_add(place)?).ok());
            let place = place.ok_or_else(|| format!("`{text}` is outside of `{name}`"))?;
            return Ok((number, place));
        }
        Err(format!(
            "there is no cell `{text}` in this trace; `view memory` lists the arrays"
        ))
    }

    /// The array that a user names at a stop without a cell, `A` or `A[]`; of several one that is there, the
    /// outermost.
    pub fn whole(&self, text: &str, stop: usize) -> Option<usize> {
        let name = text.trim().trim_end_matches("[]").trim_end();
        let is_named = |array: &TracedArrayJson| array.name == name && !array.lengths().is_empty();
        let live = self.live(stop).iter().copied();
        let mut all = live.chain(0..self.arrays.len());
        all.find(|number| self.arrays.get(*number).is_some_and(is_named))
    }

    /// Whether a step, by its stop, reads or writes cells of an array.
    pub fn touches_array(&self, stop: usize, array: usize, writes: bool) -> bool {
        if !self.is_live(stop, array) {
            return false;
        }
        let groups = self.steps[stop - 1].groups.iter();
        let mut sites = groups.flat_map(|group| &group.sites);
        sites.any(|site| {
            let last = site.cells.len().checked_sub(1);
            let ends = [Some(0), last].into_iter().flatten();
            let mut ends = ends.filter_map(|at| site.cells.at(at));
            let of = site.array.filter(|_| site.writes == writes);
            // Other names of it, or parts, lie in the same memory.
            of.is_some_and(|of| ends.any(|place| self.place_in((of, place), array).is_some()))
        })
    }

    /// The step of a stop; none before the first.
    pub fn step(&self, stop: usize) -> Option<&StepJson> {
        self.steps.get(stop.checked_sub(1)?)
    }

    /// The arrays that exist after a stop. Before the first stop there are none, as the trace lists none there.
    pub fn live(&self, stop: usize) -> &[usize] {
        self.step(stop).map_or(&[], |step| &step.live)
    }

    /// Whether an array exists after a stop. Before the first stop every array counts as existing.
    pub fn is_there(&self, stop: usize, array: usize) -> bool {
        (self.step(stop)).is_none_or(|step| step.live.contains(&array))
    }

    /// Whether an array is there in front of the step of a stop, or behind it.
    pub fn is_live(&self, stop: usize, array: usize) -> bool {
        let mut around = [stop.saturating_sub(1), stop].into_iter();
        around.any(|stop| self.is_there(stop, array))
    }

    /// A cell as users name it.
    pub fn cell_name(&self, (array, place): Cell) -> String {
        let place = usize::try_from(place).unwrap_or(0);
        self.arrays.get(array).map_or_else(String::new, |array| {
            let row = array.row_length();
            let cell = if array.lengths().is_empty() {
                array.name.clone()
            } else {
                cell_text(&array.name, array.lengths(), place % row)
            };
            if array.owners.is_empty() {
                cell
            } else {
                format!("{cell} of {}", processor_within(&array.owners, place / row))
            }
        })
    }

    /// An array by its name, and where others have the same one, by the call that it belongs to:
    /// `s (total)`.
    pub fn array_name(&self, number: usize) -> String {
        array_name(&self.arrays, number, Language::English)
    }

    /// The place of a cell in another array, where that holds it too.
    pub fn place_in(&self, (array, place): Cell, other: usize) -> Option<i64> {
        if array == other {
            return Some(place);
        }
        let first_of = |number: usize| Some(i64::from(self.arrays.get(number)?.first_cell));
        let place = (first_of(array)?.checked_add(place)?).checked_sub(first_of(other)?)?;
        let lengths = self.arrays[other].dimensions.iter();
        let length = lengths.fold(1_usize, |all, one| all.saturating_mul(*one));
        let inside = usize::try_from(place).is_ok_and(|place| place < length);
        inside.then_some(place)
    }

    /// Whether a cell is there behind a stop; so it is where the trace does not say.
    pub fn has_cell(&self, stop: usize, cell: Cell) -> bool {
        let has = |step: &StepJson| {
            let mut live = step.live.iter();
            live.any(|one| self.place_in(cell, *one).is_some())
        };
        self.step(stop).is_none_or(has)
    }

    /// Whether a step, by its stop, reads or writes a cell.
    pub fn touches(&self, stop: usize, cell: Cell, writes: bool) -> bool {
        // What is there before or after an array may use its memory.
        if !self.is_live(stop, cell.0) {
            return false;
        }
        let groups = self.steps[stop - 1].groups.iter();
        let mut sites = groups.flat_map(|group| &group.sites);
        sites.any(|site| {
            let place = site.array.and_then(|array| self.place_in(cell, array));
            site.writes == writes && place.is_some_and(|place| site.cells.place_of(place).is_some())
        })
    }

    /// How many steps in front of a stop are left out of the trace.
    pub fn left_out(&self, stop: usize) -> u64 {
        let before = stop.checked_sub(2).map_or(0, |at| self.steps[at].number);
        let number = self.steps[stop - 1].number;
        number.saturating_sub(before).saturating_sub(1)
    }
}
