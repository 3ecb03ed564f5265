//! What stands where something else was expected, and how that is said.

use super::habit;
use super::hint::Hint;
use super::keyword::{self, Concept};
use super::text::{Text, is_word};
use super::vocabulary::Vocabulary;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// What stands where something else was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The text ends.
    End,
    /// A word that is a keyword somewhere.
    Keyword(String),
    /// Another word, or a number.
    Word(String),
    /// The number of a line: `1.`, `1:`.
    LineNumber(String),
    /// A mark.
    Mark(String),
}

/// What could stand at a place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expected {
    /// In words.
    Plain(&'static str),
    /// A keyword.
    Keyword(Concept),
    /// `za svaki`
    ForEach,
    /// An index with its range.
    IndexRange,
    /// A word that begins an item.
    Item,
}

impl Expected {
    fn name(&self, vocabulary: Vocabulary) -> String {
        match self {
            Self::Plain(text) => (*text).to_owned(),
            Self::Keyword(concept) => format!("`{}`", vocabulary.word(*concept)),
            Self::ForEach => {
                let [for_word, each] = vocabulary.words([Concept::For, Concept::Each]);
                format!("`{for_word} {each}`")
            }
            Self::IndexRange => {
                let [from, to] = vocabulary.words([Concept::From, Concept::To]);
                format!("an index with its range, such as `i {from} 0 {to} n-1`")
            }
            Self::Item => {
                let items = [Concept::Algorithm, Concept::Program, Concept::Input];
                let [algorithm, program, input] = vocabulary.words(items);
                format!("`{algorithm}`, `{program}`, `{input}` or another word that begins an item")
            }
        }
    }
}

impl Found {
    /// What begins at `at`.
    pub fn at(text: &Text, at: usize) -> Self {
        let token = text.token(at);
        match token.chars().next() {
            None => Self::End,
            Some(c) if is_word(c) => {
                let end_word = token.starts_with("kraj") || token.starts_with("end_");
                let behind = &text.clean[at + token.len()..];
                let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
                if end_word || keyword::find(token).is_some() {
                    Self::Keyword(token.to_owned())
                } else if is_number && behind.starts_with(['.', ':']) && text.starts_line(at) {
                    Self::LineNumber(token.to_owned())
                } else {
                    Self::Word(token.to_owned())
                }
            }
            Some(_) => Self::Mark(token.to_owned()),
        }
    }

    /// Whether a statement may begin with it.
    pub fn begins_statement(&self) -> bool {
        match self {
            Self::Word(_) | Self::LineNumber(_) | Self::Keyword(_) => true,
            Self::Mark(mark) => matches!(mark.as_str(), "++" | "--"),
            Self::End => false,
        }
    }

    /// Whether no statement goes on with it.
    pub fn ends_statement(&self, text: &Text, at: usize) -> bool {
        match self {
            Self::End => true,
            Self::Mark(mark) => matches!(mark.as_str(), ";" | "{" | "}"),
            Self::Keyword(word) => {
                word.starts_with("kraj") || word.starts_with("end_") || text.starts_line(at)
            }
            Self::Word(_) | Self::LineNumber(_) => false,
        }
    }

    /// In messages: `` `x` ``.
    pub(super) fn name(&self) -> String {
        match self {
            Self::End => "the end of the text".to_owned(),
            Self::Keyword(word) | Self::Word(word) | Self::LineNumber(word) => format!("`{word}`"),
            Self::Mark(mark) => format!("`{mark}`"),
        }
    }
}

/// Something that does not fit: perhaps a habit from elsewhere, perhaps a misspelt keyword.
pub(super) fn unexpected(
    span: Span,
    after: Span,
    found: &Found,
    expected: &[Expected],
    (opened, hint): (Option<Span>, Option<&Hint>),
    vocabulary: Vocabulary,
) -> Diagnostic {
    let expected = &expected[..expected.len().min(5)];
    let list: Vec<String> = expected
        .iter()
        .map(|expected| expected.name(vocabulary))
        .collect();
    let hint = |first| {
        let hint = hint.filter(|hint| hint.comes_first() == first);
        hint.and_then(|hint| hint.help(vocabulary))
    };
    let advice = hint(true)
        .or_else(|| advice(found, expected, vocabulary))
        .or_else(|| hint(false));
    let expected = match list.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        [first @ .., last] => Some(format!("{} or {last}", first.join(", "))),
    };
    let message = format!("{} does not fit here", found.name());
    let label = expected.map_or_else(
        || "unexpected".to_owned(),
        |expected| format!("expected {expected}"),
    );
    let mut diagnostic = match found {
        Found::End => Diagnostic::new(
            Code::Syntax,
            "the text ends too early",
            after.after(),
            label,
        ),
        _ => Diagnostic::new(Code::Syntax, message, span, label),
    };
    if let Some(opened) = opened {
        diagnostic = diagnostic.label(opened, "this bracket is still open");
    }
    if let Some(advice) = advice {
        diagnostic = diagnostic.help(advice);
    }
    diagnostic
}

/// How lines are numbered.
const NUMBERED: &str =
    "the number of a line has a dot or a colon behind it, and then a blank: `1. x = 0;`";

/// What to do about words that do not fit.
fn advice(found: &Found, expected: &[Expected], vocabulary: Vocabulary) -> Option<String> {
    let awaits = |what: &'static str| expected.contains(&Expected::Plain(what));
    match found {
        Found::LineNumber(_) if awaits("a statement") => Some(NUMBERED.to_owned()),
        Found::Word(word)
            if word.bytes().all(|byte| byte.is_ascii_digit()) && awaits("a statement") =>
        {
            Some(NUMBERED.to_owned())
        }
        Found::Word(word) => {
            let logical = matches!(word.as_str(), "i" | "ili" | "ne");
            let advice = habit::word(word, vocabulary).or_else(|| habit::machine(word));
            if let Some(advice) = advice.filter(|_| !logical || awaits("an operator")) {
                return Some(advice);
            }
            let near = vocabulary.named(keyword::nearest(word)?);
            Some(format!("did you mean {near}?"))
        }
        Found::Keyword(word) if awaits("a value") || awaits("a name") => Some(format!(
            "`{word}` is a keyword; the text before it is not complete, or it stands in the wrong place"
        )),
        Found::Mark(mark) if mark == "," && awaits("an assignment") => {
            Some("a statement assigns to one variable: `x = 1; y = 2;`".to_owned())
        }
        Found::Mark(mark) => habit::mark(mark, vocabulary),
        Found::End | Found::Keyword(_) | Found::LineNumber(_) => None,
    }
}
