//! Groups of processors at the same time, each of which may use further processors: in nested blocks and
//! in recursive calls.

use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{Outcome, Walker, too_large};
use crate::program::visit::{self, Visitor, walk_expression, walk_statement};
use crate::program::{AlgorithmId, Expr, ExprKind, Stmt, StmtKind};
use crate::source::Span;

impl Walker<'_> {
    /// Two groups whose calls have the same size and take the same steps at the same time.
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

/// Whether statements may start further processors.
pub(in crate::derivation) fn has_block(body: &[Stmt]) -> bool {
    has_any(body, |kind| {
        matches!(kind, StmtKind::Parallel { .. } | StmtKind::Call { .. })
    })
}

/// Whether processors of a block may call an algorithm in these statements.
pub(in crate::derivation) fn has_call_in_block(body: &[Stmt]) -> bool {
    let is_call = |kind: &StmtKind| matches!(kind, StmtKind::Call { .. });
    has_any(
        body,
        |kind| matches!(kind, StmtKind::Parallel { body, .. } if has_any(body, is_call)),
    )
}

/// Whether processors may diverge in these statements.
pub(in crate::derivation) fn has_branch(body: &[Stmt]) -> bool {
    has_any(body, |kind| {
        matches!(kind, StmtKind::If { .. } | StmtKind::Call { .. })
    })
}

/// Whether the time of statements may depend on the index of the enclosing loop.
pub(in crate::derivation) fn differs_by_iteration(body: &[Stmt]) -> bool {
    let is_loop = |kind: &StmtKind| matches!(kind, StmtKind::For { .. } | StmtKind::While { .. });
    has_branch(body) || has_block(body) || has_any(body, is_loop)
}

/// Whether statements contain `and` or `or`, which may skip instructions.
pub(in crate::derivation) fn may_skip(body: &[Stmt]) -> bool {
    struct Skips(bool);
    impl Visitor for Skips {
        fn expression(&mut self, expression: &Expr) {
            self.0 |= matches!(expression.kind, ExprKind::And(..) | ExprKind::Or(..));
            walk_expression(self, expression);
        }
    }
    let mut skips = Skips(false);
    visit::statements(&mut skips, body);
    skips.0
}

/// Whether two groups reach each of these statements after the same number of steps, apart from loops:
/// no statement follows a branch, or a call of an algorithm other than `alike`, whose activations take
/// the same steps.
pub(in crate::derivation) fn is_aligned(body: &[Stmt], alike: Option<AlgorithmId>) -> bool {
    let Some((last, others)) = body.split_last() else {
        return true;
    };
    let ends_aligned = match &last.kind {
        StmtKind::If {
            then, otherwise, ..
        } => is_aligned(then, alike) && is_aligned(otherwise, alike),
        StmtKind::Call { algorithm, .. } => Some(*algorithm) == alike,
        _ => !has_branch(std::slice::from_ref(last)),
    };
    ends_aligned && !has_branch(others)
}

/// Whether a statement, or one inside it, has a given kind.
fn has_any(body: &[Stmt], is_wanted: impl Fn(&StmtKind) -> bool) -> bool {
    struct Search<F> {
        is_wanted: F,
        found: bool,
    }
    impl<F: Fn(&StmtKind) -> bool> Visitor for Search<F> {
        fn statement(&mut self, statement: &Stmt) {
            self.found |= (self.is_wanted)(&statement.kind);
            walk_statement(self, statement);
        }
    }
    let mut search = Search {
        is_wanted,
        found: false,
    };
    visit::statements(&mut search, body);
    search.found
}
