//! Statements as written.

use crate::source::Span;

use super::expression::{BinaryOp, Expr, Subscript};
use super::{AlgorithmName, Ident};

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// All of a simple statement; of a compound one its header (keyword to the end of the
    /// condition or range).
    pub span: Span,
    /// One past the last byte of all of it: of its body, its end word or its brace.
    pub end: u32,
}

impl Stmt {
    /// A simple statement.
    pub fn simple(kind: StmtKind, span: Span) -> Self {
        Self::compound(kind, span, span.end)
    }

    /// A statement with this header, up to this byte.
    pub fn compound(kind: StmtKind, span: Span, end: u32) -> Self {
        Self { kind, span, end }
    }

    /// All of it.
    pub fn whole(&self) -> Span {
        Span {
            end: self.end,
            ..self.span
        }
    }
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
    /// `polje`, `lokalno`, `globalno`, `kanal`; `lokalno polje b[k]` is [`Storage::Local`].
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
    /// `ograda_vala;`
    WarpBarrier,
    /// `nedjeljivo A[i] += e kao staro;`
    Atomic {
        /// The cell.
        target: Target,
        /// What becomes of it.
        change: WrittenChange,
        /// The operand, or the new value.
        value: Expr,
        /// The variable that gets the value before: `kao staro`.
        old: Option<Ident>,
    },
    /// All processors of a block wait for the last one: what `ograda` and calls of collective
    /// communication become where the machine's options ask for it. It has no spelling.
    Meet(Meeting),
    /// `ispisi("x = ", x, A[]);`
    Print(Vec<PrintPart>),
    /// `tvrdi(c);`, `tvrdi(c, "why");`
    Assert {
        /// What must hold.
        condition: Expr,
        /// The message if it does not hold.
        message: Option<String>,
    },
    /// `tvrdnja prolaza <= e;`, the first statement of a loop's body: the loop makes at most e iterations.
    ClaimTurns(Expr),
    /// `izlaz R[], x, least = P[0];`
    Output(Vec<Output>),
    /// A call for its effect.
    Call(Expr),
    /// `posalji x, A[] prema j oznaka t;`
    Send {
        /// Which keyword.
        manner: Manner,
        /// The words of the message in their order; none in a signal.
        items: Vec<Expr>,
        /// Who gets it.
        to: Peer,
        /// Its tag.
        tag: Option<Expr>,
    },
    /// `primi x, A[] od bilo_koga kao tko oznaka t;`
    Receive {
        /// What is assigned, in the order of the words; nothing by a signal.
        targets: Vec<Target>,
        /// Whose message is awaited.
        from: Peer,
        /// The variable that gets the sender's number: `kao tko`.
        sender: Option<Ident>,
        /// The tag that the message must have.
        tag: Option<Expr>,
    },
    /// `{ … }`
    Block(Vec<Stmt>),
    /// A lone `;`
    Empty,
}

/// What an atomic statement makes of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum WrittenChange {
    /// `= e`
    Exchange,
    /// `op= e`
    Update(BinaryOp),
    /// `max= e`, `= max(A[i], e)`
    Max,
    /// `min= e`, `= min(A[i], e)`
    Min,
    /// `ako (A[i] == e) A[i] = f`: the condition.
    Compare(Box<Expr>),
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
    /// `kanal`: queues of messages.
    Channel,
    /// `grupno`: in the memory of each group of a kernel.
    Group,
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
    /// Where the cells lie.
    pub distribution: Option<Distributed>,
}

/// A distribution clause, and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Distributed {
    /// What it says.
    pub kind: Distribution,
    /// The whole clause.
    pub span: Span,
}

/// Which processor owns which cells of an array.
#[derive(Debug, Clone, PartialEq)]
pub enum Distribution {
    /// `po blokovima`
    Blocks,
    /// `po redom`, `redom`, `redom(b)`: blocks of one cell, or of b cells, cyclically.
    Cyclic(Option<Box<Expr>>),
    /// `po recima`
    Rows,
    /// `po stupcima`
    Columns,
    /// `po kvadratima`
    Squares,
    /// `na j`: all in one processor.
    On(Box<Expr>),
}

impl Distribution {
    /// The expression in it: the length of a block, or a processor.
    pub fn expression(&self) -> Option<&Expr> {
        match self {
            Self::Cyclic(length) => length.as_deref(),
            Self::On(processor) => Some(processor),
            Self::Blocks | Self::Rows | Self::Columns | Self::Squares => None,
        }
    }
}

/// When a send lets its processor go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// `posalji`: when the message has left the processor.
    Blocking,
    /// `posalji_odmah`: at once.
    Now,
    /// `posalji_sinkrono`: when the message has arrived.
    Synchronous,
    /// As `posalji`, and on every machine into a buffer: so the library of collective communication
    /// sends, which a program may call whether or not its own messages find buffers.
    Buffered,
}

/// The other processor of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Peer {
    /// `j`: a processor by its number.
    Number(Expr),
    /// `(r, s)`: a processor by its indices in the block, at least two.
    Indices(Vec<Expr>, Span),
    /// `bilo_koga`: any sender; in a receive only.
    Anyone(Span),
}

impl Peer {
    /// Its expressions in the order of the text.
    pub fn expressions(&self) -> &[Expr] {
        match self {
            Self::Number(number) => std::slice::from_ref(number),
            Self::Indices(indices, _) => indices,
            Self::Anyone(_) => &[],
        }
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Number(number) => number.span,
            Self::Indices(_, span) | Self::Anyone(span) => *span,
        }
    }
}

/// What an assignment or a receive assigns.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// `x`
    Name(Ident),
    /// `A[i]`, `M[i,j]`, `M[i][j]`
    Element(Ident, Vec<Expr>, Span),
    /// `A[a do b]`, `M[i, ]`: at least one subscript is a range.
    Section(Ident, Vec<Subscript>, Span),
    /// `A[]`
    WholeArray(Ident, Span),
}

impl Target {
    /// The variable or array that it assigns.
    pub fn name(&self) -> &Ident {
        match self {
            Self::Name(name)
            | Self::Element(name, ..)
            | Self::Section(name, ..)
            | Self::WholeArray(name, _) => name,
        }
    }

    /// The expressions between its brackets in the order of the text.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Self::Name(_) | Self::WholeArray(..) => Vec::new(),
            Self::Element(_, subscripts, _) => subscripts.iter().collect(),
            Self::Section(_, subscripts, _) => {
                subscripts.iter().flat_map(Subscript::expressions).collect()
            }
        }
    }
}

/// A `paralelno` block.
#[derive(Debug, Clone, PartialEq)]
pub struct Parallel {
    /// Marked `asinkrono`.
    pub asynchronous: bool,
    /// Where it says `zadaci`.
    pub tasks: Option<Tasks>,
    /// Who takes part.
    pub header: ParallelHeader,
    /// What they do.
    pub body: Vec<Stmt>,
}

/// `zadaci … na f(i)`: a block is of tasks.
#[derive(Debug, Clone, PartialEq)]
pub struct Tasks {
    /// The processor of each task.
    pub mapping: Option<Expr>,
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
    /// None are named, `paralelno { …; … }`: each statement of the body is a task, which a processor
    /// of its own executes.
    SideBySide {
        /// The line of each task, from 1.
        lines: Vec<usize>,
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
    /// In the header of a kernel: what it numbers.
    pub kind: Option<KernelRange>,
}

/// What a range in the header of a kernel numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KernelRange {
    /// Groups.
    Group,
    /// The items of a group.
    Item,
}

impl Parallel {
    /// Of a kernel, what each of its ranges numbers; empty for any other block.
    pub fn range_kinds(&self) -> Vec<KernelRange> {
        match &self.header {
            ParallelHeader::Ranges(ranges) => {
                ranges.iter().filter_map(|range| range.kind).collect()
            }
            ParallelHeader::Indices(_)
            | ParallelHeader::IndicesOf { .. }
            | ParallelHeader::SideBySide { .. } => Vec::new(),
        }
    }

    /// Whether it is a kernel.
    pub fn is_kernel(&self) -> bool {
        !self.range_kinds().is_empty()
    }
}

/// A part of a printed line.
#[derive(Debug, Clone, PartialEq)]
pub enum PrintPart {
    /// A string literal, escapes resolved.
    Text(String),
    /// A value; a [`WholeArray`](super::ExprKind::WholeArray) prints the array.
    Value(Expr),
}

/// What `izlaz` shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Under which name; none for its own.
    pub name: Option<Ident>,
    /// A value, or whole arrays.
    pub value: Expr,
}

/// What all processors of a block reach before any of them continues.
#[derive(Debug, Clone, PartialEq)]
pub enum Meeting {
    /// A barrier.
    Barrier,
    /// The call of this algorithm, with its scalar argument if it has one.
    Call(AlgorithmName, Option<Expr>),
}
