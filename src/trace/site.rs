//! The accesses of a group at one place of the source.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Progression, Values};
use crate::program::{Constant, Type};
use crate::source::Span;

/// The accesses that the processors of a group make at one place of the source in one step. `P` is the
/// representation of places of the source.
#[expect(clippy::struct_excessive_bools, reason = "each is one key of the JSON")]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Site<P = Span> {
    /// The place.
    pub place: P,
    /// The array or shared scalar by its name there.
    pub name: String,
    /// Its number of dimensions; 0 for a shared scalar.
    #[serde(skip)]
    pub rank: u8,
    /// The type of its elements.
    #[serde(skip)]
    pub element: Type,
    /// Whether they write.
    pub writes: bool,
    /// Whether they are only read for the subscripts of the cell that is written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub subscript: bool,
    /// Whether they are accesses to shared memory.
    pub shared: bool,
    /// The number of accesses, including those left out.
    pub count: usize,
    /// The array of the trace that contains the cells; null if it is not among these.
    pub array: Option<usize>,
    /// Whether its processors access arrays of their own that are not in the trace.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// The processors, by their positions in the group.
    pub positions: Progression,
    /// The number of each access among the reads of its processor, from 0.
    pub ordinals: Progression,
    /// The cells: in a session by their numbers in memory, in a trace by their positions in the array in
    /// row-major order.
    pub cells: Progression,
    /// All accesses by buckets if some are left out: the bucket of the processors, the bucket of the
    /// cells, and how many. A bucket is 2^k neighbours, of which there are at most 16.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buckets: Vec<[usize; 3]>,
    /// The numbers of the first cells of the processors' arrays, counted alike.
    #[serde(skip)]
    pub bases: Progression,
    /// How long the processors' arrays are along each dimension but the first.
    #[serde(skip)]
    pub inner_lengths: Vec<Progression>,
    /// The values read or written; absent if the trace has only patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Values>,
    /// For writes, the values of their cells before the step.
    #[serde(skip)]
    pub replaced: Option<Values>,
}

impl<P> Site<P> {
    /// The number of accesses kept.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The subscript of a vector's cell, or of a table's counted row by row.
    pub fn offset(&self, access: usize) -> i64 {
        self.cells.at(access) - self.bases.at(access)
    }

    /// The subscripts of all accesses, as by [`Self::offset`].
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

    /// The value that an access read or wrote; `None` if it read an unwritten cell, or if the trace has
    /// no values.
    pub fn value(&self, access: usize) -> Option<Constant> {
        self.values.as_ref()?.at(access)
    }

    /// The value of a written cell before the step; `None` if it was unwritten.
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

/// `A[5]`, `M[2,3]`, `x`: the cell at an offset of an array of this rank, given the lengths along each
/// dimension but the first.
pub fn cell_name(array: &str, rank: u8, offset: i64, inner_lengths: &[i64]) -> String {
    match rank {
        0 => array.to_owned(),
        _ => format!("{array}[{}]", subscripts(offset, inner_lengths)),
    }
}

/// `5`, `2,3`: the subscripts of the cell at an offset from the first one, given the lengths along each
/// dimension but the first.
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
