//! A derivation as one HTML file: formulas beside the listing, whose lines they name.

use std::fmt::Write as _;

use super::formula::set;
use super::shown::{End, Row, Shown, note_set, title};
use crate::present::document::formula::Notation;
use crate::present::document::html::code::code_lines;
use crate::present::document::html::page;
use crate::present::plot::svg::escaped;
use crate::source::file_name;

const STYLE: &str = "\
body{max-width:96rem}
.beside{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:2rem;align-items:start}
.listing{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;margin:0;\
padding:.6rem 0;background:var(--head);font-size:.85rem;line-height:1.45;\
font-family:ui-monospace,\"SF Mono\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace}
.listing [data-line]{padding-right:.8rem}
.listing .counts{box-shadow:inset .25rem 0 var(--good)}
.listing :target{background:var(--rule)}
.sum{display:inline-flex;flex-direction:column;align-items:center;vertical-align:middle;\
line-height:1.05;font-size:.8em}
.sum b{font-size:1.5em;font-weight:400}
.derived h2:first-child{margin-top:0}
.derived td{vertical-align:middle}
.derived a{color:inherit}
.result{font-size:1.1rem}
@media(max-width:60rem){.beside{display:block}.listing{position:static;max-height:18rem}}
@media print{.beside{display:block}.listing{position:static;max-height:none}}
";

/// The page; `source` is the text of the main file.
pub fn render(measures: &[Shown], file: &str, entry: &str, source: &str) -> String {
    let heading = format!("{} · {entry}", file_name(file));
    let mut body = format!("<h1>{}</h1>\n<div class=\"beside\">\n", escaped(&heading));
    let rows = measures.iter().flat_map(|measure| &measure.rows);
    let counting: Vec<usize> = (rows.filter(|row| row.file.is_none()))
        .map(|row| row.line)
        .collect();
    body.push_str(
        "<pre class=\"listing\" tabindex=\"0\" role=\"group\" aria-label=\"the program\">",
    );
    for (line, [attributes, text]) in (1..).zip(code_lines(source, 1)) {
        let class = if counting.contains(&line) {
            " class=\"counts\""
        } else {
            ""
        };
        let _ = write!(
            body,
            "<span id=\"line{line}\" {attributes}{class}>{text}</span>"
        );
    }
    body.push_str("</pre>\n<div class=\"derived\">\n");
    for measure in measures {
        add(measure, &mut body);
    }
    body.push_str("</div>\n</div>\n");
    page(&heading, STYLE, &body)
}

fn add(measure: &Shown, body: &mut String) {
    let _ = writeln!(body, "<h2>{}</h2>", escaped(&title(measure)));
    if !measure.rows.is_empty() {
        let _ = writeln!(
            body,
            "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table>\n<tbody>",
            escaped(&title(measure))
        );
        for row in &measure.rows {
            let indent = format!(" style=\"padding-left:{}em\"", row.depth + 1);
            let way = match &row.way {
                Some(way) => format!("<span class=\"formula\">{way}</span>"),
                None => String::new(),
            };
            let _ = writeln!(
                body,
                "<tr><td>{}</td><td{indent}><code>{}</code></td><td>{way}</td>\
                 <td>{}<span class=\"formula\">{}</span></td></tr>",
                place(row),
                escaped(&row.source),
                if row.way.is_some() { "= " } else { "" },
                row.cost
            );
        }
        body.push_str("</tbody>\n</table></div>\n");
    }
    let name = match measure.name {
        "reads" | "writes" => measure.name.to_owned(),
        name => set(name, Notation::Html),
    };
    let result = match &measure.end {
        End::Exact { formula, .. } => format!("{name} = {formula}"),
        End::Bounded { lower, upper, .. } => format!("{lower} ≤ {name} ≤ {upper}"),
        other => {
            let _ = writeln!(body, "<p>{}</p>", escaped(&other.without_formula()));
            if let Some(help) = other.help() {
                let help = escaped(help);
                let _ = writeln!(body, "<p class=\"faint\">help: {help}</p>");
            }
            return;
        }
    };
    let condition = |text: &str| format!("<span class=\"formula\">{text}</span>");
    let note = measure.end.note();
    let note = note.map_or_else(String::new, |note| {
        note_set(note, Notation::Html, condition, escaped)
    });
    let _ = writeln!(
        body,
        "<p><span class=\"formula result\">{result}</span> <span class=\"faint\">{note}</span></p>"
    );
}

/// The line, with a way to it in the listing.
fn place(row: &Row) -> String {
    let place = escaped(&row.place());
    match row.file {
        Some(_) => place,
        None => format!("<a href=\"#line{}\">{place}</a>", row.line),
    }
}
