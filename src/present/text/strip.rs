//! The strip of time of a run as text: a row of marks each.

use std::fmt::Write as _;

use super::style::{FAINT, GOOD, HEADING};
use crate::network::Activity;
use crate::result::run::Run;
use crate::result::strip::StripRow;
use crate::result::trace::timeline;

/// Columns at most.
const WIDEST: usize = 96;
/// Columns at least: narrower strips say nothing.
const NARROWEST: usize = 10;

/// The strip of time of a run; empty where nothing was written down.
pub(super) fn strip(run: &Run, width: usize) -> String {
    let Some(timeline) = timeline(run) else {
        return String::new();
    };
    let labels = timeline.rows(1);
    let margin = labels.iter().map(|row| row.label().len()).max();
    let margin = margin.unwrap_or(0);
    let columns = width.saturating_sub(margin + 4).min(WIDEST);
    if columns < NARROWEST {
        return String::new();
    }
    let mut text = format!(
        "\n{HEADING}time{HEADING:#} {FAINT}0 to T; # computes, > sends, · waits{FAINT:#}\n"
    );
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
