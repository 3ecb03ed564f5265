//! The checked program: one typed copy of each algorithm per combination of argument types,
//! every name resolved, every call out of its expression.
//!
//! A statement here is what the machines take as a unit. What the language counts as one step is
//! one [`StmtKind::Assign`] or one test of an [`StmtKind::If`] or [`StmtKind::While`].

pub mod accesses;
mod class;
mod expression;
mod message;
pub(crate) mod real;
pub mod row_order;
mod statement;
pub mod updates;
mod value;
pub(crate) mod visit;

pub use class::{Class, Outside, Owner, ScalarClass, WhyOwn, WhyShared};
pub use expression::{
    BinaryOp, Builtin, Cell, Conversion, Expr, ExprKind, MachineParameter, Reach, UnaryOp,
};
pub use message::{
    Axis, Distribution, Extent, GridDirection, Item, Part, Place, Question, SendManner,
};
pub use statement::{
    Argument, Asserted, AtomicChange, Charge, Compared, Destination, Generator, Initial, Meeting,
    OutputValue, PrintPart, Range, ReturnValue, SameLength, Stmt, StmtKind, Target,
};
pub use value::{Constant, InputShapes, MOST_DIMENSIONS, Shape, Type};

use crate::source::Span;
use crate::syntax::vocabulary::Vocabularies;

/// A whole program, ready to be lowered.
#[derive(Debug, Clone)]
pub struct Program {
    /// Typed algorithms; the same source algorithm may appear several times.
    pub algorithms: Vec<Algorithm>,
    /// Where a run begins. Its parameters are the inputs.
    pub entry: AlgorithmId,
    /// Whose memory its processors have.
    pub memory: Memory,
    /// The vocabulary of each file, for messages.
    pub vocabularies: Vocabularies,
}

impl Program {
    /// Lets the machine keep of all scalars that statements assign whether they were written.
    pub fn track_scalars(&mut self) {
        let algorithms = self.algorithms.iter_mut();
        for scalar in algorithms.flat_map(|algorithm| &mut algorithm.scalars) {
            scalar.tracked |= match scalar.why {
                WhyOwn::Sequential | WhyOwn::Declared | WhyOwn::Counts | WhyOwn::Inside => true,
                // These have a value from the beginning, or no name.
                WhyOwn::Parameter | WhyOwn::Copied | WhyOwn::Index | WhyOwn::Temporary => false,
            };
        }
    }
}

/// Whose memory a program is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// There is one for all processors, besides their own.
    Shared,
    /// Each processor has its own, and they exchange messages.
    Private,
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
    /// Of a kernel: how many of its indices number groups; the others number the items of a group.
    pub kernel: Option<u8>,
    /// Of tasks: how they come to processors.
    pub tasks: Option<Mapping>,
    /// Of tasks side by side, whose numbers from 1 are the index: the line of each.
    pub task_lines: Vec<usize>,
    /// It stands for a statement about whole arrays: a processor for each element.
    pub elementwise: bool,
    /// The header in the source.
    pub span: Span,
    /// The indices, slowest first; none for block 0.
    pub indices: Vec<ScalarId>,
}

/// How the tasks of a block come to processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mapping {
    /// In stretches of the same length, as far as that is possible.
    Blocks,
    /// As a statement of each task says, see [`StmtKind::Settle`].
    Stated,
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
    /// Why it is in this class.
    pub why: WhyOwn,
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
    /// Of a shared scalar: what makes it shared.
    pub why_shared: Option<WhyShared>,
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
    /// `grupno`: in the memory of each group of a kernel.
    Group,
    /// `kanal`: each cell is a queue of messages.
    Channel,
    /// Made for an argument or from a call's result.
    Temporary,
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
