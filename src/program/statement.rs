//! Typed statements.

use crate::source::Span;

use super::expression::{BinaryOp, Cell, Expr};
use super::message::{Axis, Distribution, Extent, Item, Place, Question, SendManner};
use super::value::Constant;
use super::{AlgorithmId, ArrayId, BlockId, ScalarId};

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Its place: the simple statement, or the header of a compound one.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// One step: `target = value` or `target op= value`.
    Assign {
        /// What is assigned.
        target: Target,
        /// The operator of `op=`, typed by the target.
        update: Option<BinaryOp>,
        /// The right side, of the target's type.
        value: Expr,
        /// Free only for the control of C-style loops and for compiler-made moves.
        charge: Charge,
    },
    /// A test and two branches.
    If {
        /// Of type bool.
        condition: Expr,
        /// Free only if it determines which task a processor executes.
        charge: Charge,
        /// Where it holds.
        then: Vec<Stmt>,
        /// Where it does not.
        otherwise: Vec<Stmt>,
    },
    /// A counting loop: from, to and step are evaluated once.
    For {
        /// Counts; holds the first value beyond `to` after the loop.
        variable: ScalarId,
        /// Of type int.
        from: Expr,
        /// Of type int; included.
        to: Expr,
        /// Of type int, not zero.
        step: Option<Expr>,
        /// What runs before each test whether the variable is beyond `to`: where the program's own
        /// variable is a cell or a real, it takes the value.
        prelude: Vec<Stmt>,
        /// The body.
        body: Vec<Stmt>,
        /// Each execution of the body is a round.
        round: bool,
    },
    /// A loop with a test before each execution of its body.
    While {
        /// What has to run before each test: calls in the condition.
        prelude: Vec<Stmt>,
        /// Of type bool.
        condition: Expr,
        /// Whether the test is a step.
        charge: Charge,
        /// The body.
        body: Vec<Stmt>,
        /// Runs after the body and after `nastavi`.
        update: Vec<Stmt>,
        /// Each execution of the body is a round.
        round: bool,
    },
    /// `paralelno`, and a whole-array statement, which is one too.
    Parallel {
        /// The block; its indices belong to `ranges` in order.
        block: BlockId,
        /// One range per index.
        ranges: Vec<Range>,
        /// What each processor does.
        body: Vec<Stmt>,
        /// Each execution of the body is a round.
        round: bool,
    },
    /// A call.
    Call {
        /// Who is called.
        algorithm: AlgorithmId,
        /// What is passed, one per parameter.
        arguments: Vec<Argument>,
        /// Where the result goes, free of charge; `None` if it is not used.
        result: Option<Destination>,
    },
    /// `vrati`. In a block of processors it has no value and takes a processor out of the
    /// outermost block of this algorithm.
    Return(Option<ReturnValue>),
    /// `prekini`: leaves the innermost loop.
    Break,
    /// `nastavi`: leaves this execution of the innermost loop's body.
    Continue,
    /// `ograda`; with a range of processor numbers or without.
    Barrier(Option<(Expr, Expr)>),
    /// `ograda_vala`: orders the items of a warp that execute it.
    WarpBarrier,
    /// `nedjeljivo`: reads, computes and writes a cell as one.
    Atomic {
        /// The cell.
        cell: Cell,
        /// What becomes of it.
        change: AtomicChange,
        /// The operand, or the new value, of the cell's type.
        value: Expr,
        /// Gets the value before.
        old: Option<ScalarId>,
    },
    /// All processors of a block on a multicomputer wait for the last one.
    Meet(Meeting),
    /// Makes a new unwritten array under this name; one already there is gone.
    Allocate {
        /// The array.
        array: ArrayId,
        /// One length per dimension, of type int.
        dimensions: Vec<Expr>,
        /// What it holds at first, free of charge.
        initial: Initial,
    },
    /// A part of an array, with contiguous cells, gets a name as an array.
    /// Free of charge.
    View {
        /// The part's own name.
        view: ArrayId,
        /// The array.
        of: ArrayId,
        /// What the part takes of each dimension: numbers and ranges; after the first range, whole dimensions.
        /// They read no memory that is shared.
        axes: Vec<Axis>,
    },
    /// A scalar of this block is unwritten again.
    Forget(ScalarId),
    /// Fails unless all these have the same lengths.
    SameLengths {
        /// What is compared.
        arrays: Vec<Compared<ArrayId>>,
        /// Why they must.
        why: SameLength,
    },
    /// Fails unless these have the same lengths, dimension by dimension, and none is negative.
    SameExtents(Vec<Extent>),
    /// Places the cells of an array in these processors, free of charge.
    Distribute {
        /// The array.
        array: ArrayId,
        /// Where.
        distribution: Distribution,
    },
    /// Sends a message. Its contents are computed by the sender; where it goes, its tag, and
    /// which cells it takes, are free.
    Send {
        /// How.
        manner: SendManner,
        /// What, in order.
        items: Vec<Item>,
        /// The number of the processor, or its indices in the block, of type int; of a channel the
        /// subscripts of the queue.
        to: Vec<Expr>,
        /// The channel to which it goes.
        channel: Option<ArrayId>,
        /// Of type int; 0 where none is given.
        tag: Option<Expr>,
    },
    /// Waits for a message and takes it.
    Receive {
        /// Where it goes, in order.
        places: Vec<Place>,
        /// The number of the sender, or its indices in the block, of type int; of a channel the
        /// subscripts of the queue; none takes a message of any.
        from: Option<Vec<Expr>>,
        /// The channel from which it comes.
        channel: Option<ArrayId>,
        /// Gets the number of the sender.
        sender: Option<ScalarId>,
        /// Of type int; none takes a message of any tag.
        tag: Option<Expr>,
    },
    /// The first statement of a task: the number of its processor, of type int and free.
    Settle(Expr),
    /// The network answers into a temporary.
    Ask {
        /// What.
        question: Question,
        /// Of type bool, or int for the number of a processor.
        result: ScalarId,
    },
    /// Each processor draws a number, free of charge: [`Builtin::Random`](super::Builtin::Random)
    /// counts it where it is used.
    Draw {
        /// The lower bound and the upper one, both of the type of the result.
        bounds: [Expr; 2],
        /// A temporary.
        result: ScalarId,
    },
    /// Moves the contents of a fresh array into another of the same lengths, free of charge.
    Move {
        /// A temporary, gone afterwards.
        from: ArrayId,
        /// What it becomes.
        to: ArrayId,
    },
    /// `ispisi`: reads memory without touching it.
    Print(Vec<PrintPart>),
    /// `tvrdi`, and a bound on the iterations of a loop: reads memory without accesses that count.
    Assert {
        /// Of type bool.
        condition: Expr,
        /// The message if it does not hold.
        asserted: Asserted,
    },
    /// `izlaz`: keeps a value for the end of the run.
    Output {
        /// Under which name.
        name: String,
        /// What.
        value: OutputValue,
    },
}

/// What an atomic statement makes of a cell.
#[derive(Debug, Clone)]
pub enum AtomicChange {
    /// It gets the value.
    Exchange,
    /// It gets `cell op value`.
    Update(BinaryOp),
    /// It gets the value if it holds this one, of the cell's type.
    Compare(Expr),
}

impl AtomicChange {
    /// The operands besides the cell, in the order of the text; `value` is the last one.
    pub fn operands<'e>(&'e self, value: &'e Expr) -> impl Iterator<Item = &'e Expr> + Clone {
        let expected = match self {
            Self::Compare(expected) => Some(expected),
            Self::Exchange | Self::Update(_) => None,
        };
        expected.into_iter().chain([value])
    }
}

/// What an assertion is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asserted {
    /// Anything: what the program says where it does not hold.
    Said(Option<String>),
    /// `tvrdnja prolaza <= e`: the number of iterations of a loop.
    Iterations {
        /// The number of iterations begun so far.
        count: ScalarId,
        /// The allowed number.
        most: ScalarId,
    },
}

/// Whether a statement is a step or runs outside of all counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Charge {
    /// One step.
    Step,
    /// Free of charge; holds no access to shared memory.
    Free,
}

/// What an assignment assigns.
#[derive(Debug, Clone)]
pub enum Target {
    /// A control scalar, private or temporary.
    Scalar(ScalarId),
    /// A cell.
    Cell(Cell),
}

/// The range of one index of a block.
#[derive(Debug, Clone)]
pub struct Range {
    /// Of type int.
    pub from: Expr,
    /// Of type int; included.
    pub to: Expr,
    /// Of type int, not zero.
    pub step: Option<Expr>,
}

/// What a call passes.
#[derive(Debug, Clone)]
pub enum Argument {
    /// A value, of the parameter's type.
    Scalar(Expr),
    /// An array, by reference.
    Array(ArrayId),
}

/// Where a call's result goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// Into a temporary scalar.
    Scalar(ScalarId),
    /// Gives this name to a new array.
    Array(ArrayId),
}

/// What `vrati` gives.
#[derive(Debug, Clone)]
pub enum ReturnValue {
    /// One step if it holds a shared read or an operator, else free.
    Scalar(Expr),
    /// An array of this algorithm's own, which changes hands.
    Array(ArrayId),
}

/// What a new array holds.
#[derive(Debug, Clone)]
pub enum Initial {
    /// Nothing: its cells are unwritten.
    Unwritten,
    /// These values, of the array's type, in row order.
    List(Vec<Constant>),
    /// What a generator gives.
    Generator(Generator, Vec<Expr>),
}

/// The generators of input data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Generator {
    /// `slucajno(lo, hi)`: independent and uniform, both ends included.
    Random,
    /// `permutacija`: of 0 … n−1.
    Permutation,
    /// `iota`: 0, 1, 2, …
    Iota,
    /// `lista`: a random singly linked list as a successor array, −1 at the tail.
    List,
    /// `stablo`: a random rooted tree as a parent array, −1 at the root.
    Tree,
    /// `sortirano`: random and ascending.
    Sorted,
    /// `konstanta(c)`.
    Constant,
}

impl Generator {
    /// Whether what it gives depends on a seed.
    pub fn draws(self) -> bool {
        match self {
            Self::Random | Self::Permutation | Self::List | Self::Tree | Self::Sorted => true,
            Self::Iota | Self::Constant => false,
        }
    }
}

/// An array, or one of its dimensions, that has to be as long as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compared<Array> {
    /// The array.
    pub array: Array,
    /// Its rows (0) or its columns (1); none for all of its lengths.
    pub dimension: Option<u8>,
    /// Where it stands.
    pub span: Span,
}

/// Why arrays must have one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SameLength {
    /// They are whole arrays in one statement.
    Whole,
    /// A list is the content of an array.
    List,
    /// `indeks i` runs over all of them: this index.
    Index(String),
}

/// A part of a printed line.
#[derive(Debug, Clone)]
pub enum PrintPart {
    /// As it stands.
    Text(String),
    /// A scalar.
    Value(Expr),
    /// A whole array.
    Array(ArrayId),
}

/// What is kept for the end.
#[derive(Debug, Clone)]
pub enum OutputValue {
    /// A scalar.
    Scalar(Expr),
    /// An array, with `_` for unwritten cells.
    Array(ArrayId),
}

/// What all processors of a block reach before any of them continues.
#[derive(Debug, Clone)]
pub enum Meeting {
    /// A barrier.
    Barrier,
    /// The call of a procedure of this name, with its scalar argument of type int if it has one.
    Call(String, Option<Expr>),
}
