//! An array in one line of text.

use std::ops::Range;

use super::step::value_text;
use crate::program::Constant;
use crate::trace::cell_name;

/// Characters that are kept for how many cells follow.
const REST_WIDTH: usize = 16;

/// The cells of an array in one line with some of them, ascending, marked by a sign, cut to a width
/// around them: `A = [3, *4, 7]`.
pub fn array_line(
    name: &str,
    (rank, inner_lengths): (u8, &[i64]),
    cells: &dyn Fn(usize) -> Option<Constant>,
    length: usize,
    (marked, sign): (&[usize], char),
    width: usize,
) -> String {
    let text = |at: usize| {
        let value = value_text(cells(at));
        if marked.binary_search(&at).is_ok() {
            format!("{sign}{value}")
        } else {
            value
        }
    };
    if rank == 0 {
        return format!("{name} = {}", text(0));
    }
    if let Some(whole) = list(name, 0..length, width, &text) {
        return whole;
    }
    let from = marked.first().map_or(0, |first| first.saturating_sub(2));
    let begins = format!("{} …", cell_name(name, rank, from as i64, inner_lengths));
    let begins = if from == 0 { name } else { &begins };
    if let Some(end) = list(begins, from..length, width, &text) {
        return end;
    }
    let cut = (from + 1..length).map_while(|shown| {
        let line = list(begins, from..shown, width.saturating_sub(REST_WIDTH), &text)?;
        Some((line, length - shown))
    });
    // At least one cell, however narrow the line is.
    let (line, rest) = cut.last().unwrap_or_else(|| {
        let first = format!("{begins} = [{}", text(from));
        (first, length - from - 1)
    });
    let open = line.strip_suffix(']').unwrap_or(&line);
    format!("{open}, … {rest} more]")
}

/// Cells in one line; `None` if they do not fit.
fn list(
    name: &str,
    mut cells: Range<usize>,
    width: usize,
    text: &dyn Fn(usize) -> String,
) -> Option<String> {
    let mut line = format!("{name} = [");
    let first = cells.start;
    let fits = cells.all(|at| {
        if at > first {
            line.push_str(", ");
        }
        line.push_str(&text(at));
        line.chars().count() < width
    });
    line.push(']');
    fits.then_some(line)
}
