//! Whether processors leave what they are in before its end, how far, and which of them stay.

use super::index_set::Share;
use crate::program::visit::{self, Visitor, walk_statement};
use crate::program::{Stmt, StmtKind};

/// What is left before its end, from the inside out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::derivation) enum Construct {
    /// A turn of a loop, by `nastavi`.
    Turn,
    /// A loop, by `prekini`.
    Loop,
    /// A call, by `vrati`.
    Call,
}

/// The innermost and the outermost construct that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) struct Left {
    least: Construct,
    most: Construct,
}

impl Left {
    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }
}

/// Whether processors leave before what follows.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) enum Leaves {
    /// All processors go on.
    Never,
    /// Some processors leave, or it is not known; of an index these values go on, where that is known.
    Perhaps(Left, Option<Vec<Share>>),
    /// No processor goes on.
    Always(Left),
}

impl Leaves {
    /// All leave this.
    pub fn all(construct: Construct) -> Self {
        Self::Always(Left {
            least: construct,
            most: construct,
        })
    }

    /// Whether all go on.
    pub fn is_never(&self) -> bool {
        *self == Self::Never
    }

    fn left(&self) -> Option<Left> {
        match self {
            Self::Never => None,
            Self::Perhaps(left, _) | Self::Always(left) => Some(*left),
        }
    }

    /// The same, of processors of which it is not known who leaves.
    pub fn perhaps(self) -> Self {
        match self.left() {
            None => Self::Never,
            Some(left) => Self::Perhaps(left, None),
        }
    }

    /// Of two ways each processor goes one; these values of an index go on, where that is known.
    pub fn either(self, other: Self, stay: Option<Vec<Share>>) -> Self {
        match (self, other) {
            (Self::Never, Self::Never) => Self::Never,
            (Self::Always(one), Self::Always(other)) => Self::Always(one.or(other)),
            (one, other) => match (one.left(), other.left()) {
                (Some(one), Some(other)) => Self::Perhaps(one.or(other), stay),
                (Some(left), None) | (None, Some(left)) => Self::Perhaps(left, stay),
                (None, None) => Self::Never,
            },
        }
    }

    /// Who stays, where only some leave.
    pub fn with(self, stay: Option<Vec<Share>>) -> Self {
        match self {
            Self::Perhaps(left, _) => Self::Perhaps(left, stay),
            other => other,
        }
    }

    /// Behind what those do who are still there.
    pub fn then(self, next: Self) -> Self {
        match (self, next) {
            (Self::Never, next) => next,
            (first, Self::Never) => first,
            (Self::Always(left), _) => Self::Always(left),
            (Self::Perhaps(one, Some(_)), Self::Always(other)) => Self::Always(one.or(other)),
            (Self::Perhaps(one, None), Self::Always(other)) => Self::Perhaps(one.or(other), None),
            (Self::Perhaps(one, known), Self::Perhaps(other, stay)) => {
                Self::Perhaps(one.or(other), known.and(stay))
            }
        }
    }

    /// Behind the end of a construct, where all are back that left no more than this.
    pub fn ended(self, construct: Construct) -> Self {
        match self.left() {
            None => Self::Never,
            Some(left) if left.most <= construct => Self::Never,
            Some(left) if left.least > construct => self,
            Some(left) => Self::Perhaps(left, None),
        }
    }
}

/// Whether a turn with this body may end before its end, with the next one or behind the loop.
pub(in crate::derivation) fn is_left_early(body: &[Stmt]) -> bool {
    exits(body, true)
}

/// Whether a turn with this body may go on to the next one before its end.
pub(in crate::derivation) fn skips_turns(body: &[Stmt]) -> bool {
    exits(body, false)
}

fn exits(body: &[Stmt], all: bool) -> bool {
    struct Exits {
        all: bool,
        found: bool,
    }
    impl Visitor for Exits {
        fn statement(&mut self, statement: &Stmt) {
            match &statement.kind {
                StmtKind::Continue => self.found = true,
                StmtKind::Break | StmtKind::Return(_) => self.found |= self.all,
                // Those inside leave that loop.
                StmtKind::For { .. } | StmtKind::While { .. } if !self.all => {}
                _ => walk_statement(self, statement),
            }
        }
    }
    let mut exits = Exits { all, found: false };
    visit::statements(&mut exits, body);
    exits.found
}
