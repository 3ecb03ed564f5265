//! Groups of processors at the same time, of which each may ask for others: in blocks inside of
//! blocks, and in calls of an algorithm by itself.

use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{Outcome, Walker, too_large};
use crate::program::visit::{self, Visitor, walk_statement};
use crate::program::{Stmt, StmtKind};
use crate::source::Span;

impl Walker<'_> {
    /// Two groups with calls of the same size, which take the same steps at the same time.
    pub(in crate::derivation) fn beside_alike(
        &self,
        one: Outcome,
        other: Outcome,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let cost = if self.counted.is_time() {
            one.cost
        } else {
            (one.cost.plus(&other.cost)).ok_or_else(|| too_large(span))?
        };
        Ok(Outcome {
            cost,
            lines: [one.lines, other.lines].concat(),
            ..one
        })
    }
}

/// Whether processors may be asked for inside of statements.
pub(in crate::derivation) fn has_block(body: &[Stmt]) -> bool {
    struct Blocks(bool);
    impl Visitor for Blocks {
        fn statement(&mut self, statement: &Stmt) {
            self.0 |= matches!(
                statement.kind,
                StmtKind::Parallel { .. } | StmtKind::Call { .. }
            );
            walk_statement(self, statement);
        }
    }
    let mut blocks = Blocks(false);
    visit::statements(&mut blocks, body);
    blocks.0
}

/// Whether those who execute the same statement of these have taken as many steps before, if they make no loop:
/// who goes different ways in a branch does not meet behind it.
pub(in crate::derivation) fn is_aligned(body: &[Stmt]) -> bool {
    let Some((last, others)) = body.split_last() else {
        return true;
    };
    let ends_aligned = match &last.kind {
        StmtKind::If {
            then, otherwise, ..
        } => is_aligned(then) && is_aligned(otherwise),
        _ => !has_branch(std::slice::from_ref(last)),
    };
    ends_aligned && !has_branch(others)
}

/// Whether processors may go different ways inside of statements.
pub(in crate::derivation) fn has_branch(body: &[Stmt]) -> bool {
    struct Branches(bool);
    impl Visitor for Branches {
        fn statement(&mut self, statement: &Stmt) {
            self.0 |= matches!(statement.kind, StmtKind::If { .. } | StmtKind::Call { .. });
            walk_statement(self, statement);
        }
    }
    let mut branches = Branches(false);
    visit::statements(&mut branches, body);
    branches.0
}
