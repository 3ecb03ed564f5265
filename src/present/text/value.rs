//! Values as people read them: scalars, lists, numbered grids, matrices, matrices below each other.

use std::fmt::Write as _;

use super::shown::{Lists, Shown};
use super::style::FAINT;
use crate::machine::value::{ArrayValue, Value};
use crate::program::Constant;
use crate::trace::subscripts;

/// Arrays with so many elements, and matrices with so many rows, are elided.
const ELIDED_FROM: usize = 32;
/// Elements shown of an array that is elided: from its beginning, where the line is wide enough …
const HEAD: usize = 12;
/// … and from its end.
const TAIL: usize = 3;
/// Rows shown of a matrix that is elided, from its beginning and from its end.
const ROWS_AT_ENDS: usize = 5;
/// Matrices shown of an array of more dimensions that is elided, from its beginning and from its end.
const LAYERS_AT_ENDS: usize = 2;
/// Room that is kept in an elided row for how many elements follow.
const REST_WIDTH: usize = 14;
/// Elements per line of a grid: what makes the numbers at its left edge easy to count on from.
const GRID_WIDTHS: [usize; 7] = [50, 40, 20, 10, 5, 2, 1];
/// How a cell looks that was never written.
const UNWRITTEN: &str = "_";

/// A scalar: an int, a real always with a point or an exponent, `true` or `false`.
pub fn scalar_text(constant: Constant) -> String {
    match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Real(value) => format!("{value:?}"),
        Constant::Bool(value) => value.to_string(),
    }
}

/// `A = [3, 1, 7]`, or several lines where that is too wide, each within the width where possible.
pub fn lines(name: &str, value: &Value, shown: Shown) -> Vec<String> {
    match value {
        Value::Scalar(constant) => vec![format!("{name} = {}", scalar_text(*constant))],
        Value::Array(array) if array.dimensions.len() > 1 => matrices(name, array, shown),
        Value::Array(array) if shown.lists == Lists::Elided && array.len() >= ELIDED_FROM => {
            vec![elided(name, array, shown.width)]
        }
        Value::Array(array) => list(name, array, shown.width),
    }
}

/// `1 step`, `2 steps`.
pub fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Dimensions as `8` or `2×3`.
pub fn dimensions_text(dimensions: &[usize]) -> String {
    let lengths: Vec<String> = dimensions.iter().map(usize::to_string).collect();
    lengths.join("×")
}

fn element(array: &ArrayValue, position: usize) -> String {
    array
        .get(position)
        .map_or_else(|| UNWRITTEN.to_owned(), scalar_text)
}

fn texts(array: &ArrayValue, positions: impl Iterator<Item = usize>) -> Vec<String> {
    positions.map(|position| element(array, position)).collect()
}

fn list(name: &str, array: &ArrayValue, width: usize) -> Vec<String> {
    let elements = texts(array, 0..array.len());
    let line = format!("{name} = [{}]", elements.join(", "));
    if line.chars().count() <= width {
        return vec![line];
    }
    let mut lines = vec![format!(
        "{name} ({})",
        counted(array.len() as u64, "element")
    )];
    let layout = Grid::new(&elements, array.len(), width);
    lines.extend(grid(&elements, &layout));
    lines
}

/// `A = [3, 1, 7, …, 9, 6, 3]   64 elements (all: --full)`: as much of the beginning as the line has room for.
fn elided(name: &str, array: &ArrayValue, width: usize) -> String {
    let length = array.len();
    let tail = texts(array, length - TAIL..length).join(", ");
    let note = format!("{length} elements (all: --full)");
    let line = |head: usize| {
        let head = texts(array, 0..head).join(", ");
        format!("{name} = [{head}, …, {tail}]   ")
    };
    let room = width.saturating_sub(note.len());
    let mut lines = (2..=HEAD).rev().map(line);
    let widest = lines.find(|line| line.chars().count() <= room);
    format!(
        "{}{FAINT}{note}{FAINT:#}",
        widest.unwrap_or_else(|| line(1))
    )
}

/// How the columns of a grid are laid out.
struct Grid {
    index_width: usize,
    cell: usize,
    columns: usize,
}

impl Grid {
    fn new(elements: &[String], length: usize, width: usize) -> Self {
        let index_width = length.saturating_sub(1).to_string().len();
        let cell = elements.iter().map(String::len).max().unwrap_or(0) + 2;
        let room = width.saturating_sub(index_width + 3);
        let columns = GRID_WIDTHS
            .into_iter()
            .find(|columns| columns * cell <= room)
            .unwrap_or(1);
        Self {
            index_width,
            cell,
            columns,
        }
    }
}

/// Elements in aligned columns, each line beginning with the index of its first one.
fn grid(elements: &[String], layout: &Grid) -> Vec<String> {
    let Grid {
        index_width,
        cell,
        columns,
    } = *layout;
    elements
        .chunks(columns)
        .enumerate()
        .map(|(row, chunk)| {
            let index = row * columns;
            let mut line = format!("  {index:>index_width$}:");
            for text in chunk {
                let _ = write!(line, "{text:>cell$}");
            }
            line
        })
        .collect()
}

/// A matrix; of an array of more dimensions one for each choice of the subscripts before the last two.
fn matrices(name: &str, array: &ArrayValue, shown: Shown) -> Vec<String> {
    let (outer, table) = array.dimensions.split_at(array.dimensions.len() - 2);
    let count: usize = outer.iter().product();
    let is_whole = shown.lists == Lists::Whole || count * table[0] < ELIDED_FROM;
    let mut lines = vec![format!("{name} ({})", dimensions_text(&array.dimensions))];
    for at in at_ends(count, LAYERS_AT_ENDS, is_whole) {
        let Some(at) = at else {
            let left_out = count - 2 * LAYERS_AT_ENDS;
            lines.push(format!("  … {left_out} more matrices (--full shows all) …"));
            continue;
        };
        if !outer.is_empty() {
            let inner: Vec<i64> = outer[1..].iter().map(|length| *length as i64).collect();
            let first = subscripts(at as i64, &inner);
            lines.push(format!("  {name}[{first}, , ]"));
        }
        let first = at * table[0] * table[1];
        lines.extend(matrix_rows(
            array,
            first,
            (table[0], table[1]),
            is_whole,
            shown,
        ));
    }
    lines
}

/// All numbers below `count`, or those at the ends with a gap between them.
fn at_ends(count: usize, ends: usize, is_whole: bool) -> Vec<Option<usize>> {
    if is_whole || count <= 2 * ends {
        return (0..count).map(Some).collect();
    }
    let (head, tail) = ((0..ends).map(Some), (count - ends..count).map(Some));
    head.chain([None]).chain(tail).collect()
}

/// The rows of the matrix that begins at an element.
fn matrix_rows(
    array: &ArrayValue,
    first: usize,
    (rows, columns): (usize, usize),
    is_whole: bool,
    shown: Shown,
) -> Vec<String> {
    let row_numbers = at_ends(rows, ROWS_AT_ENDS, is_whole);
    let of = |row: usize| texts(array, first + row * columns..first + (row + 1) * columns);
    let texts: Vec<Option<Vec<String>>> = row_numbers.into_iter().map(|row| row.map(of)).collect();
    let cell = texts
        .iter()
        .flatten()
        .flatten()
        .map(String::len)
        .max()
        .unwrap_or(0);
    let room = shown.width.saturating_sub(REST_WIDTH) / (cell + 2);
    let columns_shown = match shown.lists {
        Lists::Elided if columns * (cell + 2) > shown.width => room.clamp(1, columns),
        _ => columns,
    };
    let mut lines = Vec::with_capacity(texts.len());
    for texts in texts {
        let Some(texts) = texts else {
            let more = rows - 2 * ROWS_AT_ENDS;
            lines.push(format!("  … {more} more rows (--full shows all) …"));
            continue;
        };
        let mut line = String::from("  [");
        for (column, text) in texts.iter().take(columns_shown).enumerate() {
            let space = if column == 0 { "" } else { "  " };
            let _ = write!(line, "{space}{text:>cell$}");
        }
        if columns_shown < columns {
            let _ = write!(line, "  … {} more", columns - columns_shown);
        }
        line.push(']');
        lines.push(line);
    }
    lines
}
