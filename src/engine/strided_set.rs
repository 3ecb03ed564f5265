//! Strided sets: rows at equal distances, whose cells are at equal distances.
//!
//! The cells that the processors of a group touch by one access are mostly a strided set (see
//! `nest::access_relation`), and whether one strided set contains another is decided by a few divisions,
//! regardless of the number of cells.

use std::iter;

/// Cells in rows that do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StridedSet {
    first: usize,
    rows: Run,
    cells: Run,
}

/// `count` terms at a distance of `distance`, which is 0 for a single term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    count: usize,
    distance: usize,
}

impl Run {
    const ONE: Self = Self {
        count: 1,
        distance: 0,
    };

    /// The distance from the first to the last.
    fn length(self) -> usize {
        self.distance * (self.count - 1)
    }
}

/// Cells at equal distances.
#[derive(Debug, Clone, Copy)]
pub struct CellRow {
    /// The first cell.
    pub first: usize,
    /// Number of cells.
    pub count: usize,
    /// The distance from each to the next.
    pub distance: usize,
}

#[expect(
    clippy::len_without_is_empty,
    reason = "a strided set has at least one cell"
)]
impl StridedSet {
    /// The cells `first + a · y + b · z` with 0 ≤ y < m and 0 ≤ z < n, where `runs` are (a, m) and (b,
    /// n). None if these are not disjoint rows, or the numbers are not cells.
    pub fn new(first: i128, runs: [(i128, i128); 2]) -> Option<Self> {
        let mut first = first;
        let mut run = |(distance, count): (i128, i128)| {
            if distance < 0 {
                first += distance * (count - 1);
            }
            if distance == 0 || count == 1 {
                return Some(Run::ONE);
            }
            Some(Run {
                count: usize::try_from(count).ok()?,
                distance: usize::try_from(distance.unsigned_abs()).ok()?,
            })
        };
        let [mut rows, mut cells] = [run(runs[0])?, run(runs[1])?];
        if rows.distance < cells.distance {
            std::mem::swap(&mut rows, &mut cells);
        }
        if cells.count == 1 {
            std::mem::swap(&mut rows, &mut cells);
        } else if rows.distance == cells.distance.checked_mul(cells.count)? {
            cells.count *= rows.count;
            rows = Run::ONE;
        } else if rows.count > 1 && rows.distance <= cells.length() {
            return None;
        }
        let first = usize::try_from(first).ok()?;
        Some(Self { first, rows, cells })
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.rows.count * self.cells.count
    }

    /// The first cell, if the cells are consecutive.
    pub fn begin(&self) -> Option<usize> {
        (self.rows.count == 1 && self.cells.distance <= 1).then_some(self.first)
    }

    /// Its rows.
    pub fn rows(self) -> impl Iterator<Item = CellRow> {
        let row = move |row: usize| CellRow {
            first: self.first + row * self.rows.distance,
            count: self.cells.count,
            distance: self.cells.distance.max(1),
        };
        (0..self.rows.count).map(row)
    }

    /// The row of a cell, and its position in the row.
    fn place(&self, cell: usize) -> Option<[usize; 2]> {
        let beyond = cell.checked_sub(self.first)?;
        let (row, beyond) = divide(beyond, self.rows.distance);
        let (at, rest) = divide(beyond, self.cells.distance);
        (row < self.rows.count && at < self.cells.count && rest == 0).then_some([row, at])
    }

    /// Whether a cell is in the set.
    pub fn has(&self, cell: usize) -> bool {
        self.place(cell).is_some()
    }

    /// Whether the set certainly contains another strided set; `false` may also mean that it was not
    /// found out.
    pub fn holds(&self, other: &Self) -> bool {
        let Some([mut row, mut at]) = self.place(other.first) else {
            return false;
        };
        for run in [other.rows, other.cells] {
            // From one cell of the other set to the next, it advances along the rows, or within one.
            match (
                divide(run.distance, self.rows.distance),
                divide(run.distance, self.cells.distance),
            ) {
                ((_, 0), _) if self.rows.distance > 0 => row += run.length() / self.rows.distance,
                (_, (_, 0)) if self.cells.distance > 0 => at += run.length() / self.cells.distance,
                _ if run.count == 1 => {}
                _ => return false,
            }
        }
        row < self.rows.count && at < self.cells.count
    }
}

impl CellRow {
    /// Its cells.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        iter::successors(Some(self.first), move |cell| Some(cell + self.distance)).take(self.count)
    }
}

/// The quotient and the remainder of two distances; for a distance of 0 the quotient is 0.
fn divide(length: usize, distance: usize) -> (usize, usize) {
    match distance {
        0 => (0, length),
        _ => (length / distance, length % distance),
    }
}
