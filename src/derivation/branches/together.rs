//! Groups of processors at the same time: whether they may execute the same statements.

use super::groups::Side;
use super::nested::is_aligned;
use crate::program::{AlgorithmId, Stmt};

/// Whether two groups execute different statements, or may execute the same ones at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) enum Together {
    /// They execute different statements; their k-th steps coincide.
    Disjoint,
    /// They execute the same statements, at least in part.
    Meeting {
        /// Whether their k-th steps coincide, if the steps of both are known.
        is_aligned: bool,
        /// Whether both execute statements of one side only.
        is_one_side: bool,
    },
}

impl Together {
    /// Two groups on the same side. Activations of `alike` take the same steps.
    pub(super) fn of_one_side(side: &Side<'_>, alike: Option<AlgorithmId>) -> Self {
        Self::Meeting {
            is_aligned: (side.bodies().iter()).all(|body| is_aligned(body, alike)),
            is_one_side: true,
        }
    }

    /// Groups on two sides, which may reach the same statements by undecided conditions.
    pub(super) fn of_sides([one, other]: &[Side<'_>; 2], alike: Option<AlgorithmId>) -> Self {
        let others = other.bodies();
        let meets = |body: &&[Stmt]| {
            !body.is_empty() && others.iter().any(|other| std::ptr::eq(*other, *body))
        };
        let mut shared = one.bodies().into_iter().filter(meets).peekable();
        if shared.peek().is_none() {
            return Self::Disjoint;
        }
        Self::Meeting {
            is_aligned: shared.all(|body| is_aligned(body, alike)),
            is_one_side: false,
        }
    }

    /// Whether the k-th steps of both groups coincide, if their steps are known.
    pub(in crate::derivation) fn is_step_by_step(self) -> bool {
        match self {
            Self::Disjoint => true,
            Self::Meeting { is_aligned, .. } => is_aligned,
        }
    }

    /// Whether both execute statements of one side only.
    pub(super) fn is_one_side(self) -> bool {
        match self {
            Self::Disjoint => false,
            Self::Meeting { is_one_side, .. } => is_one_side,
        }
    }
}
