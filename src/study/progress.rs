//! How far a sweep has come.

/// How far a sweep has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Sizes that are over.
    pub done: usize,
    /// All sizes of this program.
    pub total: usize,
    /// The part of the whole effort that is over, from 0 to 1, if a run takes time in proportion to its size.
    pub share: f64,
}
