//! Pages: one for the class, and one for each submission. They load nothing.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use super::english;
use super::{ClassResults, ShownItem, ShownSubmission};
use crate::grade::english::status;
use crate::grade::points::Points;
use crate::language::Language;
use crate::present::plot::svg::escaped;
use crate::present::replay::content_policy;
use crate::present::theme;
use crate::study::store::hash;

/// How the file of a replay ends.
const REPLAY: &str = "replay.html";
/// Bars of the distribution.
const BARS: usize = 10;
/// Rows of tables that show the largest.
const ROWS: usize = 10;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:1rem auto;padding:0 1rem;\
background:light-dark(#fff,#14171c);color:light-dark(#1a1a1a,#ececec)}\
table{border-collapse:collapse;margin:.5rem 0}th,td{padding:.2rem .7rem;text-align:left;vertical-align:top;\
border-bottom:1px solid light-dark(#ccc,#555)}td.number{text-align:right;white-space:nowrap}\
.wide{overflow-x:auto}pre{overflow-x:auto;padding:.6rem;background:light-dark(#f4f4f4,#222)}\
.bar{display:inline-block;height:.8em;background:light-dark(#2a6db0,#7ab6f0)}\
h2{margin-top:2rem;font-size:1.2rem}a{color:light-dark(#0b57a4,#8ec5ff)}\
@media print{pre{white-space:pre-wrap}}";

/// Runs that submissions fail with, step by step: the pages by the ids.
pub type ReplayPages = HashMap<String, String>;

/// The files of the pages: for a teacher, who also sees replays, that of the class first.
pub fn pages(class: &ClassResults, for_teacher: Option<&ReplayPages>) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    if for_teacher.is_some() {
        pages.push(("index.html".to_owned(), class_page(class)));
    }
    for one in &class.submissions {
        let replay = for_teacher.and_then(|replays| replays.get(&one.id));
        let own = page_of(class, one, for_teacher.is_some(), replay.is_some());
        pages.push((file_name(&one.id, "html"), own));
        pages.extend(replay.map(|page| (file_name(&one.id, REPLAY), page.clone())));
    }
    pages
}

/// The file of a submission: an id is no name of a file.
pub fn file_name(id: &str, extension: &str) -> String {
    format!("{}.{extension}", &hash(id.as_bytes())[..16])
}

fn class_page(class: &ClassResults) -> String {
    let mut body = format!(
        "<h1>{}</h1>\n<p>{}</p>\n",
        escaped(&class.title),
        escaped(&english::summary(class))
    );
    section(&mut body, english::DISTRIBUTION, &distribution(class));
    section(&mut body, english::ITEM_TABLE, &items(class));
    section(&mut body, english::CODES, &codes(class));
    section(&mut body, english::SLOWEST, &slowest(class));
    section(&mut body, english::SUBMISSIONS, &submissions(class));
    whole(&class.title, &body)
}

fn page_of(
    class: &ClassResults,
    one: &ShownSubmission,
    has_class: bool,
    has_replay: bool,
) -> String {
    let mut body = String::new();
    if has_class {
        let _ = writeln!(body, "<p><a href=\"index.html\">{}</a></p>", english::BACK);
    }
    let name = one
        .name
        .as_deref()
        .map_or_else(|| one.id.clone(), |name| format!("{} {name}", one.id));
    let _ = writeln!(
        body,
        "<h1>{}: {}</h1>\n<p>{} {} ({})</p>",
        escaped(&class.title),
        escaped(&name),
        english::points(one.points, one.of),
        english::POINTS,
        status(one.status)
    );
    for note in &one.notes {
        let _ = writeln!(body, "<p>{}</p>", escaped(note));
    }
    if has_replay {
        let _ = writeln!(
            body,
            "<p><a href=\"{}\">{}</a></p>",
            file_name(&one.id, REPLAY),
            english::REPLAY
        );
    }
    for item in &one.items {
        let _ = writeln!(body, "<h2>{}</h2>", escaped(&english::heading(item)));
        said(&mut body, &item.text);
    }
    if one.hidden() > 0 {
        let _ = writeln!(body, "<p>{}</p>", english::hidden_items(one.hidden()));
    }
    whole(&format!("{}: {name}", class.title), &body)
}

/// What an item says: its sentences, then diagnostics as they are laid out.
fn said(body: &mut String, text: &str) {
    let is_diagnostic = |line: &&str| line.starts_with("error[") || line.starts_with("warning[");
    let sentences = text.lines().take_while(|line| !is_diagnostic(line));
    for line in sentences.clone().filter(|line| !line.is_empty()) {
        let _ = writeln!(body, "<p>{}</p>", escaped(line));
    }
    let laid_out: Vec<&str> = text.trim_end().lines().skip(sentences.count()).collect();
    if !laid_out.is_empty() {
        let laid_out = escaped(&laid_out.join("\n"));
        let _ = writeln!(body, "<pre tabindex=\"0\">{laid_out}</pre>");
    }
}

fn section(body: &mut String, heading: &str, content: &str) {
    if !content.is_empty() {
        let _ = writeln!(
            body,
            "<h2>{heading}</h2>\n<div class=\"wide\" tabindex=\"0\">{content}</div>"
        );
    }
}

/// How many submissions have how many points, in tenths of the most.
fn distribution(class: &ClassResults) -> String {
    let mut counts = [0_usize; BARS];
    for one in &class.submissions {
        let share = one.points.number() / class.of.number().max(f64::MIN_POSITIVE);
        counts[((share * BARS as f64) as usize).min(BARS - 1)] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(0).max(1);
    let of = class.of.number() / BARS as f64;
    let mut rows = String::new();
    for (at, count) in counts.iter().enumerate() {
        let width = (count * 20).div_ceil(most);
        let _ = writeln!(
            rows,
            "<tr><td class=\"number\">{:.2} – {:.2}</td><td class=\"number\">{count}</td>\
             <td><span class=\"bar w{width}\"></span></td></tr>",
            of * at as f64,
            of * (at + 1) as f64
        );
    }
    table(&[english::POINTS, english::COUNT, ""], &rows)
}

/// How many submissions have all points of each item.
fn items(class: &ClassResults) -> String {
    let first = class
        .submissions
        .first()
        .map_or(&[][..], |first| &first.items);
    let all = class.submissions.len();
    let mut rows = String::new();
    for (at, item) in first.iter().enumerate() {
        let is_whole = |one: &&ShownSubmission| {
            one.items
                .get(at)
                .is_some_and(|item| item.points == item.of && item.verdict.is_good())
        };
        let whole = class.submissions.iter().filter(is_whole).count();
        let _ = writeln!(
            rows,
            "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{whole} / {all}</td></tr>",
            escaped(&item.name),
            item.of
        );
    }
    table(&[english::ITEM, english::POINTS, english::PASSED], &rows)
}

/// The codes that most submissions have.
fn codes(class: &ClassResults) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in &class.submissions {
        let mut own: Vec<&str> = one
            .items
            .iter()
            .filter_map(|item: &ShownItem| item.code.as_deref())
            .collect();
        own.sort_unstable();
        own.dedup();
        for code in own {
            *counts.entry(code).or_default() += 1;
        }
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rows = counts
        .iter()
        .take(ROWS)
        .fold(String::new(), |rows, (code, count)| {
            rows + &format!("<tr><td>{code}</td><td class=\"number\">{count}</td></tr>\n")
        });
    if rows.is_empty() {
        rows
    } else {
        table(&[english::CODE, english::COUNT], &rows)
    }
}

fn slowest(class: &ClassResults) -> String {
    let mut times: Vec<(&ShownSubmission, u64)> = class
        .submissions
        .iter()
        .filter_map(|one| Some((one, one.milliseconds?)))
        .collect();
    times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    let rows = times
        .iter()
        .take(ROWS)
        .fold(String::new(), |rows, (one, time)| {
            let memory = one.peak_memory.map(|bytes| (bytes >> 20).to_string());
            rows + &format!(
                "<tr><td>{}</td><td class=\"number\">{time}</td><td class=\"number\">{}</td></tr>\n",
                link(one),
                memory.unwrap_or_default()
            )
        });
    if rows.is_empty() {
        rows
    } else {
        table(&[english::ID, english::TIME, english::MEMORY], &rows)
    }
}

fn submissions(class: &ClassResults) -> String {
    let mut rows = String::new();
    for one in &class.submissions {
        let open = if one.open > Points::ZERO {
            english::open(one.open)
        } else {
            String::new()
        };
        let _ = writeln!(
            rows,
            "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td>{} {open}</td></tr>",
            link(one),
            escaped(one.name.as_deref().unwrap_or_default()),
            one.points,
            status(one.status)
        );
    }
    table(
        &[english::ID, english::NAME, english::POINTS, english::STATUS],
        &rows,
    )
}

fn link(one: &ShownSubmission) -> String {
    format!(
        "<a href=\"{}\">{}</a>",
        file_name(&one.id, "html"),
        escaped(&one.id)
    )
}

fn table(headings: &[&str], rows: &str) -> String {
    let cells = headings.iter().fold(String::new(), |cells, heading| {
        // A heading without words would be announced as one.
        let name = if heading.is_empty() { "td" } else { "th" };
        cells + &format!("<{name}>{heading}</{name}>")
    });
    format!("<table><thead><tr>{cells}</tr></thead><tbody>\n{rows}</tbody></table>")
}

/// A page with its own style and script, which may load nothing else.
fn whole(title: &str, body: &str) -> String {
    let widths = (0..=20).fold(String::new(), |text, width| {
        text + &format!(".w{width}{{width:calc({width}*min(1rem,2vw))}}")
    });
    let style = format!("{}{STYLE}{widths}", theme::STYLE);
    let script = theme::script(Language::English);
    let policy = content_policy(&style, &script);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n\
         <script>{script}</script>\n</body>\n</html>\n",
        escaped(title)
    )
}
