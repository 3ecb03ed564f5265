//! The strip of time of a run as text.

use super::style::{FAINT, HEADING};
use crate::present::plot::strip::terminal::{LEGEND, drawing};
use crate::result::run::Run;
use crate::result::trace::timeline;

/// The strip of time of a run; empty where nothing was written down.
pub(super) fn strip(run: &Run, width: usize) -> String {
    let rows = timeline(run).map_or_else(String::new, |timeline| drawing(&timeline, width));
    if rows.is_empty() {
        return rows;
    }
    format!("\n{HEADING}time{HEADING:#} {FAINT}{LEGEND}{FAINT:#}\n{rows}")
}
