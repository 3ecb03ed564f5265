//! What only the listings of other books have: line numbers, `begin … end`, an end with a name, and
//! constructs that end where their layout says so.

use std::cmp::Ordering;

use super::frame::Kind;
use super::{Bodies, Nest};
use crate::source::Span;
use crate::syntax::ast::StmtKind;
use crate::syntax::parser::{Place, line_number};
use crate::syntax::piece::{Construct, Opening, Piece, Read};
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;
use crate::syntax::text::is_word;

/// What ends the constructs of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Their end words.
    Written,
    /// Also a line that does not stand further in than their head.
    ByLayout,
    /// The same; a bare `end` is that of a `begin`, also below the head of a loop that stands as far in.
    ByLayoutOrBegin,
}

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
    /// Where the next piece stands: in a listing, where it is inside a procedure, or between the
    /// `begin` and `end` of a body that is no procedure, or where all bodies are listings.
    pub(super) fn place_of_pieces(&self) -> Place {
        let [outermost, inside @ ..] = self.frames.as_slice() else {
            return Place::Top;
        };
        let is_procedure =
            matches!(outermost.kind, Kind::Algorithm { form, .. } if form.is_listing());
        let is_group = (inside.first()).is_some_and(|frame| matches!(frame.kind, Kind::Begin));
        if is_procedure || is_group || self.bodies == Bodies::OfOthers {
            Place::Listing
        } else {
            Place::Body
        }
    }

    /// Whether what was just read, the head of a parallel loop, governs one statement: in its line, in
    /// braces, or between `begin` and `end`. What stands in the lines below it goes to its end word, and
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

    /// Whether the tasks of the block whose head was just read stand in braces, or between `begin` and
    /// `end`, which end it. A brace in a line of its own that stands further in than the head opens the
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

    /// Whether the head of a loop stands in front of this in its line.
    pub(super) fn goes_on_behind_loop(&self, at: usize) -> bool {
        let head = self.frames.last().filter(|frame| match frame.kind {
            Kind::Single(Opening::For(_)) => true,
            Kind::Construct(Opening::ForDo(_)) => frame.body.is_empty(),
            _ => false,
        });
        let is_clear = matches!(self.text.token(at), "cobegin" | "parbegin");
        !is_clear && head.is_some_and(|frame| !self.text.clean[frame.at..at].contains('\n'))
    }

    /// Whether all that is wrong is that nothing stands further in than some heads.
    pub(super) fn is_missing_layout(&self) -> bool {
        (self.problems.iter()).all(|problem| matches!(problem, Problem::NothingFurtherIn { .. }))
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

    /// Whether this is a `;` behind a line number, and behind statements that need none: without the
    /// number it would end the statement before it.
    pub(super) fn is_empty_line(&self, read: &Read, at: usize) -> bool {
        let is_empty = matches!(&read.piece, Piece::Statement(statement)
            if statement.kind == StmtKind::Empty);
        let is_numbered = self.behind_number == Some(self.text.previous_end(at));
        let follows = (self.frames.last()).is_some_and(|frame| !frame.body.is_empty());
        is_empty && is_numbered && follows
    }

    /// Whether a piece is the `begin` behind the head of a procedure.
    pub(super) fn begins_procedure(&self, piece: &Piece) -> bool {
        let [frame] = self.frames.as_slice() else {
            return false;
        };
        let is_head = matches!(frame.kind, Kind::Algorithm { form, .. } if form.is_listing());
        matches!(piece, Piece::Begin) && is_head && frame.body.is_empty()
    }

    /// Lets an `end` in a listing end what is innermost. The result is whether it ended anything.
    pub(super) fn ends_innermost(&mut self) -> bool {
        let word = self.word(self.here);
        let is_bare = matches!(word.as_str(), "end" | "end else");
        let is_of_for = matches!(word.as_str(), "endfor" | "end for" | "end_for" | "end-for");
        self.has_ends_of_listings |= is_of_for;
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
                let is_body = self.frames.len() == 1 && self.place_of_pieces() == Place::Listing;
                self.build(frame);
                if is_body {
                    self.close_chain();
                }
            }
            Kind::Braces => return false,
            _ => self.close_chain(),
        }
        true
    }

    /// `endfor` behind `for … do begin`, which has no `end` of its own, ends both.
    pub(super) fn ends_begin_too(&mut self, construct: Construct) -> bool {
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
            self.build(begin);
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
        self.give_up();
    }

    /// Ends the constructs of a listing whose head a line does not stand further in than, unless its
    /// piece ends or divides them.
    pub(super) fn close_by_layout(&mut self, piece: &Piece, at: usize) {
        let begins_line =
            self.text.starts_line(at) || self.behind_number == Some(self.text.previous_end(at));
        if !begins_line {
            return;
        }
        let in_listing = self.place_of_pieces() == Place::Listing;
        let is_else = matches!(piece, Piece::Else | Piece::ElseIf(_));
        while let Some(frame) = self.frames.last() {
            let divides = match &frame.kind {
                kind if kind.is_pardo() => false,
                _ if !in_listing => return,
                Kind::Construct(Opening::IfThen(_))
                | Kind::ContinuedIf(_)
                | Kind::Unreadable(Construct::If) => is_else,
                Kind::Construct(Opening::ForDo(_) | Opening::WhileDo(_))
                | Kind::Unreadable(Construct::ForDo)
                | Kind::Otherwise { .. }
                | Kind::ContinuedOtherwise { .. } => false,
                _ => return,
            };
            let ends = match piece {
                Piece::End(construct) => frame.kind.is_ended_by(*construct),
                Piece::VagueEnd => self.ends != Ends::ByLayoutOrBegin || self.word(at) != "end",
                _ => false,
            };
            match self.margin(at, frame.at) {
                Ordering::Greater => return,
                Ordering::Equal if ends || divides => return,
                Ordering::Equal | Ordering::Less => {}
            }
            if frame.body_at.is_none() && !matches!(frame.kind, Kind::Unreadable(_)) {
                self.problems.push(Problem::NothingFurtherIn {
                    head: self.text.token_span(frame.governs_from),
                    next: self.text.token_span(at),
                    is_end: ends || matches!(piece, Piece::NamedEnd(_) | Piece::End(_)),
                });
            }
            let (head, body, second) = (frame.governs_from, frame.body_at, frame.second_at);
            self.ended_by_layout(head, body, second);
            self.close_chain();
            if !is_else {
                self.settle();
            }
        }
    }

    /// Whether the line of `at` stands further in than that of `head`, as far, or less far. Numbers of
    /// one digit and of two move what stands behind them unless they are padded: further in is what is
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

    /// Where the line number that begins at `at` ends, without its mark, and the token behind it; twice
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
