//! Expressions and operators as written.

use crate::source::Span;

use super::{AlgorithmName, Ident, OperatorName};

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, brackets around it excluded.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// An integer literal.
    Int(i64),
    /// A real literal.
    Real(f64),
    /// `istina`, `laz`, `true`, `false`
    Bool(bool),
    /// `x`
    Name(Ident),
    /// `A[]`
    WholeArray(Ident),
    /// `A[i]`, `M[i,j]`, `M[i][j]`
    Element(Ident, Vec<Expr>),
    /// `A[a do b]`, `M[r, a do b]`, `M[i, ]`: at least one subscript is a range.
    Section(Ident, Vec<Subscript>),
    /// A call of an algorithm, a built-in function or a generator; `log n` is one too.
    /// A bare `permutacija` is a call without arguments only where an initialiser is expected;
    /// elsewhere it is a name.
    Call(AlgorithmName, Vec<Expr>),
    /// `-x`, `not x`, `NOT x`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`; the span is the operator's.
    Binary(BinaryOp, Span, Box<Expr>, Box<Expr>),
    /// `neutralni(⊕)`
    Neutral(OperatorName),
    /// `{1, 2, 3}` or `[1, 2, 3]`, as an initialiser.
    List(Vec<Expr>),
}

/// A subscript of a section.
#[derive(Debug, Clone, PartialEq)]
pub enum Subscript {
    /// `i`: one place of this dimension.
    At(Expr),
    /// `a do b`: the places from a to b, both included. Without ends, as in `M[i, ]`, all places of
    /// this dimension.
    Range {
        /// The first place.
        from: Option<Expr>,
        /// The last place.
        to: Option<Expr>,
    },
}

impl Subscript {
    /// Whether it is no single place.
    pub fn is_range(&self) -> bool {
        matches!(self, Self::Range { .. })
    }

    /// Whether it is all places.
    pub fn is_all(&self) -> bool {
        let all = Self::Range {
            from: None,
            to: None,
        };
        *self == all
    }

    /// Its expressions in the order of the text.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let (first, second) = match self {
            Self::At(place) => (Some(place), None),
            Self::Range { from, to } => (from.as_ref(), to.as_ref()),
        };
        first.into_iter().chain(second)
    }
}

/// Operators with one operand. A minus before a literal makes a negative literal instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `not`, `!`
    Not,
    /// `NOT`
    BitNot,
}

/// Operators with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, floored on ints
    Divide,
    /// `%`, `mod`: floored
    Modulo,
    /// `^`
    Power,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `and`, `&&`
    And,
    /// `or`, `||`
    Or,
    /// `AND`
    BitAnd,
    /// `OR`
    BitOr,
    /// `XOR`
    BitXor,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `⊕`, `@`: the operator of a generic algorithm
    Generic,
}
