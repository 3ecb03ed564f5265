//! Source texts, and the spans by which everything refers back to them.

use std::sync::Arc;

/// Which text of a [`Sources`] a span lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u32);

/// A half-open range of bytes `start..end` in the user's own text of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
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
    /// Where its lines begin.
    line_starts: Arc<[u32]>,
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
        let text: Arc<str> = text.into();
        let behind_newlines = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        self.files.push(Source {
            name: name.into(),
            line_starts: std::iter::once(0).chain(behind_newlines).collect(),
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

    /// The characters under a span.
    pub fn text(&self, span: Span) -> &str {
        &self.get(span.file).text[span.start as usize..span.end as usize]
    }

    /// Line and column at which a span begins.
    pub fn position(&self, span: Span) -> Position {
        let source = self.get(span.file);
        let line = (source.line_starts).partition_point(|start| *start <= span.start);
        let start = source.line_starts[line - 1] as usize;
        Position {
            line,
            column: source.text[start..span.start as usize].chars().count() + 1,
        }
    }
}
