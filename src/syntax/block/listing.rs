//! What only the listings of other books have: line numbers, `begin … end`, an end with a name, and
//! constructs that end where their layout says so.

use std::cmp::Ordering;

use super::Nest;
use super::frame::{Frame, Kind};
use crate::source::Span;
use crate::syntax::ast::StmtKind;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::parser::{Place, line_number};
use crate::syntax::piece::{Construct, Opening, Piece, Read};
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;
use crate::syntax::text::is_word;

/// What ends a parallel loop and nothing else that may be open around it.
const ENDS_OF_PARDO: [&str; 8] = [
    "endfor",
    "end for",
    "end_for",
    "end-for",
    "end_parallel",
    "end parallel",
    "kraj_paralelno",
    "kraj paralelno",
];

impl Nest<'_> {
    /// Where the next piece is: in a listing between the `begin` and `end` of a body, too.
    pub(super) fn place_of_pieces(&self) -> Place {
        let [_, inside @ ..] = self.frames.as_slice() else {
            return Place::Top;
        };
        let is_group = (inside.first()).is_some_and(|frame| matches!(frame.kind, Kind::Begin));
        if is_group {
            Place::Listing
        } else {
            self.style.place
        }
    }

    /// Whether what was just read, the head of a parallel loop, governs one statement: in its line, in
    /// braces, or between `begin` and `end`. The lines below it belong to it up to its end word, and
    /// so does what stands in its own line, where the head begins that line and the end word ends it.
    pub(super) fn one_statement_follows(&self) -> bool {
        let next = self.text.next_token(self.at);
        let (_, statement) = self.behind_line_number(next);
        let is_group = matches!(self.text.token(statement), "{" | "begin");
        is_group || !(self.text.starts_line(next) || self.ends_in_own_line(next))
    }

    /// Whether the line of a head that begins it ends with the end word of a parallel loop.
    fn ends_in_own_line(&self, next: usize) -> bool {
        let begins_line = self.text.starts_line(self.here)
            || self.behind_number == Some(self.text.previous_end(self.here));
        let rest = self.text.clean[next..]
            .split('\n')
            .next()
            .unwrap_or_default();
        let rest = rest.trim_end_matches([';', ' ', '\t', '\r']);
        let behind = |word: &&str| {
            let before = rest.strip_suffix(*word);
            before.is_some_and(|before| !before.ends_with(is_word))
        };
        begins_line && ENDS_OF_PARDO.iter().any(behind)
    }

    /// Whether the tasks of the block whose head was just read are in braces, or between `begin` and
    /// `end`, which end it. A brace alone in its line that is indented more than the head opens the
    /// first task, and an end word ends the block.
    pub(super) fn braces_end_tasks(&self) -> bool {
        if matches!(self.text.token(self.here), "cobegin" | "parbegin") {
            return false;
        }
        let next = self.text.next_token(self.at);
        let is_further_in = || self.text.starts_line(next) && self.margin(next, self.here).is_gt();
        match self.text.token(self.behind_line_number(next).1) {
            "begin" => true,
            "{" => !is_further_in(),
            _ => false,
        }
    }

    /// Whether a statement of a listing ends before the token at `next`, though it has no semicolon:
    /// at the end of its line, or before an `else` or an end word.
    pub(super) fn ends_with_line(&self, next: usize) -> bool {
        let word = self.text.token(next);
        self.place_of_pieces() == Place::Listing
            && (self.text.starts_line(next)
                || next == self.text.clean.len()
                || word == "else"
                || word.starts_with("end"))
    }

    /// Whether the head of a loop precedes this in its line.
    pub(super) fn goes_on_behind_loop(&self, at: usize) -> bool {
        let head = self.frames.last().filter(|frame| match frame.kind {
            Kind::Single(Opening::For(_)) => true,
            Kind::Construct(Opening::ForDo(_)) => frame.body.is_empty(),
            _ => false,
        });
        let is_clear = matches!(self.text.token(at), "cobegin" | "parbegin");
        !is_clear && head.is_some_and(|frame| !self.text.clean[frame.at..at].contains('\n'))
    }

    /// Passes over a line number.
    pub(super) fn line_number(&mut self, read: &Read) {
        if !self.text.starts_line(self.at) {
            self.problems.push(Problem::Wrong {
                span: read.span,
                wrong: Wrong::LineNumber {
                    written: self.text.clean[self.at..read.end].trim().to_owned(),
                },
            });
        }
        self.at = read.end;
        self.behind_number = Some(read.end);
    }

    /// Whether this is a `;` after a line number, and after statements that need none: without the
    /// number it would end the statement before it.
    pub(super) fn is_empty_line(&self, read: &Read, at: usize) -> bool {
        let is_empty = matches!(&read.piece, Piece::Statement(statement)
            if statement.kind == StmtKind::Empty);
        let is_numbered = self.behind_number == Some(self.text.previous_end(at));
        let follows = (self.frames.last()).is_some_and(|frame| !frame.body.is_empty());
        is_empty && is_numbered && follows
    }

    /// Whether a piece is the `begin` after the head of a procedure.
    pub(super) fn begins_procedure(&self, piece: &Piece) -> bool {
        let [frame] = self.frames.as_slice() else {
            return false;
        };
        let is_head = matches!(frame.kind, Kind::Algorithm { form, .. } if form.is_listing());
        matches!(piece, Piece::Begin) && is_head && frame.body.is_empty()
    }

    /// Lets an `end` in a listing end what is innermost. The result is whether it ended anything.
    pub(super) fn ends_innermost(&mut self, end: Span) -> bool {
        let word = self.word(self.here);
        let is_bare = matches!(word.as_str(), "end" | "end else");
        let is_of_for = matches!(word.as_str(), "endfor" | "end for" | "end_for" | "end-for");
        let ends = match self.frames.last().map(|frame| &frame.kind) {
            Some(Kind::Begin) => is_bare,
            Some(kind) if kind.is_pardo() => is_bare || is_of_for,
            Some(Kind::Unreadable(Construct::ForDo)) => is_bare || is_of_for,
            _ => is_bare && self.place_of_pieces() == Place::Listing,
        };
        if !ends {
            return false;
        }
        self.drop_waiting();
        let Some(frame) = self.frames.last() else {
            return false;
        };
        match frame.kind {
            Kind::Begin => {
                let frame = self.frames.pop().expect("the frame of the `begin`");
                let is_body = self.is_whole_body();
                self.build_up_to(frame, end.end);
                if is_body {
                    self.close_chain(end.end);
                }
            }
            Kind::Braces => return false,
            _ => self.close_chain(end.end),
        }
        true
    }

    /// Whether the `begin … end` of the innermost frame is all of a body: that of a procedure, or of a program
    /// that has nothing else.
    fn is_whole_body(&self) -> bool {
        let [root] = self.frames.as_slice() else {
            return false;
        };
        let is_procedure = matches!(root.kind, Kind::Algorithm { form, .. } if form.is_listing());
        is_procedure || self.place_of_pieces() == Place::Listing && root.body.is_empty()
    }

    /// `endfor` after `for … do begin` without an `end` ends both.
    pub(super) fn ends_begin_too(&mut self, construct: Construct, end: Span) -> bool {
        let [.., head, begin] = self.frames.as_slice() else {
            return false;
        };
        let is_of_head = match &head.kind {
            Kind::Single(Opening::For(_)) => construct == Construct::ForDo,
            Kind::Single(Opening::While(_)) => construct == Construct::WhileDo,
            Kind::Single(Opening::If(_)) | Kind::SingleElse { .. } => construct == Construct::If,
            Kind::Single(Opening::Pardo(_)) => {
                matches!(construct, Construct::ForDo | Construct::Parallel)
            }
            _ => false,
        };
        let ends = is_of_head && matches!(begin.kind, Kind::Begin);
        if ends {
            let begin = self.frames.pop().expect("the frame of the `begin`");
            self.build_up_to(begin, end.end);
        }
        ends
    }

    /// `end NAME`
    pub(super) fn named_end(&mut self, written: Option<String>, end: Span) {
        self.drop_waiting();
        let Some(procedure) = self.frames.first() else {
            return;
        };
        if let (Kind::Algorithm { name, .. }, Some(written)) = (&procedure.kind, written)
            && name.stem != written
        {
            self.problems.push(Problem::OtherProcedure {
                end,
                written,
                name: name.stem.clone(),
                opened: procedure.opened,
            });
        }
        let has_begin = matches!(
            self.frames.get(1).map(|frame| &frame.kind),
            Some(Kind::Begin)
        );
        self.close_down_to(if has_begin { 2 } else { 1 }, Some(end));
        while let Some(frame) = self.frames.pop() {
            self.build_up_to(frame, end.end);
        }
    }

    /// Whether the parallel loop whose head begins at `head` and was just read has no end word, so that its
    /// layout ends it: lines below the head are further in, and no end word for it follows them.
    pub(super) fn ends_by_layout(&self, kind: &Kind, head: usize) -> bool {
        let mut lines = self.lines_below(self.at).peekable();
        let is_further_in = |line: &usize| self.margin(*line, head).is_gt();
        if !lines.peek().is_some_and(is_further_in) {
            return false;
        }
        for line in lines.filter(|line| !is_further_in(line)) {
            let (_, first) = self.behind_line_number(line);
            if self.ends(first, kind) {
                let is_of_another = |frame: &Frame| self.ends(first, &frame.kind);
                return self.margin(line, head).is_lt() && self.frames.iter().any(is_of_another);
            }
            if self.ends_all_inside(first) {
                return true;
            }
        }
        true
    }

    /// The first token of each line below that of `at`.
    fn lines_below(&self, at: usize) -> impl Iterator<Item = usize> {
        let text = self.text;
        let line_of = |at: usize| {
            let end = text.clean[at..].find('\n').map(|end| at + end)?;
            Some(text.next_token(end)).filter(|next| *next < text.clean.len())
        };
        std::iter::successors(line_of(at), move |&line| line_of(line))
    }

    /// Whether the word at `at` ends a construct of this kind, as it can end a parallel loop.
    fn ends(&self, at: usize, kind: &Kind) -> bool {
        let rest = &self.text.clean[at..];
        let is_written = |word: &str| {
            let behind = rest.strip_prefix(word);
            behind.is_some_and(|behind| !behind.starts_with(is_word))
        };
        match ENDS_OF_PARDO.iter().find(|word| is_written(word)) {
            Some(word) if word.ends_with("for") => kind.is_ended_by(Construct::ForDo),
            Some(_) => kind.is_ended_by(Construct::Parallel),
            None => {
                let next = self.text.next_token(at + self.text.token(at).len());
                let is_alone = self.text.token(next) == ";"
                    || next == self.text.clean.len()
                    || self.text.starts_line(next);
                let in_listing = self.place_of_pieces() == Place::Listing && !kind.is_root();
                is_written("end")
                    && is_alone
                    && (kind.is_pardo() || matches!(kind, Kind::Begin) || in_listing)
            }
        }
    }

    /// Whether what begins at `at`, no further in than the head of a loop, is outside of it.
    fn ends_all_inside(&self, at: usize) -> bool {
        use Concept::{Algorithm, Else, For, Parallel, Program};
        let word = self.text.token(at);
        let concept = keyword::find(word);
        matches!(concept, Some(Algorithm | Else | For | Parallel | Program))
            || word == "}"
            || word.starts_with("end")
            || word.starts_with("kraj")
    }

    /// Ends the parallel loops without an end word whose head a line is not further in than.
    pub(super) fn close_by_layout(&mut self, at: usize) {
        if !self.frames.last().is_some_and(|frame| frame.ends_by_layout) {
            return;
        }
        let begins_line =
            self.text.starts_line(at) || self.behind_number == Some(self.text.previous_end(at));
        if !begins_line {
            return;
        }
        while let Some(frame) = self.frames.last().filter(|frame| frame.ends_by_layout)
            && self.margin(at, frame.at).is_le()
        {
            let (head, body, second) = (frame.governs_from, frame.body_at, frame.second_at);
            self.ended_by_layout(head, body, second);
            self.close_chain(self.end_before(self.here));
            self.settle();
        }
    }

    /// Whether the line of `at` stands further in than that of `head`, as far, or less far. Numbers of
    /// one digit and of two move what follows them unless they are padded: further in is what is
    /// so with and without them.
    fn margin(&self, at: usize, head: usize) -> Ordering {
        let (line, head) = (self.line_begin(at), self.line_begin(head));
        let by_column = line.column.cmp(&head.column);
        match (line.number_end, head.number_end) {
            (Some(own), Some(other)) if own != other => {
                let behind = (line.column - own).cmp(&(head.column - other));
                if behind == by_column {
                    by_column
                } else {
                    Ordering::Equal
                }
            }
            _ => by_column,
        }
    }

    /// The column of the first token in the line of a place.
    pub(super) fn column(&self, at: usize) -> usize {
        self.line_begin(at).column
    }

    /// Where the line of a place begins.
    fn line_begin(&self, at: usize) -> LineBegin {
        let clean = &self.text.clean;
        let line = clean[..at].rfind('\n');
        let number = self.text.next_token(line.map_or(0, |end| end + 1));
        let (number_end, first) = self.behind_line_number(number);
        let begin = line.map_or(0, |end| end + 1);
        let column = |at: usize| self.text.column(begin, at);
        let is_numbered = first > number;
        LineBegin {
            column: column(first),
            number_end: is_numbered.then(|| column(number_end)),
        }
    }

    /// Where the line number that begins at `at` ends, without its mark, and the next token; twice
    /// `at` where there is none.
    pub(super) fn behind_line_number(&self, at: usize) -> (usize, usize) {
        let line = self.text.clean[at..].split_inclusive('\n').next();
        match line.and_then(line_number) {
            Some(length) => (at + length - 1, self.text.next_token(at + length)),
            None => (at, at),
        }
    }
}

/// Where a line begins, in columns.
struct LineBegin {
    /// That of its first token, its number included.
    column: usize,
    /// Where its number ends.
    number_end: Option<usize>,
}
