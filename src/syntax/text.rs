//! The user's text as the grammar reads it, and the way back to the user's own bytes.
//!
//! The grammar sees NFC, so that `č` is one character however the editor composed it; comments,
//! tabs and exotic blanks are plain blanks of the same length.

use std::cell::Cell;

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::problem::Problem;
use super::rewriting::Rewriting;
pub use super::token::is_word;
use super::token::{self, TAB};
use crate::source::{FileId, Span};

/// How many unreadable characters and open literals are reported.
const PROBLEM_LIMIT: usize = 20;

/// Why bytes are not a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the file is not UTF-8 text: the first bad byte is byte {} of the file, in line {line}", offset + 1)]
pub struct NotText {
    /// The line of the first bad byte, from 1.
    pub line: usize,
    /// The bytes before it.
    pub offset: usize,
}

/// The text in these bytes. A byte order mark stays part of it, so that spans count the user's
/// bytes; the parser skips it.
pub fn decode(bytes: &[u8]) -> Result<String, NotText> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => {
            let offset = error.valid_up_to();
            let line = bytes[..offset].split(|&byte| byte == b'\n').count();
            Err(NotText { line, offset })
        }
    }
}

/// A text prepared for the grammar.
#[derive(Debug)]
pub struct Text {
    /// What the grammar reads.
    pub clean: String,
    /// Where the two texts drift apart: from this clean position on, this is the user's.
    /// Empty for a text that was in NFC.
    drifts: Vec<(usize, usize)>,
    /// Where tabs stood, ascending, in the clean text.
    tabs: Vec<usize>,
    /// Every comment, its marks included.
    pub comments: Vec<Span>,
    file: FileId,
    /// Where a dialect let something else be read than the user wrote.
    rewriting: Option<Rewriting>,
    /// Whether anything was decided by a column.
    is_by_column: Cell<bool>,
}

impl Text {
    /// Prepares a text, and collects what no program may contain.
    pub fn new(file: FileId, raw: &str) -> (Self, Vec<Problem>) {
        Self::prepared(file, raw, None)
    }

    /// Prepares the text that is read in the place of the user's; spans are those of the user's.
    pub fn rewritten(file: FileId, rewriting: Rewriting) -> (Self, Vec<Problem>) {
        let text = rewriting.text.clone();
        Self::prepared(file, &text, Some(rewriting))
    }

    /// The text that was prepared: the user's, or what is read in the place of it.
    pub fn source(&self) -> String {
        let own = || self.clean.clone();
        self.rewriting
            .as_ref()
            .map_or_else(own, |rewriting| rewriting.text.clone())
    }

    fn prepared(file: FileId, raw: &str, rewriting: Option<Rewriting>) -> (Self, Vec<Problem>) {
        let mut text = Self {
            clean: String::with_capacity(raw.len()),
            drifts: Vec::new(),
            tabs: Vec::new(),
            comments: Vec::new(),
            file,
            rewriting,
            is_by_column: Cell::new(false),
        };
        let mut problems = Vec::new();
        let mut rest = Scanner { raw, at: 0 };
        // A binary file would have millions.
        let mut report = |problem| {
            if problems.len() < PROBLEM_LIMIT {
                problems.push(problem);
            }
        };
        while let Some(piece) = rest.next() {
            match piece {
                Piece::Text(from, to) => text.copy(&raw[from..to], from),
                Piece::Blank(from, to) => {
                    if raw[from..].starts_with(['/', '#']) {
                        text.comments.push(text.raw(from, to));
                    }
                    text.blank(&raw[from..to]);
                }
                Piece::Control(from, to, character) => {
                    report(Problem::ControlCharacter {
                        span: text.raw(from, to),
                        character,
                    });
                    text.blank(&raw[from..to]);
                }
                Piece::OpenComment(from) => {
                    report(Problem::OpenComment {
                        span: text.raw(from, from + 2),
                    });
                    text.blank(&raw[from..]);
                }
                Piece::OpenString(from, to) => {
                    report(Problem::OpenString {
                        span: text.raw(from, to),
                    });
                    text.close_string(&raw[from..to], to);
                }
            }
        }
        (text, problems)
    }

    fn raw(&self, start: usize, end: usize) -> Span {
        let (start, end) = match &self.rewriting {
            Some(rewriting) if start == end => {
                let at = rewriting.start(start);
                (at, at)
            }
            // What is read in another order than it is written has its beginning only.
            Some(rewriting) => {
                let from = rewriting.start(start);
                (from, rewriting.end(end).max(from))
            }
            None => (start, end),
        };
        Span {
            file: self.file,
            start: start as u32,
            end: end as u32,
        }
    }

    /// The user's bytes under a range of the clean text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        self.raw(self.original(start), self.original(end))
    }

    /// The column of a place in the line that begins at `line`, from 0. Tabs are [`TAB`] wide.
    pub fn column(&self, line: usize, at: usize) -> usize {
        self.is_by_column.set(true);
        let first = self.tabs.partition_point(|tab| *tab < line);
        let mut tabs = self.tabs[first..].iter().peekable();
        let characters = self.clean[line..at].char_indices();
        characters.fold(0, |column, (offset, _)| {
            match tabs.next_if_eq(&&(line + offset)) {
                Some(_) => (column / TAB + 1) * TAB,
                None => column + 1,
            }
        })
    }

    /// Whether anything that was read so far was decided by how far it is indented.
    pub fn is_by_column(&self) -> bool {
        self.is_by_column.get()
    }

    /// The line in which the user's bytes of a span begin, from 1.
    pub fn line(&self, span: Span) -> usize {
        let place = |rewriting: &Rewriting| rewriting.place(span.start as usize);
        let raw = (self.rewriting.as_ref()).map_or(span.start as usize, place);
        let drift = self.drifts.iter().rev().find(|(_, from)| *from <= raw);
        let (clean, from) = drift.copied().unwrap_or_default();
        let at = (clean + raw - from).min(self.clean.len());
        self.clean[..at].matches('\n').count() + 1
    }

    /// The words outside of comments and literals, numbers included.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        words_outside_literals(&self.clean)
    }

    /// Where the next token begins, at `at` or after the blanks there.
    pub fn next_token(&self, at: usize) -> usize {
        let rest = &self.clean[at..];
        at + (rest.len() - rest.trim_start().len())
    }

    /// One past the last character before `at` that is not blank.
    pub fn previous_end(&self, at: usize) -> usize {
        self.clean[..at].trim_end().len()
    }

    /// Whether only blanks stand before it in its line.
    pub fn starts_line(&self, at: usize) -> bool {
        self.clean[self.previous_end(at)..at].contains('\n') || self.previous_end(at) == 0
    }

    /// The comment that begins after a token, with a blank between them at most.
    pub fn comment_behind(&self, token: Span) -> Option<Span> {
        let next = (self.comments).partition_point(|comment| comment.start < token.end);
        let comment = *self.comments.get(next)?;
        (comment.start - token.end <= 1).then_some(comment)
    }

    /// The word or the mark that begins at `at`; empty at the end of the text.
    pub fn token(&self, at: usize) -> &str {
        let rest = &self.clean[at..];
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let mark = || {
            let long = MARKS.iter().find(|mark| rest.starts_with(**mark));
            long.map_or_else(
                || rest.chars().next().map_or(0, char::len_utf8),
                |mark| mark.len(),
            )
        };
        &rest[..if word > 0 { word } else { mark() }]
    }

    /// The last name of a path that goes on with the dot at `at`: `println` of `System.out.println`.
    pub fn last_of_path(&self, mut at: usize) -> &str {
        let mut name = "";
        while self.token(at) == "." {
            name = self.token(at + 1);
            at += 1 + name.len();
        }
        name
    }

    /// The user's bytes under the token that begins at `at`.
    pub fn token_span(&self, at: usize) -> Span {
        self.span(at, at + self.token(at).len())
    }

    /// The user's bytes under the token that ends at `end`.
    pub fn token_before(&self, end: usize) -> Span {
        let before = &self.clean[..end];
        let word = before.trim_end_matches(is_word).len();
        let start = if word < end {
            word
        } else {
            end - before.chars().next_back().map_or(0, char::len_utf8)
        };
        self.span(start, end)
    }

    fn original(&self, clean: usize) -> usize {
        match self.drifts.partition_point(|&(from, _)| from <= clean) {
            0 => clean,
            after => {
                let (from, original) = self.drifts[after - 1];
                original + (clean - from)
            }
        }
    }

    fn blank(&mut self, raw: &str) {
        let begin = self.clean.len();
        let tabs = raw.match_indices('\t').map(|(offset, _)| begin + offset);
        self.tabs.extend(tabs);
        self.clean.extend(
            raw.bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
        );
    }

    /// Puts a closed literal in the place of one that its line does not close, and takes the
    /// brackets and the semicolon at the end of the line for those of the statement.
    fn close_string(&mut self, raw: &str, end: usize) {
        let length = raw[1..].trim_end_matches([')', ';', ' ']).len() + 1;
        self.clean.push('"');
        self.clean
            .extend(std::iter::repeat_n(' ', length.saturating_sub(2)));
        self.clean.push('"');
        if length == 1 {
            self.drifts
                .push((self.clean.len(), end - (raw.len() - length)));
        }
        self.clean.push_str(&raw[length..]);
    }

    /// Copies user text that begins at `at`, composed.
    fn copy(&mut self, raw: &str, at: usize) {
        if raw.is_ascii() || is_nfc_quick(raw.chars()) == IsNormalized::Yes {
            self.clean.push_str(raw);
            return;
        }
        let mut start = 0;
        while start < raw.len() {
            let mut ends = raw[start..].char_indices().skip(1);
            let end = ends
                .find(|&(_, c)| begins_cluster(c))
                .map_or(raw.len(), |(offset, _)| start + offset);
            let cluster = &raw[start..end];
            let composed: String = cluster.nfc().collect();
            self.clean.push_str(&composed);
            if composed.len() != cluster.len() {
                self.drifts.push((self.clean.len(), at + end));
            }
            start = end;
        }
    }
}

/// Whether no normalisation joins this character to the one before it.
fn begins_cluster(c: char) -> bool {
    c.is_ascii()
        || (canonical_combining_class(c) == 0
            && is_nfc_quick(std::iter::once(c)) != IsNormalized::Maybe)
}

/// A stretch of the user's text, by its bytes.
enum Piece {
    Text(usize, usize),
    Blank(usize, usize),
    Control(usize, usize, char),
    OpenComment(usize),
    OpenString(usize, usize),
}

/// Cuts a text into what the grammar is to see and what it is not.
struct Scanner<'a> {
    raw: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<Piece> {
        let start = self.at;
        let rest = &self.raw[start..];
        let first = rest.chars().next()?;
        let (length, piece): (usize, fn(usize, usize) -> Piece) =
            if let Some((length, ends)) = token::comment(rest) {
                if ends {
                    (length, Piece::Blank)
                } else {
                    (length, |from, _| Piece::OpenComment(from))
                }
            } else if first == '"' {
                let (length, closed) = token::literal(rest);
                if closed {
                    (length, Piece::Text)
                } else {
                    (length, Piece::OpenString)
                }
            } else if first != '\n' && (first.is_whitespace() || is_invisible(first)) {
                (first.len_utf8(), Piece::Blank)
            } else if first != '\n' && first.is_control() {
                self.at += first.len_utf8();
                return Some(Piece::Control(start, self.at, first));
            } else {
                let ordinary = |c: char| {
                    !(c == '/' || c == '#' || c == '"' || is_invisible(c))
                        && (c == '\n' || c == ' ' || !(c.is_control() || c.is_whitespace()))
                };
                let more = rest[first.len_utf8()..].find(|c| !ordinary(c));
                (
                    more.map_or(rest.len(), |more| more + first.len_utf8()),
                    Piece::Text,
                )
            };
        self.at += length;
        Some(piece(start, self.at))
    }
}

/// Characters of no width that editors and web pages leave behind.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{FEFF}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{00AD}'
    )
}

/// Marks of several characters.
const MARKS: [&str; 15] = [
    "...", "===", "..", "==", "!=", "<=", ">=", "<>", "&&", "||", "++", "--", "**", ":=", "=>",
];

/// The words of a text, numbers included.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c))
        .filter(|word| !word.is_empty())
}

/// The words of a text without comments that are in no literal, numbers included.
pub fn words_outside_literals(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let parts = std::iter::from_fn(move || {
        let behind = match rest.chars().next()? {
            '"' => &rest[token::literal(rest).0..],
            _ => rest,
        };
        let (part, after) = behind.split_at(behind.find('"').unwrap_or(behind.len()));
        rest = after;
        Some(part)
    });
    parts.flat_map(words)
}
