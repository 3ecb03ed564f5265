//! Source texts, and the spans by which everything refers back to them.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Which text of a [`Sources`] a span lies in.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct FileId(pub u32);

/// A half-open range of bytes `start..end` in the user's own text of one file.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct Span {
    /// The file that the range lies in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both; they lie in one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The empty span just behind this one: where something is missing.
    #[must_use]
    pub fn after(self) -> Self {
        Self {
            start: self.end,
            ..self
        }
    }
}

/// One source text under the name by which the user knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path as the user wrote it, or a name such as `<example>`.
    pub name: String,
    /// The text exactly as the user has it: spans count its bytes.
    pub text: Arc<str>,
    lines: Arc<Lines>,
}

/// What the paths of built-in programs begin with, as that of standard input is `<stdin>`.
pub const BUILT_IN: &str = "<programs>";

/// The name of a file without its folders.
pub fn file_name(path: &str) -> &str {
    path.rsplit(std::path::is_separator).next().unwrap_or(path)
}

/// The name of a file as it is shown: on one line, with control characters and those that turn the
/// direction of writing written out, as `a\nb.pram`.
pub fn shown_name(name: &str) -> Cow<'_, str> {
    if !name.contains(is_hidden) {
        return name.into();
    }
    let mut shown = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        if is_hidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown.into()
}

/// The path of a file as it is shown.
pub fn shown_path(path: &Path) -> String {
    shown_name(&path.to_string_lossy()).into_owned()
}

/// Whether a character does something else than to be seen: controls, ends of lines, and what turns the direction of
/// writing.
pub fn is_hidden(c: char) -> bool {
    c.is_control() || turns_direction(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Whether a character of Unicode changes the direction in which the text around it is shown.
pub fn turns_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl Source {
    /// Whether it is a program that comes with this crate, and no file of the user's.
    pub fn is_built_in(&self) -> bool {
        self.name.starts_with(BUILT_IN)
    }

    /// The first byte of every line.
    pub fn line_starts(&self) -> &[u32] {
        &self.lines.starts
    }
}

/// An index of a text, made once, so that finding a position does not depend on the text's length.
#[derive(Debug, PartialEq, Eq)]
struct Lines {
    /// The first byte of every line.
    starts: Vec<u32>,
    /// How many characters begin before each block of [`BLOCK`] bytes.
    characters: Vec<u32>,
}

/// Bytes of a text whose characters are counted together.
const BLOCK: usize = 256;

impl Lines {
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let mut before = 0;
        let blocks = bytes.chunks(BLOCK).map(|block| {
            before += characters(block);
            before
        });
        Self {
            characters: std::iter::once(0).chain(blocks).collect(),
            starts: std::iter::once(0)
                .chain(newlines.map(|(at, _)| at as u32 + 1))
                .collect(),
        }
    }

    /// How many characters of the text begin before a byte.
    fn characters_before(&self, bytes: &[u8], at: usize) -> u32 {
        let block = at / BLOCK;
        self.characters[block] + characters(&bytes[block * BLOCK..at])
    }
}

/// How many characters begin in these bytes of a text.
fn characters(bytes: &[u8]) -> u32 {
    let begins = |byte: &&u8| !matches!(byte, 0x80..=0xBF);
    bytes.iter().filter(begins).count() as u32
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Every text that takes part in a run: the user's file and what it includes.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a text and says under which id spans will name it.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let text = text.into();
        self.files.push(Source {
            name: name.into(),
            lines: Arc::new(Lines::of(&text)),
            text,
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Every text so far, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The text with this id.
    pub fn get(&self, file: FileId) -> &Source {
        &self.files[file.0 as usize]
    }

    /// Every text with its id.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// The characters under a span.
    pub fn text(&self, span: Span) -> &str {
        &self.get(span.file).text[span.start as usize..span.end as usize]
    }

    /// Line and column at which a span begins.
    pub fn position(&self, span: Span) -> Position {
        let Source { text, lines, .. } = self.get(span.file);
        let line = lines.starts.partition_point(|start| *start <= span.start);
        let before = |at: u32| lines.characters_before(text.as_bytes(), at as usize);
        Position {
            line,
            column: (before(span.start) - before(lines.starts[line - 1])) as usize + 1,
        }
    }
}
