//! What stands where something else was expected, and what to do about it.

use super::habit::{self, Habit};
use super::hint::Hint;
use super::keyword::{self, Concept};
use super::text::{Text, is_word};
use crate::quantity::{Measure, Unit};

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

/// What could stand at a place; of two that are equally likely the one that is listed first is named first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expected {
    /// A mark or another word than a keyword, as written.
    Mark(&'static str),
    /// The three parts of a loop as in C.
    ThreeParts,
    /// The measure of a claim.
    Measure,
    /// A name.
    Name,
    /// A name to declare.
    NameToDeclare,
    /// A setting of a machine.
    Setting,
    /// A statement.
    Statement,
    /// A text in double quotes.
    Text,
    /// A unit of a claim.
    Unit,
    /// A value.
    Value,
    /// An assignment.
    Assignment,
    /// An operator.
    Operator,
    /// The name of an operator.
    OperatorName,
    /// The end.
    End,
    /// The name of a machine.
    MachineName,
    /// The name of an algorithm.
    AlgorithmName,
    /// A keyword.
    Keyword(Concept),
    /// `za svaki`
    ForEach,
    /// An index with its range.
    IndexRange,
    /// A word that begins an item.
    Item,
}

/// Expectations that are named.
const NAMED: usize = 5;

/// What to do about something that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyntaxAdvice {
    /// The words around it say more than it does itself.
    Hint(Hint),
    /// It is a habit from elsewhere.
    Habit(Habit),
    /// It looks like the number of a line.
    Numbered,
    /// It is perhaps this unit, misspelt.
    Unit(Unit),
    /// It is perhaps this keyword, misspelt.
    Keyword(&'static str),
    /// It is a keyword, where a name or a value is expected.
    IsKeyword(String),
    /// It is a comma between two assignments.
    OneVariable,
    /// It is the name of a measure.
    Measure(Measure),
}

/// Those of the expectations that are named.
pub fn named(expected: &[Expected]) -> &[Expected] {
    &expected[..expected.len().min(NAMED)]
}

/// What to do about something that does not fit: perhaps a habit from elsewhere, perhaps a misspelt keyword.
pub fn advice(found: &Found, expected: &[Expected], hint: Option<&Hint>) -> Option<SyntaxAdvice> {
    let hint = |first| {
        let hint = hint.filter(|hint| hint.comes_first() == first);
        hint.cloned().map(SyntaxAdvice::Hint)
    };
    hint(true)
        .or_else(|| advice_on(found, named(expected)))
        .or_else(|| hint(false))
}

fn advice_on(found: &Found, expected: &[Expected]) -> Option<SyntaxAdvice> {
    let awaits = |what: Expected| expected.contains(&what);
    match found {
        Found::LineNumber(_) if awaits(Expected::Statement) => Some(SyntaxAdvice::Numbered),
        Found::Word(word)
            if word.bytes().all(|byte| byte.is_ascii_digit()) && awaits(Expected::Statement) =>
        {
            Some(SyntaxAdvice::Numbered)
        }
        Found::Word(word) => {
            if awaits(Expected::Unit)
                && let Some(unit) = Unit::nearest(word)
            {
                return Some(SyntaxAdvice::Unit(unit));
            }
            if awaits(Expected::Measure) {
                return match habit::measure(word) {
                    Some(measure) => Some(SyntaxAdvice::Measure(measure)),
                    None => (keyword::nearest(word))
                        .filter(|near| keyword::find(near) == Some(Concept::Passes))
                        .map(SyntaxAdvice::Keyword),
                };
            }
            if awaits(Expected::Value)
                && let Some(habit @ (Habit::Remainder | Habit::Quotient)) = habit::call(word)
            {
                return Some(SyntaxAdvice::Habit(habit));
            }
            let logical = matches!(word.as_str(), "i" | "ili" | "ne");
            let habit = habit::word(word).or_else(|| habit::machine(word));
            if let Some(habit) = habit.filter(|_| !logical || awaits(Expected::Operator)) {
                return Some(SyntaxAdvice::Habit(habit));
            }
            keyword::nearest(word).map(SyntaxAdvice::Keyword)
        }
        Found::Keyword(word)
            if keyword::find(word) == Some(Concept::If) && awaits(Expected::Operator) =>
        {
            Some(SyntaxAdvice::Habit(Habit::Conditional))
        }
        Found::Keyword(word) if awaits(Expected::Value) || awaits(Expected::Name) => {
            Some(SyntaxAdvice::IsKeyword(word.clone()))
        }
        Found::Mark(mark) if mark == "," && awaits(Expected::Assignment) => {
            Some(SyntaxAdvice::OneVariable)
        }
        Found::Mark(mark) => habit::mark(mark).map(SyntaxAdvice::Habit),
        Found::End | Found::Keyword(_) | Found::LineNumber(_) => None,
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
}
