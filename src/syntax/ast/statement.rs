//! Statements as written.

use crate::source::Span;

use super::Ident;
use super::expression::{BinaryOp, Expr};

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// All of a simple statement; of a compound one its header (keyword to the end of the
    /// condition or range).
    pub span: Span,
}

/// The kinds of statement.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `target = value`, `target op= value`. `x++` is `x += 1`.
    Assign {
        /// What is assigned.
        target: Target,
        /// The operator of `op=`.
        operator: Option<BinaryOp>,
        /// The right side.
        value: Expr,
    },
    /// `polje`, `lokalno`, `globalno`; `lokalno polje b[k]` is [`Storage::Local`].
    Declare {
        /// Which keyword.
        storage: Storage,
        /// What is declared.
        declarators: Vec<Declarator>,
    },
    /// `paralelno (…) … kraj_paralelno`
    Parallel(Parallel),
    /// `za i = a do b korak s`, and `ponovi za`.
    For {
        /// The loop's variable.
        variable: Ident,
        /// The start.
        from: Expr,
        /// The last value, included.
        to: Expr,
        /// The step; 1 where none is written.
        step: Option<Expr>,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `za (init; condition; update)`
    CFor {
        /// An assignment, or nothing.
        initial: Option<Box<Stmt>>,
        /// The condition; true where none is written.
        condition: Option<Expr>,
        /// An assignment, or nothing.
        update: Option<Box<Stmt>>,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `dok (c)`, `ponovi dok (c)`
    While {
        /// The condition.
        condition: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `ponovi k puta`
    Repeat {
        /// How many times.
        count: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `ako (c) … inace …`
    If {
        /// The condition.
        condition: Expr,
        /// Where it holds.
        then: Vec<Stmt>,
        /// Where it does not; `inace ako` is a single `If` in here.
        otherwise: Vec<Stmt>,
    },
    /// `vrati;`, `vrati e;`, `vrati A[];`
    Return(Option<Expr>),
    /// `prekini;`
    Break,
    /// `nastavi;`
    Continue,
    /// `ograda;`, `ograda(od a do b);`
    Barrier(Option<(Expr, Expr)>),
    /// `ispisi("x = ", x, A[]);`
    Print(Vec<PrintPart>),
    /// `tvrdi(c);`, `tvrdi(c, "why");`
    Assert {
        /// What must hold.
        condition: Expr,
        /// What is said where it does not.
        message: Option<String>,
    },
    /// `izlaz R[], x;`: each a [`Name`](super::ExprKind::Name) or [`WholeArray`](super::ExprKind::WholeArray).
    Output(Vec<Expr>),
    /// A call for its effect.
    Call(Expr),
    /// `{ … }`
    Block(Vec<Stmt>),
    /// A lone `;`
    Empty,
}

/// Which keyword a declaration began with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// `polje`
    Array,
    /// `lokalno`
    Local,
    /// `globalno`
    Shared,
}

/// One name of a declaration.
#[derive(Debug, Clone, PartialEq)]
pub struct Declarator {
    /// The name.
    pub name: Ident,
    /// None for a scalar. `polje X[] = …` has one dimension without a length.
    pub dimensions: Option<Vec<Option<Expr>>>,
    /// The initialiser: an expression, a generator call, or a list.
    pub initial: Option<Expr>,
}

/// What an assignment assigns.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// `x`
    Name(Ident),
    /// `A[i]`, `M[i,j]`, `M[i][j]`
    Element(Ident, Vec<Expr>, Span),
    /// `A[]`
    WholeArray(Ident, Span),
}

/// A `paralelno` block.
#[derive(Debug, Clone, PartialEq)]
pub struct Parallel {
    /// Marked `asinkrono`.
    pub asynchronous: bool,
    /// Who takes part.
    pub header: ParallelHeader,
    /// What they do.
    pub body: Vec<Stmt>,
}

/// The processors of a block.
#[derive(Debug, Clone, PartialEq)]
pub enum ParallelHeader {
    /// `i od a do b korak s, j od …`; also `procesor i, i = 0, ..., p-1`.
    Ranges(Vec<IndexRange>),
    /// `indeks i`, `element vektora, i`: the common length of the arrays subscripted with `i`.
    Indices(Ident),
    /// `element polja A, i`
    IndicesOf {
        /// The array.
        array: Ident,
        /// The index.
        variable: Ident,
    },
}

/// One index of a block and its range.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexRange {
    /// The index.
    pub variable: Ident,
    /// The first value.
    pub from: Expr,
    /// The last value, included.
    pub to: Expr,
    /// The step; 1 where none is written.
    pub step: Option<Expr>,
}

/// A part of a printed line.
#[derive(Debug, Clone, PartialEq)]
pub enum PrintPart {
    /// A string literal, escapes resolved.
    Text(String),
    /// A value; a [`WholeArray`](super::ExprKind::WholeArray) prints the array.
    Value(Expr),
}
