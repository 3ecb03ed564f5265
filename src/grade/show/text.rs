//! The table for the terminal.

use std::fmt::Write as _;

use super::english::{self, heading};
use super::{ClassResults, ShownSubmission};
use crate::grade::english::status;
use crate::grade::outcome::ItemVerdict;
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
    // One reason for many items is told once: a file that cannot be read gives nothing for any.
    let items = &submission.items;
    let lost: Vec<&super::ShownItem> = (items.iter())
        .filter(|item| {
            item.points < item.of || item.verdict == ItemVerdict::Open || item.verdict.is_bad()
        })
        .collect();
    let categories: Vec<String> = lost.iter().map(|item| item.category()).collect();
    let lost = match (categories.first(), lost.len()) {
        (Some(first), count) if count > 2 && categories.iter().all(|one| one == first) => {
            format!("{first}: {count} items")
        }
        _ => {
            let names = lost.iter().zip(&categories);
            names
                .map(|(item, category)| format!("{}: {category}", item.name))
                .collect::<Vec<_>>()
                .join("; ")
        }
    };
    [id, points, status(submission.status).to_owned(), lost]
}

/// One submission with what each item says.
pub fn detail(submission: &ShownSubmission) -> String {
    submission.feedback()
}

/// The items of a submission, a line each.
pub fn lines(submission: &ShownSubmission) -> String {
    let lines = submission.items.iter().map(heading);
    lines.fold(String::new(), |text, line| text + &line + "\n")
}
