//! The strip of time in characters: a row of marks for each processor, or for a few neighbours.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::network::Activity;
use crate::result::strip::{ProcessorTimeline, StripRow};

/// Columns at most.
const WIDEST: usize = 96;
/// Columns at least: narrower strips say nothing.
const NARROWEST: usize = 10;
const FAINT: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();

/// What the marks mean.
pub const LEGEND: &str = "0 to T; # computes, > sends, · waits";

/// The rows, in lines of at most `width` characters; empty where that is too few.
pub fn drawing(timeline: &ProcessorTimeline, width: usize) -> String {
    let labels = timeline.rows(1);
    let margin = labels.iter().map(|row| row.label().len()).max();
    let margin = margin.unwrap_or(0);
    let columns = width.saturating_sub(margin + 4).min(WIDEST);
    let mut text = String::new();
    if columns < NARROWEST {
        return text;
    }
    for row in timeline.rows(columns) {
        let _ = writeln!(text, "  {:>margin$} {}", row.label(), marks(&row));
    }
    text
}

fn marks(row: &StripRow) -> String {
    let mut text = String::new();
    for cell in &row.cells {
        let _ = match cell {
            None => write!(text, " "),
            Some(Activity::Compute) => write!(text, "{GOOD}#{GOOD:#}"),
            Some(Activity::Send) => write!(text, ">"),
            Some(Activity::Wait) => write!(text, "{FAINT}·{FAINT:#}"),
        };
    }
    text
}
