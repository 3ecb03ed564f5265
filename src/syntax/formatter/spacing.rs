//! Whether a blank stands between two tokens of a line.
//!
//! Around arithmetic the author's choice stays, since `n-1 - i` groups for the eye; it is made
//! the same on both sides. The same holds for the commas between subscripts.

use super::atom::{Atom, AtomKind};
use crate::syntax::keyword::Concept;
use crate::syntax::parser::TokenKind;

/// Settles for every operator and comma whether it wants blanks.
pub fn settle(atoms: &mut [Atom]) {
    let mut open: Vec<bool> = Vec::new();
    for at in 0..atoms.len() {
        let AtomKind::Token(kind) = atoms[at].kind else {
            continue;
        };
        if atoms[at].piece.is_some() {
            open.clear();
        }
        let gap_behind = atoms.get(at + 1).is_some_and(|next| next.gap);
        match kind {
            TokenKind::Open => {
                let subscripts = atoms[at].text == "["
                    && at > 0
                    && (atoms[at - 1].is("]") || is_word(&atoms[at - 1]));
                open.push(subscripts);
            }
            TokenKind::Close => {
                open.pop();
            }
            TokenKind::Comma if open.last() == Some(&true) => atoms[at].wide = gap_behind,
            TokenKind::Infix => {
                let written = atoms[at].text.as_str();
                let arithmetic = matches!(
                    written,
                    "+" | "-" | "−" | "–" | "*" | "·" | "×" | "/" | "%" | "⊕" | "@" | "<<" | ">>"
                );
                atoms[at].wide = if arithmetic {
                    atoms[at].gap || gap_behind
                } else {
                    written != "^"
                };
            }
            TokenKind::Ellipsis => {
                // After a comma there is a blank anyhow.
                let is_behind_comma =
                    at > 0 && matches!(atoms[at - 1].kind, AtomKind::Token(TokenKind::Comma));
                atoms[at].wide = atoms[at].gap && !is_behind_comma || gap_behind;
            }
            _ => {}
        }
    }
}

/// Whether a blank stands between two atoms that follow one another in a line.
pub fn between(before: &Atom, after: &Atom) -> bool {
    let (AtomKind::Token(left), AtomKind::Token(right)) = (before.kind, after.kind) else {
        return after.gap;
    };
    if after.piece.is_some() {
        // A statement after its head, `{`, `inace`.
        return right != TokenKind::Semicolon && !(before.is("{") && after.is("}"));
    }
    match (left, right) {
        // `M[i, ]` is the author's choice too.
        (TokenKind::Comma, TokenKind::Close) => after.is("]") && before.wide && after.gap,
        (_, TokenKind::Semicolon | TokenKind::Comma | TokenKind::Close) | (TokenKind::Open, _) => {
            false
        }
        (TokenKind::Semicolon, _) => true,
        (_, TokenKind::Step) | (TokenKind::Step, _) => false,
        (TokenKind::Comma, _) => before.wide,
        (TokenKind::Assign, _) | (_, TokenKind::Assign) => true,
        (TokenKind::Infix | TokenKind::Ellipsis, _) => before.wide,
        (_, TokenKind::Infix | TokenKind::Ellipsis) => after.wide,
        (TokenKind::Prefix, _) => behind_prefix(before, after),
        (_, TokenKind::Open) if after.text == "(" => match left {
            TokenKind::Keyword(concept) => !calls(concept),
            _ => !is_word(before),
        },
        (_, TokenKind::Open) if after.text == "[" => !(before.is("]") || is_word(before)),
        _ => true,
    }
}

fn is_word(atom: &Atom) -> bool {
    atom.kind == AtomKind::Token(TokenKind::Word)
}

/// `not(B[])` and `not (a > b)` are both in use; a word keeps its distance from a word.
fn behind_prefix(before: &Atom, after: &Atom) -> bool {
    let is_word = before.text.starts_with(char::is_alphabetic);
    is_word && (!after.is("(") || after.gap)
}

/// Keywords that take their arguments like a function.
fn calls(concept: Concept) -> bool {
    matches!(
        concept,
        Concept::Print
            | Concept::Assert
            | Concept::Output
            | Concept::Barrier
            | Concept::Neutral
            | Concept::Turns
    )
}
