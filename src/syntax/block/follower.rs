//! What stands behind the one statement that a head governs: readers may take it for governed too.

use super::Nest;
use super::frame::{Frame, Kind};
use crate::syntax::piece::Piece;

/// A head with its one statement, by where they begin in the clean text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Governed {
    head: usize,
    body: usize,
}

/// A statement behind the one that a head governs, by where they begin in the clean text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Follower {
    /// The word that governs: `za`, `dok`, `ako`, `inace`.
    pub head: usize,
    /// Its one statement.
    pub body: usize,
    /// The statement behind that.
    pub next: usize,
}

impl Nest<'_> {
    /// A head has its one statement. Braces say themselves where it ends.
    pub(super) fn govern(&mut self, frame: &Frame) {
        if let (Kind::Single(_) | Kind::SingleElse { .. }, Some(body)) =
            (&frame.kind, frame.body_at)
            && self.text.token(body) != "{"
        {
            self.completed.push(Governed {
                head: frame.governs_from,
                body,
            });
        }
    }

    /// Notes whose statement a piece comes behind, and whose first it is.
    pub(super) fn follow(&mut self, piece: &Piece, at: usize) {
        let completed = std::mem::take(&mut self.completed);
        if !matches!(
            piece,
            Piece::Statement(_) | Piece::Open(_) | Piece::OpenBrace
        ) {
            return;
        }
        let followers = completed.iter().map(|governed| Follower {
            head: governed.head,
            body: governed.body,
            next: at,
        });
        self.followers.extend(followers);
        if let Some(top) = self.frames.last_mut() {
            top.body_at.get_or_insert(at);
        }
    }
}
