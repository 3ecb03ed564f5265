//! How far a sweep has come.

/// How far a sweep has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Sizes that are over.
    pub done: usize,
    /// All sizes of this program.
    pub total: usize,
}
