//! A document as Markdown, with tables as GitHub reads them.

use std::fmt::Write as _;

use super::{Block, Document, Side, Table, Word, Words};
use crate::present::plot::{Plot, strip, terminal};

/// How wide drawings in characters are.
const WIDTH: usize = 76;

/// Where a document's drawings go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawings {
    /// Into the text, in characters.
    Inside,
    /// Beside it, as files: `plot-1.svg`, `plot-2.svg`, …
    Beside,
}

/// The document; drawings that go beside it come with their file names.
pub fn render(document: &Document, drawings: Drawings) -> (String, Vec<(String, &Plot)>) {
    let mut beside = Vec::new();
    let mut text = format!("# {}\n", escaped(&document.title));
    if let Some(author) = &document.author {
        let _ = writeln!(text, "\n{}", escaped(author));
    }
    blocks(&document.blocks, drawings, &mut text, &mut beside);
    (text, beside)
}

fn blocks<'d>(
    all: &'d [Block],
    drawings: Drawings,
    text: &mut String,
    beside: &mut Vec<(String, &'d Plot)>,
) {
    for block in all {
        if !matches!(block, Block::Overview(_)) {
            text.push('\n');
        }
        match block {
            Block::Part(title) => {
                let _ = writeln!(text, "# {}", escaped(title));
            }
            Block::Heading(title) => {
                let _ = writeln!(text, "## {}", escaped(title));
            }
            Block::Lead(words) | Block::Paragraph(words) => {
                let _ = writeln!(text, "{}", line(words));
            }
            Block::List(lines) => {
                for words in lines {
                    let _ = writeln!(text, "- {}", line(words));
                }
            }
            Block::Table(table) => text.push_str(&grid(table)),
            // Its tables tell the same.
            Block::Overview(_) => {}
            Block::Strip(title, timeline) => {
                let rows = strip::terminal::drawing(timeline, WIDTH);
                let rows = anstream::adapter::strip_str(&rows).to_string();
                let legend = escaped(strip::terminal::LEGEND);
                let _ = writeln!(text, "## {}\n", escaped(title));
                let _ = writeln!(text, "{legend}; T = {}\n", timeline.time);
                let _ = writeln!(text, "```text\n{rows}```");
            }
            Block::Plots(plots) => {
                for (index, plot) in plots.iter().enumerate() {
                    if index > 0 {
                        text.push('\n');
                    }
                    match drawings {
                        Drawings::Inside => {
                            let drawing = terminal::drawing(plot, WIDTH, terminal::HEIGHT);
                            let drawing = anstream::adapter::strip_str(&drawing).to_string();
                            let _ = writeln!(text, "```text\n{drawing}```");
                        }
                        Drawings::Beside => {
                            let name = format!("plot-{}.svg", beside.len() + 1);
                            let _ = writeln!(text, "![{}]({name})", escaped(&plot.title));
                            beside.push((name, plot));
                        }
                    }
                }
            }
            Block::Listing(lines) => listing(lines, text),
            Block::Beside(inside) => blocks(inside, drawings, text, beside),
            Block::Folded(title, inside) => {
                let title = escaped(title);
                let _ = writeln!(text, "<details><summary>{title}</summary>");
                blocks(inside, drawings, text, beside);
                text.push_str("\n</details>\n");
            }
        }
    }
}

/// The lines with their numbers; the fence is longer than any run of backticks inside.
fn listing(lines: &[String], text: &mut String) {
    let longest = lines
        .iter()
        .map(|line| longest_run(line))
        .max()
        .unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    let digits = lines.len().to_string().len();
    let _ = writeln!(text, "{fence}text");
    for (index, line) in lines.iter().enumerate() {
        let _ = writeln!(text, "{:digits$}  {line}", index + 1);
    }
    let _ = writeln!(text, "{fence}");
}

fn grid(table: &Table) -> String {
    let mut text = String::new();
    if !table.caption.is_empty() {
        let _ = writeln!(text, "{}:\n", escaped(&table.caption));
    }
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text.push_str(&row(table
        .columns
        .iter()
        .map(|column| escaped(&column.title))
        .collect()));
    text.push_str(&row(table
        .columns
        .iter()
        .map(|column| match column.side {
            Side::Right => "---:".to_owned(),
            Side::Left | Side::Wrapped => "---".to_owned(),
        })
        .collect()));
    for cells in &table.rows {
        text.push_str(&row(cells.iter().map(line).collect()));
    }
    text
}

fn line(words: &Words) -> String {
    words
        .iter()
        .map(|word| match word {
            Word::Plain(text) | Word::Faint(text) => escaped(text),
            Word::Code(text) | Word::Formula(text) => code(text),
            Word::Theta(class) => format!("Θ({})", code(class)),
            Word::Mark(Some(true)) => "✓".to_owned(),
            Word::Mark(Some(false)) => "✗".to_owned(),
            Word::Mark(None) => "?".to_owned(),
        })
        .collect()
}

/// A code span; its fence is longer than any run of backticks inside.
fn code(text: &str) -> String {
    // Tables are split at bars even inside of code.
    let text = text.replace('|', "\\|").replace('\n', " ");
    let longest = longest_run(&text);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// The most backticks side by side.
fn longest_run(text: &str) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '#' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\n' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
