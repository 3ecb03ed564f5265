//! What only the listings of other books have: line numbers, `begin … end`, an end with a name, and
//! constructs that end where their layout says so.

use super::Nest;
use super::frame::Kind;
use crate::source::Span;
use crate::syntax::parser::Place;
use crate::syntax::piece::{Opening, Piece, Read};
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;

/// What ends the constructs of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Their end words.
    Written,
    /// Also a line that does not stand further in than their head.
    ByLayout,
}

impl Nest<'_> {
    /// Where the next piece stands: in a listing, where it is inside a procedure, or between the
    /// `begin` and `end` of a body that is no procedure.
    pub(super) fn place_of_pieces(&self) -> Place {
        let [outermost, inside @ ..] = self.frames.as_slice() else {
            return Place::Top;
        };
        let is_procedure = matches!(
            outermost.kind,
            Kind::Algorithm {
                is_procedure: true,
                ..
            }
        );
        let is_group = (inside.first()).is_some_and(|frame| matches!(frame.kind, Kind::Begin));
        if is_procedure || is_group {
            Place::Listing
        } else {
            Place::Body
        }
    }

    /// Whether what was just read, the head of a parallel loop, governs one statement: in its line, in
    /// braces, or between `begin` and `end`. What stands in the lines below it goes to its end word.
    pub(super) fn one_statement_follows(&self) -> bool {
        let next = self.text.next_token(self.at);
        !self.text.starts_line(next) || matches!(self.text.token(next), "{" | "begin")
    }

    /// Whether the tasks of the block whose head was just read stand in braces, or between `begin` and
    /// `end`, which end it. A brace in a line of its own that stands further in than the head opens the
    /// first task, and an end word ends the block.
    pub(super) fn braces_end_tasks(&self) -> bool {
        let next = self.text.next_token(self.at);
        let is_further_in =
            || self.text.starts_line(next) && self.indent(next) > self.indent(self.here);
        match self.text.token(next) {
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

    /// Whether a piece is the `begin` behind the head of a procedure.
    pub(super) fn begins_procedure(&self, piece: &Piece) -> bool {
        let [frame] = self.frames.as_slice() else {
            return false;
        };
        let is_head = matches!(
            frame.kind,
            Kind::Algorithm {
                is_procedure: true,
                ..
            }
        );
        matches!(piece, Piece::Begin) && is_head && frame.body.is_empty()
    }

    /// Lets an `end` in a listing end what is innermost. The result is whether it ended anything.
    pub(super) fn ends_innermost(&mut self) -> bool {
        let word = self.word(self.here);
        let is_bare = matches!(word.as_str(), "end" | "end else");
        let is_of_for = matches!(word.as_str(), "endfor" | "end for" | "end_for" | "end-for");
        let ends = match self.frames.last().map(|frame| &frame.kind) {
            Some(Kind::Begin) => is_bare,
            Some(kind) if kind.is_pardo() => is_bare || is_of_for,
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
        let indent = self.indent(at);
        let is_else = matches!(piece, Piece::Else | Piece::ElseIf(_));
        while let Some(frame) = self.frames.last() {
            let divides = match &frame.kind {
                kind if kind.is_pardo() => false,
                _ if !in_listing => return,
                Kind::Construct(Opening::IfThen(_)) | Kind::ContinuedIf(_) => is_else,
                Kind::Construct(Opening::ForDo(_) | Opening::WhileDo(_))
                | Kind::Otherwise { .. }
                | Kind::ContinuedOtherwise { .. } => false,
                _ => return,
            };
            let ends = match piece {
                Piece::End(construct) => frame.kind.is_ended_by(*construct),
                Piece::VagueEnd => true,
                _ => false,
            };
            let head = self.indent(frame.at);
            // A number of two digits moves its line by one.
            let slack = usize::from(self.behind_number.is_some());
            let is_beside = indent.abs_diff(head) <= slack;
            if !is_beside && indent > head || is_beside && (ends || divides) {
                return;
            }
            self.close_chain();
            if !is_else {
                self.settle();
            }
        }
    }

    /// How many characters stand before the line's first token, its line number included.
    fn indent(&self, at: usize) -> usize {
        let clean = &self.text.clean;
        let line = clean[..at].rfind('\n');
        let from = line.map_or(0, |end| end + 1);
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut first = self.text.next_token(from);
        let number = digits(&clean[first..]);
        if number > 0 && clean[first + number..].starts_with(['.', ':']) {
            first = self.text.next_token(first + number + 1);
        }
        let begin = line.map_or(0, |end| self.text.span(end, end + 1).end);
        (self.text.span(first, first + 1).start - begin) as usize
    }
}
