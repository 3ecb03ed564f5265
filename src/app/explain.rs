//! `pram explain`

mod english;

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::problem::CommandProblem;
use super::{Ended, screen};
use crate::diagnostic::Code;
use crate::pipeline::translation::translation;
use crate::present::messages::explanation::explanation;
use crate::source::Sources;
use crate::syntax::vocabulary::Vocabulary;

/// Codes that are proposed where there is none of that name.
const MOST_NAMED: usize = 3;
/// How a heading looks on a terminal.
const HEADING: Style = Style::new().bold();
/// How examples look.
const EXAMPLE: Style = AnsiColor::Cyan.on_default();

/// Prints the explanation of a code, or the list of all codes.
pub fn explain(code: Option<&str>, vocabulary: Vocabulary) -> Ended {
    let Some(written) = code else {
        return screen::print(&list());
    };
    let id = written.trim().to_uppercase();
    if let Some(code) = Code::ALL.iter().find(|code| code.id() == id) {
        let markdown = explanation(*code, &translation(vocabulary, []));
        return screen::print(&page(&markdown));
    }
    let problem = CommandProblem::UnknownCode {
        written: written.to_owned(),
        near: resembling(&id),
    };
    Err(screen::report(&[problem.diagnostic()], &Sources::default()))
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
            let _ = writeln!(text, "{HEADING}{}{HEADING:#}", english::group_title(first));
            group = first;
        }
        let _ = writeln!(text, "  {}  {}", code.id(), code.title());
    }
    text.push_str(english::HOW_TO_READ_ON);
    text
}

/// Markdown for a terminal: headings bold, examples indented and without their fences.
fn page(markdown: &str) -> String {
    let mut text = String::new();
    let mut in_example = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_example = !in_example;
        } else if let Some(heading) = line.strip_prefix("# ") {
            let _ = writeln!(text, "{HEADING}{heading}{HEADING:#}");
        } else if in_example && !line.is_empty() {
            let _ = writeln!(text, "    {EXAMPLE}{line}{EXAMPLE:#}");
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// The codes that were probably meant: those with the same number (`501`, `E501`), else those that
/// are nearly written like this, else those whose titles hold the word, else those whose pages do.
fn resembling(id: &str) -> Vec<Code> {
    let number = |text: &str| -> Option<u32> {
        let digits = text.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        digits.parse().ok()
    };
    let all = Code::ALL.iter().copied();
    let same_number = all.clone().find(|code| {
        let own = number(code.id());
        own.is_some() && own == number(id)
    });
    if let Some(code) = same_number {
        return vec![code];
    }
    let mut near: Vec<(usize, Code)> = all
        .clone()
        .map(|code| (strsim::osa_distance(id, code.id()), code))
        .filter(|(distance, _)| *distance <= 2)
        .collect();
    near.sort();
    if let Some(&(nearest, _)) = near.first() {
        near.retain(|(distance, _)| *distance == nearest);
        return near
            .into_iter()
            .map(|(_, code)| code)
            .take(MOST_NAMED)
            .collect();
    }
    let word = id.to_lowercase();
    if word.len() < 3 {
        return Vec::new();
    }
    let is_in = |text: &str| text.to_lowercase().contains(&word);
    let titled: Vec<Code> = all.clone().filter(|code| is_in(code.title())).collect();
    let found = if titled.is_empty() {
        all.filter(|code| is_in(code.explanation())).collect()
    } else {
        titled
    };
    found.into_iter().take(MOST_NAMED).collect()
}
