//! The table for the terminal.

use std::fmt::Write as _;

use indexmap::IndexMap;

use super::english;
use super::{ClassResults, ShownSubmission};
use crate::grade::english::status;
use crate::grade::outcome::GradedKind;
use crate::grade::points::Points;

/// A row for each submission; a single one with everything that its items say.
pub fn render(class: &ClassResults) -> String {
    let mut text = format!("{} ({})\n\n", class.title, class.exercise);
    if let [only] = class.submissions.as_slice() {
        let _ = write!(text, "{}: {}", only.id, only.feedback());
        return text;
    }
    let mut rows =
        vec![[english::ID, english::POINTS, english::STATUS, english::LOST].map(str::to_owned)];
    rows.extend(class.submissions.iter().map(row));
    let widths = [0, 1, 2].map(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    });
    for [id, points, status, lost] in &rows {
        let line = format!(
            "{id:<0$}  {points:>1$}  {status:<2$}  {lost}",
            widths[0], widths[1], widths[2]
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let _ = writeln!(text, "\n{}", english::summary(class));
    for submission in &class.submissions {
        for note in &submission.notes {
            let _ = writeln!(text, "note: {}: {note}", submission.id);
        }
    }
    text
}

fn row(submission: &ShownSubmission) -> [String; 4] {
    let id = match &submission.name {
        Some(name) => format!("{} {name}", submission.id),
        None => submission.id.clone(),
    };
    let mut points = format!("{}/{}", submission.points, submission.of);
    if submission.open > Points::ZERO {
        let _ = write!(points, " +{}?", submission.open);
    }
    let lost = submission.items.iter().filter(|item| {
        item.kind != GradedKind::Manual && (item.points < item.of || !item.verdict.is_good())
    });
    // One reason for many items is told once: a file that cannot be read gives nothing for any.
    let mut by_category: IndexMap<String, Vec<&str>> = IndexMap::new();
    for item in lost {
        by_category
            .entry(item.category())
            .or_default()
            .push(&item.name);
    }
    let lost = by_category
        .iter()
        .map(|(category, names)| match names.len() {
            1 | 2 => format!("{category}: {}", names.join(", ")),
            count => format!("{category}: {}", english::items(count)),
        });
    let lost = lost.collect::<Vec<_>>().join("; ");
    [id, points, status(submission.status).to_owned(), lost]
}
