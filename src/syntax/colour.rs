//! The colours of a text: which characters of a line are a keyword, a function, a number, a text or a
//! comment.

use super::keyword::{self, Standing};
use super::operator;
use super::token::{Kind, Token, tokens};

/// The colour of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// A keyword, or an operator that is a word.
    Keyword,
    /// An algorithm or a function that is called.
    Function,
    /// A number.
    Number,
    /// `"…"`
    Text,
    /// A comment.
    Comment,
}

impl Colour {
    /// Its name in pages and traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keyword => "keyword",
            Self::Function => "function",
            Self::Number => "number",
            Self::Text => "text",
            Self::Comment => "comment",
        }
    }
}

/// Characters of a line in one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColouredPart<'t> {
    /// The characters.
    pub text: &'t str,
    /// Their colour; `None` for names, marks and spaces.
    pub colour: Option<Colour>,
}

/// The lines of a text, each in parts that together are the whole line.
pub fn coloured_lines(text: &str) -> Vec<Vec<ColouredPart<'_>>> {
    let spans = spans(text);
    let mut rest = &spans[..];
    let mut begin = 0;
    let lines = text.split_inclusive('\n').map(|whole| {
        let end = begin + whole.trim_end_matches(['\n', '\r']).len();
        // A comment may go on from the line before, and into the next one.
        let first = rest.iter().take_while(|span| span.1 <= begin).count();
        rest = &rest[first..];
        let (mut parts, mut at) = (Vec::new(), begin);
        let mut add = |to: usize, colour| {
            let to = to.min(end);
            if at < to {
                parts.push(ColouredPart {
                    text: &text[at..to],
                    colour,
                });
                at = to;
            }
        };
        for (from, to, colour) in rest.iter().take_while(|span| span.0 < end) {
            add(*from, None);
            add(*to, Some(*colour));
        }
        add(end, None);
        begin += whole.len();
        parts
    });
    lines.collect()
}

/// Where each colour begins and ends, in bytes.
fn spans(text: &str) -> Vec<(usize, usize, Colour)> {
    let all = tokens(text);
    let spans = all.iter().enumerate().filter_map(|(at, token)| {
        Some((
            token.start,
            token.end,
            colour(text, token, all.get(at + 1))?,
        ))
    });
    spans.collect()
}

/// The colour of a token, given the next one.
fn colour(text: &str, token: &Token, next: Option<&Token>) -> Option<Colour> {
    let is_adjacent = next.is_some_and(|next| next.start == token.end);
    let next = next.map(|next| &text[next.start..next.end]);
    match token.kind {
        // The operator in the name of an algorithm: `+_scan`.
        Kind::Mark if is_adjacent && next.is_some_and(|next| next.starts_with('_')) => {
            Some(Colour::Function)
        }
        Kind::Comment => Some(Colour::Comment),
        Kind::Literal => Some(Colour::Text),
        Kind::Number | Kind::LineNumber => Some(Colour::Number),
        Kind::Mark => None,
        Kind::Word => {
            let word = &text[token.start..token.end];
            if is_keyword(word, next) || operator::words().any(|one| one == word) {
                Some(Colour::Keyword)
            } else {
                (next == Some("(")).then_some(Colour::Function)
            }
        }
    }
}

/// Whether a word is a keyword before this token: some keywords may be names, too, and are where they get
/// a value or have a subscript.
fn is_keyword(word: &str, next: Option<&str>) -> bool {
    let is_of_name = matches!(
        next,
        Some("[" | "=" | ":=" | "<-" | "←" | "+=" | "-=" | "*=")
    );
    let found = keyword::find(word).map(|concept| concept.keyword().standing);
    match found {
        Some(Standing::Reserved) => true,
        Some(Standing::Free) => !is_of_name,
        None => false,
    }
}
