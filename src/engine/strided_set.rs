//! Strided sets: cells in rows that are equally far apart, each of them of cells equally far apart.
//!
//! What the processors of a group touch by one access is mostly a strided set (see
//! `nest::access_relation`), and whether one strided set holds another takes a few divisions,
//! however many cells they have.

use std::iter;

/// Cells in rows that do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StridedSet {
    first: usize,
    rows: Run,
    cells: Run,
}

/// `count` terms that are `apart` apart; `apart` is 0 where there is one only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    count: usize,
    apart: usize,
}

impl Run {
    const ONE: Self = Self { count: 1, apart: 0 };

    /// The distance from the first to the last.
    fn length(self) -> usize {
        self.apart * (self.count - 1)
    }
}

/// Cells that are equally far apart.
#[derive(Debug, Clone, Copy)]
pub struct CellRow {
    /// The first cell.
    pub first: usize,
    /// Number of cells.
    pub count: usize,
    /// The distance from each to the next.
    pub apart: usize,
}

#[expect(
    clippy::len_without_is_empty,
    reason = "a strided set has at least one cell"
)]
impl StridedSet {
    /// The cells `first + a · y + b · z` with 0 ≤ y < m and 0 ≤ z < n, where `runs` are (a, m) and
    /// (b, n); none where these are no rows that lie apart, or the numbers are no cells.
    pub fn new(first: i128, runs: [(i128, i128); 2]) -> Option<Self> {
        let mut first = first;
        let mut run = |(apart, count): (i128, i128)| {
            if apart < 0 {
                first += apart * (count - 1);
            }
            if apart == 0 || count == 1 {
                return Some(Run::ONE);
            }
            Some(Run {
                count: usize::try_from(count).ok()?,
                apart: usize::try_from(apart.unsigned_abs()).ok()?,
            })
        };
        let [mut rows, mut cells] = [run(runs[0])?, run(runs[1])?];
        if rows.apart < cells.apart {
            std::mem::swap(&mut rows, &mut cells);
        }
        if cells.count == 1 {
            std::mem::swap(&mut rows, &mut cells);
        } else if rows.apart == cells.apart.checked_mul(cells.count)? {
            cells.count *= rows.count;
            rows = Run::ONE;
        } else if rows.count > 1 && rows.apart <= cells.length() {
            return None;
        }
        let first = usize::try_from(first).ok()?;
        Some(Self { first, rows, cells })
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.rows.count * self.cells.count
    }

    /// The first cell, if the others follow it without a gap.
    pub fn begin(&self) -> Option<usize> {
        (self.rows.count == 1 && self.cells.apart <= 1).then_some(self.first)
    }

    /// Its rows.
    pub fn rows(self) -> impl Iterator<Item = CellRow> {
        let row = move |row: usize| CellRow {
            first: self.first + row * self.rows.apart,
            count: self.cells.count,
            apart: self.cells.apart.max(1),
        };
        (0..self.rows.count).map(row)
    }

    /// In which row a cell lies, and where there.
    fn place(&self, cell: usize) -> Option<[usize; 2]> {
        let beyond = cell.checked_sub(self.first)?;
        let (row, beyond) = divide(beyond, self.rows.apart);
        let (at, rest) = divide(beyond, self.cells.apart);
        (row < self.rows.count && at < self.cells.count && rest == 0).then_some([row, at])
    }

    /// Whether a cell is in the set.
    pub fn has(&self, cell: usize) -> bool {
        self.place(cell).is_some()
    }

    /// Whether it has all cells of another strided set. It may have them where this is false.
    pub fn holds(&self, other: &Self) -> bool {
        let Some([mut row, mut at]) = self.place(other.first) else {
            return false;
        };
        for run in [other.rows, other.cells] {
            // From one cell of the other to the next it goes on along the rows, or within one.
            match (
                divide(run.apart, self.rows.apart),
                divide(run.apart, self.cells.apart),
            ) {
                ((_, 0), _) if self.rows.apart > 0 => row += run.length() / self.rows.apart,
                (_, (_, 0)) if self.cells.apart > 0 => at += run.length() / self.cells.apart,
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
        iter::successors(Some(self.first), move |cell| Some(cell + self.apart)).take(self.count)
    }
}

/// The quotient of two distances and the remainder; by a distance of 0 the quotient is 0.
fn divide(length: usize, apart: usize) -> (usize, usize) {
    match apart {
        0 => (0, length),
        _ => (length / apart, length % apart),
    }
}
