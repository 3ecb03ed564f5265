//! Layout that contradicts what is nested in what: an error, as nobody can say which of them is meant.

use crate::diagnostic::{Code, Diagnostic};
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

impl Contradiction {
    /// Both readings, and how each is written; with the words of `if (c) then … else … end_if`.
    pub fn diagnostic(&self, [if_word, then, else_word, end_if]: [&str; 4]) -> Diagnostic {
        let ((inner, inner_line), (outer, outer_line)) = (self.inner, self.outer);
        Diagnostic::new(
            Code::Contradiction,
            format!("this `{else_word}` is indented like one `{if_word}`, and belongs to another"),
            self.word,
            format!("of line {inner_line} or of line {outer_line}?"),
        )
        .label(inner, format!("the innermost `{if_word}` without an `{else_word}`"))
        .label(outer, format!("the `{if_word}` that it is indented like"))
        .note(format!(
            "by the rule it runs where the condition in line {inner_line} is false, by its indentation \
             where that in line {outer_line} is"
        ))
        .help(format!(
            "for line {outer_line} put the inner `{if_word}` in braces, `{{ {if_word} (…) … }}`, or end \
             it: `{if_word} (…) {then} … {end_if}`"
        ))
        .help(format!("for line {inner_line} indent `{else_word}` like that `{if_word}`"))
    }
}
