//! The arrays and shared scalars of a trace, and what their cells hold.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use super::group::processor_name;
use super::site::subscripts;
use super::{Index, Progression, Site, Values};

/// An array or shared scalar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Array {
    /// Its name in the program.
    pub name: String,
    /// `int`, `real` or `bool`: what its elements are.
    pub element: String,
    /// Rows and columns, or the length; none for a scalar. Where processors have an array each, the number of
    /// these processors comes first.
    pub dimensions: Vec<usize>,
    /// The processors that have an array of this name each: the indices of the blocks around them with their
    /// values. Absent for an array that is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<Index>,
    /// Of how many of its cells, counted row by row, values and accesses are told.
    pub shown: usize,
    /// The first of these; absent where that is the first of all.
    #[serde(skip_serializing_if = "is_zero")]
    pub first_shown: usize,
    /// Further ones, ascending: in these processors meet against the rules of the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_shown: Vec<usize>,
    /// The number of its first cell in memory: arrays with the same cells are parts or other names of one
    /// another, or were there one after the other.
    pub first_cell: u32,
    /// The call that it belongs to; absent for what the run began with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
}

/// As serde asks for it.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Call {
    /// What is called.
    pub algorithm: String,
    /// How many calls are around it, itself included.
    pub depth: u32,
}

/// Cells of an array and what they hold.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Cells {
    /// The array, by its number.
    pub array: usize,
    /// The cells, counted row by row.
    pub cells: Progression,
    /// Their values; null for a cell that was never written.
    pub values: Values,
}

impl Array {
    /// How many cells it has.
    pub fn length(&self) -> usize {
        self.dimensions.iter().product()
    }

    /// The cells side by side of which values and accesses are told.
    pub fn window(&self) -> Range<usize> {
        self.first_shown..self.first_shown + self.shown
    }

    /// All cells of which values are told.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.window().chain(self.also_shown.iter().copied())
    }

    /// The lengths of what the program knows as an array: of one processor's, where each has its own.
    pub fn lengths(&self) -> &[usize] {
        let own = usize::from(!self.owners.is_empty());
        self.dimensions.get(own..).unwrap_or_default()
    }

    /// How many cells each owner has, at least 1.
    pub fn row_length(&self) -> usize {
        self.lengths().iter().product::<usize>().max(1)
    }

    /// The processor that has the cell at a place, by its number among the owners.
    pub fn owner_of(&self, place: i64) -> Option<usize> {
        (!self.owners.is_empty()).then(|| place as usize / self.row_length())
    }

    /// The name of one of the owners: `i = 3`.
    pub fn owner_name(&self, owner: usize) -> String {
        processor_name(&self.owners, owner)
    }

    /// The subscripts of a cell: `5`, `2,3`; nothing for a scalar.
    pub fn subscript(&self, place: i64) -> String {
        let [first, inner @ ..] = self.lengths() else {
            return String::new();
        };
        let length = inner.iter().product::<usize>() * first;
        let inner: Vec<i64> = inner.iter().map(|length| *length as i64).collect();
        subscripts(place % length.max(1) as i64, &inner)
    }

    /// The cell at a place as users name it; of arrays of several processors with its owner: `T[0] (i = 3)`.
    pub fn cell_name(&self, place: i64) -> String {
        let cell = match self.subscript(place) {
            subscript if subscript.is_empty() => self.name.clone(),
            subscript => format!("{}[{subscript}]", self.name),
        };
        match self.owner_of(place) {
            Some(owner) => format!("{cell} ({})", self.owner_name(owner)),
            None => cell,
        }
    }
}

/// Of these arrays, by their numbers, the one in which all cells of an access lie: the one of its name, else
/// one of which the accessed array is a part, a row or another name; none where processors have arrays of
/// their own that are not told.
pub fn array_of<P>(
    site: &Site<P>,
    arrays: &[Array],
    mut near: impl Iterator<Item = usize> + Clone,
) -> Option<usize> {
    let (first, last) = (site.cells.iter().min()?, site.cells.iter().max()?);
    let holds = |number: &usize| {
        let begin = i64::from(arrays[*number].first_cell);
        begin <= first && last < begin + arrays[*number].length() as i64
    };
    let is_named = |number: &usize| {
        let array = &arrays[*number];
        let begin = i64::from(array.first_cell);
        array.name == site.name && site.bases.iter().all(|base| base == begin)
    };
    let named = near.clone().find(|one| is_named(one) && holds(one));
    named.or_else(|| near.find(holds))
}
