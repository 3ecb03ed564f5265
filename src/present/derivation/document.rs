//! A derivation as a document: a table for each measure, for Markdown.

use super::shown::{End, Row, Shown, note_text, title};
use crate::present::document::{Block, Document, Table, Word, code, plain, words};
use crate::source::file_name;

/// All measures, each with its lines.
pub fn document(measures: &[Shown], file: &str, entry: &str) -> Document {
    let mut blocks = Vec::new();
    for measure in measures {
        blocks.push(Block::Heading(title(measure)));
        if !measure.rows.is_empty() {
            blocks.push(Block::Table(table(&measure.rows)));
        }
        blocks.push(Block::Paragraph(end(measure)));
    }
    Document {
        author: None,
        is_compact: false,
        title: format!("{} · {entry}", file_name(file)),
        blocks,
    }
}

fn table(rows: &[Row]) -> Table {
    let titles = [
        words("line"),
        words("statement"),
        words("how it comes about"),
        words("cost"),
    ];
    let mut table = Table::new("", titles);
    for row in rows {
        let depth = "\u{2003}".repeat(row.depth);
        table.rows.push(vec![
            plain(row.place()),
            [plain(depth), code(&row.source)].concat(),
            row.way.as_ref().map(code).unwrap_or_default(),
            code(&row.cost),
        ]);
    }
    table
}

fn end(measure: &Shown) -> Vec<Word> {
    let name = measure.name;
    match &measure.end {
        End::Exact { formula, note } => vec![
            Word::Code(format!("{name} = {formula}")),
            Word::Plain(format!(" {}", note_text(note))),
        ],
        End::Bounded { lower, upper, note } => vec![
            Word::Code(format!("{lower} ≤ {name} ≤ {upper}")),
            Word::Plain(format!(" {}", note_text(note))),
        ],
        other => {
            let help = other.help().map(|help| format!("; help: {help}"));
            plain(other.without_formula() + &help.unwrap_or_default())
        }
    }
}
