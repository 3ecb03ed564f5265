//! The first screen of a page.

use std::fmt::Write as _;

use super::code::code_lines;
use super::{grid, line};
use crate::present::document::overview::{Card, ListedLine, Overview};
use crate::present::plot::svg::{Surroundings, escaped, svg};

pub(super) const STYLE: &str = "\
.verdicts{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1.5rem;padding:0;list-style:none}
.verdicts li{border:1px solid var(--rule);border-radius:1rem;padding:.15rem .8rem;\
background:var(--head)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13.5rem),1fr));\
gap:1rem;margin:0 0 2rem}
.card{border:1px solid var(--rule);border-radius:.6rem;padding:.8rem 1rem;background:var(--head);\
min-width:0;overflow-wrap:anywhere}
.card h2{font-size:.88rem;color:var(--faint);font-weight:600;margin:0}
.card .value{font-size:1.45rem;line-height:1.3;margin:.2rem 0}
.card .value .formula{white-space:normal}
.card p{margin:0;color:var(--faint);font-size:.88rem}
.overview{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:2rem;align-items:start}
.overview h2{margin-top:0}
.overview .way{border-left:3px solid var(--good);padding-left:1rem;margin:0 0 1.5rem}
.overview .way th,.overview .way td{border:0;background:none;padding:.1rem 1rem .1rem 0}
.overview .way td{white-space:normal}.overview .way code{white-space:pre-wrap}
.overview .way tr:last-child{font-weight:600}
.overview svg{width:100%;max-width:36rem;height:auto}
.overview .program{margin:0;padding:.6rem 0;max-height:44rem;overflow:auto;background:var(--head);\
border:1px solid var(--rule);border-radius:.6rem;font-size:.82rem;line-height:1.55;tab-size:4}
.program code{white-space:normal}
.program [data-line]{padding-right:.8rem}
.program .much{box-shadow:inset .25rem 0 var(--good)}
.program em{font-style:normal;color:var(--faint);float:right;padding-left:1.5rem;text-indent:0;\
white-space:nowrap}
@media(max-width:56rem){.overview{grid-template-columns:minmax(0,1fr)}}
@media print{.overview{display:block}.overview .program{max-height:none;overflow:visible}\
.program [data-line]{break-inside:avoid}.overview svg{break-inside:avoid;max-width:24rem}.card,.verdicts li{break-inside:avoid}}
";

/// The first screen of a program.
pub(super) fn render(overview: &Overview, text: &mut String) {
    text.push_str("<ul class=\"verdicts\">\n");
    for verdict in &overview.verdicts {
        let _ = writeln!(text, "<li>{}</li>", line(verdict));
    }
    text.push_str("</ul>\n<div class=\"cards\">\n");
    for card in &overview.cards {
        add_card(card, text);
    }
    text.push_str("</div>\n<div class=\"overview\">\n<div>\n");
    if let Some(way) = &overview.way {
        let _ = writeln!(
            text,
            "<h2>The way</h2>\n<div class=\"way\">{}</div>",
            grid(way, "The way")
        );
    }
    if let Some(plot) = &overview.plot {
        text.push_str(&svg(plot, Surroundings::Page));
    }
    text.push_str("</div>\n<div>\n<h2>The program</h2>\n");
    listing("the program", &overview.listing, text);
    for file in &overview.included {
        let name = escaped(&file.name);
        let share = escaped(&file.share);
        let _ = writeln!(
            text,
            "<details><summary>{name}, included: {share}</summary>"
        );
        listing(&name, &file.lines, text);
        text.push_str("</details>\n");
    }
    text.push_str("</div>\n</div>\n");
}

fn add_card(card: &Card, text: &mut String) {
    let _ = writeln!(
        text,
        "<div class=\"card\"><h2>{}</h2><div class=\"value\">{}</div><p>{}</p></div>",
        line(&card.title),
        line(&card.value),
        line(&card.note)
    );
}

/// A file in a box that scrolls, which the keyboard reaches.
fn listing(name: &str, lines: &[ListedLine], text: &mut String) {
    let _ = write!(
        text,
        "<pre class=\"program\" tabindex=\"0\" role=\"group\" aria-label=\"{name}\"><code>"
    );
    let first = lines.first().map_or(1, |line| line.number);
    let whole: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    for (one, [attributes, code]) in lines.iter().zip(code_lines(&whole.join("\n"), first)) {
        let class = if one.share.is_some() {
            " class=\"much\""
        } else {
            ""
        };
        let share = (one.share.as_ref())
            .map_or_else(String::new, |share| format!("<em>{}</em>", escaped(share)));
        let _ = writeln!(text, "<span {attributes}{class}>{share}{code}</span>");
    }
    text.push_str("</code></pre>\n");
}
