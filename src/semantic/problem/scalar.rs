//! What a message says about the class of a scalar.

use crate::diagnostic::{Diagnostic, Label};
use crate::program::ScalarClass;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

use super::{Elsewhere, ElsewhereKind};

/// Says of which class a scalar is, and why.
pub(super) fn with_class(
    diagnostic: Diagnostic,
    name: &str,
    class: Option<ScalarClass>,
    vocabulary: Vocabulary,
) -> Diagnostic {
    match class {
        Some(class) => diagnostic.note(class.sentence(name, vocabulary)),
        None => diagnostic,
    }
}

/// Says why a name is not known behind the block that knows it.
pub(super) fn known_elsewhere(
    diagnostic: Diagnostic,
    name: &str,
    elsewhere: &Elsewhere,
    vocabulary: Vocabulary,
) -> Diagnostic {
    let header = elsewhere.header;
    let is_in_header = diagnostic
        .primary
        .as_ref()
        .is_some_and(|Label { span, .. }| {
            span.file == header.file && (header.start..header.end).contains(&span.start)
        });
    if is_in_header {
        let if_word = vocabulary.word(Concept::If);
        return labelled(diagnostic, "it has no value yet here")
            .label(elsewhere.span, "an index of the same header")
            .note("all ranges of a header are evaluated before the block begins")
            .help(format!(
                "bounds are made of what is known before the block; where a range is to grow with \
                 `{name}`, give it the largest end that it needs and guard the body with \
                 `{if_word}`, or write a block of its own inside the block of `{name}`"
            ));
    }
    let diagnostic = diagnostic.label(elsewhere.span, "it is known in this block only");
    let diagnostic = labelled(diagnostic, "after that block");
    match &elsewhere.kind {
        ElsewhereKind::Index => diagnostic
            .note(format!(
                "`{name}` is an index: it numbers the processors of its block, and exists only \
                 inside that block"
            ))
            .help(
                "after the block there is one processor again: say which cell is meant, such as \
                 `A[0]`; what a processor finds is kept in an array",
            ),
        ElsewhereKind::Scalar(class) => diagnostic
            .note(class.sentence(name, vocabulary))
            .note("every processor of the block has a private of its own, gone at the block's end")
            .help(
                "to keep one value per processor, write it into an array; a variable that all \
                 processors share is one that is also assigned before the block",
            ),
        ElsewhereKind::Array => diagnostic
            .note("an array that is declared inside a block belongs to one processor of the block")
            .help("declare it before the block to share it"),
    }
}

/// With other words at its place.
fn labelled(diagnostic: Diagnostic, text: &str) -> Diagnostic {
    Diagnostic {
        primary: diagnostic.primary.map(|label| Label::new(label.span, text)),
        ..diagnostic
    }
}
