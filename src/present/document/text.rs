//! A document for the terminal: aligned tables, small plots, ANSI styles.
//!
//! Who prints the text strips the styles where nobody wants them.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table as Grid, presets};

use super::{Block, Document, Side, Table, Word, Words};
use crate::present::plot::{Plot, strip, terminal};
use crate::present::text::visible::visible;
use crate::source::shown_name;

const HEADING: Style = Style::new().bold();
const PART: Style = Style::new().bold().underline();
const FAINT: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
/// Rows shown of a table that is cut: from its beginning …
const HEAD: usize = 14;
/// … and from its end.
const TAIL: usize = 4;
/// Longer tables are cut.
pub const SHOWN_WHOLE: usize = 24;
/// Columns between two drawings.
const GAP: usize = 4;
/// Narrower drawings stand one below the other.
const NARROWEST_PLOT: usize = 46;
/// Where a table leaves less, a drawing stands below it.
const NARROWEST_BESIDE: usize = 30;
/// Rows of one next to a table.
const LOW: usize = 8;
/// What a column of sentences keeps in a narrow terminal.
const NARROWEST_SENTENCE: usize = 20;

/// The document in lines of at most `width` characters where possible.
pub fn render(document: &Document, width: usize) -> String {
    let mut text = format!("{HEADING}{}{HEADING:#}\n", shown_name(&document.title));
    if let Some(author) = &document.author {
        let _ = writeln!(text, "{}", shown_name(author));
    }
    blocks(&document.blocks, width, &mut text);
    text
}

fn blocks(all: &[Block], width: usize, text: &mut String) {
    for block in all {
        match block {
            Block::Part(title) => {
                let title = shown_name(title);
                let _ = writeln!(text, "\n\n{PART}{title}{PART:#}");
            }
            Block::Heading(title) => heading(title, text),
            Block::Lead(words) => {
                text.push('\n');
                text.push_str(&wrapped(words, "", "", width));
            }
            Block::Paragraph(words) => text.push_str(&wrapped(words, "", "", width)),
            Block::List(lines) => {
                for line in lines.iter().filter(|line| !line.is_empty()) {
                    text.push_str(&wrapped(line, "  ", "    ", width));
                }
            }
            Block::Table(table) => text.push_str(&grid(table, width)),
            Block::Beside(inside) => match inside.as_slice() {
                [Block::Table(table), Block::Plots(plots)] if plots.len() == 1 => {
                    text.push_str(&beside(&plots[0], table, width));
                }
                _ => blocks(inside, width, text),
            },
            // Its tables tell the same.
            Block::Overview(_) => {}
            Block::Strip(title, timeline) => {
                let rows = strip::terminal::drawing(timeline, width);
                if !rows.is_empty() {
                    heading(title, text);
                    let (legend, time) = (strip::terminal::LEGEND, timeline.time);
                    let _ = writeln!(text, "  {FAINT}{legend}; T = {time}{FAINT:#}");
                    text.push_str(&rows);
                }
            }
            Block::Plots(plots) => {
                text.push_str(&drawings(plots, width));
            }
            Block::Listing(lines) => {
                let digits = lines.len().to_string().len();
                text.push('\n');
                for (index, line) in lines.iter().enumerate() {
                    let number = index + 1;
                    let line = visible(line);
                    let _ = writeln!(text, "  {FAINT}{number:digits$}{FAINT:#}  {line}");
                }
            }
            Block::Folded(title, inside) => {
                heading(title, text);
                blocks(inside, width, text);
            }
        }
    }
}

fn heading(title: &str, text: &mut String) {
    let _ = writeln!(text, "\n{FAINT}──{FAINT:#} {HEADING}{title}{HEADING:#}");
}

/// The drawings, two side by side where there is room.
fn drawings(plots: &[Plot], width: usize) -> String {
    let half = width.saturating_sub(GAP) / 2;
    if half < NARROWEST_PLOT {
        return plots.iter().fold(String::new(), |text, plot| {
            text + "\n" + &terminal::drawing(plot, width, terminal::HEIGHT)
        });
    }
    let mut text = String::new();
    for pair in plots.chunks(2) {
        let drawing = |plot| terminal::drawing(plot, half, terminal::HEIGHT);
        let [left, right] =
            [pair.first(), pair.get(1)].map(|plot| plot.map_or_else(String::new, drawing));
        text.push('\n');
        text.push_str(&columns(&left, half, &right));
    }
    text
}

/// A table and a low plot, side by side where the table leaves room.
fn beside(plot: &Plot, table: &Table, width: usize) -> String {
    let table = grid(table, width);
    let used = table.lines().map(length).max().unwrap_or(0);
    let room = width.saturating_sub(used + GAP);
    if room < NARROWEST_BESIDE {
        return format!("{table}\n{}", terminal::drawing(plot, width, LOW));
    }
    let drawing = terminal::drawing(plot, room, LOW);
    format!(
        "\n{}",
        columns(table.trim_start_matches('\n'), used, &drawing)
    )
}

/// Two texts side by side, the left one of this width.
fn columns(left: &str, width: usize, right: &str) -> String {
    let [left, right] = [left, right].map(|text| text.lines().collect::<Vec<&str>>());
    let mut text = String::new();
    for row in 0..left.len().max(right.len()) {
        let (left, right) = (left.get(row).unwrap_or(&""), right.get(row));
        text.push_str(left);
        if let Some(right) = right {
            let spaces = (width + GAP).saturating_sub(length(left));
            let _ = write!(text, "{:spaces$}{right}", "");
        }
        text.push('\n');
    }
    text
}

/// How many characters a line has without its styles.
fn length(line: &str) -> usize {
    anstream::adapter::strip_str(line)
        .to_string()
        .chars()
        .count()
}

/// A line, broken between words. Punctuation stays with the word before it, whatever their styles.
fn wrapped(words: &Words, first: &str, next: &str, width: usize) -> String {
    let mut text = first.to_owned();
    let mut used = first.chars().count();
    let mut style = Style::new();
    for (place, pieces) in unbroken(words).iter().enumerate() {
        let length: usize = pieces.iter().map(|(_, piece)| piece.chars().count()).sum();
        if place > 0 && used + 1 + length > width {
            let _ = write!(text, "{style:#}\n{next}{style}");
            used = next.chars().count();
        } else if place > 0 {
            text.push(' ');
            used += 1;
        }
        for (own, piece) in pieces {
            if *own != style {
                let _ = write!(text, "{style:#}{own}");
                style = *own;
            }
            text.push_str(piece);
        }
        used += length;
    }
    let _ = writeln!(text, "{style:#}");
    text
}

/// What spaces separate, in pieces of one style.
fn unbroken(words: &Words) -> Vec<Vec<(Style, String)>> {
    let mut all: Vec<Vec<(Style, String)>> = vec![Vec::new()];
    for word in words {
        for (place, piece) in bare(word).split(' ').enumerate() {
            if place > 0 {
                all.push(Vec::new());
            }
            if let (false, Some(last)) = (piece.is_empty(), all.last_mut()) {
                last.push((style(word), piece.to_owned()));
            }
        }
    }
    all.retain(|pieces| !pieces.is_empty());
    all
}

/// The style of a word.
fn style(word: &Word) -> Style {
    match word {
        Word::Plain(_) | Word::Code(_) | Word::Formula(_) | Word::Theta(_) => Style::new(),
        Word::Faint(_) | Word::Mark(None) => FAINT,
        Word::Mark(Some(true)) => GOOD,
        Word::Mark(Some(false)) => BAD,
    }
}

/// A word without styles.
fn bare(word: &Word) -> String {
    match word {
        Word::Plain(text) | Word::Faint(text) | Word::Code(text) | Word::Formula(text) => {
            shown_name(text).into_owned()
        }
        Word::Theta(class) => format!("Θ({class})"),
        Word::Mark(Some(true)) => "✓".to_owned(),
        Word::Mark(Some(false)) => "✗".to_owned(),
        Word::Mark(None) => "?".to_owned(),
    }
}

fn grid(table: &Table, width: usize) -> String {
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(table.columns.iter().map(|column| column.title.as_str()));
    let cut = table.rows.len() > SHOWN_WHOLE;
    let tail = table.rows.len().saturating_sub(TAIL);
    let cells = |row: &[Words]| -> Vec<String> { row.iter().map(bare_line).collect() };
    for (index, row) in table.rows.iter().enumerate() {
        if cut && index == HEAD {
            grid.add_row(table.columns.iter().map(|_| "…"));
        }
        if !cut || index < HEAD || index >= tail {
            grid.add_row(cells(row));
        }
    }
    let gap = if least_width(table) > width { 1 } else { 2 };
    let room = room_for_sentences(table, width);
    for (column, description) in grid.column_iter_mut().zip(&table.columns) {
        column.set_padding((0, gap));
        match description.side {
            Side::Left => {}
            Side::Right => {
                column.set_cell_alignment(CellAlignment::Right);
            }
            Side::Wrapped => {
                column.set_constraint(ColumnConstraint::UpperBoundary(comfy_table::Width::Fixed(
                    room as u16,
                )));
            }
        }
    }
    if table
        .columns
        .iter()
        .any(|column| column.side == Side::Wrapped)
    {
        grid.set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width.clamp(40, 400) as u16);
    }
    let mut text = String::new();
    if !table.caption.is_empty() {
        let caption = vec![Word::Faint(table.caption.clone())];
        let _ = write!(text, "\n{}", wrapped(&caption, "", "", width));
    }
    for line in grid.lines() {
        let _ = writeln!(text, "  {}", marked(line.trim_end()));
    }
    if cut {
        let left_out = table.rows.len() - HEAD - TAIL;
        let _ = writeln!(
            text,
            "  {FAINT}{left_out} more rows; a file (-o report.html) has all{FAINT:#}"
        );
    }
    text
}

/// How wide a table is at least if its columns stand well apart.
fn least_width(table: &Table) -> usize {
    let columns = table.columns.iter().enumerate();
    let widths = columns.map(|(index, column)| {
        let cells = (table.rows.iter()).map(|row| bare_line(&row[index]).chars().count());
        let natural = cells.max().unwrap_or(0).max(column.title.chars().count());
        2 + match column.side {
            Side::Wrapped => natural.min(NARROWEST_SENTENCE),
            _ => natural,
        }
    });
    widths.sum()
}

/// What the other columns leave to those of sentences.
fn room_for_sentences(table: &Table, width: usize) -> usize {
    let mut taken = 2;
    let mut sentences = 0;
    for (index, column) in table.columns.iter().enumerate() {
        if column.side == Side::Wrapped {
            sentences += 1;
            taken += 2;
            continue;
        }
        let cells = table
            .rows
            .iter()
            .map(|row| bare_line(&row[index]).chars().count());
        taken += cells.max().unwrap_or(0).max(column.title.chars().count()) + 2;
    }
    (width.saturating_sub(taken) / sentences.max(1)).max(NARROWEST_SENTENCE)
}

/// The line of a table with the mark at its beginning in its colour. A table counts the characters
/// of styles as wide, so they come in afterwards.
fn marked(line: &str) -> String {
    for mark in [Some(true), Some(false)] {
        let mark = Word::Mark(mark);
        let (style, sign) = (style(&mark), bare(&mark));
        if let Some(rest) = line.strip_prefix(&sign) {
            return format!("{style}{sign}{style:#}{rest}");
        }
    }
    line.to_owned()
}

fn bare_line(words: &Words) -> String {
    words.iter().map(bare).collect()
}
