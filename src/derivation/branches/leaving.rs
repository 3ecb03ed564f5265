//! Whether processors leave a construct early, how far, and which of them stay.

use super::index_set::IndexSet;
use crate::program::visit::{self, Visitor, walk_statement};
use crate::program::{Stmt, StmtKind};

/// The construct that is left, from the innermost outward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::derivation) enum Construct {
    /// An iteration of a loop, by `nastavi`.
    Turn,
    /// A loop, by `prekini`.
    Loop,
    /// A call, by `vrati`.
    Call,
}

/// The innermost and the outermost construct that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) struct LeftConstructs {
    least: Construct,
    most: Construct,
}

impl LeftConstructs {
    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }
}

/// Whether processors leave before the following statements.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) enum Leaves {
    /// All processors continue.
    Never,
    /// Some processors leave, or it is unknown. If known, the index values that continue.
    Perhaps(LeftConstructs, Option<Vec<IndexSet>>),
    /// No processor continues.
    Always(LeftConstructs),
}

impl Leaves {
    /// All processors leave this construct.
    pub fn all(construct: Construct) -> Self {
        Self::Always(LeftConstructs {
            least: construct,
            most: construct,
        })
    }

    /// Whether all processors continue.
    pub fn is_never(&self) -> bool {
        *self == Self::Never
    }

    fn left(&self) -> Option<LeftConstructs> {
        match self {
            Self::Never => None,
            Self::Perhaps(left, _) | Self::Always(left) => Some(*left),
        }
    }

    /// As before, but it is unknown who leaves.
    pub fn perhaps(self) -> Self {
        match self.left() {
            None => Self::Never,
            Some(left) => Self::Perhaps(left, None),
        }
    }

    /// Each processor takes one of two paths. `stay` contains the index values that continue, if known.
    pub fn either(self, other: Self, stay: Option<Vec<IndexSet>>) -> Self {
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

    /// Replaces the set of processors that stay.
    pub fn with(self, stay: Option<Vec<IndexSet>>) -> Self {
        match self {
            Self::Perhaps(left, _) => Self::Perhaps(left, stay),
            other => other,
        }
    }

    /// Adds the statements of the processors that stayed.
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

    /// After the end of a construct, processors that left at most this construct are back.
    pub fn ended(self, construct: Construct) -> Self {
        match self.left() {
            None => Self::Never,
            Some(left) if left.most <= construct => Self::Never,
            Some(left) if left.least > construct => self,
            Some(left) => Self::Perhaps(left, None),
        }
    }
}

/// Whether an iteration of this body may end early, by continuing or leaving the loop.
pub(in crate::derivation) fn is_left_early(body: &[Stmt]) -> bool {
    exits(body, true)
}

/// Whether an iteration of this body may end early by `nastavi`.
pub(in crate::derivation) fn skips_iterations(body: &[Stmt]) -> bool {
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
                // Statements in inner loops refer to the inner loop.
                StmtKind::For { .. } | StmtKind::While { .. } if !self.all => {}
                _ => walk_statement(self, statement),
            }
        }
    }
    let mut exits = Exits { all, found: false };
    visit::statements(&mut exits, body);
    exits.found
}
