//! The pieces in which a text is read: what stands between two decisions about nesting.

use super::ast::{
    AlgorithmName, Expr, Form, Ident, IndexRange, Item, ParallelHeader, Parameter, Stmt, Tasks,
};
use super::keyword::Concept;
use super::vocabulary::Vocabulary;
use crate::source::Span;

/// One piece, and where reading goes on.
#[derive(Debug)]
pub struct Read {
    /// What was read.
    pub piece: Piece,
    /// All of it.
    pub span: Span,
    /// One past its last character, in the clean text.
    pub end: usize,
    /// Whether its `;` is missing.
    pub unterminated: bool,
}

/// What a piece is.
#[derive(Debug)]
pub enum Piece {
    /// Complete top-level items: `ulaz a, b;` gives two.
    Items(Vec<Item>),
    /// The head of an algorithm.
    Algorithm {
        /// Its name.
        name: AlgorithmName,
        /// Its parameters.
        parameters: Vec<Parameter>,
        /// How it is written.
        form: Form,
    },
    /// `program`
    Program,
    /// A complete simple statement.
    Statement(Stmt),
    /// The head of a construct.
    Open(Opening),
    /// `inace`
    Else,
    /// `elif`, which is `inace ako`.
    ElseIf(Opening),
    /// An end word.
    End(Construct),
    /// `kraj`, `end`, `kraj_za`: an end that does not say of what.
    VagueEnd,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `begin`
    Begin,
    /// `end NAME`, or `endprocedure` without a name.
    NamedEnd(Option<String>),
    /// `12.` before a statement.
    LineNumber,
}

/// What has an end word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Construct {
    /// `algoritam`
    Algorithm,
    /// `program`
    Program,
    /// `paralelno`
    Parallel,
    /// `ponovi`
    Repeat,
    /// `ako … onda`
    If,
    /// `for … do` in a listing
    ForDo,
    /// `while … do` in a listing
    WhileDo,
}

/// The head of a construct, before its body.
#[derive(Debug)]
pub enum Opening {
    /// `paralelno (…)`
    Parallel {
        /// Marked `asinkrono`.
        asynchronous: bool,
        /// Where it says `zadaci`.
        tasks: Option<Tasks>,
        /// Who takes part.
        header: ParallelHeader,
    },
    /// `for … pardo` and its like.
    Pardo(ParallelHeader),
    /// `paralelno { …; … }`, `pardo … end`
    SideBySide {
        /// Marked `asinkrono`.
        asynchronous: bool,
        /// Written as in the listings of other books, where `end` ends it.
        is_pardo: bool,
    },
    /// `ponovi za …`
    RepeatFor(ForHead),
    /// `ponovi dok (c)`
    RepeatWhile(Expr),
    /// `ponovi k puta`
    RepeatTimes(Expr),
    /// `ako (c) onda`
    IfThen(Expr),
    /// `for … do` in a listing.
    ForDo(ForHead),
    /// `while … do` in a listing.
    WhileDo(Expr),
    /// `za …` before one statement.
    For(ForHead),
    /// `dok (c)` before one statement.
    While(Expr),
    /// `ako (c)` before one statement.
    If(Expr),
}

/// What controls a `za`.
#[derive(Debug)]
pub enum ForHead {
    /// `i = a do b korak s`
    Range(Box<IndexRange>),
    /// `(init; condition; update)`
    Three {
        /// An assignment, or nothing.
        initial: Option<Box<Stmt>>,
        /// The condition.
        condition: Option<Expr>,
        /// An assignment, or nothing.
        update: Option<Box<Stmt>>,
    },
}

/// What has keywords of its own for its beginning and its end.
const ENDS: [(Construct, Concept, Concept); 5] = [
    (
        Construct::Algorithm,
        Concept::Algorithm,
        Concept::EndAlgorithm,
    ),
    (Construct::Program, Concept::Program, Concept::EndProgram),
    (Construct::Parallel, Concept::Parallel, Concept::EndParallel),
    (Construct::Repeat, Concept::Repeat, Concept::EndRepeat),
    (Construct::If, Concept::If, Concept::EndIf),
];

impl Construct {
    /// What a keyword ends.
    pub fn ended_by(end: Concept) -> Option<Self> {
        let row = ENDS.iter().find(|(_, _, own)| *own == end)?;
        Some(row.0)
    }

    /// Its first word and its end word.
    pub fn words(self, vocabulary: Vocabulary) -> [String; 2] {
        let Some(&(_, first, end)) = ENDS.iter().find(|(own, _, _)| *own == self) else {
            let of_listing = match self {
                Self::WhileDo => ["while … do", "endwhile"],
                _ => ["for … do", "endfor"],
            };
            return of_listing.map(str::to_owned);
        };
        let [first, end] = vocabulary.words([first, end]).map(str::to_owned);
        match self {
            Self::If => [format!("{first} … {}", vocabulary.word(Concept::Then)), end],
            _ => [first, end],
        }
    }
}

/// An index that stands for a range that could not be read.
pub fn unreadable_range(variable: Ident) -> IndexRange {
    let zero = |span| Expr {
        kind: super::ast::ExprKind::Int(0),
        span,
    };
    IndexRange {
        from: zero(variable.span),
        to: zero(variable.span),
        step: None,
        kind: None,
        variable,
    }
}
