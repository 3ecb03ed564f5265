//! A plot in characters: small, with ticks and a legend, each series with a sign of its own.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style as Ink};

use super::axis::Span;
use super::{Plot, Series, Style};

/// The usual rows of a drawing.
pub const HEIGHT: usize = 12;
const WIDEST: usize = 76;
const NARROWEST: usize = 24;
const Y_TICKS: usize = 4;
const MOST_TICKS: usize = 9;
/// Signs of measured points.
const MARKS: [char; 6] = ['●', '■', '▲', '○', '□', '△'];
/// Signs of curves.
const CURVES: [char; 6] = ['·', '+', '×', '∘', '*', '~'];
/// Parts of a character's height.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const INKS: [Ink; 6] = [
    AnsiColor::Blue.on_default(),
    AnsiColor::Yellow.on_default(),
    AnsiColor::Green.on_default(),
    AnsiColor::Magenta.on_default(),
    AnsiColor::Cyan.on_default(),
    AnsiColor::Red.on_default(),
];
const TITLE: Ink = Ink::new().bold();

/// A place in the drawing: the sign in it and whose it is.
type Cell = Option<(char, usize)>;

/// The drawing, in lines of at most `width` characters, `height` of them between the axes.
pub fn drawing(plot: &Plot, width: usize, height: usize) -> String {
    let mut text = format!("{TITLE}{}{TITLE:#}\n", plot.title);
    if plot.is_empty() {
        text.push_str("  there is nothing to draw\n");
        return text;
    }
    let (_, y) = plot.spans(MOST_TICKS, Y_TICKS);
    let margin = y
        .ticks
        .iter()
        .map(|tick| length(&tick.label))
        .max()
        .unwrap_or(0);
    let columns = width.min(WIDEST).saturating_sub(margin + 3).max(NARROWEST);
    let x = ticks_that_fit(plot, columns);
    let canvas = canvas(plot, &x, &y, (columns, height));

    let _ = writeln!(text, "{:margin$}  {}", "", plot.y.label);
    for (row, cells) in canvas.iter().enumerate() {
        let tick = y
            .ticks
            .iter()
            .find(|tick| row_at(y.position(tick.value), height) == row);
        match tick {
            Some(tick) => {
                let spaces = margin - length(&tick.label);
                let _ = write!(text, "{:spaces$}{} ┤", "", tick.label);
            }
            None => {
                let _ = write!(text, "{:margin$} │", "");
            }
        }
        text.push_str(&inked(cells));
        text.push('\n');
    }
    text.push_str(&x_axis(&x, plot, margin, columns));
    text.push_str(&legend(plot, margin, width));
    text
}

fn canvas(plot: &Plot, x: &Span, y: &Span, (columns, rows): (usize, usize)) -> Vec<Vec<Cell>> {
    let mut canvas = vec![vec![None; columns]; rows];
    // What was measured lies on top, then what is first in the legend.
    let mut all: Vec<(usize, &Series)> = plot.signed().rev().collect();
    all.sort_by_key(|(_, series)| series.style == Style::Measured);
    for (index, series) in all {
        let points: Vec<(f64, f64)> = plot
            .drawable(series)
            .map(|point| (x.position(point.0), y.position(point.1)))
            .collect();
        let heights = heights(&points, columns);
        if series.style == Style::Area {
            fill(&mut canvas, &heights, index);
            continue;
        }
        for (column, height) in heights.iter().enumerate() {
            if let Some(height) = height {
                let row = row_at(*height, rows);
                let sign = match series.style {
                    Style::Measured => '·',
                    _ => CURVES[index % CURVES.len()],
                };
                canvas[row][column] = Some((sign, index));
            }
        }
        if series.style == Style::Measured {
            for (across, up) in &points {
                canvas[row_at(*up, rows)][column_at(*across, columns)] =
                    Some((sign(series, index), index));
            }
        }
    }
    canvas
}

/// How high the line through the points stands over each column, from 0 to 1.
fn heights(points: &[(f64, f64)], columns: usize) -> Vec<Option<f64>> {
    let mut heights = vec![None; columns];
    for (across, up) in points {
        heights[column_at(*across, columns)] = Some(*up);
    }
    for pair in points.windows(2) {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        let (first, end) = (column_at(from, columns) + 1, column_at(to, columns));
        let between = heights.iter_mut().enumerate().take(end).skip(first);
        for (column, height) in between {
            let at = column as f64 / (columns - 1) as f64;
            let share = ((at - from) / (to - from)).clamp(0.0, 1.0);
            *height = Some(low + share * (high - low));
        }
    }
    heights
}

fn fill(canvas: &mut [Vec<Cell>], heights: &[Option<f64>], index: usize) {
    let rows = canvas.len();
    for (column, height) in heights.iter().enumerate() {
        let eighths = height.map_or(0, |height| {
            (height.clamp(0.0, 1.0) * (rows * BARS.len()) as f64).round() as usize
        });
        for (row, cells) in canvas.iter_mut().enumerate() {
            let below = (rows - 1 - row) * BARS.len();
            if eighths > below {
                let part = (eighths - below).min(BARS.len());
                cells[column] = Some((BARS[part - 1], index));
            }
        }
    }
}

fn column_at(across: f64, columns: usize) -> usize {
    ((across.clamp(0.0, 1.0) * (columns - 1) as f64).round() as usize).min(columns - 1)
}

fn row_at(up: f64, rows: usize) -> usize {
    rows - 1 - ((up.clamp(0.0, 1.0) * (rows - 1) as f64).round() as usize).min(rows - 1)
}

fn inked(cells: &[Cell]) -> String {
    let mut text = String::new();
    let mut waiting = 0;
    for cell in cells {
        match cell {
            None => waiting += 1,
            Some((sign, index)) => {
                let ink = INKS[index % INKS.len()];
                let _ = write!(text, "{:waiting$}{ink}{sign}{ink:#}", "");
                waiting = 0;
            }
        }
    }
    text
}

fn x_axis(x: &Span, plot: &Plot, margin: usize, columns: usize) -> String {
    let mut line = vec!['─'; columns];
    // Labels stand centred below their ticks, also a little beyond either end.
    let mut labels: Vec<char> = vec![' '; margin + 2 + columns + 2];
    for tick in &x.ticks {
        let column = column_at(x.position(tick.value), columns);
        line[column] = '┬';
        let label: Vec<char> = tick.label.chars().collect();
        let start = (margin + 2 + column).saturating_sub(label.len() / 2);
        let start = start.min(labels.len().saturating_sub(label.len()));
        for (offset, c) in label.into_iter().enumerate() {
            if let Some(place) = labels.get_mut(start + offset) {
                *place = c;
            }
        }
    }
    let line: String = line.into_iter().collect();
    let labels: String = labels.into_iter().collect();
    let spaces = (margin + 2 + columns).saturating_sub(length(&plot.x.label));
    format!(
        "{:margin$} └{line}\n{}\n{:spaces$}{}\n",
        "",
        labels.trim_end(),
        "",
        plot.x.label
    )
}

/// The names of the series next to their signs, as many in a line as there is room for; a longer name goes on below
/// its beginning.
fn legend(plot: &Plot, margin: usize, width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for (index, series) in plot.named() {
        let needs = length(&series.name) + 2;
        if used == 0 || used + needs + 3 > width {
            if used > 0 {
                text.push('\n');
            }
            let _ = write!(text, "{:margin$}  ", "");
            used = margin + 2;
        } else {
            text.push_str("   ");
            used += 3;
        }
        let ink = INKS[index % INKS.len()];
        let _ = write!(text, "{ink}{}{ink:#}", sign(series, index));
        used += 1;
        for (place, word) in series.name.split(' ').enumerate() {
            if place > 0 && used + 1 + length(word) > width {
                let _ = write!(text, "\n{:margin$}   ", "");
                used = margin + 3;
            }
            let _ = write!(text, " {word}");
            used += 1 + length(word);
        }
    }
    if used > 0 {
        text.push('\n');
    }
    text
}

fn sign(series: &Series, index: usize) -> char {
    match series.style {
        Style::Measured => MARKS[index % MARKS.len()],
        Style::Line | Style::Dashed => CURVES[index % CURVES.len()],
        Style::Area => '█',
    }
}

/// The most ticks whose labels stand apart.
fn ticks_that_fit(plot: &Plot, columns: usize) -> Span {
    let mut at_most = MOST_TICKS;
    loop {
        let (x, _) = plot.spans(at_most, Y_TICKS);
        let fits = x.ticks.windows(2).all(|pair| {
            let from = column_at(x.position(pair[0].value), columns);
            let to = column_at(x.position(pair[1].value), columns);
            let reach = length(&pair[0].label).div_ceil(2) + length(&pair[1].label).div_ceil(2);
            to - from > reach
        });
        if fits || at_most <= 2 {
            return x;
        }
        at_most -= 1;
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}
