//! What the processors of a multicomputer did when: a row of marks each.

use std::fmt::Write as _;

use super::style::{FAINT, GOOD, HEADING};
use crate::machine::network::record::Record;
use crate::network::{Activity, Segment};
use crate::result::run::Run;

/// Rows of a strip; processors that share a row do not differ by much.
const ROWS: u32 = 16;
/// Columns at most.
const WIDEST: usize = 96;
/// Columns at least: narrower strips say nothing.
const NARROWEST: usize = 10;

/// The mark of an activity.
fn mark(activity: Activity) -> char {
    match activity {
        Activity::Compute => '#',
        Activity::Send => '>',
        Activity::Wait => '·',
    }
}

/// The strip of time of a run; empty where nothing was written down.
pub(super) fn strip(run: &Run, width: usize) -> String {
    let Some(record) = run
        .record
        .as_ref()
        .filter(|record| !record.segments.is_empty())
    else {
        return String::new();
    };
    let end = record
        .segments
        .iter()
        .map(|segment| segment.to)
        .max()
        .unwrap_or(0);
    let last = record
        .segments
        .iter()
        .map(|segment| segment.processor)
        .max()
        .unwrap_or(0);
    let each = last / ROWS + 1;
    let labels: Vec<String> = (0..=last / each)
        .map(|row| label(row, each, last))
        .collect();
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let columns = width.saturating_sub(margin + 4).min(WIDEST);
    if columns < NARROWEST || end == 0 {
        return String::new();
    }
    let mut text = format!(
        "\n{HEADING}time{HEADING:#} {FAINT}0 to T; # computes, > sends, · waits{FAINT:#}\n"
    );
    for (row, label) in (0..).zip(&labels) {
        let marks = marks(record, row, each, columns, end);
        let _ = writeln!(text, "  {label:>margin$} {marks}");
    }
    text
}

/// `3`, or `8-15` where processors share a row.
fn label(row: u32, each: u32, last: u32) -> String {
    let first = row * each;
    match (first + each - 1).min(last) {
        to if to == first => first.to_string(),
        to => format!("{first}-{to}"),
    }
}

/// For each column what the processors of a row did most of its time.
fn marks(record: &Record, row: u32, each: u32, columns: usize, end: i128) -> String {
    let mut shares = vec![[0_i128; 3]; columns];
    let own = |segment: &&Segment| segment.processor / each == row;
    for segment in record.segments.iter().filter(own) {
        let kind = match segment.activity {
            Activity::Compute => 0,
            Activity::Send => 1,
            Activity::Wait => 2,
        };
        let column = |time: i128| time * columns as i128 / end;
        let to = column(segment.to).min(columns as i128 - 1);
        for at in column(segment.from)..=to {
            let begin = (at * end).max(segment.from * columns as i128);
            let behind = ((at + 1) * end).min(segment.to * columns as i128);
            shares[at as usize][kind] += (behind - begin).max(0);
        }
    }
    let activities = [Activity::Compute, Activity::Send, Activity::Wait];
    let mut text = String::new();
    for share in shares {
        let most = (0..3)
            .max_by_key(|kind| (share[*kind], 3 - kind))
            .unwrap_or(2);
        if share[most] == 0 {
            text.push(' ');
            continue;
        }
        let mark = mark(activities[most]);
        match activities[most] {
            Activity::Compute => {
                let _ = write!(text, "{GOOD}{mark}{GOOD:#}");
            }
            Activity::Send => text.push(mark),
            Activity::Wait => {
                let _ = write!(text, "{FAINT}{mark}{FAINT:#}");
            }
        }
    }
    text
}
