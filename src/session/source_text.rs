//! The text of the program, as a stop shows it.

use std::fmt::Write as _;

use crate::source::{FileId, Sources, Span};

/// Lines of source shown before and behind the current one.
const AROUND: usize = 4;

/// The lines around a statement, its own marked.
pub fn listing(sources: &Sources, statement: Span) -> String {
    let source = sources.get(statement.file);
    let current = sources.position(statement).line;
    let lines = source
        .text
        .lines()
        .enumerate()
        .map(|(at, text)| (at + 1, text));
    let shown = lines.filter(|(line, _)| line.abs_diff(current) <= AROUND);
    let mut text = String::new();
    for (line, code) in shown {
        let mark = if line == current { '>' } else { ' ' };
        let _ = writeln!(text, "{mark}{line:>4}  {}", plain(code));
    }
    text
}

/// `line 8`, with the file's name where it is an included one.
pub fn line_of(sources: &Sources, span: Span) -> String {
    let line = sources.position(span).line;
    if span.file.0 == 0 {
        format!("line {line}")
    } else {
        format!("{}, line {line}", sources.get(span.file).name)
    }
}

/// A line without control characters.
pub fn plain(line: &str) -> String {
    line.chars()
        .map(|c| {
            if c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

/// How a group is marked in the source: by a letter where there are several.
pub fn letter(at: usize, groups: usize) -> String {
    match at {
        _ if groups == 1 => ">".to_owned(),
        0..26 => char::from(b'A' + at as u8).to_string(),
        _ => "+".to_owned(),
    }
}

/// The range of a line of a text, for what lies on it.
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
