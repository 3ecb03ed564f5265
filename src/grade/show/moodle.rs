//! A grading worksheet of Moodle: its points and comments are filled in, and every other byte stays.

use std::ops::Range;

use super::english::{self, feedback};
use super::{ClassResults, ShownSubmission};
use crate::grade::outcome::OutcomeStatus;

/// The columns that are read and written.
const IDENTIFIER: &str = "Identifier";
const GRADE: &str = "Grade";
const COMMENTS: &str = "Feedback comments";
/// How an identifier begins: `Participant 12345`.
const PARTICIPANT: &str = "Participant ";

/// The worksheet, filled in; or what it lacks.
pub fn fill(worksheet: &str, class: &ClassResults) -> Result<String, String> {
    let mut records = records(worksheet).into_iter();
    let heading = records.next().unwrap_or_default();
    let column = |name: &str| {
        let at = heading
            .iter()
            .position(|cell| unquoted(&worksheet[cell.clone()]) == name);
        at.ok_or_else(|| english::no_column(name))
    };
    let (identifier, grade) = (column(IDENTIFIER)?, column(GRADE)?);
    let comments = column(COMMENTS).ok();
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    for record in records {
        let Some(cell) = record.get(identifier) else {
            continue;
        };
        let id = unquoted(&worksheet[cell.clone()]);
        let id = id.strip_prefix(PARTICIPANT).unwrap_or(&id).trim();
        let Some(one) = class.submissions.iter().find(|one| one.id == id) else {
            continue;
        };
        if let Some(cell) = record.get(grade) {
            changes.push((cell.clone(), points(one)));
        }
        if let Some(cell) = comments.and_then(|at| record.get(at)) {
            changes.push((cell.clone(), quoted(&markup(&feedback(one)))));
        }
    }
    let mut filled = worksheet.to_owned();
    changes.sort_by_key(|(cell, _)| cell.start);
    for (cell, text) in changes.into_iter().rev() {
        filled.replace_range(cell, &text);
    }
    Ok(filled)
}

/// The points; nothing while somebody has to look at it.
fn points(one: &ShownSubmission) -> String {
    match one.status {
        OutcomeStatus::Ungraded => String::new(),
        _ => one.points.to_string(),
    }
}

/// Moodle shows comments as HTML.
fn markup(text: &str) -> String {
    let text = text
        .trim_end()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    format!("<pre>{text}</pre>")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn unquoted(cell: &str) -> String {
    let cell = cell.trim_start_matches('\u{feff}');
    match cell
        .strip_prefix('"')
        .and_then(|cell| cell.strip_suffix('"'))
    {
        Some(inside) => inside.replace("\"\"", "\""),
        None => cell.to_owned(),
    }
}

/// Where the cells of each record are, with their quotes.
fn records(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut records = Vec::new();
    let mut record = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                record.push(start..at);
                start = at + 1;
            }
            '\n' if !is_quoted => {
                let end = if text[start..at].ends_with('\r') {
                    at - 1
                } else {
                    at
                };
                record.push(start..end);
                records.push(std::mem::take(&mut record));
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < text.len() || !record.is_empty() {
        record.push(start..text.len());
        records.push(record);
    }
    records
}
