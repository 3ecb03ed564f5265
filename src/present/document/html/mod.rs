//! A document as one HTML file: it needs no network, reads on a phone, in light and in dark.

pub mod code;
mod overview;

use std::fmt::Write as _;

use super::formula::{Notation, typeset};
use super::{Block, Document, Side, Table, Word, Words};
use crate::language::Language;
use crate::present::plot::strip;
use crate::present::plot::svg::{self, Surroundings, escaped};
use crate::present::theme;
use code::code_lines;

/// Longer tables can be opened and closed.
const FOLDED_FROM: usize = 30;

const STYLE: &str = include_str!("page.css");

/// Longer listings stand in two columns on a sheet of paper.
const COLUMNS_FROM: usize = 30;

/// Puts a document on one sheet of paper: smaller type, and lines of a listing that go on below where
/// they are too long.
const SHEET: &str = "\
@page{margin:11mm 12mm}
@media print{body{font-size:8.2pt;line-height:1.3}
h1{font-size:13pt;margin:0 0 .2rem}h1.part{margin-top:.8rem;padding-top:.4rem}
h2{font-size:9.5pt;margin:.55rem 0 .15rem}
p,ul{margin:.2rem 0}.author{margin:0 0 .2rem}
.lead{font-size:9pt;line-height:1.3;max-width:none;margin:.2rem 0 .4rem}
.table{overflow:visible;margin:.2rem 0}table,caption{font-size:7.6pt}caption{padding:0 0 .1rem}
th,td{padding:.08rem .45rem;white-space:normal}.number{white-space:nowrap}.sentence{min-width:0}
.listing{break-inside:auto;overflow:visible;margin:.3rem 0;padding:.3rem .4rem;\
font-size:6.6pt;line-height:1.22}
.listing code{display:block;font-size:1em}
.listing.long code{columns:2;column-gap:1.2em;column-rule:1px solid var(--rule)}}
";

/// The page.
pub fn render(document: &Document) -> String {
    let title = escaped(&document.title);
    let mut text = format!("<h1>{title}</h1>\n");
    if let Some(author) = &document.author {
        let _ = writeln!(text, "<p class=\"author\">{}</p>", escaped(author));
    }
    blocks(&document.blocks, &document.title, &mut text);
    // What holds its listing is for handing in.
    let has_listing = (document.blocks.iter()).any(|block| matches!(block, Block::Listing(_)));
    let sheet = if has_listing { SHEET } else { "" };
    let style = format!(
        "{}{}{}{sheet}",
        svg::style(),
        strip::style(),
        overview::STYLE
    );
    page(&document.title, &style, &text)
}

/// A page with the styles that all pages have, and with its own.
pub fn page(title: &str, style: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"generator\" content=\"pram\">\n\
         <title>{title}</title>\n<style>\n{}{STYLE}{}{style}</style>\n</head>\n<body>\n\
         <script>\n{}</script>\n<main>\n{body}</main>\n</body>\n</html>\n",
        theme::STYLE,
        code::STYLE,
        theme::script(Language::English)
    )
}

/// The blocks below a title. What scrolls is named by the nearest heading above it, and can be reached
/// by keyboard.
fn blocks<'t>(all: &'t [Block], mut title: &'t str, text: &mut String) {
    for block in all {
        if let Block::Part(heading) | Block::Heading(heading) = block {
            title = heading;
        }
        match block {
            Block::Part(title) => {
                let _ = writeln!(text, "<h1 class=\"part\">{}</h1>", escaped(title));
            }
            Block::Heading(title) => {
                let _ = writeln!(text, "<h2>{}</h2>", escaped(title));
            }
            Block::Lead(words) => {
                let _ = writeln!(text, "<p class=\"lead\">{}</p>", line(words));
            }
            Block::Paragraph(words) => {
                let _ = writeln!(text, "<p>{}</p>", line(words));
            }
            Block::List(lines) => {
                text.push_str("<ul>\n");
                for words in lines {
                    let _ = writeln!(text, "<li>{}</li>", line(words));
                }
                text.push_str("</ul>\n");
            }
            Block::Table(table) => text.push_str(&grid(table, title)),
            Block::Overview(first) => overview::render(first, text),
            Block::Strip(heading, timeline) => {
                let _ = writeln!(text, "<h2>{}</h2>", escaped(heading));
                let _ = writeln!(text, "<div class=\"wide\">\n{}</div>", strip::svg(timeline));
            }
            Block::Plots(plots) => {
                text.push_str("<div class=\"plots\">\n");
                for plot in plots {
                    text.push_str(&svg::svg(plot, Surroundings::Page));
                }
                text.push_str("</div>\n");
            }
            Block::Listing(lines) => listing(lines, text),
            Block::Beside(inside) => {
                text.push_str("<div class=\"beside\">\n");
                blocks(inside, title, text);
                text.push_str("</div>\n");
            }
            Block::Folded(title, inside) => {
                let heading = escaped(title);
                let _ = writeln!(text, "<details class=\"part\"><summary>{heading}</summary>");
                blocks(inside, title, text);
                text.push_str("</details>\n");
            }
        }
    }
}

/// The lines with their numbers, which are not copied with them.
fn listing(lines: &[String], text: &mut String) {
    let long = if lines.len() >= COLUMNS_FROM {
        " long"
    } else {
        ""
    };
    let _ = write!(
        text,
        "<pre class=\"listing{long}\" tabindex=\"0\" role=\"group\" aria-label=\"the program\"><code>"
    );
    for [attributes, line] in code_lines(&lines.join("\n"), 1) {
        let _ = writeln!(text, "<span {attributes}>{line}</span>");
    }
    text.push_str("</code></pre>\n");
}

/// A table; one without a caption is named by the title above it.
fn grid(table: &Table, title: &str) -> String {
    let is_folded = table.rows.len() >= FOLDED_FROM;
    let caption = escaped(&table.caption);
    let mut text = String::new();
    if is_folded {
        let _ = writeln!(
            text,
            "<details><summary>{caption} ({} rows)</summary>",
            table.rows.len()
        );
    }
    let sentences = (table.columns.iter()).any(|column| column.side == Side::Wrapped);
    let stacked = if sentences { " class=\"stacked\"" } else { "" };
    let label = if caption.is_empty() {
        escaped(title)
    } else {
        caption.clone()
    };
    let _ = writeln!(
        text,
        "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\"><table{stacked}>"
    );
    if !is_folded && !caption.is_empty() {
        let _ = writeln!(text, "<caption>{caption}</caption>");
    }
    text.push_str("<thead><tr>");
    for column in &table.columns {
        let class = class(column.side);
        let _ = match column.title.as_str() {
            "" => write!(text, "<td{class}></td>"),
            title => write!(text, "<th scope=\"col\"{class}>{}</th>", escaped(title)),
        };
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        text.push_str("<tr>");
        for (cell, column) in row.iter().zip(&table.columns) {
            // On a narrow screen a cell stands in a line of its own, after the head of its column.
            let head = match column.title.as_str() {
                title if sentences && !title.is_empty() => {
                    format!(" data-head=\"{}\"", escaped(title))
                }
                _ => String::new(),
            };
            let _ = write!(text, "<td{}{head}>{}</td>", class(column.side), line(cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table></div>\n");
    if is_folded {
        text.push_str("</details>\n");
    }
    text
}

fn class(side: Side) -> &'static str {
    match side {
        Side::Left => "",
        Side::Right => " class=\"number\"",
        Side::Wrapped => " class=\"sentence\"",
    }
}

fn line(words: &Words) -> String {
    words
        .iter()
        .map(|word| match word {
            Word::Plain(text) => escaped(text),
            Word::Faint(text) => format!("<span class=\"faint\">{}</span>", escaped(text)),
            Word::Code(text) => format!("<code>{}</code>", escaped(text)),
            Word::Formula(text) => formula(text),
            Word::Theta(class) => format!("Θ({})", formula(class)),
            Word::Mark(Some(true)) => "<span class=\"holds\" title=\"holds\">✓</span>".to_owned(),
            Word::Mark(Some(false)) => "<span class=\"fails\" title=\"fails\">✗</span>".to_owned(),
            Word::Mark(None) => "<span class=\"open\" title=\"not known\">?</span>".to_owned(),
        })
        .collect()
}

/// Mathematics; the expression itself shows when one points at it.
fn formula(text: &str) -> String {
    let source = escaped(text);
    match typeset(text, Notation::Html) {
        Some(set) => format!("<span class=\"formula\" title=\"{source}\">{set}</span>"),
        None => format!("<code>{source}</code>"),
    }
}
