//! The text of the program, as a stop shows it.

use std::fmt::Write as _;

use super::conversation::SourceLine;
use crate::present::text::visible::visible;
use crate::source::{FileId, Sources, Span, shown_name};
use crate::syntax::has_word;

/// Lines of source shown before and after the current one.
const AROUND: usize = 4;

/// The lines of a text around one of them, counted from 1, which is marked.
pub fn listing<'t>(lines: impl Iterator<Item = &'t str>, current: usize) -> String {
    let mut text = String::new();
    for (line, code) in (1_usize..).zip(lines) {
        if line.abs_diff(current) <= AROUND {
            let mark = if line == current { '>' } else { ' ' };
            let _ = writeln!(text, "{mark}{line:>4}  {}", visible(code));
        }
    }
    text
}

/// The same around a statement of a program.
pub fn listing_around(sources: &Sources, statement: Span) -> String {
    let current = sources.position(statement).line;
    listing(sources.get(statement.file).text.lines(), current)
}

/// All lines of a text, with those of some groups marked, by letters if there are several groups, and
/// the index of the first marked line. The lines are counted from 1; `None` is that of a group in
/// another file.
pub fn marked<'t>(
    lines: impl Iterator<Item = &'t str>,
    groups: &[Option<usize>],
) -> (Vec<SourceLine>, Option<usize>) {
    let lines = lines.map(|text| SourceLine {
        mark: String::new(),
        text: visible(text),
    });
    let mut lines: Vec<SourceLine> = lines.collect();
    let mut current = None;
    for (at, line) in groups.iter().enumerate() {
        let place = line.and_then(|line| line.checked_sub(1));
        if let Some(place) = place
            && let Some(shown) = lines.get_mut(place)
        {
            current.get_or_insert(place);
            shown.mark.push_str(&letter(at, groups.len()));
        }
    }
    (lines, current)
}

/// `line 8`, with the file's name if it is an included one.
pub fn line_of(sources: &Sources, span: Span) -> String {
    let line = sources.position(span).line;
    if span.file.0 == 0 {
        format!("line {line}")
    } else {
        format!("{}, line {line}", shown_name(&sources.get(span.file).name))
    }
}

/// The mark of a group in the source: a letter if there are several.
fn letter(at: usize, groups: usize) -> String {
    match at {
        _ if groups == 1 => ">".to_owned(),
        0..26 => char::from(b'A' + at as u8).to_string(),
        _ => "+".to_owned(),
    }
}

/// The range of a line of a text.
pub fn line_span(sources: &Sources, file: FileId, line: usize) -> Option<Span> {
    let source = sources.get(file);
    let starts = source.line_starts();
    let start = *starts.get(line.checked_sub(1)?)?;
    let end = starts
        .get(line)
        .copied()
        .unwrap_or(source.text.len() as u32);
    Some(Span { file, start, end })
}

/// Whether the texts of a program contain a name, outside comments and strings.
pub fn has_name(sources: &Sources, name: &str) -> bool {
    let mut files = sources.iter().map(|(file, _)| file);
    files.any(|file| has_word(sources, file, name))
}

/// An error if a name that a user wrote does not occur in the program.
pub fn unknown_name(sources: &Sources, names: &[String]) -> Result<(), String> {
    match names.iter().find(|name| !has_name(sources, name)) {
        Some(name) => Err(format!("there is no `{}` in this program", visible(name))),
        None => Ok(()),
    }
}
