//! A document as one HTML file: it needs no network, reads on a phone, in light and in dark.

mod overview;

use std::fmt::Write as _;

use super::formula::{Notation, typeset};
use super::{Block, Document, Side, Table, Word, Words};
use crate::present::plot::strip;
use crate::present::plot::svg::{self, Surroundings, escaped};

/// Longer tables can be opened and closed.
const FOLDED_FROM: usize = 30;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#22272e;--faint:#59636e;--rule:#d5dae0;--head:#f3f5f7;\
--paper:#fff;--good:#1a7f37;--bad:#c6263e;--shade:#0004}
@media(prefers-color-scheme:dark){:root{--ink:#e4e8ec;--faint:#9aa4af;--rule:#333b45;\
--head:#1d232a;--paper:#14181d;--good:#4ac26b;--bad:#ff7b85;--shade:#fff5}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem clamp(.8rem,4vw,2rem) 4rem;max-width:68rem;\
background:var(--paper);color:var(--ink);line-height:1.5;\
font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}
h1{font-size:1.6rem;line-height:1.2;margin:1.5rem 0 .5rem;overflow-wrap:anywhere}
h1.part{margin-top:3.5rem;padding-top:1rem;border-top:2px solid var(--rule)}
h2{font-size:1.2rem;margin:2.2rem 0 .6rem}
p,ul{margin:.5rem 0;overflow-wrap:anywhere}
ul{padding-left:1.2rem}
.faint,caption,summary{color:var(--faint)}
code{font-family:ui-monospace,\"SF Mono\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace;\
font-size:.9em;white-space:nowrap}
var{font-style:italic}
sup{line-height:0}
.formula{white-space:nowrap}
.holds{color:var(--good);font-weight:700}
.fails{color:var(--bad);font-weight:700}
.open{color:var(--faint);font-weight:700}
.table{overflow-x:auto;margin:1rem 0;background:\
linear-gradient(to right,var(--paper) 40%,transparent) left/2.5rem 100% no-repeat local,\
linear-gradient(to left,var(--paper) 40%,transparent) right/2.5rem 100% no-repeat local,\
linear-gradient(to right,var(--shade),transparent) left/.8rem 100% no-repeat,\
linear-gradient(to left,var(--shade),transparent) right/.8rem 100% no-repeat}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.2rem 0 .4rem;font-size:.92rem;white-space:nowrap}
@media(max-width:40rem){caption,code,p .formula,li .formula{white-space:normal}}
summary{font-size:.92rem;cursor:pointer;margin:1rem 0}
th,td{padding:.28rem .7rem;text-align:left;vertical-align:top;\
border-bottom:1px solid var(--rule);white-space:nowrap}
th,thead td{background:var(--head);font-weight:600}
.number{text-align:right}
.sentence{white-space:normal;min-width:14rem}
.sentence code{white-space:normal;overflow-wrap:anywhere}
.beside{display:flex;flex-wrap:wrap;align-items:flex-start;gap:0 2.5rem}\
.beside>*{max-width:100%}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));\
gap:1rem 2rem;margin:1rem 0}
.plots svg{width:100%;max-width:36rem;height:auto}
.lead{font-size:1.2rem;line-height:1.45;max-width:46rem;margin:.8rem 0 1.4rem}
.author{color:var(--faint);margin:0 0 .5rem}
details.part{border-top:1px solid var(--rule);margin:0;padding:.7rem 0}
details.part>summary{margin:0;font-weight:600;font-size:1rem;color:inherit}
.listing{margin:1rem 0;padding:.6rem .8rem;overflow-x:auto;background:var(--head);\
border:1px solid var(--rule);border-radius:.4rem;font-size:.9rem;line-height:1.45;tab-size:4}
.listing code{white-space:pre}
.listing span::before{content:attr(data-line);display:inline-block;min-width:2.2em;\
margin-right:1em;text-align:right;color:var(--faint)}
@media(max-width:40rem){table{font-size:.85rem}th,td{padding:.2rem .35rem}\
.stacked thead{display:none}\
.stacked,.stacked caption,.stacked tbody,.stacked tr,.stacked td{display:block;width:auto}\
.stacked tr{padding:.4rem 0;border-bottom:1px solid var(--rule)}\
.stacked td{padding:.05rem 0;border:0;text-align:left;white-space:normal;min-width:0;\
overflow-wrap:anywhere}\
.stacked td:empty{display:none}\
.stacked td[data-head]::before{content:attr(data-head) \": \";color:var(--faint)}\
.stacked td:not([data-head]),.stacked td:not([data-head])+td[data-head]{\
display:inline;margin-right:.5em}\
.stacked td:not([data-head])+td[data-head]::before{content:none}}
@media print{body{max-width:none;padding:0}.plots svg,.wide svg,tr{break-inside:avoid}\
h1,h2,summary,caption{break-after:avoid}h1{margin-top:0}\
.table,.listing{overflow:visible;background:none}.listing{white-space:pre-wrap}\
table{font-size:.8rem}caption,.formula{white-space:normal}th,td{padding:.18rem .45rem;white-space:normal}\
.number{white-space:nowrap}.sentence{min-width:0}\
.plots{grid-template-columns:1fr 1fr;gap:.5rem 1rem}.plots svg{max-width:none}\
details::details-content{content-visibility:visible;block-size:auto}}
";

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
.listing code{display:block;white-space:normal;font-size:1em}
.listing.long code{columns:2;column-gap:1.2em;column-rule:1px solid var(--rule)}
.listing span{display:block;white-space:pre-wrap;overflow-wrap:anywhere;\
padding-left:3.2em;text-indent:-3.2em}.listing span::before{text-indent:0}}
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
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main>\n{body}\
         </main>\n</body>\n</html>\n"
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
    for (index, line) in lines.iter().enumerate() {
        let number = index + 1;
        let _ = writeln!(
            text,
            "<span data-line=\"{number}\">{}</span>",
            escaped(line)
        );
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
            // On a narrow screen a cell stands in a line of its own, behind the head of its column.
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
