//! The arrays and shared scalars of a trace, and the contents of their cells.

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
    /// `int`, `real` or `bool`: the type of its elements.
    pub element: String,
    /// Rows and columns, or the length; empty for a scalar. If each of several processors has an array,
    /// their number comes first.
    pub dimensions: Vec<usize>,
    /// The processors each of which has an array of this name: the indices of the blocks around them
    /// with their values. Absent for a single array.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<Index>,
    /// How many of its cells, in row-major order, have values and accesses in the trace.
    pub shown: usize,
    /// The first of these; absent if it is the first cell of the array.
    #[serde(skip_serializing_if = "is_zero")]
    pub first_shown: usize,
    /// Further ones, ascending, with conflicts against the rules of the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_shown: Vec<usize>,
    /// The number of its first cell in memory: arrays with the same cells are parts or other names of
    /// one another, or existed one after the other.
    pub first_cell: u32,
    /// The call to which it belongs; absent for sequential code of the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
}

/// For serde.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Call {
    /// The called algorithm.
    pub algorithm: String,
    /// The number of calls around it, including itself.
    pub depth: u32,
}

/// Cells of an array and their contents.
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
    /// The number of its cells.
    pub fn length(&self) -> usize {
        self.dimensions.iter().product()
    }

    /// The consecutive cells that have values and accesses in the trace.
    pub fn window(&self) -> Range<usize> {
        self.first_shown..self.first_shown + self.shown
    }

    /// All cells that have values in the trace.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.window().chain(self.also_shown.iter().copied())
    }

    /// The lengths of the array in the program: that of one processor, if each has one.
    pub fn lengths(&self) -> &[usize] {
        let own = usize::from(!self.owners.is_empty());
        self.dimensions.get(own..).unwrap_or_default()
    }

    /// The number of cells of each owner, at least 1.
    pub fn row_length(&self) -> usize {
        self.lengths().iter().product::<usize>().max(1)
    }

    /// The processor that owns the cell at a position, by its index among the owners.
    pub fn owner_of(&self, place: i64) -> Option<usize> {
        (!self.owners.is_empty()).then(|| place as usize / self.row_length())
    }

    /// The name of one of the owners: `i = 3`.
    pub fn owner_name(&self, owner: usize) -> String {
        processor_name(&self.owners, owner)
    }

    /// The subscripts of a cell: `5`, `2,3`; empty for a scalar.
    pub fn subscript(&self, place: i64) -> String {
        let [first, inner @ ..] = self.lengths() else {
            return String::new();
        };
        let length = inner.iter().product::<usize>() * first;
        let inner: Vec<i64> = inner.iter().map(|length| *length as i64).collect();
        subscripts(place % length.max(1) as i64, &inner)
    }

    /// The name of the cell at a position; if several processors have such an array, with its owner:
    /// `T[0] (i = 3)`.
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

/// Of these arrays, by their numbers, the one that contains all cells of an access: the one of its name,
/// else one of which the accessed array is a part, a row or another name; `None` if processors have
/// arrays of their own that are not in the trace.
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
