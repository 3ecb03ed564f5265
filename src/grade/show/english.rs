//! Results of a class in English.

use std::fmt::Write as _;

use super::{ClassResults, ShownItem, ShownSubmission};
use crate::grade::english::status;
use crate::grade::outcome::OutcomeStatus;
use crate::grade::points::Points;
use crate::present::text::value::counted;

/// `9.5 of 12.5`
pub(super) fn points(points: Points, of: Points) -> String {
    format!("{points} of {of}")
}

/// Points that are open.
pub(super) fn open(open: Points) -> String {
    format!("{open} open")
}

/// What a student reads.
pub(super) fn feedback(submission: &ShownSubmission) -> String {
    let mut text = format!("{} points", points(submission.points, submission.of));
    if submission.open > Points::ZERO {
        let _ = write!(text, ", {}", open(submission.open));
    }
    if submission.status != OutcomeStatus::Graded {
        let _ = write!(text, " ({})", status(submission.status));
    }
    text.push('\n');
    for note in &submission.notes {
        let _ = writeln!(text, "note: {note}");
    }
    for item in &submission.items {
        let _ = write!(text, "\n{}\n{}\n", heading(item), item.text.trim_end());
    }
    match submission.hidden() {
        0 => {}
        hidden => {
            let _ = writeln!(text, "\n{}", hidden_items(hidden));
        }
    }
    text
}

/// An item in a line: `✗ 0 of 3 T rounds <= ceil(log n): fails`.
pub(super) fn heading(item: &ShownItem) -> String {
    let mark = mark(item);
    let points = points(item.points, item.of);
    format!("{mark} {}: {points} ({})", item.name, item.category())
}

/// Whether an item gave all its points, some, none, or is open.
pub(super) fn mark(item: &ShownItem) -> &'static str {
    if item.verdict.is_good() && item.points == item.of {
        "✓"
    } else if item.verdict.is_bad() && item.points == Points::ZERO {
        "✗"
    } else if item.points > Points::ZERO {
        "~"
    } else {
        "?"
    }
}

/// How many items are hidden.
pub(super) fn hidden_items(count: usize) -> String {
    let are = if count == 1 { "is" } else { "are" };
    format!("{} {are} hidden.", counted(count as u64, "item"))
}

/// So many items.
pub(super) fn items(count: usize) -> String {
    counted(count as u64, "item")
}

/// Headings of the table.
pub(super) const ID: &str = "id";
pub(super) const NAME: &str = "name";
pub(super) const POINTS: &str = "points";
pub(super) const OPEN: &str = "open";
pub(super) const STATUS: &str = "status";
pub(super) const LATE: &str = "days_late";
pub(super) const LOST: &str = "where points are missing";
/// Headings of the page of a class.
pub(super) const DISTRIBUTION: &str = "Distribution of points";
pub(super) const ITEM_TABLE: &str = "Items";
pub(super) const CODES: &str = "Most frequent codes";
pub(super) const SLOWEST: &str = "Most processor time";
pub(super) const SUBMISSIONS: &str = "Submissions";
pub(super) const ITEM: &str = "item";
pub(super) const PASSED: &str = "all points";
pub(super) const CODE: &str = "code";
pub(super) const COUNT: &str = "submissions";
pub(super) const TIME: &str = "milliseconds";
pub(super) const MEMORY: &str = "MiB";
pub(super) const REPLAY: &str = "The first failure, step by step";
pub(super) const BACK: &str = "All submissions";

/// The class in a line.
pub(super) fn summary(class: &ClassResults) -> String {
    let count = counted(class.submissions.len() as u64, "submission");
    let mut sorted: Vec<Points> = class.submissions.iter().map(|one| one.points).collect();
    sorted.sort_unstable();
    let Some(last) = sorted.len().checked_sub(1) else {
        return count;
    };
    // The one in the middle, or the mean of the two.
    let middle: Points = [sorted[last / 2], sorted[last.div_ceil(2)]]
        .into_iter()
        .sum();
    format!(
        "{count}, median {} points",
        points(middle.share(1, 2), class.of)
    )
}

/// What a worksheet lacks.
pub(super) fn no_column(name: &str) -> String {
    format!(
        "the worksheet has no column `{name}`; download it while Moodle shows its pages in English"
    )
}

/// What Gradescope shows where grading failed.
pub(super) fn not_graded() -> String {
    "This submission was not graded. Please tell the teaching staff.".to_owned()
}
