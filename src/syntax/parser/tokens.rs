//! The tokens of a piece, with what each is to the grammar; for who lays the text out.

use pest::iterators::{Pair, Pairs};

use super::{Rule, keyword};
use crate::syntax::keyword::{self as words, Concept};
use crate::syntax::text::Text;

/// A token by its place in the clean text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its first byte.
    pub start: usize,
    /// One past its last.
    pub end: usize,
    /// What it is.
    pub kind: TokenKind,
}

/// What a token is to the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A keyword in its own place, not a name that is spelt like one.
    Keyword(Concept),
    /// The `in` of `in parallel`.
    In,
    /// An operator between two operands.
    Infix,
    /// An operator before its operand, and `log` without brackets.
    Prefix,
    /// `=`, `+=`, …
    Assign,
    /// `++`, `--`
    Step,
    /// `...`
    Ellipsis,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
    /// `(`, `[`, `{`
    Open,
    /// `)`, `]`, `}`
    Close,
    /// A word before the comma of `za svaki element polja A, i`.
    Prose,
    /// A name, a number, a text, the name of a machine, a measure.
    Word,
}

/// The tokens of the piece that begins at `at` and has these pairs.
pub(super) fn all(text: &Text, at: usize, pairs: Pairs<'_, Rule>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut behind = at;
    let mut prose_end = at;
    let mut end = at;
    for pair in pairs.flatten() {
        let is_leaf = pair.clone().into_inner().next().is_none();
        let length = pair.as_str().trim_end().len();
        let start = at + pair.as_span().start();
        end = end.max(start + length);
        if pair.as_rule() == Rule::prose {
            prose_end = start + length;
        }
        if is_leaf && length > 0 {
            between(text, behind, start, &mut tokens);
            leaf(&pair, start, length, &mut tokens);
            behind = start + length;
            if let Some(token) = tokens.last_mut().filter(|_| behind <= prose_end) {
                token.kind = TokenKind::Prose;
            }
        }
    }
    between(text, behind, end, &mut tokens);
    tokens
}

/// Words and marks that have no rule of their own.
fn between(text: &Text, from: usize, to: usize, tokens: &mut Vec<Token>) {
    let mut at = text.next_token(from);
    while at < to {
        let end = at + text.token(at).len();
        tokens.push(Token {
            start: at,
            end,
            kind: TokenKind::Word,
        });
        at = text.next_token(end);
    }
}

fn leaf(pair: &Pair<'_, Rule>, start: usize, length: usize, tokens: &mut Vec<Token>) {
    let kind = match pair.as_rule() {
        // Two keywords with blanks between them.
        Rule::for_each => {
            for (offset, word) in words_of(&pair.as_str()[..length]) {
                tokens.push(Token {
                    start: start + offset,
                    end: start + offset + word.len(),
                    // `foreach` is both in one.
                    kind: TokenKind::Keyword(words::find(word).unwrap_or(Concept::Each)),
                });
            }
            return;
        }
        Rule::kw_in => TokenKind::In,
        Rule::infix => TokenKind::Infix,
        Rule::negate
        | Rule::not
        | Rule::bit_not
        | Rule::bare_log
        | Rule::log_power
        | Rule::wrong_root => TokenKind::Prefix,
        Rule::equals | Rule::relation | Rule::assigning_operator => TokenKind::Assign,
        Rule::stepping_operator => TokenKind::Step,
        Rule::ellipsis => TokenKind::Ellipsis,
        Rule::semicolon => TokenKind::Semicolon,
        Rule::comma => TokenKind::Comma,
        Rule::open_paren
        | Rule::open_bracket
        | Rule::open_brace
        | Rule::open_ceiling
        | Rule::open_floor => TokenKind::Open,
        Rule::close_paren
        | Rule::close_bracket
        | Rule::close_brace
        | Rule::close_ceiling
        | Rule::close_floor => TokenKind::Close,
        rule => keyword(rule).map_or(TokenKind::Word, TokenKind::Keyword),
    };
    tokens.push(Token {
        start,
        end: start + length,
        kind,
    });
}

/// The words of a text with their places.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ')
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len() + 1;
            Some((start, word))
        })
        .filter(|(_, word)| !word.is_empty())
}
