//! What follows the one statement that a head governs: readers may think that it is governed too.

use super::Nest;
use super::frame::{Frame, Kind};
use crate::syntax::parser::Place;
use crate::syntax::piece::{Opening, Piece};

/// A head with its one statement, by where they begin in the clean text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Governed {
    head: usize,
    body: usize,
    is_listed: bool,
}

/// The statement after the one that a head governs, by where they begin in the clean text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Follower {
    /// The word that governs: `za`, `dok`, `ako`, `inace`.
    pub head: usize,
    /// Its one statement.
    pub body: usize,
    /// The next statement.
    pub next: usize,
    /// How that is read.
    pub read: Follows,
}

/// How the statement after the first one of a head is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follows {
    /// After the head and its one statement.
    Behind,
    /// The same in a listing, where heads may govern several statements.
    BehindInListing,
    /// As one that the layout gives to the head.
    Governed,
}

/// An `inace` after an `ako` of one statement, if an `ako` around that could have one too. By
/// where the words begin in the clean text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundElse {
    /// The `inace`.
    pub word: usize,
    /// The `ako` that it belongs to: the innermost.
    pub inner: usize,
    /// The others, from the inside out.
    pub outer: Vec<usize>,
    /// The last of them, if it has an end word.
    pub ended: Option<usize>,
}

impl Nest<'_> {
    /// An `inace` comes: notes whose it could be.
    pub(super) fn bind_else(&mut self) {
        let Some((inner, around)) = self.frames.split_last() else {
            return;
        };
        if !matches!(inner.kind, Kind::Decided { .. }) {
            return;
        }
        let (mut outer, mut ended) = (Vec::new(), None);
        for frame in around.iter().rev() {
            match &frame.kind {
                Kind::Single(Opening::If(_)) => outer.push(frame.at),
                Kind::Single(_) | Kind::SingleElse { .. } => {}
                Kind::Construct(Opening::IfThen(_)) | Kind::ContinuedIf(_) => {
                    outer.push(frame.at);
                    ended = Some(frame.at);
                    break;
                }
                _ => break,
            }
        }
        if !outer.is_empty() {
            let (word, inner) = (self.here, inner.at);
            self.elses.push(BoundElse {
                word,
                inner,
                outer,
                ended,
            });
        }
    }

    /// A head has its one statement. Braces say themselves where it ends.
    pub(super) fn govern(&mut self, frame: &Frame) {
        if let (Kind::Single(_) | Kind::SingleElse { .. }, Some(body)) =
            (&frame.kind, frame.body_at)
            && !matches!(self.text.token(body), "{" | "begin")
        {
            self.completed.push(Governed {
                head: frame.governs_from,
                body,
                is_listed: self.place_of_pieces() == Place::Listing,
            });
        }
    }

    /// The layout ends what a head governs: notes its second statement.
    pub(super) fn ended_by_layout(
        &mut self,
        head: usize,
        body: Option<usize>,
        second: Option<usize>,
    ) {
        self.followers
            .extend(body.zip(second).map(|(body, next)| Follower {
                head,
                body,
                next,
                read: Follows::Governed,
            }));
    }

    /// Notes whose statement a piece comes behind, and whose first it is.
    pub(super) fn follow(&mut self, piece: &Piece, at: usize) {
        let completed = std::mem::take(&mut self.completed);
        if !matches!(
            piece,
            Piece::Statement(_) | Piece::Open(_) | Piece::OpenBrace | Piece::Begin
        ) {
            return;
        }
        let followers = completed.iter().map(|governed| Follower {
            head: governed.head,
            body: governed.body,
            next: at,
            read: if governed.is_listed {
                Follows::BehindInListing
            } else {
                Follows::Behind
            },
        });
        self.followers.extend(followers);
        if let Some(top) = self.frames.last_mut() {
            if top.body_at.is_some() {
                top.second_at.get_or_insert(at);
            }
            top.body_at.get_or_insert(at);
        }
    }
}
