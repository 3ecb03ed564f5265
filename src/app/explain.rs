//! `pram explain`

use anstyle::{AnsiColor, Style};

use super::{Ended, screen};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Sources;

/// How a heading looks on a terminal.
const HEADING: Style = Style::new().bold();
/// How examples look.
const EXAMPLE: Style = AnsiColor::Cyan.on_default();

/// Prints the explanation of a code, or the list of all codes.
pub fn explain(code: Option<&str>) -> Ended {
    let Some(written) = code else {
        return screen::print(&list());
    };
    let id = written.trim().to_uppercase();
    match Code::ALL.iter().find(|code| code.id() == id) {
        Some(code) => screen::print(&page(code.explanation())),
        None => Err(screen::report(
            &[unknown(written, &id)],
            &Sources::default(),
        )),
    }
}

/// Every code with its title, in groups.
fn list() -> String {
    let mut text = String::new();
    let mut group = "";
    for code in Code::ALL {
        let first = &code.id()[..3];
        if first != group {
            if !group.is_empty() {
                text.push('\n');
            }
            text.push_str(&format!("{HEADING}{}{HEADING:#}\n", group_title(first)));
            group = first;
        }
        text.push_str(&format!("  {}  {}\n", code.id(), code.title()));
    }
    text.push_str("\n`pram explain E0501` explains one of them.\n");
    text
}

fn group_title(group: &str) -> &'static str {
    match group {
        "E01" => "The text",
        "E02" => "Names",
        "E03" => "Types and shapes",
        "E04" => "Faults of a run",
        "E05" => "Illegal accesses",
        "E06" => "Limits",
        _ => "The command line and the inputs",
    }
}

/// Markdown for a terminal: headings bold, examples indented and without their fences.
fn page(markdown: &str) -> String {
    let mut text = String::new();
    let mut in_example = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_example = !in_example;
        } else if let Some(heading) = line.strip_prefix("# ") {
            text.push_str(&format!("{HEADING}{heading}{HEADING:#}\n"));
        } else if in_example && !line.is_empty() {
            text.push_str(&format!("    {EXAMPLE}{line}{EXAMPLE:#}\n"));
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn unknown(written: &str, id: &str) -> Diagnostic {
    let mut near: Vec<_> = Code::ALL
        .iter()
        .map(|code| (distance(id, code.id()), *code))
        .filter(|(distance, _)| *distance <= 2)
        .collect();
    near.sort();
    let diagnostic =
        Diagnostic::without_place(Code::BadOption, format!("there is no code `{written}`"));
    let nearest = near.first().map_or(0, |(distance, _)| *distance);
    let names: Vec<String> = near
        .iter()
        .filter(|(distance, _)| *distance == nearest)
        .take(3)
        .map(|(_, code)| format!("`{}` ({})", code.id(), code.title()))
        .collect();
    if names.is_empty() {
        diagnostic.help("`pram explain` lists every code")
    } else {
        diagnostic.help(format!("did you mean {}?", names.join(" or ")))
    }
}

/// In how many places two codes differ; two characters in the wrong order count as one.
fn distance(one: &str, other: &str) -> usize {
    let sorted = |code: &str| {
        let mut characters: Vec<char> = code.chars().collect();
        characters.sort_unstable();
        characters
    };
    if one != other && sorted(one) == sorted(other) {
        return 1;
    }
    let differing = one
        .chars()
        .zip(other.chars())
        .filter(|(a, b)| a != b)
        .count();
    differing + one.chars().count().abs_diff(other.chars().count())
}
