//! The syntax tree: what the user wrote, with the place of every part.
//!
//! Nothing is resolved here. `A[i] += x` is kept as written, a name is a name, and both
//! vocabularies have become one.

mod expression;
mod statement;
pub(crate) mod visit;

pub use expression::{BinaryOp, Expr, ExprKind, Subscript, UnaryOp};
pub use statement::{
    Declarator, Distributed, Distribution, IndexRange, KernelRange, Manner, Meeting, Output,
    Parallel, ParallelHeader, Peer, PrintPart, Stmt, StmtKind, Storage, Target, Tasks,
    WrittenChange,
};

use crate::quantity::{Measure, Unit};
use crate::source::Span;
use crate::syntax::vocabulary::{Vocabularies, Vocabulary};

/// A whole file. Included files appear as [`Item::Include`]; who loads them splices theirs in.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct File {
    /// Top-level items in the order of the text.
    pub items: Vec<Item>,
    /// The vocabulary of this file and of those that it includes.
    pub vocabularies: Vocabularies,
}

/// A top-level item.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// `stroj CREW(p = 4);`
    Machine(Machine),
    /// `ukljuci "file.pram"`
    Include(Include),
    /// `ulaz A[n] = slucajno(0, 99);`
    Input(Input),
    /// `algoritam name(params) … kraj_algoritma`
    Algorithm(Algorithm),
    /// `program … kraj_programa`
    Program(ProgramBlock),
    /// `tvrdnja T = O(log n);`
    Claim(Claim),
    /// `slijedno name;`
    Sequential(Sequential),
    /// `neutralni f = 0;`
    Neutral(Neutral),
}

/// `stroj NAME(arg = value, …);`
#[derive(Debug, Clone, PartialEq)]
pub struct Machine {
    /// The model as written, in lower case: `crew`, `crcw-common`, `apram`, `apram-cr`.
    pub name: Ident,
    /// What stands in its brackets: sizes without a name, and `p`, `d`, `B`, … with theirs.
    pub arguments: Vec<MachineArgument>,
    /// The vocabulary of its keyword.
    pub vocabulary: Vocabulary,
    /// The whole item.
    pub span: Span,
}

/// `4`, `p = 4`
#[derive(Debug, Clone, PartialEq)]
pub struct MachineArgument {
    /// The parameter; none of a size by its position.
    pub name: Option<Ident>,
    /// Its value.
    pub value: Expr,
}

impl MachineArgument {
    /// Whether it gives the parameter of this name.
    pub fn is(&self, name: &str) -> bool {
        self.name.as_ref().is_some_and(|own| own.text == name)
    }
}

/// `ukljuci "path";`
#[derive(Debug, Clone, PartialEq)]
pub struct Include {
    /// The path as written, relative to the including file.
    pub path: String,
    /// The path's place, quotes included.
    pub span: Span,
}

/// One declared input. `ulaz n = 4, A[n];` gives two.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// The name.
    pub name: Ident,
    /// None for a scalar. `A[]` has one dimension without a length, `A[n,m]` two with.
    pub dimensions: Option<Vec<Option<Expr>>>,
    /// The default: an expression, a generator call, or a list.
    pub default: Option<Expr>,
    /// Where the cells lie.
    pub distribution: Option<Distributed>,
    /// The whole declaration.
    pub span: Span,
}

/// An algorithm.
#[derive(Debug, Clone, PartialEq)]
pub struct Algorithm {
    /// Its name.
    pub name: AlgorithmName,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its body.
    pub body: Vec<Stmt>,
    /// From the keyword to the closing bracket of the parameters.
    pub header: Span,
    /// One past its last byte: of its end word, or of its last statement.
    pub end: u32,
    /// How it is written.
    pub form: Form,
}

/// How an algorithm is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `algoritam`
    Own,
    /// `procedure` of a listing, whose parameters are passed by reference.
    Procedure,
    /// `function` of a listing, whose scalars are its own.
    Function,
}

impl Form {
    /// Whether it is a listing, which does not say which of its names are arrays.
    pub fn is_listing(self) -> bool {
        self != Self::Own
    }
}

/// A formal parameter: `n`, `n = 8`, `A[]`, `A[n]`, `M[,]`, `M[n,m]`, `M[][]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The name.
    pub name: Ident,
    /// None for a scalar; one entry per dimension for an array, with the length where one is
    /// written.
    pub dimensions: Option<Vec<Option<Expr>>>,
    /// The default.
    pub default: Option<Expr>,
}

/// `program … kraj_programa`
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramBlock {
    /// The statements.
    pub body: Vec<Stmt>,
    /// The opening keyword.
    pub header: Span,
    /// One past its last byte: of its end word, or of its last statement.
    pub end: u32,
}

/// A claim, and the text it was written as.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// What is claimed.
    pub kind: ClaimKind,
    /// The names that the measure is said to depend on: the `n` of `T(n)`.
    pub sizes: Vec<Ident>,
    /// From the measure to the formula.
    pub span: Span,
}

/// What is claimed.
#[derive(Debug, Clone, PartialEq)]
pub enum ClaimKind {
    /// `T = O(log n)`, `W steps = Theta(n)`.
    Growth {
        /// The measure.
        measure: Measure,
        /// The unit, where one is named.
        unit: Option<Unit>,
        /// The kind of bound.
        growth: Growth,
        /// The formula inside.
        formula: Expr,
    },
    /// `T rounds = 2*log n`, `T rounds <= 2*log n + 1`
    Exact {
        /// The measure.
        measure: Measure,
        /// The unit, where one is named.
        unit: Option<Unit>,
        /// How the measure is related to the formula.
        relation: Relation,
        /// The formula.
        formula: Expr,
    },
    /// `model = EREW`: the model in lower case.
    Model(Ident),
}

/// How a claim relates a count to its formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `=`
    Equal,
    /// `<=`, `≤`
    AtMost,
    /// `>=`, `≥`
    AtLeast,
}

impl Relation {
    /// The sign for evidence.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::AtMost => "≤",
            Self::AtLeast => "≥",
        }
    }

    /// The sign of a count that does not stand in this relation.
    pub fn opposite(self) -> &'static str {
        match self {
            Self::Equal => "≠",
            Self::AtMost => ">",
            Self::AtLeast => "<",
        }
    }
}

/// How a claim bounds its measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// `= O(f)`
    O,
    /// `= Θ(f)`, `Theta(f)`
    Theta,
    /// `= Ω(f)`, `Omega(f)`
    Omega,
}

/// `slijedno name;`
#[derive(Debug, Clone, PartialEq)]
pub struct Sequential {
    /// The sequential algorithm that speedup is measured against.
    pub name: AlgorithmName,
    /// The whole item.
    pub span: Span,
}

/// `neutralni f = 0;`: makes a two-argument algorithm an operator.
#[derive(Debug, Clone, PartialEq)]
pub struct Neutral {
    /// The two-argument algorithm.
    pub name: Ident,
    /// Its neutral element.
    pub value: Expr,
    /// The whole item.
    pub span: Span,
}

/// A name as written, composed (NFC).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ident {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The name of an algorithm where it is defined or called.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AlgorithmName {
    /// The operator before `_`, when it is one of the built-in ones or `⊕`. `f_par` of a user's
    /// own `f` is a plain name here.
    pub operator: Option<OperatorName>,
    /// What follows the operator's `_` or `-`; the whole name where there is no operator.
    pub stem: String,
    /// Where it stands.
    pub span: Span,
}

/// An associative operator by name, as it prefixes `+_prescan` and stands in `neutralni(+)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OperatorName {
    /// `⊕` or `@`: the parameter of a generic algorithm.
    Generic,
    /// `+`
    Plus,
    /// `*`
    Times,
    /// `max`
    Max,
    /// `min`
    Min,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
}
