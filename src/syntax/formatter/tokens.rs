//! Whether a new layout keeps how a text is read, decided from its tokens alone.
//!
//! The grammar passes over blanks and line breaks, so the same tokens are read the same way, except where
//! the reading depends on how they are laid out:
//!
//! * on the indentation of a line: `Text::is_by_column` says whether it did;
//! * on which token begins a line: `--x`, `(2)`, statements without a semicolon. Here a token begins a line
//!   if it did before, or if one of the marks `;`, `{` and `}` separates it from the token before it;
//! * on a blank between two tokens: `log n`, `log ^2`, `⊕ _sum`. Here a blank disappears only next to a
//!   mark that never joins its neighbours.

use super::atom::Atom;
use super::comment;
use crate::syntax::token::{Kind, Token, tokens};

/// Whether a text consists of these tokens and comments, laid out so that nothing is read in another way.
pub fn are_the_same(text: &str, atoms: &[Atom]) -> bool {
    let tokens = tokens(text);
    let mut rest = tokens.iter().peekable();
    let mut before = Before::default();
    for atom in atoms {
        let Some(first) = rest.next() else {
            return false;
        };
        if (first.kind == Kind::Comment) != atom.is_comment() {
            return false;
        }
        if atom.is_comment() {
            if !comment::same(&text[first.start..first.end], &atom.text) {
                return false;
            }
            before.has_comment = true;
            before.has_break |= atom.breaks > 0 || atom.text.contains('\n');
            continue;
        }
        // One token of the grammar may be several marks and words: `+_prescan`, `log^2`.
        let mut last = first;
        while last.end - first.start < atom.text.len()
            && let Some(next) = rest.next_if(|next| next.start == last.end)
        {
            last = next;
        }
        if text[first.start..last.end] != atom.text || !before.allows(first, atom) {
            return false;
        }
        before = Before {
            last: Some((last, &atom.text)),
            ..Before::default()
        };
    }
    rest.next().is_none()
}

/// What precedes a token.
#[derive(Default)]
struct Before<'a> {
    /// The token before it in the new text, and its text.
    last: Option<(&'a Token, &'a str)>,
    /// Whether a comment separates the two.
    has_comment: bool,
    /// Whether the old text has a line break up to the last of these comments.
    has_break: bool,
}

impl Before<'_> {
    /// Whether a token may begin here in the new text, given how it stood in the old one.
    fn allows(&self, token: &Token, atom: &Atom) -> bool {
        let Some((last, written)) = self.last else {
            return true;
        };
        let separates = |mark: &str| matches!(mark, ";" | "{" | "}");
        let begins_line = token.line > last.line;
        let began_line = self.has_break || atom.breaks > 0;
        let is_same_line = begins_line == began_line || separates(written) || separates(&atom.text);
        let had_blank = self.has_comment || atom.gap;
        let has_blank = token.start > last.end;
        let is_separate =
            has_blank || !had_blank || joins_nothing(written) || joins_nothing(&atom.text);
        is_same_line && is_separate && !(written == "log" && atom.text == "^")
    }
}

/// Whether a mark stays a token of its own whatever is next to it.
fn joins_nothing(mark: &str) -> bool {
    matches!(mark, "(" | ")" | "[" | "]" | "," | ";" | "^")
}
