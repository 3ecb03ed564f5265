//! Everything that can be wrong with a text: as data here, with its code and places in `places`, and with its
//! words in a file of each language.

mod english;
mod fixes;
mod places;

use super::ast::{BinaryOp, Ident};
use super::contradiction::Contradiction;
use super::exchange::WrongExchange;
use super::found::{Expected, Found};
use super::habit::Habit;
use super::hint::Hint;
use super::keyword::Concept;
use super::piece::Construct;
use super::size::Measure;
use super::spelling::Wrong;
use super::vocabulary::Vocabulary;
use crate::diagnostic::Diagnostic;
use crate::language::{Language, Voice};
use crate::source::Span;

/// What is wrong, with its places.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// A character that no program may contain.
    ControlCharacter { span: Span, character: char },
    /// `/*` without `*/`.
    OpenComment { span: Span },
    /// `"` without `"` in its line.
    OpenString { span: Span },
    /// A spelling from another language.
    Wrong { span: Span, wrong: Wrong },
    /// `0 < i < n`
    ChainedComparison {
        first: Span,
        second: Span,
        middle: Span,
        operators: [&'static str; 2],
        /// The operator on bits in the middle.
        bits: Option<&'static str>,
    },
    /// `tvrdnja T <= n <= 5`, `tvrdnja T <= n and W <= n`
    TruthInClaim {
        operator: BinaryOp,
        span: Span,
        middle: Span,
    },
    /// An expression whose tree is too deep.
    ExpressionTooDeep { span: Span, limit: usize },
    /// A statement that takes too long to read.
    PieceTooLong { span: Span },
    /// Brackets nested too deeply.
    BracketsTooDeep { span: Span, limit: usize },
    /// Blocks nested too deeply.
    BlocksTooDeep { span: Span, limit: usize },
    /// More of something than a text may have.
    TooMuch { span: Span, measure: Measure },
    /// A literal that does not fit.
    NumberTooLarge { span: Span, real: bool },
    /// A string where a value is expected.
    StringAsValue { span: Span },
    /// A send or a receive that lacks a part or has a wrong one.
    WrongExchange { span: Span, wrong: WrongExchange },
    /// `polje A[0 do n-1]`
    RangeAsLength { span: Span },
    /// `A[n] po blokovima = iota`
    InitialBehindPlace { span: Span, place: Span },
    /// `procesor i, j = 0, ..., p-1`
    OtherIndex { announced: Ident, ranged: Ident },
    /// `i = 1, 2, 4, ..., n`; `known` if the values are known here.
    UnevenRange {
        before: Span,
        span: Span,
        known: bool,
    },
    /// Something else than what could be here.
    Unexpected {
        span: Span,
        after: Span,
        found: Found,
        expected: Vec<Expected>,
        opened: Option<Span>,
        hint: Option<Box<Hint>>,
    },
    /// A first word that begins no statement, though it looks like one that does.
    UnknownWord {
        span: Span,
        word: String,
        keyword: Option<&'static str>,
        /// What it means in another language, where it is no keyword misspelt.
        habit: Option<Habit>,
    },
    /// A line of a listing that says in words what to do.
    Prose { span: Span },
    /// A line at which the nesting of a listing becomes unclear.
    NotNested { span: Span },
    /// `A(i^(l))` in a listing.
    Superscript { span: Span },
    /// `repeat … until c`
    RepeatUntil { span: Span, until: Span },
    /// A bracket that is not closed.
    MissingBracket {
        after: Span,
        closer: char,
        opened: Span,
        found: Found,
    },
    /// A statement without its `;`.
    MissingSemicolon {
        after: Span,
        /// The comment that begins after it.
        comment: Option<Span>,
    },
    /// A construct without its end word.
    MissingEnd {
        construct: Construct,
        opened: Span,
        opened_line: usize,
        /// That of its first word, where it says.
        vocabulary: Option<Vocabulary>,
        after: Span,
        before: Option<Span>,
        braces: bool,
    },
    /// A construct closed by the end word of another.
    WrongEnd {
        construct: Construct,
        opened: Span,
        opened_line: usize,
        /// That of its first word, where it says.
        vocabulary: Option<Vocabulary>,
        end: Span,
        written: String,
    },
    /// An end word where nothing is open; perhaps after a construct that takes one statement only.
    SurplusEnd {
        end: Span,
        written: String,
        construct: Construct,
        single: Option<(Span, usize)>,
    },
    /// `{` without `}`.
    MissingBrace { opened: Span, after: Span },
    /// `begin` without `end`.
    UnendedBegin { opened: Span, after: Span },
    /// `end NAME` with the name of another procedure.
    OtherProcedure {
        end: Span,
        written: String,
        name: String,
        opened: Span,
    },
    /// `}` without `{`.
    SurplusBrace {
        span: Span,
        block: Option<(Construct, Span)>,
    },
    /// `inace` without `ako`.
    StrayElse { span: Span },
    /// A head without the statement it governs.
    NoStatement { head: Span, after: Span },
    /// A head of a listing, whose layout puts nothing inside it.
    NothingFurtherIn {
        head: Span,
        next: Span,
        /// That ends or divides something, so it is not meant to be inside.
        is_end: bool,
    },
    /// A statement outside of `program` and `algoritam`.
    StatementOutside { span: Span },
    /// `ulaz` inside `program`.
    ItemInside {
        span: Span,
        written: String,
        /// The word that begins what is open here, and where.
        root: (Concept, Span),
    },
    /// An `inace` whose indentation contradicts its `ako`.
    Contradiction(Contradiction),
    /// A second `program`.
    SecondProgram { span: Span, first: Span },
    /// A procedure of a listing that changes two scalars of its caller.
    SeveralResults {
        procedure: String,
        first: Ident,
        second: Ident,
    },
}

impl Problem {
    /// Whether an end word is missing.
    pub fn is_missing_end(&self) -> bool {
        matches!(self, Self::MissingEnd { .. } | Self::UnendedBegin { .. })
    }

    /// Whether it is about an end word or a brace that is not in the user's text.
    pub fn is_of_inserted_end(&self) -> bool {
        match self {
            Self::SurplusEnd { end, .. } | Self::WrongEnd { end, .. } => end.start == end.end,
            Self::SurplusBrace { span, .. } | Self::StrayElse { span } => span.start == span.end,
            _ => false,
        }
    }

    /// Every place that it names.
    pub fn spans(&self) -> Vec<Span> {
        places::of(self).spans
    }

    /// Whether it is a `do` after the head of a loop.
    pub fn is_surplus_do(&self) -> bool {
        let wrong = |found: &Wrong| matches!(found, Wrong::SurplusDo { .. });
        matches!(self, Self::Wrong { wrong: found, .. } if wrong(found))
    }

    /// The problem in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self, voice.vocabulary),
        };
        let diagnostic = places::of(self).with(words);
        diagnostic.fixed_by(fixes::of(self, voice.vocabulary), voice)
    }
}

impl Habit {
    /// What to write instead.
    pub fn help(&self, voice: Voice) -> String {
        match voice.language {
            Language::English | Language::Croatian => english::habit::help(self, voice.vocabulary),
        }
    }
}
