//! Layout that contradicts what is nested in what: an error, as nobody can say which of them is meant.

use crate::source::Span;

/// An `inace` that is indented like an `ako … onda` around the one that it would be read with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction {
    /// The `inace`.
    pub word: Span,
    /// The `ako` that it is read with, and its line.
    pub inner: (Span, usize),
    /// The one that it is indented like, and its line.
    pub outer: (Span, usize),
}
