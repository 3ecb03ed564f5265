//! The accesses of a group at one place of the source.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Progression, Values};
use crate::program::{Constant, Type};
use crate::source::Span;

/// The accesses that the processors of a group make at one place of the source in one step. `P` is how the
/// place is known.
#[expect(clippy::struct_excessive_bools, reason = "each is one key of the JSON")]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Site<P = Span> {
    /// The place.
    pub place: P,
    /// The array or shared scalar by its name there.
    pub name: String,
    /// How many dimensions it has; 0 for a shared scalar.
    #[serde(skip)]
    pub rank: u8,
    /// What its elements are.
    #[serde(skip)]
    pub element: Type,
    /// Whether they write.
    pub writes: bool,
    /// Whether they are read only for the subscripts of the cell that is written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub subscript: bool,
    /// Whether they are accesses to shared memory.
    pub shared: bool,
    /// How many there are, those left out included.
    pub count: usize,
    /// The array of the trace in which the cells lie; null where it is not among these.
    pub array: Option<usize>,
    /// Whether its processors access arrays of their own that are not among those of the trace.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// The processors, by their positions in the group.
    pub positions: Progression,
    /// Which read of its processor each is, from 0.
    pub ordinals: Progression,
    /// The cells: in a session by their numbers in memory, in a trace counted row by row from the first of
    /// the array.
    pub cells: Progression,
    /// The numbers of the first cells of the processors' arrays, counted alike.
    #[serde(skip)]
    pub bases: Progression,
    /// How long the processors' arrays are along each dimension but the first.
    #[serde(skip)]
    pub inner_lengths: Vec<Progression>,
    /// What is read or written; absent where only patterns are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Values>,
    /// For writes, what their cells held in front of the step.
    #[serde(skip)]
    pub replaced: Option<Values>,
}

impl<P> Site<P> {
    /// How many accesses are kept.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether no access is kept.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The subscript of a vector's cell, or of a table's counted row by row.
    pub fn offset(&self, access: usize) -> i64 {
        self.cells.at(access) - self.bases.at(access)
    }

    /// The subscripts of all accesses, as [`Self::offset`] has them.
    pub fn offsets(&self) -> Progression {
        match (&self.cells, &self.bases) {
            (
                Progression::Line { from, step, count },
                Progression::Line {
                    from: base,
                    step: 0,
                    ..
                },
            ) => Progression::Line {
                from: from - base,
                step: *step,
                count: *count,
            },
            _ => (0..self.len()).map(|access| self.offset(access)).collect(),
        }
    }

    /// The cell of an access as it is written in the source.
    pub fn cell(&self, access: usize) -> String {
        let inner = self.inner_lengths.iter().map(|length| length.at(access));
        let inner: Vec<i64> = inner.collect();
        cell_name(&self.name, self.rank, self.offset(access), &inner)
    }

    /// What an access read or wrote; none where it read what was never written, or where that is not told.
    pub fn value(&self, access: usize) -> Option<Constant> {
        self.values.as_ref()?.at(access)
    }

    /// What the cell of a write held in front of the step; none where it held nothing.
    pub fn replaced(&self, access: usize) -> Option<Constant> {
        self.replaced.as_ref()?.at(access)
    }

    /// The processors of accesses, by their positions in the group, with the cells.
    pub fn accesses(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.positions.iter().zip(self.cells.iter())
    }

    /// Bytes of its numbers, about.
    pub(super) fn held_bytes(&self) -> usize {
        let numbers = [&self.positions, &self.ordinals, &self.cells, &self.bases];
        let numbers = numbers.into_iter().chain(&self.inner_lengths);
        let values = self.values.iter().chain(&self.replaced);
        numbers.map(Progression::held_bytes).sum::<usize>()
            + values.map(Values::held_bytes).sum::<usize>()
    }
}

/// `A[5]`, `M[2,3]`, `x`: a cell of an array of this rank and of these lengths along each dimension but
/// the first.
pub fn cell_name(array: &str, rank: u8, offset: i64, inner_lengths: &[i64]) -> String {
    match rank {
        0 => array.to_owned(),
        _ => format!("{array}[{}]", subscripts(offset, inner_lengths)),
    }
}

/// `5`, `2,3`: the subscripts of the cell that is so many cells behind the first one, in an array of
/// these lengths along each dimension but the first.
pub fn subscripts(offset: i64, inner_lengths: &[i64]) -> String {
    let mut rest = offset;
    let mut subscripts: Vec<String> = Vec::with_capacity(inner_lengths.len() + 1);
    for length in inner_lengths.iter().rev().map(|length| (*length).max(1)) {
        subscripts.push((rest % length).to_string());
        rest /= length;
    }
    subscripts.push(rest.to_string());
    subscripts.reverse();
    subscripts.join(",")
}
