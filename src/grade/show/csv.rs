//! Comma-separated values: a row for each submission, a column for each item.

use super::ClassResults;
use super::english;
use crate::grade::english::status;
use crate::grade::points::Points;

/// How tables are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CsvStyle {
    /// Whether the decimal point is a comma; cells are then divided by semicolons, as spreadsheets with such
    /// numbers expect.
    pub has_decimal_comma: bool,
    /// Whether the file begins with a byte order mark.
    pub has_mark: bool,
}

/// The table of a class.
pub fn render(class: &ClassResults, style: CsvStyle) -> String {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(if style.has_decimal_comma { b';' } else { b',' })
        .from_writer(Vec::new());
    let items = class
        .submissions
        .first()
        .map_or(&[][..], |first| &first.items);
    let heading = [
        english::ID,
        english::NAME,
        english::POINTS,
        english::OPEN,
        english::STATUS,
        english::LATE,
    ];
    let heading = heading
        .into_iter()
        .chain(items.iter().map(|item| item.name.as_str()));
    let number = |points: Points| {
        let text = points.to_string();
        if style.has_decimal_comma {
            text.replace('.', ",")
        } else {
            text
        }
    };
    let mut rows: Vec<Vec<String>> = vec![heading.map(harmless).collect()];
    for one in &class.submissions {
        let mut row = vec![
            harmless(&one.id),
            harmless(one.name.as_deref().unwrap_or_default()),
            number(one.points),
            number(one.open),
            status(one.status).to_owned(),
            one.days_late
                .map_or_else(String::new, |days| days.to_string()),
        ];
        row.extend(one.items.iter().map(|item| number(item.points)));
        rows.push(row);
    }
    for row in rows {
        writer.write_record(row).expect("memory takes every row");
    }
    let bytes = writer.into_inner().expect("memory takes every row");
    let text = String::from_utf8(bytes).expect("cells are text");
    if style.has_mark {
        format!("\u{feff}{text}")
    } else {
        text
    }
}

/// A text that no spreadsheet takes for a formula.
pub(super) fn harmless(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|c| !c.is_control() || *c == '\t')
        .collect();
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text
    }
}
