//! The keywords that a text uses and the algorithms that it calls.

use std::collections::BTreeSet;

use crate::source::{FileId, Sources};
use crate::syntax::formatter;
use crate::syntax::keyword;
use crate::syntax::token::{Kind, tokens};

/// The words of a text outside of comments and literals: keywords by their first English spelling, names as they
/// are written, and operators before a name that belong to it (`+_prescan`).
pub(super) fn used(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut words = BTreeSet::new();
    let mut before: Option<(usize, &str)> = None;
    for token in tokens.iter().filter(|token| token.kind != Kind::Comment) {
        let own = &text[token.start..token.end];
        if token.kind == Kind::Word {
            let word = keyword::find(own).map_or(own, |concept| concept.keyword().english[0]);
            words.insert(word.to_owned());
            if let Some((_, mark)) =
                before.filter(|(end, _)| *end == token.start && own.starts_with('_'))
            {
                words.insert(format!("{mark}{own}"));
            }
        }
        before = Some((token.end, own));
    }
    words.into_iter().collect()
}

/// Whether a required or forbidden word is among those of a text.
pub(super) fn has(words: &[String], asked: &str) -> bool {
    let asked = keyword::find(asked).map_or(asked, |concept| concept.keyword().english[0]);
    words.iter().any(|word| word == asked)
}

/// The text as `pram fmt` would lay it out.
pub(super) fn formatted(sources: &Sources, file: FileId) -> Option<String> {
    formatter::format(sources, file, None).ok()
}

/// The text formatted and without comments, one blank between tokens: equal for texts that differ in layout and
/// comments only.
pub(super) fn shape(formatted: &str) -> String {
    let all = tokens(formatted);
    let kept = all.iter().filter(|token| token.kind != Kind::Comment);
    kept.map(|token| &formatted[token.start..token.end])
        .collect::<Vec<_>>()
        .join(" ")
}
