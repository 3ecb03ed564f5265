//! A text as a row of tokens and comments, each with what was before it.

use super::comment;
use crate::syntax::block::Placed;
use crate::syntax::keyword::Class;
use crate::syntax::parser::{Token, TokenKind};
use crate::syntax::text::Text;

/// A token or a comment.
#[derive(Debug, Clone)]
pub struct Atom {
    /// Which of them.
    pub kind: AtomKind,
    /// As written.
    pub text: String,
    /// Line breaks before it.
    pub breaks: usize,
    /// Whether anything blank stands before it.
    pub gap: bool,
    /// How many blanks stand before it.
    pub blanks: usize,
    /// The column it begins in, from 0; a tab counts to the next multiple of four.
    pub column: usize,
    /// For the first token of a piece: where that stands.
    pub piece: Option<Placed>,
    /// Whether an operator or a comma wants blanks around it.
    pub wide: bool,
}

/// What an atom is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtomKind {
    /// A token.
    Token(TokenKind),
    /// `// …`, `# …`
    LineComment,
    /// `/* … */`
    BlockComment,
}

impl Atom {
    /// Whether it is a comment.
    pub fn is_comment(&self) -> bool {
        !matches!(self.kind, AtomKind::Token(_))
    }

    /// Whether it is this mark.
    pub fn is(&self, mark: &str) -> bool {
        !self.is_comment() && self.text == mark
    }
}

/// All tokens and comments of a text without problems.
pub fn atoms(source: &str, text: &Text, outline: &[(Placed, Vec<Token>)]) -> Vec<Atom> {
    let mut row = Row {
        source,
        at: 0,
        column: 0,
        atoms: Vec::new(),
    };
    for (placed, tokens) in outline {
        let mut piece = Some(*placed);
        for token in tokens {
            let span = text.span(token.start, token.end);
            row.token(
                span.start as usize,
                span.end as usize,
                token.kind,
                piece.take(),
            );
        }
    }
    row.comments_before(source.len());
    row.atoms
}

struct Row<'s> {
    source: &'s str,
    /// How far the source has been read.
    at: usize,
    /// The column of that place.
    column: usize,
    atoms: Vec<Atom>,
}

impl Row<'_> {
    fn token(&mut self, start: usize, end: usize, kind: TokenKind, piece: Option<Placed>) {
        let (breaks, blanks) = self.comments_before(start);
        let written = &self.source[start..end];
        self.push(
            AtomKind::Token(kind),
            one_word(written, kind),
            breaks,
            blanks,
            piece,
        );
        // Both halves of an end word may have a comment between them.
        if is_end(kind) {
            for (offset, length) in comment::all_in(written) {
                let inner = written[offset..offset + length].to_owned();
                self.push(AtomKind::BlockComment, inner, 0, 1, None);
            }
        }
        self.advance(end);
    }

    /// Takes the comments before a place; gives the line breaks and blanks after the last.
    fn comments_before(&mut self, place: usize) -> (usize, usize) {
        let from = self.at;
        let (mut breaks, mut blanks) = (0, 0);
        for (offset, length) in comment::all_in(&self.source[from..place]) {
            let start = from + offset;
            (breaks, blanks) = self.advance(start);
            let written = &self.source[start..start + length];
            let kind = if written.starts_with("/*") {
                AtomKind::BlockComment
            } else {
                AtomKind::LineComment
            };
            self.push(kind, comment::clean(written), breaks, blanks, None);
            self.advance(start + length);
        }
        if self.at < place || self.at == from {
            (breaks, blanks) = self.advance(place);
        }
        (breaks, blanks)
    }

    fn push(
        &mut self,
        kind: AtomKind,
        text: String,
        breaks: usize,
        blanks: usize,
        piece: Option<Placed>,
    ) {
        self.atoms.push(Atom {
            kind,
            text,
            breaks,
            gap: breaks + blanks > 0,
            blanks,
            column: self.column,
            piece,
            wide: true,
        });
    }

    /// Goes on to a place; gives the line breaks on the way and the blanks after the last.
    fn advance(&mut self, place: usize) -> (usize, usize) {
        let (mut breaks, mut blanks) = (0, 0);
        for c in self.source[self.at..place].chars() {
            blanks += 1;
            match c {
                '\n' => {
                    breaks += 1;
                    blanks = 0;
                    self.column = 0;
                }
                '\t' => self.column = (self.column / 4 + 1) * 4,
                '\u{FEFF}' | '\r' => {}
                _ => self.column += 1,
            }
        }
        self.at = place;
        (breaks, blanks)
    }
}

fn is_end(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Keyword(concept) if concept.keyword().class == Class::End)
}

/// A token as written, except that an end word has one spelling: `kraj paralelno`,
/// `kraj-paralelno` and `krajparalelno` become `kraj_paralelno`.
fn one_word(written: &str, kind: TokenKind) -> String {
    match kind {
        TokenKind::Keyword(concept) if is_end(kind) => {
            let row = concept.keyword();
            let spellings = if written.starts_with("kraj") {
                row.croatian
            } else {
                row.english
            };
            spellings[0].to_owned()
        }
        _ => written.to_owned(),
    }
}
