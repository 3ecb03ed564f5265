//! Why an array cannot be distributed over the processors as its declaration asks for.

use thiserror::Error;

use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// Why an array cannot be distributed in some way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Undistributed {
    /// It has no rows, columns or squares.
    #[error("it has one dimension")]
    OneDimension,
    /// Its blocks have no elements.
    #[error("a block of {length} elements is none")]
    NoBlock {
        /// The number of elements.
        length: i64,
    },
    /// The number of processors is no square.
    #[error(
        "{processors} processors form no square, and the machine is no mesh or torus of two dimensions"
    )]
    NoSquare { processors: u32 },
}

impl Undistributed {
    /// Advice for the fault.
    pub(super) fn help(self, vocabulary: Vocabulary) -> String {
        let [by, blocks, rows, turns] =
            vocabulary.words([Concept::By, Concept::Blocks, Concept::Rows, Concept::Turns]);
        match self {
            Self::OneDimension => format!(
                "write `{by} {blocks}` for a stretch in each processor, or `{by} {turns}` to deal the \
                 elements out in turn"
            ),
            Self::NoBlock { .. } => format!(
                "a block has at least one element: `{by} {turns}(2)` deals out two at a time, \
                 `{by} {turns}` one"
            ),
            Self::NoSquare { processors } => {
                let side = processors.isqrt();
                format!(
                    "give the machine {} or {} processors (`-p`) or a mesh with rows and columns, or \
                     write `{by} {rows}`",
                    side * side,
                    (side + 1) * (side + 1)
                )
            }
        }
    }
}
