//! Comments that are directives in C: `#include <stdio.h>`, `#pragma omp parallel for`.

use super::text::is_word;
use crate::source::Span;

/// A comment that is a directive in C.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// The comment.
    pub span: Span,
    /// What it would be.
    pub kind: DirectiveKind,
}

/// What a directive does in C.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DirectiveKind {
    /// `#include "other.pram"`, with the file that it names, or `#include <stdio.h>`, without.
    Include(Option<String>),
    /// `#pragma omp parallel for`
    Pragma,
    /// `#define N 8`: the name and the value, where there is one.
    Define(String, Option<String>),
}

impl Directive {
    /// The word that makes it one, as it is written.
    pub fn word(&self) -> &'static str {
        match self.kind {
            DirectiveKind::Include(_) => "#include",
            DirectiveKind::Pragma => "#pragma",
            DirectiveKind::Define(..) => "#define",
        }
    }

    /// A comment that begins like a directive. (`# include` is prose.)
    pub(super) fn read(comment: &str, span: Span) -> Option<Self> {
        let directive = comment.strip_prefix('#')?;
        let end = directive.find(|c| !is_word(c)).unwrap_or(directive.len());
        let (word, rest) = directive.split_at(end);
        let mut words = rest.split_whitespace();
        let kind = match word {
            "include" => {
                let quoted = rest.trim_start().strip_prefix('"');
                let file = quoted.and_then(|rest| rest.split_once('"'));
                let is_one = file.is_some() || rest.trim_start().starts_with('<');
                is_one.then_some(DirectiveKind::Include(
                    file.map(|(name, _)| name.to_owned()),
                ))?
            }
            "pragma" if words.next().is_some() => DirectiveKind::Pragma,
            "define" => {
                let name = words.next().filter(|name| name.chars().all(is_word))?;
                DirectiveKind::Define(name.to_owned(), words.next().map(str::to_owned))
            }
            _ => return None,
        };
        Some(Self { span, kind })
    }
}
