//! The checked program: one typed copy of each algorithm per combination of argument types,
//! every name resolved, every call out of its expression.
//!
//! A statement here is what the machines take as a unit. What the language counts as one step is
//! one [`StmtKind::Assign`] or one test of an [`StmtKind::If`] or [`StmtKind::While`].

use std::fmt;

use indexmap::IndexMap;

use crate::source::Span;

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// 64-bit signed integer.
    Int,
    /// IEEE double, never infinite, never NaN.
    Real,
    /// Truth value.
    Bool,
}

/// A constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Constant {
    /// An int.
    Int(i64),
    /// A real.
    Real(f64),
    /// A bool.
    Bool(bool),
}

impl Constant {
    /// Its type.
    pub fn ty(self) -> Type {
        match self {
            Self::Int(_) => Type::Int,
            Self::Real(_) => Type::Real,
            Self::Bool(_) => Type::Bool,
        }
    }

    /// The word that holds it in a lane or a cell: an int itself, the bits of a real, 0 or 1.
    pub fn word(self) -> i64 {
        match self {
            Self::Int(value) => value,
            Self::Real(value) => value.to_bits() as i64,
            Self::Bool(value) => i64::from(value),
        }
    }

    /// The word that holds it where values of this type are held: an int becomes a real where
    /// reals are.
    pub fn word_as(self, ty: Type) -> i64 {
        match (self, ty) {
            (Self::Int(value), Type::Real) => Self::Real(value as f64).word(),
            _ => self.word(),
        }
    }

    /// The constant that a word of a type holds.
    pub fn from_word(word: i64, ty: Type) -> Self {
        match ty {
            Type::Int => Self::Int(word),
            Type::Real => Self::Real(f64::from_bits(word as u64)),
            Type::Bool => Self::Bool(word != 0),
        }
    }
}

macro_rules! index {
    ($(#[$doc:meta] $name:ident;)*) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into the table it belongs to.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

impl fmt::Display for Constant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(formatter, "{value}"),
            // The shortest text that reads back as the same real, always with a point.
            Self::Real(value) => write!(formatter, "{value:?}"),
            Self::Bool(value) => write!(formatter, "{value}"),
        }
    }
}

index! {
    /// An algorithm in [`Program::algorithms`].
    AlgorithmId;
    /// A scalar in [`Algorithm::scalars`].
    ScalarId;
    /// An array in [`Algorithm::arrays`].
    ArrayId;
    /// A block in [`Algorithm::blocks`]; 0 is the algorithm's own body.
    BlockId;
}

/// A whole program, ready to be lowered.
#[derive(Debug, Clone)]
pub struct Program {
    /// Typed algorithms; the same source algorithm may appear several times.
    pub algorithms: Vec<Algorithm>,
    /// Where a run begins. Its parameters are the inputs.
    pub entry: AlgorithmId,
}

/// The type of a parameter or of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A scalar.
    Scalar(Type),
    /// An array of one or two dimensions.
    Array {
        /// Type of its elements.
        element: Type,
        /// 1 or 2.
        rank: u8,
    },
}

/// One typed copy of an algorithm.
#[derive(Debug, Clone)]
pub struct Algorithm {
    /// As users know it: `+_prescan`, `program`.
    pub name: String,
    /// It is the file's `program`.
    pub is_program: bool,
    /// Its header in the source.
    pub span: Span,
    /// What a call passes, in order.
    pub parameters: Vec<Parameter>,
    /// What a call gives back: a scalar, or a fresh array.
    pub result: Option<Shape>,
    /// Control scalars, privates, indices.
    pub scalars: Vec<Scalar>,
    /// Arrays, and shared scalars as arrays of rank 0.
    pub arrays: Vec<Array>,
    /// The body (block 0) and every `paralelno` in it.
    pub blocks: Vec<Block>,
    /// The statements of block 0.
    pub body: Vec<Stmt>,
}

/// How an argument is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// By value into a scalar of block 0.
    Scalar(ScalarId),
    /// By value into a fresh cell, free of charge: a parameter that some block assigns.
    SharedScalar(ArrayId, Type),
    /// By reference.
    Array(ArrayId),
}

/// A block of processors and the scope of what belongs to each of them.
#[derive(Debug, Clone)]
pub struct Block {
    /// The block around it; none for block 0.
    pub parent: Option<BlockId>,
    /// How many blocks are around it.
    pub level: u32,
    /// Contains a barrier or is marked asynchronous: a native program of the aPRAM.
    pub native: bool,
    /// The header in the source.
    pub span: Span,
    /// The indices, outermost (slowest) first: one or two; none for block 0.
    pub indices: Vec<ScalarId>,
}

/// Which of the scalars that are not shared this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Assigned only in sequential code; every processor knows it.
    Control,
    /// One per processor of its block.
    Private,
    /// The number of a processor, from the block's header.
    Index,
    /// Made by the compiler: results of calls, loop limits.
    Temporary,
}

/// A scalar with one value per processor of its block (one value in block 0 of a program).
#[derive(Debug, Clone)]
pub struct Scalar {
    /// As written; empty for temporaries.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whose processors hold one each.
    pub block: BlockId,
    /// Its class.
    pub class: Class,
    /// The place that makes it what it is: the first assignment, the declaration, the parameter.
    pub span: Span,
    /// Some use of it is checked for "never written", see [`ExprKind::Scalar`].
    pub tracked: bool,
}

/// An array, or (rank 0) a shared scalar.
#[derive(Debug, Clone)]
pub struct Array {
    /// As written; for temporaries what the user would call it, such as `not(B[])`.
    pub name: String,
    /// Type of its elements.
    pub element: Type,
    /// 0, 1 or 2.
    pub rank: u8,
    /// Whose processors hold one each.
    pub block: BlockId,
    /// Where it comes from.
    pub origin: Origin,
    /// The declaration; for a shared scalar its first assignment.
    pub span: Span,
    /// Of a shared scalar: where it is assigned outside, and where inside a block.
    pub why_shared: Option<(Span, Span)>,
}

/// Where an array comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Passed in.
    Parameter,
    /// `polje`, `globalno`, or assigned as a whole.
    Declared,
    /// `lokalno`.
    Local,
    /// Made for an argument or from a call's result.
    Temporary,
}

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Its place: the simple statement, or the header of a compound one.
    pub span: Span,
}

/// Whether a statement is a step or runs outside of all counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Charge {
    /// One step.
    Step,
    /// Free of charge; holds no access to shared memory.
    Free,
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
    /// A test, which is one step, and two branches.
    If {
        /// Of type bool.
        condition: Expr,
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
        /// Where the result goes, free of charge; none where it is not used.
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
    /// Makes a new unwritten array under this name; one already there is gone.
    Allocate {
        /// The array.
        array: ArrayId,
        /// One length per dimension, of type int.
        dimensions: Vec<Expr>,
        /// What it holds at first, free of charge.
        initial: Initial,
    },
    /// A scalar of this block is unwritten again.
    Forget(ScalarId),
    /// Fails unless all these arrays have the same lengths.
    SameLengths(Vec<(ArrayId, Span)>),
    /// Moves the contents of a fresh array into another of the same lengths, free of charge.
    Move {
        /// A temporary, gone afterwards.
        from: ArrayId,
        /// What it becomes.
        to: ArrayId,
    },
    /// `ispisi`: reads memory without touching it.
    Print(Vec<PrintPart>),
    /// `tvrdi`: reads memory without touching it.
    Assert {
        /// Of type bool.
        condition: Expr,
        /// What is said where it does not hold.
        message: Option<String>,
    },
    /// `izlaz`: keeps a value for the end of the run.
    Output {
        /// Under which name.
        name: String,
        /// What.
        value: OutputValue,
    },
}

/// What an assignment assigns.
#[derive(Debug, Clone)]
pub enum Target {
    /// A control scalar, private or temporary.
    Scalar(ScalarId),
    /// A cell.
    Cell(Cell),
}

/// Whether an access counts and is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// An access to the global memory.
    Shared,
    /// An access to a processor's own memory.
    Private,
}

/// One cell of an array, or a shared scalar.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The array.
    pub array: ArrayId,
    /// As many as its rank, of type int. Their arithmetic is free; reads in them are reads.
    pub subscripts: Vec<Expr>,
    /// Whether the access counts.
    pub reach: Reach,
    /// Where it is written.
    pub span: Span,
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
    /// A fresh array comes to be known under this name.
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

/// A typed expression without calls of algorithms.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it is written.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A literal.
    Constant(Constant),
    /// A scalar of this block or of one around it: a free read.
    Scalar {
        /// Which.
        id: ScalarId,
        /// It may be unwritten here, so the machine looks.
        checked: bool,
    },
    /// A cell.
    Cell(Cell),
    /// Number of elements (`None`), rows (`Some(0)`) or columns (`Some(1)`).
    Length(ArrayId, Option<u8>),
    /// A parameter of the machine, of type int.
    Machine(MachineParameter),
    /// One operator. Operand and result have the type that `ty` and the operator say.
    Unary(UnaryOp, Box<Expr>),
    /// One operator; both operands have one type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `and`: the right side only where the left holds. Operands of type bool.
    And(Box<Expr>, Box<Expr>),
    /// `or`: the right side only where the left does not hold. Operands of type bool.
    Or(Box<Expr>, Box<Expr>),
    /// One built-in function.
    Builtin(Builtin, Vec<Expr>),
    /// A change of type; not an operator, free.
    Convert(Conversion, Box<Expr>),
}

/// What a program may ask about its machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MachineParameter {
    /// `p`: the processors.
    Processors,
    /// `d`: time of a global access on the aPRAM.
    Delay,
    /// `B`: time of a barrier on the aPRAM.
    BarrierTime,
}

/// Operators with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Of an int or a real.
    Negate,
    /// Of a bool.
    Not,
    /// Of an int, bitwise.
    BitNot,
}

/// Operators with two operands of one type, as [`ExprKind::Binary`] has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: floored on ints.
    Divide,
    /// `%`: floored.
    Modulo,
    /// `^`
    Power,
    /// `==`, to bool.
    Equal,
    /// `!=`, to bool; also `xor` of bools.
    NotEqual,
    /// `<`, to bool.
    Less,
    /// `<=`, to bool.
    LessEqual,
    /// `>`, to bool.
    Greater,
    /// `>=`, to bool.
    GreaterEqual,
    /// On ints.
    BitAnd,
    /// On ints.
    BitOr,
    /// On ints.
    BitXor,
    /// On ints.
    ShiftLeft,
    /// On ints.
    ShiftRight,
    /// ⊕ = max.
    Max,
    /// ⊕ = min.
    Min,
    /// ⊕ = and, on bools, or on ints that must be 0 or 1; evaluates both sides.
    BothTrue,
    /// ⊕ = or, on bools, or on ints that must be 0 or 1; evaluates both sides.
    EitherTrue,
}

/// Built-in functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// Of two or more ints or reals.
    Min,
    /// Of two or more ints or reals.
    Max,
    /// Of an int or a real.
    Abs,
    /// Real to real.
    Sqrt,
    /// Base 2, real to real.
    Log,
    /// Real (or int) to int.
    Floor,
    /// Real (or int) to int.
    Ceil,
    /// Real (or int) to int, halves away from zero.
    Round,
    /// `bit(x, k)`: bit k of x, 0 or 1.
    Bit,
}

/// Changes of type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// int to real.
    IntToReal,
    /// An int that must be 0 or 1, to bool.
    IntToBool,
    /// false, true to 0, 1.
    BoolToInt,
    /// A real that must be whole, to int: bounds, counts and lengths.
    WholeRealToInt,
}

/// Types of the entry's inputs, by name, as the values given have them.
pub type InputShapes = IndexMap<String, Shape>;
