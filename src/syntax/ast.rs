//! The syntax tree: what the user wrote, with the place of every part.
//!
//! Nothing is resolved here. `A[i] += x` is kept as written, a name is a name, and both
//! vocabularies have become one.

use crate::source::Span;

/// A name as written, composed (NFC).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ident {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole file. Included files appear as [`Item::Include`]; who loads them splices theirs in.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct File {
    /// Top-level items in the order of the text.
    pub items: Vec<Item>,
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
    /// Named arguments: `p`, `d`, `B`.
    pub arguments: Vec<(Ident, Expr)>,
    /// The whole item.
    pub span: Span,
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
    /// The whole declaration.
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
}

/// What a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Time.
    T,
    /// Work.
    W,
    /// Cost.
    C,
}

/// A unit of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// Executions of bodies that access shared memory.
    Rounds,
    /// Statements.
    Steps,
    /// Reads, operators, writes.
    Instructions,
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

/// A claim, and the text it was written as.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// What is claimed.
    pub kind: ClaimKind,
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
    /// `T rounds = 2*log n`
    Exact {
        /// The measure.
        measure: Measure,
        /// The unit, where one is named.
        unit: Option<Unit>,
        /// The formula.
        formula: Expr,
    },
    /// `model = EREW`: the model in lower case.
    Model(Ident),
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
    /// `izlaz R[], x;`: each a [`ExprKind::Name`] or [`ExprKind::WholeArray`].
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
    /// A value; a [`ExprKind::WholeArray`] prints the array.
    Value(Expr),
}

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
