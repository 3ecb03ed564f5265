//! The columns of a network in text: arrays side by side, each cell of a short one in a column, and of a
//! long one adjacent cells in a bucket.

use std::collections::BTreeMap;

use super::stop::whose;
use super::wires::Stretches;
use crate::machine::view::{ArrayView, View};
use crate::present::text::step::value_text;
use crate::trace::{Progression, subscripts};

/// Cells that have a column each at most.
const CELLS: usize = 16;
/// A single array with at most this many times as many cells as there are columns is drawn by its first
/// ones, a longer one in buckets.
const FULLY: usize = 2;
/// Buckets of an array at most.
const BUCKETS: usize = 8;
/// Arrays at most.
const ARRAYS: usize = 6;
/// Characters of a column: at least, and at most.
const WIDTHS: (usize, usize) = (6, 14);
/// Characters between two arrays.
const GAP: usize = 2;
/// Processors of a block or call whose arrays are searched.
const LANES: u32 = 64;

/// The arrays at a stop; of those that share cells the outermost one.
pub(super) struct ArrayOwners<'v> {
    /// By their first cells.
    arrays: BTreeMap<i64, (ArrayView<'v>, String)>,
}

impl<'v> ArrayOwners<'v> {
    pub(super) fn of(view: View<'v>) -> Self {
        let mut owners = Self {
            arrays: BTreeMap::new(),
        };
        for team in view.teams() {
            for lane in 0..team.processors().min(LANES) {
                for array in team.arrays(lane).filter(|array| !array.is_empty()) {
                    let base = i64::from(array.base());
                    if owners.owner(base).is_none() {
                        // Columns are narrow: the processor is enough.
                        let name = team.name(lane);
                        let whose = match name.as_str() {
                            "" => whose(team, lane),
                            name => format!(" ({name})"),
                        };
                        owners.arrays.insert(base, (array, whose));
                    }
                }
            }
        }
        owners
    }

    /// The array that contains a cell.
    pub(super) fn owner(&self, cell: i64) -> Option<&(ArrayView<'v>, String)> {
        let (base, owner) = self.arrays.range(..=cell).next_back()?;
        (cell - base < owner.0.len() as i64).then_some(owner)
    }
}

/// An array of a network, by what distinguishes it from others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KnownArray {
    /// The number of its first cell.
    base: i64,
    /// With the name of its owner.
    name: String,
    dimensions: Vec<usize>,
    length: usize,
}

impl KnownArray {
    pub(super) fn of((array, whose): &(ArrayView<'_>, String)) -> Self {
        let whose = match whose.trim() {
            "" => String::new(),
            whose => format!(" {whose}"),
        };
        Self {
            base: i64::from(array.base()),
            name: format!("{}{whose}", array.name),
            dimensions: array.dimensions(),
            length: array.len(),
        }
    }

    /// Characters of the longest value in its first cells.
    pub(super) fn widest(array: ArrayView<'_>) -> usize {
        let cells = 0..array.len().min(CELLS);
        let widths = cells.map(|at| value_text(array.cell(at)).chars().count());
        widths.max().unwrap_or(0)
    }

    /// The subscripts of a cell; empty for a shared scalar.
    fn subscripts(&self, place: usize) -> String {
        match self.dimensions.get(1..) {
            None => String::new(),
            Some(inner) => {
                let inner: Vec<i64> = inner.iter().map(|length| *length as i64).collect();
                subscripts(place as i64, &inner)
            }
        }
    }
}

/// Cells that a step writes, and cells with conflicts that the rules of the run forbid, each by their
/// numbers, ascending.
pub(super) struct CellMarks {
    pub written: Progression,
    pub forbidden: Progression,
    /// Put before written cells.
    pub sign: &'static str,
}

/// The columns of some arrays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ArrayColumns {
    shown: Vec<Shown>,
    /// Characters of each.
    width: usize,
    /// Arrays that are not shown.
    left_out: usize,
}

/// An array and its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shown {
    array: KnownArray,
    /// The number of its first column.
    first: usize,
    columns: usize,
    /// Cells of each column.
    size: usize,
    /// The number of characters before it.
    begins: usize,
}

impl ArrayColumns {
    /// The columns of some arrays, whose values take at most `widest` characters, in `room` characters.
    pub(super) fn of(mut arrays: Vec<KnownArray>, widest: usize, room: usize) -> Self {
        arrays.sort_unstable();
        arrays.dedup();
        let left_out = arrays.len().saturating_sub(ARRAYS);
        arrays.truncate(ARRAYS);
        let ticks = arrays.iter().filter(|array| array.dimensions.len() > 1);
        let ticks = ticks.map(|array| array.subscripts(array.length - 1).len() + 1);
        let least = ticks.max().unwrap_or(0).max(widest + 2);
        let mut width = least.clamp(WIDTHS.0, WIDTHS.1);
        let gaps = GAP * arrays.len().saturating_sub(1);
        let room = room.saturating_sub(gaps);
        let cells: usize = arrays.iter().map(|array| array.length).sum();
        let fits = |columns: usize, width: usize| columns <= CELLS && columns * width <= room;
        let is_single = arrays.len() == 1;
        let most = (room / width).clamp(1, CELLS);
        let is_cut = is_single && cells <= FULLY * most;
        let mut share = usize::MAX;
        if !fits(cells, width) && !is_cut {
            // A bucket shows the number of its written cells.
            let longest = arrays.iter().map(|array| array.length).max().unwrap_or(0);
            let digits = longest.to_string().len() + 3;
            width = if is_single { digits } else { width.max(digits) };
            share = share_of(&arrays, room / width);
        }
        let mut columns = Self {
            shown: Vec::new(),
            width,
            left_out,
        };
        let (mut first, mut begins) = (0, 0);
        for array in arrays {
            let (count, size) = if is_cut {
                (array.length.min(most), 1)
            } else if array.length <= share {
                (array.length, 1)
            } else {
                let size = array.length.div_ceil(share).next_power_of_two();
                (array.length.div_ceil(size), size)
            };
            columns.shown.push(Shown {
                array,
                first,
                columns: count,
                size,
                begins,
            });
            first += count;
            begins += count * width + GAP;
        }
        columns
    }

    /// Whether some columns are buckets.
    pub(super) fn has_buckets(&self) -> bool {
        self.shown.iter().any(|shown| shown.size > 1)
    }

    /// The number of arrays that are not shown.
    pub(super) fn left_out(&self) -> usize {
        self.left_out
    }

    /// The positions of the last characters of the columns.
    pub(super) fn places(&self) -> Vec<usize> {
        let places = self.shown.iter().flat_map(|shown| {
            (1..=shown.columns).map(|column| shown.begins + column * self.width - 1)
        });
        places.collect()
    }

    /// The columns of cells, for the arrays that exist at a stop.
    pub(super) fn of_cells(&self, owners: &ArrayOwners<'_>) -> Stretches {
        let is_there = |shown: &&Shown| {
            let owner = owners.owner(shown.array.base);
            owner.is_some_and(|owner| KnownArray::of(owner) == shown.array)
        };
        let mut there: Vec<&Shown> = self.shown.iter().filter(is_there).collect();
        there.sort_by_key(|shown| shown.array.base);
        let mut stretches = Stretches::default();
        for shown in there {
            let base = shown.array.base;
            for column in 0..shown.columns {
                let first = base + (column * shown.size) as i64;
                stretches.push(first, Some(shown.first + column));
            }
            let shown_count = (shown.columns * shown.size).min(shown.array.length);
            stretches.push(base + shown_count as i64, None);
        }
        stretches
    }

    /// The text above the columns, with its labels: the names of the arrays, and the subscripts of the
    /// first cells of the columns.
    pub(super) fn header(&self) -> Vec<(String, String)> {
        if self.shown.is_empty() {
            return Vec::new();
        }
        let names = self.shown.iter().map(|shown| match shown.size {
            1 => shown.array.name.clone(),
            size => format!("{}, by {size}", shown.array.name),
        });
        let names: Vec<String> = names.collect();
        let firsts = self.in_place(|shown| {
            let ticks = (0..shown.columns).map(|at| shown.array.subscripts(at * shown.size));
            ticks.map(|tick| self.aligned(&tick)).collect()
        });
        if let [name] = &names[..] {
            return vec![(name.clone(), firsts)];
        }
        let mut names = names.into_iter();
        let names = self.in_place(|shown| {
            let name = names.next().unwrap_or_default();
            if name.chars().count() < self.width {
                return self.aligned(&name);
            }
            let room = shown.columns * self.width - 1;
            format!(" {}", cut(&name, room))
        });
        vec![(String::new(), names), (String::new(), firsts)]
    }

    /// The contents of the cells after a step, with the written ones marked; for buckets the numbers of
    /// written cells.
    pub(super) fn row(&self, owners: &ArrayOwners<'_>, marks: &CellMarks) -> String {
        let row = self.in_place(|shown| {
            let owner = owners.owner(shown.array.base);
            let owner = owner.filter(|owner| KnownArray::of(owner) == shown.array);
            let Some((array, _)) = owner else {
                return String::new();
            };
            let mut text = String::new();
            for column in 0..shown.columns {
                text.push_str(&self.aligned(&shown.cell(*array, column, marks)));
            }
            let shown_count = shown.columns * shown.size;
            if shown_count < shown.array.length {
                let hidden =
                    shown.array.base + shown_count as i64..shown.array.base + array.len() as i64;
                let is_met = within(&marks.forbidden, hidden) > 0;
                text.push_str(if is_met { " … ✗" } else { " …" });
            }
            text
        });
        row.trim_end().to_owned()
    }

    /// A text for each array, at its place.
    fn in_place(&self, mut text: impl FnMut(&Shown) -> String) -> String {
        let mut line = String::new();
        for shown in &self.shown {
            let missing = shown.begins.saturating_sub(line.chars().count());
            line.extend(std::iter::repeat_n(' ', missing));
            line.push_str(&text(shown));
        }
        line
    }

    fn aligned(&self, text: &str) -> String {
        format!("{:>width$}", cut(text, self.width - 1), width = self.width)
    }
}

impl Shown {
    /// The text of a column.
    fn cell(&self, array: ArrayView<'_>, column: usize, marks: &CellMarks) -> String {
        let first = self.array.base + (column * self.size) as i64;
        // The last bucket ends with the array: another one begins after it.
        let end = self.array.base + self.array.length as i64;
        let cells = first..(first + self.size as i64).min(end);
        let [forbidden, written] =
            [&marks.forbidden, &marks.written].map(|all| within(all, cells.clone()));
        if self.size == 1 {
            let mark = match (forbidden, written) {
                (0, 0) => "",
                (0, _) => marks.sign,
                (_, _) => "✗",
            };
            return format!("{mark}{}", value_text(array.cell(column)));
        }
        match (forbidden, written) {
            (0, 0) => "·".to_owned(),
            (0, many) => format!("{}{many}", marks.sign),
            (met, 0) => format!("✗{met}"),
            (_, many) => format!("✗{many}"),
        }
    }
}

/// The number of columns of an array that shares some columns with others.
fn share_of(arrays: &[KnownArray], columns: usize) -> usize {
    let equal = columns / arrays.len().max(1);
    let (short, long): (Vec<usize>, Vec<usize>) = arrays
        .iter()
        .map(|array| array.length)
        .partition(|length| *length <= equal);
    let left = columns.saturating_sub(short.iter().sum());
    (left / long.len().max(1)).clamp(1, BUCKETS)
}

/// How many of some ascending numbers are in a range.
fn within(numbers: &Progression, range: std::ops::Range<i64>) -> usize {
    let before = |end: i64| match numbers {
        Progression::Line { from, .. } if end <= *from => 0,
        Progression::Line { from, step, count } => {
            let first_off = (end - from - 1) / (*step).max(1) + 1;
            (first_off as usize).min(*count)
        }
        Progression::List(numbers) => numbers.partition_point(|number| *number < end),
    };
    before(range.end) - before(range.start)
}

/// A text of at most `most` characters; … stands for what is cut off.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}
