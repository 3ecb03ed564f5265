//! Where each piece of a text stands, for who lays the text out.

use super::Nest;
use super::frame::Kind;
use crate::syntax::parser::Place;
use crate::syntax::piece::{Opening, Piece, Read};

/// A piece with its place in the nesting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Where it begins in the clean text.
    pub at: usize,
    /// One past its last character.
    pub end: usize,
    /// How it was read.
    pub place: Place,
    /// How many levels it is indented.
    pub depth: usize,
    /// How it stands to what is before it.
    pub stand: Stand,
}

/// How a piece stands to what is before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// A line of its own.
    Line,
    /// The one statement that the head before it governs.
    Body,
    /// It goes on in the line before it: `{` after a head, `ako` after `inace`.
    Joined,
    /// `inace` of an `ako` with one statement, and where that `ako` begins.
    SingleElse(usize),
    /// `inace` of an `ako … onda`.
    Else,
    /// An end word or `}`.
    Close,
}

impl Nest<'_> {
    /// Notes where a piece stands before it is nested, and says whether it is joined.
    pub(super) fn note(&mut self, read: &Read, at: usize, same_line: bool) -> bool {
        let depth = self.depth();
        let outer = depth.saturating_sub(1);
        let top = self.frames.last();
        let waits = top
            .is_some_and(|frame| matches!(frame.kind, Kind::Single(_) | Kind::SingleElse { .. }));
        let (stand, depth) = match &read.piece {
            Piece::Items(_) | Piece::Algorithm { .. } | Piece::Program => (Stand::Line, 0),
            Piece::Statement(_) if waits => (Stand::Body, depth),
            Piece::OpenBrace | Piece::Begin if waits || self.begins_procedure(&read.piece) => {
                (Stand::Joined, outer)
            }
            Piece::Open(Opening::If(_) | Opening::IfThen(_)) if same_line => (Stand::Joined, outer),
            Piece::Statement(_)
            | Piece::OpenBrace
            | Piece::Begin
            | Piece::Open(_)
            | Piece::LineNumber => (Stand::Line, depth),
            Piece::Else | Piece::ElseIf(_) => match top {
                Some(frame) if matches!(frame.kind, Kind::Decided { .. }) => {
                    (Stand::SingleElse(frame.at), depth)
                }
                _ => (Stand::Else, outer),
            },
            Piece::CloseBrace | Piece::End(_) | Piece::NamedEnd(_) | Piece::VagueEnd => {
                (Stand::Close, outer)
            }
        };
        let place = self.place_of_pieces();
        self.outline.push(Placed {
            at,
            end: read.end,
            place,
            depth,
            stand,
        });
        stand == Stand::Joined
    }

    /// Marks the innermost frame.
    pub(super) fn join(&mut self, joined: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.joined = joined;
        }
    }

    /// How far the statements of the innermost frame are indented.
    fn depth(&self) -> usize {
        let indents = |(index, frame): (usize, &super::Frame)| {
            !matches!(frame.kind, Kind::Decided { .. } | Kind::Stray)
                && !self.frames.get(index + 1).is_some_and(|inner| inner.joined)
        };
        self.frames
            .iter()
            .enumerate()
            .filter(|&frame| indents(frame))
            .count()
    }
}
