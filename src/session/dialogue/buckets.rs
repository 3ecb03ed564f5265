//! A step of the network over a long array: each column is a bucket of cells, and edges lead from bucket
//! to bucket.

use super::wires::{drawn, edges};
use crate::machine::view::ArrayView;
use crate::present::text::value::counted;
use crate::result::step::StepRecord;

/// Columns at most.
const COLUMNS: usize = 8;

/// Neighbouring cells of an array that share a column, all buckets of one size.
pub(super) struct Buckets {
    /// Cells of each but the last.
    size: usize,
    /// How many they are.
    count: usize,
    /// Characters of a column.
    width: usize,
}

impl Buckets {
    /// The buckets of an array of `length` cells, drawn in `room` characters.
    pub(super) fn of(length: usize, room: usize) -> Self {
        let width = length.to_string().len() + 3;
        let columns = (room / width).clamp(1, COLUMNS);
        let size = length.div_ceil(columns).next_power_of_two();
        Self {
            size,
            count: length.div_ceil(size),
            width,
        }
    }

    /// The array with the size of its buckets, and above each column the first cell of it.
    pub(super) fn header(&self, array: &ArrayView<'_>) -> (String, String) {
        let firsts =
            (0..self.count).map(|at| format!("{:>width$}", at * self.size, width = self.width));
        let title = format!("{}, by {}", array.name, self.size);
        (title, firsts.collect())
    }

    /// The edges of a step between the buckets of the array that begins at a cell.
    pub(super) fn edges(&self, step: &StepRecord, base: i64) -> Vec<String> {
        let column = |place: usize| Some(place / self.size).filter(|at| *at < self.count);
        drawn(&edges(step, base, column), self.count, self.width)
    }

    /// For each bucket, how many of its cells are at these places: `*3`, and `✗` where one of them is
    /// forbidden.
    pub(super) fn cells(&self, written: &[usize], forbidden: &[usize], mark: &str) -> String {
        let of = |places: &[usize], at: usize| {
            let own = places.iter().filter(|place| *place / self.size == at);
            own.count()
        };
        let cells = (0..self.count).map(|at| {
            let text = match (of(forbidden, at), of(written, at)) {
                (0, 0) => "·".to_owned(),
                (0, many) => format!("{mark}{many}"),
                (_, many) => format!("✗{many}"),
            };
            format!("{text:>width$}", width = self.width)
        });
        cells.collect()
    }
}

/// `… 1048575 processors alike: …`: a line for each group of several processors.
pub(super) fn alike_lines(step: &StepRecord, statement: impl Fn(usize) -> String) -> Vec<String> {
    let groups = step.groups.iter().enumerate();
    let many = groups.filter(|(_, group)| group.processors > 1);
    let lines = many.map(|(at, group)| {
        let processors = counted(group.processors as u64, "processor");
        format!("… {processors} alike: {}", statement(at))
    });
    lines.collect()
}
