//! Groups of processors at the same time: whether they may be in the same statements.

use super::groups::Side;
use super::nested::is_aligned;
use crate::program::{AlgorithmId, Stmt};

/// Whether two groups execute different statements, or may be in the same ones at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) enum Together {
    /// Different ones: the k-th step of the one is beside the k-th of the other.
    Apart,
    /// The same ones, in part at least.
    Meeting {
        /// Whether their k-th steps are at the same time, where both have a list of them.
        is_aligned: bool,
        /// Whether all statements of both are those of one side.
        is_one_side: bool,
    },
}

impl Together {
    /// Of two groups on a side, in which activations of an algorithm may take the same steps.
    pub(super) fn of_one_side(side: &Side<'_>, alike: Option<AlgorithmId>) -> Self {
        Self::Meeting {
            is_aligned: (side.bodies().iter()).all(|body| is_aligned(body, alike)),
            is_one_side: true,
        }
    }

    /// Of what is done on two sides, which may lead to the same statements by conditions that are left.
    pub(super) fn of_sides([one, other]: &[Side<'_>; 2], alike: Option<AlgorithmId>) -> Self {
        let others = other.bodies();
        let meets = |body: &&[Stmt]| {
            !body.is_empty() && others.iter().any(|other| std::ptr::eq(*other, *body))
        };
        let mut shared = one.bodies().into_iter().filter(meets).peekable();
        if shared.peek().is_none() {
            return Self::Apart;
        }
        Self::Meeting {
            is_aligned: shared.all(|body| is_aligned(body, alike)),
            is_one_side: false,
        }
    }

    /// Whether the k-th step of the one is at the same time as the k-th of the other, where both have a list of
    /// them.
    pub(in crate::derivation) fn is_step_by_step(self) -> bool {
        match self {
            Self::Apart => true,
            Self::Meeting { is_aligned, .. } => is_aligned,
        }
    }

    /// Whether all statements of both are those of one side.
    pub(super) fn is_one_side(self) -> bool {
        match self {
            Self::Apart => false,
            Self::Meeting { is_one_side, .. } => is_one_side,
        }
    }
}
