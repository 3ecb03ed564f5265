//! Values as people read them: scalars, lists, numbered grids, matrices, matrices below each other.

use std::fmt::Write as _;

use crate::machine::value::{ArrayValue, Value};
use crate::program::Constant;
use crate::trace::subscripts;

/// Longer arrays are cut in text.
const SHOWN_WHOLE: usize = 1000;
/// What is shown of an array that is cut: from its beginning …
const HEAD: usize = 60;
/// … and from its end.
const TAIL: usize = 20;
/// Rows shown of a matrix that is cut, from its beginning and from its end.
const ROWS_AT_ENDS: usize = 5;
/// Matrices shown of an array of more dimensions that is cut, from its beginning and from its end.
const LAYERS_AT_ENDS: usize = 2;
/// Elements shown of a row that is cut.
const COLUMNS_SHOWN: usize = 100;
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

/// `A = [3, 1, 7]`, or several lines where that is too wide, each within `width` where possible.
pub fn lines(name: &str, value: &Value, width: usize) -> Vec<String> {
    match value {
        Value::Scalar(constant) => vec![format!("{name} = {}", scalar_text(*constant))],
        Value::Array(array) if array.dimensions.len() > 1 => matrices(name, array),
        Value::Array(array) => list(name, array, width),
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
    if array.len() <= SHOWN_WHOLE {
        let elements: Vec<String> = texts(array, 0..array.len());
        let line = format!("{name} = [{}]", elements.join(", "));
        if line.chars().count() <= width {
            return vec![line];
        }
    }
    let title = format!("{name} ({})", counted(array.len() as u64, "element"));
    let mut lines = vec![title];
    if array.len() <= SHOWN_WHOLE {
        let elements = texts(array, 0..array.len());
        lines.extend(grid(
            &elements,
            0,
            &Grid::new(&elements, array.len(), width),
        ));
    } else {
        let tail = array.len() - TAIL;
        let elements: Vec<String> = texts(array, (0..HEAD).chain(tail..array.len()));
        let layout = Grid::new(&elements, array.len(), width);
        lines.extend(grid(&elements[..HEAD], 0, &layout));
        lines.push(format!("  … {} more …", tail - HEAD));
        lines.extend(grid(&elements[HEAD..], tail, &layout));
    }
    lines
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
fn grid(elements: &[String], first: usize, layout: &Grid) -> Vec<String> {
    let Grid {
        index_width,
        cell,
        columns,
    } = *layout;
    elements
        .chunks(columns)
        .enumerate()
        .map(|(row, chunk)| {
            let index = first + row * columns;
            let mut line = format!("  {index:>index_width$}:");
            for text in chunk {
                let _ = write!(line, "{text:>cell$}");
            }
            line
        })
        .collect()
}

/// A matrix; of an array of more dimensions one for each choice of the subscripts before the last two.
fn matrices(name: &str, array: &ArrayValue) -> Vec<String> {
    let (outer, table) = array.dimensions.split_at(array.dimensions.len() - 2);
    let count: usize = outer.iter().product();
    let mut lines = vec![format!("{name} ({})", dimensions_text(&array.dimensions))];
    let mut previous = None;
    for at in (0..count).filter(|at| {
        array.len() <= SHOWN_WHOLE || count <= 2 * LAYERS_AT_ENDS || {
            *at < LAYERS_AT_ENDS || *at >= count - LAYERS_AT_ENDS
        }
    }) {
        if previous.is_some_and(|previous| at - previous > 1) {
            let left_out = count - 2 * LAYERS_AT_ENDS;
            lines.push(format!("  … {left_out} more matrices …"));
        }
        previous = Some(at);
        if !outer.is_empty() {
            let inner: Vec<i64> = outer[1..].iter().map(|length| *length as i64).collect();
            let first = subscripts(at as i64, &inner);
            lines.push(format!("  {name}[{first}, , ]"));
        }
        lines.extend(matrix_rows(
            array,
            at * table[0] * table[1],
            (table[0], table[1]),
        ));
    }
    lines
}

/// The rows of the matrix that begins at an element.
fn matrix_rows(array: &ArrayValue, first: usize, (rows, columns): (usize, usize)) -> Vec<String> {
    let whole = array.len() <= SHOWN_WHOLE;
    let columns_shown = if whole {
        columns
    } else {
        columns.min(COLUMNS_SHOWN)
    };
    let shown_rows: Vec<usize> = if whole || rows <= 2 * ROWS_AT_ENDS {
        (0..rows).collect()
    } else {
        (0..ROWS_AT_ENDS).chain(rows - ROWS_AT_ENDS..rows).collect()
    };
    let texts: Vec<Vec<String>> = shown_rows
        .iter()
        .map(|row| {
            (0..columns_shown)
                .map(|column| element(array, first + row * columns + column))
                .collect()
        })
        .collect();
    let cell = texts.iter().flatten().map(String::len).max().unwrap_or(0);
    let mut lines = Vec::with_capacity(texts.len());
    let mut previous = None;
    for (row, texts) in shown_rows.iter().zip(&texts) {
        if previous.is_some_and(|previous| row - previous > 1) {
            lines.push(format!("  … {} more rows …", rows - shown_rows.len()));
        }
        previous = Some(*row);
        let mut line = String::from("  [");
        for (column, text) in texts.iter().enumerate() {
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
