//! Where reading continues after something that could not be read.

use super::Nest;
use super::frame::Kind;
use crate::source::Span;
use crate::syntax::ast::{Stmt, StmtKind};
use crate::syntax::habit;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::parser::Failure;
use crate::syntax::piece::Construct;
use crate::syntax::text::{Text, words};

/// What an unreadable piece seems to have begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// A construct with an end word.
    Construct(Construct),
    /// A head that governs one statement.
    Single,
    /// A simple statement or an item.
    Simple,
}

/// What the unreadable piece at `at` begins, by its first words.
pub fn begun(text: &Text, at: usize) -> Begun {
    let line_end = text.clean[at..]
        .find('\n')
        .map_or(text.clean.len(), |end| at + end);
    let line = &text.clean[at..line_end];
    let word = text.token(at);
    let concept = keyword::find(word).or_else(|| habit::keyword(word));
    match concept.or_else(|| keyword::nearest(word).and_then(keyword::find)) {
        Some(Concept::Algorithm) => Begun::Construct(Construct::Algorithm),
        Some(Concept::Parallel) => Begun::Construct(Construct::Parallel),
        Some(Concept::Repeat) => Begun::Construct(Construct::Repeat),
        Some(Concept::If) if decides(line) => Begun::Construct(Construct::If),
        Some(Concept::For) if runs_to_end_word(line) => Begun::Construct(Construct::ForDo),
        Some(Concept::If | Concept::While | Concept::For) => Begun::Single,
        _ if habit::begins_loop(word) && runs_to_end_word(line) => {
            Begun::Construct(Construct::ForDo)
        }
        // Its body is in the braces that follow.
        _ if words(line).take(3).any(|word| word == "main") => Begun::Single,
        _ => rest_of_head(text, at, line),
    }
}

/// What is further from the beginning of its line is no rest of a head.
const LONGEST_HEAD: usize = 1000;

/// What the rest of a head begins of which the first part could be read: `for i = 0 to n by 2 do`,
/// `if i is even then`.
fn rest_of_head(text: &Text, at: usize, rest: &str) -> Begun {
    let line = text.clean[..at].rfind('\n').map_or(0, |end| end + 1);
    if at - line > LONGEST_HEAD {
        return Begun::Simple;
    }
    let before = &text.clean[line..at];
    let begins = |concept| words(before).any(|word| keyword::find(word) == Some(concept));
    if begins(Concept::If) && decides(rest) {
        Begun::Construct(Construct::If)
    } else if begins(Concept::For) && ends_head(rest) {
        Begun::Construct(Construct::ForDo)
    } else if opens_block(rest) {
        Begun::Single
    } else {
        Begun::Simple
    }
}

/// Whether a brace opens a block of statements in a line, and no list of values.
fn opens_block(line: &str) -> bool {
    let Some((before, inside)) = line.split_once('{') else {
        return false;
    };
    let is_value = before.trim_end().ends_with(['=', '(', ',', '<', '+']) || before.contains('"');
    !is_value && (inside.trim().is_empty() || inside.contains(';'))
}

/// Whether a line continues after a condition.
fn decides(line: &str) -> bool {
    words(line).any(|word| keyword::find(word) == Some(Concept::Then))
}

/// Whether the head of a loop is one of a listing, or of a parallel loop, which an end word ends.
fn runs_to_end_word(line: &str) -> bool {
    let is_english =
        (words(line).next()).is_some_and(|word| word == "for" || habit::begins_loop(word));
    is_english && ends_head(line)
}

/// Whether a line ends as the head of a loop in a listing.
fn ends_head(line: &str) -> bool {
    matches!(words(line).last(), Some("do" | "pardo" | "parallel"))
}

/// The construct that a word at `at` was meant to end, and its end word as it is written, where it
/// stands alone like an end word and resembles one.
pub fn misspelt_end(text: &Text, at: usize) -> Option<(Construct, &'static str)> {
    let word = text.token(at);
    if keyword::find(word).is_some() {
        return None;
    }
    let is_end = word.starts_with("kraj") || word.starts_with("end");
    let resembled = || keyword::nearest(word).filter(|_| is_end);
    let near = keyword::ended(word).or_else(resembled)?;
    let next = text.next_token(at + word.len());
    let is_alone = text.token(next) == ";" || next == text.clean.len() || text.starts_line(next);
    let construct = Construct::ended_by(keyword::find(near)?)?;
    is_alone.then_some((construct, near))
}

/// The place after a simple statement that stopped making sense at `failed`: its `;`, or the line from
/// which on something new begins.
pub fn after_simple(text: &Text, at: usize, failed: usize) -> usize {
    if failed > at && begins_line_anew(text, failed) {
        return failed;
    }
    let start = failed.max(at + text.token(at).len());
    let mut in_string = false;
    let mut braces = 0usize;
    for (offset, c) in text.clean[at..].char_indices() {
        let here = at + offset;
        match c {
            '"' => in_string = !in_string,
            '{' if !in_string => braces += 1,
            '}' if !in_string && braces > 0 => braces -= 1,
            _ if here < start || in_string => {}
            ';' => return here + 1,
            '}' => return here,
            '\n' if begins_anew(text, here + 1) => return here,
            _ => {}
        }
    }
    text.clean.len()
}

/// The place after a head that stopped making sense at `failed`: the bracket that closes it, `onda`, or the
/// end of its line. Its statement may be passed over with it.
pub fn after_head(text: &Text, at: usize, failed: usize) -> (usize, Passed) {
    if failed > at && begins_line_anew(text, failed) {
        return (failed, Passed::Head);
    }
    let start = at + text.token(at).len();
    let mut open = 0usize;
    for (offset, c) in text.clean[start..].char_indices() {
        let here = start + offset;
        match c {
            '(' => open += 1,
            ')' => {
                open = open.saturating_sub(1);
                if open == 0 && here >= failed {
                    return (behind_then(text, here + 1), Passed::Head);
                }
            }
            '{' | '}' | '\n' if here >= failed => return (here, Passed::Head),
            ';' if here >= failed && open == 0 => return (here + 1, Passed::Statement),
            _ => {}
        }
    }
    (text.clean.len(), Passed::Head)
}

/// The place after the brace that closes the one at `at`; the end of the text if none does.
pub fn behind_braces(text: &Text, at: usize) -> usize {
    let (mut open, mut in_string) = (0usize, false);
    for (offset, c) in text.clean[at..].char_indices() {
        match c {
            '"' => in_string = !in_string,
            '{' if !in_string => open += 1,
            '}' if !in_string => open = open.saturating_sub(1),
            _ => {}
        }
        if open == 0 {
            return at + offset + 1;
        }
    }
    text.clean.len()
}

/// The next `until` after `at`.
pub fn until(text: &Text, at: usize) -> Option<usize> {
    let is_until = |&(place, _): &(usize, &str)| text.token(at + place) == "until";
    let mut found = text.clean[at..].match_indices("until").filter(is_until);
    found.next().map(|(place, _)| at + place)
}

/// What was passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    /// A head.
    Head,
    /// A head and the next statement.
    Statement,
}

fn behind_then(text: &Text, at: usize) -> usize {
    let next = text.next_token(at);
    if keyword::find(text.token(next)) == Some(Concept::Then) {
        next + text.token(next).len()
    } else {
        at
    }
}

/// Whether the line that begins at `line` begins a statement, and is not the rest of one.
fn begins_anew(text: &Text, line: usize) -> bool {
    let next = text.next_token(line);
    let Some(first) = text.clean[next..].chars().next() else {
        return true;
    };
    let before = text.clean[..text.previous_end(line)].chars().next_back();
    let unfinished = before.is_some_and(|c| "+-*/%^=<>,(&|!⊕@·×".contains(c));
    let word = first.is_alphabetic() || first == '_';
    let keyword =
        word && (keyword::find(text.token(next)).is_some() || text.token(next).starts_with("kraj"));
    first == '}' || keyword || (word && !unfinished)
}

/// Whether reading stopped at the beginning of a line that begins a statement.
fn begins_line_anew(text: &Text, failed: usize) -> bool {
    text.starts_line(failed) && begins_anew(text, failed)
}

impl Nest<'_> {
    /// Continues after a piece that could not be read.
    pub(super) fn recover(&mut self, failure: Failure) {
        let at = self.at;
        let span = self.text.token_span(at);
        self.behind_else = None;
        if let Some((construct, instead)) = misspelt_end(self.text, at) {
            self.misspelt_end(construct, instead, span);
            return;
        }
        let behind = at + self.text.token(at).len();
        if self.braces_of_other_languages(at, self.text.next_token(behind))
            || self.repeat_until(at, behind)
        {
            return;
        }
        self.problems.push(failure.problem);
        if let Some(top) = self.frames.last_mut() {
            top.body_at.get_or_insert(at);
        }
        let begun = begun(self.text, at);
        if begun == Begun::Simple {
            self.at = after_simple(self.text, at, failure.at);
            // A head before it has its statement, even though that is unreadable.
            self.settle();
            if !self.frames.is_empty() {
                self.place_unreadable(span);
            }
            return;
        }
        self.settle();
        let (behind, passed) = after_head(self.text, at, failure.at);
        self.at = behind;
        match begun {
            Begun::Construct(Construct::Algorithm) => {
                self.close_all(Some(span));
                self.open(Kind::Unreadable(Construct::Algorithm), span, at);
            }
            Begun::Construct(construct) => self.open(Kind::Unreadable(construct), span, at),
            _ => {
                self.open(Kind::UnreadableSingle, span, at);
                if passed == Passed::Statement {
                    self.place_unreadable(span);
                }
            }
        }
    }

    /// What could not be read is the one statement of the heads that wait for theirs.
    fn place_unreadable(&mut self, span: Span) {
        let waits = matches!(
            self.frames.last().map(|frame| &frame.kind),
            Some(Kind::Single(_) | Kind::SingleElse { .. } | Kind::UnreadableSingle)
        );
        if waits {
            self.place(Stmt::simple(StmtKind::Empty, span));
        }
    }
}
