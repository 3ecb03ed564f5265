//! Control instructions: executed once by a whole group of processors.

use super::kernel::{ArrayRef, Kernel, Slot};
use crate::program::{
    AlgorithmId, ArrayId, BlockId, Charge, Compared, Generator, GridDirection, SameLength,
    SendManner, Type,
};
use crate::source::Span;

/// A position in an algorithm's control code.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pc(pub u32);

/// A control instruction and its place.
#[derive(Debug, Clone)]
pub struct Instruction {
    /// What it does.
    pub control: Control,
    /// The statement it belongs to.
    pub span: Span,
    /// With a kernel: whether it is a step.
    pub charge: Charge,
}

impl Instruction {
    /// Its kernel: it is one that is evaluated.
    pub fn kernel(&self) -> &Kernel {
        let kernel = self.control.kernel();
        kernel.expect("only instructions with a kernel are evaluated")
    }
}

/// What a control instruction does.
#[derive(Debug, Clone)]
pub enum Control {
    /// The kernel's outputs become scalars of the group's own block.
    Assign {
        /// Computes the values.
        kernel: Kernel,
        /// Where they go.
        slots: Vec<Slot>,
    },
    /// The kernel's outputs are a cell and the value it gets.
    Write {
        /// Computes cell and value.
        kernel: Kernel,
        /// What is written.
        array: ArrayRef,
        /// The cell in the source.
        span: Span,
        /// Whether the write is an access to shared memory.
        shared: bool,
    },
    /// Splits the group: where the output holds it goes on behind this, else at `otherwise`.
    Branch {
        /// Computes a truth value.
        kernel: Kernel,
        /// The other branch; the same as `join` where there is none.
        otherwise: Pc,
        /// Where both meet.
        join: Pc,
    },
    /// The end of a branch.
    Join,
    /// Enters a loop.
    EnterLoop {
        /// Where those who `nastavi` wait for the others.
        rejoin: Pc,
        /// Behind the loop.
        exit: Pc,
    },
    /// Leaves the loop where the output does not hold.
    LoopTest {
        /// Computes a truth value.
        kernel: Kernel,
    },
    /// Leaves the loop where the variable is beyond its limit.
    CountTest {
        /// The loop's variable.
        variable: Slot,
        /// The last value, included.
        limit: Slot,
        /// The stride.
        stride: Stride,
    },
    /// Those who continued early take part again.
    Rejoin,
    /// Adds the stride to the variable and goes back.
    CountNext {
        /// The loop's variable.
        variable: Slot,
        /// The stride.
        stride: Stride,
        /// What comes before the loop's test, or the test itself.
        head: Pc,
    },
    /// Fails where the stride is zero.
    CheckStride(Slot),
    /// Goes on elsewhere.
    Jump(Pc),
    /// A round begins: the execution of a body that accesses shared memory.
    Round,
    /// Opens a block: the outputs are from, to and stride of each range.
    Open {
        /// Computes the ranges.
        kernel: Kernel,
        /// The block.
        block: BlockId,
        /// Behind the block.
        after: Pc,
    },
    /// The end of a block's body.
    Close,
    /// Calls an algorithm: the outputs are its scalar arguments.
    Call {
        /// Computes the scalar arguments.
        kernel: Kernel,
        /// Who is called.
        algorithm: AlgorithmId,
        /// The array arguments.
        arrays: Vec<ArrayRef>,
        /// Where a result goes.
        result: CallResult,
    },
    /// `vrati` in the algorithm's own code; the output, if any, is the result.
    Return {
        /// Computes the result.
        kernel: Option<Kernel>,
    },
    /// `vrati` with an array of the algorithm's own.
    ReturnArray(Slot),
    /// `vrati` in a block: these processors are done with it.
    Leave,
    /// The end of an algorithm's body.
    End,
    /// `prekini`
    Break,
    /// `nastavi`
    Continue,
    /// `ograda`: on a synchronous machine all are always in step. The outputs, if any, are the
    /// ends of the part of the block that waits.
    Barrier {
        /// Computes the part.
        kernel: Option<Kernel>,
    },
    /// Makes a new array; the outputs are its lengths.
    Allocate {
        /// Computes the lengths.
        kernel: Kernel,
        /// Its slot in the group's own block.
        slot: Slot,
        /// For names and types.
        array: ArrayId,
        /// What it holds at first.
        initial: Initial,
    },
    /// A part of an array comes to be known as an array of its own; the outputs are the subscripts
    /// and bounds of its axes.
    View {
        /// Computes them.
        kernel: Kernel,
        /// The part's slot in the group's own block.
        slot: Slot,
        /// For its name.
        view: ArrayId,
        /// The array.
        of: ArrayRef,
        /// What the part takes of each dimension.
        axes: Vec<Axis>,
    },
    /// A scalar is unwritten again.
    Forget(Slot),
    /// Fails unless these have the same lengths.
    SameLengths {
        /// What is compared.
        arrays: Vec<Compared<ArrayRef>>,
        /// Why they must.
        why: SameLength,
    },
    /// Fails unless the outputs, which are lengths, agree and none is negative.
    SameExtents {
        /// Computes the lengths of one after those of the other.
        kernel: Kernel,
        /// What has these lengths.
        operands: Vec<ComparedArray>,
    },
    /// The cells of an array come to lie in processors; the output, if any, is the distribution's
    /// number.
    Distribute {
        /// Computes the number.
        kernel: Kernel,
        /// The array.
        array: ArrayRef,
        /// How its cells are distributed.
        distribution: Distribution,
    },
    /// The first instruction of a task: the output is the number of its processor.
    Settle {
        /// Computes it.
        kernel: Kernel,
    },
    /// All processors of a block on a multicomputer wait for the last one; the output, if there is
    /// one, is the argument of the call at which they meet.
    Meet {
        /// The procedure that they call; none at a barrier.
        procedure: Option<String>,
        /// Computes the argument.
        kernel: Kernel,
    },
    /// Sends a message: the outputs are its destination, which is a number, as many indices as the
    /// block has, or the subscripts of a queue, its tag if it has one, and then of each item the value, or the subscripts and bounds
    /// of its axes.
    Send {
        /// Computes them.
        kernel: Kernel,
        /// How.
        manner: SendManner,
        /// How many outputs are the destination.
        peers: u8,
        /// The channel to which it goes.
        channel: Option<ArrayRef>,
        /// Whether the next output is a tag.
        has_tag: bool,
        /// What it consists of.
        items: Vec<MessagePart>,
    },
    /// Waits for a message: the outputs are its source and its tag as far as these are given, and
    /// then of each place the subscripts and bounds of its axes.
    Receive {
        /// Computes them.
        kernel: Kernel,
        /// How many outputs are the source; 0 takes a message of any.
        peers: u8,
        /// The channel from which it comes.
        channel: Option<ArrayRef>,
        /// Whether the next output is a tag.
        has_tag: bool,
        /// Where its words go.
        places: Vec<MessagePart>,
        /// Gets the number of the sender.
        sender: Option<Slot>,
    },
    /// The network answers a question into a scalar; the output, if any, is its argument.
    Ask {
        /// Computes the argument.
        kernel: Kernel,
        /// What is asked.
        question: Question,
        /// Gets the answer.
        slot: Slot,
    },
    /// Each processor draws a number into a scalar of its own; the outputs are the bounds.
    Draw {
        /// Computes the bounds.
        kernel: Kernel,
        /// Gets the number.
        slot: Slot,
        /// Of which type all three are.
        ty: Type,
    },
    /// Moves the contents of an array into another.
    Move {
        /// Gone afterwards.
        from: Slot,
        /// What it becomes.
        to: ArrayRef,
    },
    /// `ispisi`: the outputs are the values among the parts.
    Print {
        /// Computes the values.
        kernel: Kernel,
        /// What is printed.
        parts: Vec<PrintPart>,
    },
    /// `tvrdi`, and a bound on the turns of a loop.
    Assert {
        /// Computes a truth value, and what is told where it does not hold: the sides of a comparison; of
        /// a bound the turns that were begun, and how many there may be.
        kernel: Kernel,
        /// What is said where it does not hold.
        asserted: Asserted,
    },
    /// `izlaz` of a scalar, which is the output.
    OutputScalar {
        /// Computes it.
        kernel: Kernel,
        /// Under which name.
        name: String,
        /// Its type.
        ty: Type,
    },
    /// `izlaz` of an array.
    OutputArray {
        /// The array.
        array: ArrayRef,
        /// Under which name.
        name: String,
    },
}

/// What an assertion is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asserted {
    /// Anything.
    Said {
        /// What the program says where it does not hold.
        message: Option<String>,
        /// The sides of a comparison that are no constants, each with its type.
        sides: Vec<(Span, Type)>,
    },
    /// The number of iterations of a loop.
    Iterations,
}

/// A whole array or a section whose lengths are compared.
#[derive(Debug, Clone)]
pub struct ComparedArray {
    /// As written.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// How many lengths it has.
    pub rank: u8,
}

/// How the cells of an array are distributed; numbers are outputs of the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distribution {
    /// Stretches of the first dimension.
    Blocks,
    /// Block-cyclic: blocks of the length in the output, or of 1 without it, are dealt out in turn.
    Cyclic,
    /// Strips of rows.
    Rows,
    /// Strips of columns.
    Columns,
    /// A checkerboard.
    Squares,
    /// All in the processor that the output names.
    On,
}

/// What a message consists of, or goes into.
#[derive(Debug, Clone)]
pub enum MessagePart {
    /// The next output, or into this scalar: one word.
    Scalar {
        /// Of a receive: where it goes.
        slot: Option<Slot>,
        /// Its type.
        ty: Type,
        /// Where it stands.
        span: Span,
    },
    /// Cells of an array.
    Cells {
        /// The array.
        array: ArrayRef,
        /// Type of its elements.
        ty: Type,
        /// What it takes of each dimension.
        axes: Vec<Axis>,
        /// Whether the array lies in the memory of several processors.
        shared: bool,
        /// Where it stands.
        span: Span,
    },
}

/// What a part of an array takes of a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// The subscript that is the next output.
    At,
    /// From the next output to the one after it.
    Range,
    /// All of it.
    All,
}

/// What a processor asks its network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Whether a message of any processor has arrived, or of that whose number is the output.
    HasMessage,
    /// The processor's own number.
    Own,
    /// The number of a neighbour.
    Neighbour(GridDirection),
    /// The number of the neighbour along the dimension that is the output.
    NeighbourAlong,
}

/// The stride of a counting loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stride {
    /// Known.
    Constant(i64),
    /// In a scalar, one per processor.
    Slot(Slot),
}

/// Where a call's result goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallResult {
    /// It has none, or the caller drops it.
    None,
    /// Into a scalar of the group's own block.
    Scalar(Slot),
    /// A fresh array into a slot of the group's own block.
    Array(Slot, ArrayId),
}

/// What a new array holds.
#[derive(Debug, Clone)]
pub enum Initial {
    /// Nothing.
    Unwritten,
    /// These words.
    List(Vec<i64>),
    /// What a generator gives; its arguments are the kernel's outputs behind the lengths.
    Generator {
        /// Which.
        generator: Generator,
        /// The types of its arguments.
        arguments: Vec<Type>,
    },
}

/// A part of a printed line.
#[derive(Debug, Clone)]
pub enum PrintPart {
    /// As it stands.
    Text(String),
    /// The kernel's next output.
    Value(Type),
    /// A whole array.
    Array(ArrayRef, Type),
}

impl Control {
    /// The kernel of an instruction that has one.
    pub fn kernel(&self) -> Option<&Kernel> {
        match self {
            Self::Assign { kernel, .. }
            | Self::Write { kernel, .. }
            | Self::Branch { kernel, .. }
            | Self::LoopTest { kernel }
            | Self::Open { kernel, .. }
            | Self::Call { kernel, .. }
            | Self::Return {
                kernel: Some(kernel),
            }
            | Self::Barrier {
                kernel: Some(kernel),
            }
            | Self::Allocate { kernel, .. }
            | Self::View { kernel, .. }
            | Self::SameExtents { kernel, .. }
            | Self::Distribute { kernel, .. }
            | Self::Settle { kernel }
            | Self::Meet { kernel, .. }
            | Self::Send { kernel, .. }
            | Self::Receive { kernel, .. }
            | Self::Ask { kernel, .. }
            | Self::Draw { kernel, .. }
            | Self::Print { kernel, .. }
            | Self::Assert { kernel, .. }
            | Self::OutputScalar { kernel, .. } => Some(kernel),
            Self::Join
            | Self::EnterLoop { .. }
            | Self::CountTest { .. }
            | Self::Rejoin
            | Self::CountNext { .. }
            | Self::CheckStride(_)
            | Self::Jump(_)
            | Self::Round
            | Self::Close
            | Self::Return { kernel: None }
            | Self::ReturnArray(_)
            | Self::Leave
            | Self::End
            | Self::Break
            | Self::Continue
            | Self::Barrier { kernel: None }
            | Self::Forget(_)
            | Self::SameLengths { .. }
            | Self::Move { .. }
            | Self::OutputArray { .. } => None,
        }
    }
}
