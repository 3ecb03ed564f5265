//! The tokens of a text, each once: what it is, where it is, and how it is read.
//!
//! `written` is the user's text under a token. A dialect changes how a token is read, and puts text before
//! and after it; nothing else of the user's text changes.

/// How wide a tab is where the layout says what ends.
pub const TAB: usize = 8;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword, with its primes and small digits: `C′`, `n₁`.
    Word,
    /// Digits, and a fraction.
    Number,
    /// `"…"`
    Literal,
    /// Everything that the language passes over.
    Comment,
    /// The number of a line, once a listing is known to have such.
    LineNumber,
    /// An operator, a bracket, a mark.
    Mark,
}

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its first byte in the user's text.
    pub start: usize,
    /// One past its last.
    pub end: usize,
    /// Its column, from 0.
    pub column: usize,
    /// Its line, from 0.
    pub line: usize,
    /// Whether it is the first of its line.
    pub first: bool,
    /// How it is read, where that is not as it is written.
    pub read_as: Option<String>,
    /// What is read before it.
    pub before: String,
    /// What is read after it.
    pub after: String,
}

/// Marks of several characters, longest first.
const MARKS: [&str; 22] = [
    "...", "===", "..", "==", "!=", "<=", ">=", "<>", "&&", "||", "++", "--", "**", ":=", "=>",
    "<-", "+=", "-=", "*=", "/=", "<<", ">>",
];

/// All tokens of a text, comments included.
pub fn tokens(raw: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let (mut at, mut line, mut column, mut first) = (0, 0, 0, true);
    while let Some(c) = raw[at..].chars().next() {
        let rest = &raw[at..];
        if c == '\n' {
            (line, column, first) = (line + 1, 0, true);
            at += 1;
            continue;
        }
        if c.is_whitespace() || c == '\u{FEFF}' {
            column = if c == '\t' {
                (column / TAB + 1) * TAB
            } else {
                column + 1
            };
            at += c.len_utf8();
            continue;
        }
        let (kind, length) = token(rest, c);
        tokens.push(Token {
            kind,
            start: at,
            end: at + length,
            column,
            line,
            first,
            read_as: None,
            before: String::new(),
            after: String::new(),
        });
        first = false;
        for inner in rest[..length].chars() {
            if inner == '\n' {
                (line, column) = (line + 1, 0);
            } else {
                column += 1;
            }
        }
        at += length;
    }
    tokens
}

/// What the token at the beginning of a text is, and how long.
fn token(rest: &str, first: char) -> (Kind, usize) {
    if let Some((length, _)) = comment(rest) {
        return (Kind::Comment, length);
    }
    if first == '"' {
        return (Kind::Literal, literal(rest).0);
    }
    if first.is_ascii_digit() {
        let digits = |text: &str| {
            text.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len())
        };
        let whole = digits(rest);
        let fraction = rest[whole..].strip_prefix('.').map_or(0, digits);
        let length = if fraction == 0 {
            whole
        } else {
            whole + 1 + fraction
        };
        return (Kind::Number, length);
    }
    if is_word(first) {
        let length = rest.find(|c| !(is_word(c) || is_small(c) || is_prime(c)));
        return (Kind::Word, length.unwrap_or(rest.len()));
    }
    let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
    (Kind::Mark, mark.map_or(first.len_utf8(), |mark| mark.len()))
}

/// How long the comment is with which a text begins, and whether it ends; `None` if it begins with none.
pub fn comment(rest: &str) -> Option<(usize, bool)> {
    if let Some(inside) = rest.strip_prefix("/*") {
        let end = inside.find("*/");
        return Some(end.map_or((rest.len(), false), |end| (end + 4, true)));
    }
    let is_line = rest.starts_with("//") || rest.starts_with('#');
    is_line.then(|| (rest.find('\n').unwrap_or(rest.len()), true))
}

/// How long the literal is with which a text begins, and whether its line closes it.
pub fn literal(rest: &str) -> (usize, bool) {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return (at, false),
            '"' if !escaped => return (at + 1, true),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    (rest.len(), false)
}

/// Whether a character may be part of a name.
pub fn is_word(c: char) -> bool {
    c.is_alphabetic() || c.is_ascii_digit() || c == '_'
}

/// Whether a character is a mark after a name: `C′`.
pub fn is_prime(c: char) -> bool {
    matches!(c, '\'' | '′' | '’')
}

/// The digit that a small one below the line stands for.
pub fn small_digit(c: char) -> Option<char> {
    let value = (c as u32)
        .checked_sub('₀' as u32)
        .filter(|value| *value < 10)?;
    char::from_digit(value, 10)
}

fn is_small(c: char) -> bool {
    small_digit(c).is_some()
}
