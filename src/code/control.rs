//! Control instructions: executed once by a whole group of processors.

use super::kernel::{ArrayRef, Kernel, Slot};
use super::operation::Binary;
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
    pub control: Control,
    /// The statement it belongs to.
    pub span: Span,
    /// With a kernel: whether it is a step.
    pub charge: Charge,
}

impl Instruction {
    /// The kernel of an instruction that is evaluated.
    pub fn kernel(&self) -> &Kernel {
        let kernel = self.control.kernel();
        kernel.expect("only instructions with a kernel are evaluated")
    }
}

/// The effect of a control instruction.
#[derive(Debug, Clone)]
pub enum Control {
    /// Stores the kernel's outputs in scalars of the group's own block.
    Assign {
        /// Computes the values.
        kernel: Kernel,
        slots: Vec<Slot>,
    },
    /// Writes to a cell; the kernel's outputs are the cell and the value.
    Write {
        /// Computes cell and value.
        kernel: Kernel,
        /// The array that is written.
        array: ArrayRef,
        /// The cell in the source.
        span: Span,
        /// Whether the write is an access to shared memory.
        shared: bool,
    },
    /// Divides the group: where the output is true, it continues after this, else at `otherwise`.
    Branch {
        /// Computes a truth value.
        kernel: Kernel,
        /// The other branch; the same as `join` if there is none.
        otherwise: Pc,
        /// Where both meet.
        join: Pc,
    },
    /// The end of a branch.
    Join,
    /// Enters a loop.
    EnterLoop {
        /// Where processors wait for the others after `nastavi`.
        rejoin: Pc,
        /// After the loop.
        exit: Pc,
    },
    /// Leaves the loop where the output is false.
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
    /// Processors that continued early join the others again.
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
    /// Continues elsewhere.
    Jump(Pc),
    /// A round begins: the execution of a body that accesses shared memory.
    Round,
    /// Opens a block: the outputs are from, to and stride of each range.
    Open {
        /// Computes the ranges.
        kernel: Kernel,
        /// The block.
        block: BlockId,
        /// After the block.
        after: Pc,
    },
    /// The end of a block's body.
    Close,
    /// Calls an algorithm: the outputs are its scalar arguments.
    Call {
        /// Computes the scalar arguments.
        kernel: Kernel,
        /// The callee.
        algorithm: AlgorithmId,
        /// The array arguments.
        arrays: Vec<ArrayRef>,
        /// Where a result is stored.
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
    /// `ograda`: on a synchronous machine all processors are in step anyway. The outputs, if any, are
    /// the ends of the part of the block that waits.
    Barrier {
        /// Computes the part.
        kernel: Option<Kernel>,
    },
    /// `ograda_vala`
    WarpBarrier,
    /// Reads a cell, computes and writes it as one; the kernel's outputs are the cell, the operand or new
    /// value, and for `Compare` the expected value.
    Atomic {
        /// Computes them.
        kernel: Kernel,
        /// What becomes of the cell.
        change: AtomicOp,
        /// The array that is written.
        array: ArrayRef,
        /// The cell in the source.
        span: Span,
        /// The scalar for the value before.
        old: Option<Slot>,
    },
    /// Creates a new array; the outputs are its lengths.
    Allocate {
        /// Computes the lengths.
        kernel: Kernel,
        /// Its slot in the group's own block.
        slot: Slot,
        /// For names and types.
        array: ArrayId,
        /// Its initial contents.
        initial: Initial,
    },
    /// Gives a part of an array a name as an array; the outputs are the subscripts and bounds
    /// of its axes.
    View {
        /// Computes them.
        kernel: Kernel,
        /// The part's slot in the group's own block.
        slot: Slot,
        /// For its name.
        view: ArrayId,
        /// The array.
        of: ArrayRef,
        /// The part along each dimension.
        axes: Vec<Axis>,
    },
    /// Makes a scalar unwritten.
    Forget(Slot),
    /// Fails unless these have the same lengths.
    SameLengths {
        arrays: Vec<Compared<ArrayRef>>,
        /// Why they must.
        why: SameLength,
    },
    /// Fails unless the outputs, which are lengths, agree and none is negative.
    SameExtents {
        /// Computes the lengths, one operand after the other.
        kernel: Kernel,
        /// The arrays with these lengths.
        operands: Vec<ComparedArray>,
    },
    /// Distributes the cells of an array over processors; the output, if any, is the number in the
    /// distribution.
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
    /// All processors of a block on a multicomputer wait for the last one; the output, if any, is the
    /// argument of the call at which they synchronise.
    Meet {
        /// The procedure that they call; `None` at a barrier.
        procedure: Option<String>,
        /// Computes the argument.
        kernel: Kernel,
    },
    /// Sends a message. The outputs are its destination, which is a number, as many indices as the block
    /// has, or the subscripts of a queue; its tag, if it has one; and then for each item the value, or
    /// the subscripts and bounds of its axes.
    Send {
        /// Computes them.
        kernel: Kernel,
        /// How.
        manner: SendManner,
        /// The number of outputs that form the destination.
        peers: u8,
        /// The channel to which it goes.
        channel: Option<ArrayRef>,
        /// Whether the next output is a tag.
        has_tag: bool,
        /// Its contents.
        items: Vec<MessagePart>,
    },
    /// Waits for a message. The outputs are its source and its tag as far as these are given, and then
    /// for each variable the subscripts and bounds of its axes.
    Receive {
        /// Computes them.
        kernel: Kernel,
        /// The number of outputs that form the source; 0 takes a message of anyone.
        peers: u8,
        /// The channel from which it comes.
        channel: Option<ArrayRef>,
        /// Whether the next output is a tag.
        has_tag: bool,
        /// The variables for its words.
        places: Vec<MessagePart>,
        /// The scalar for the number of the sender.
        sender: Option<Slot>,
    },
    /// Stores the answer of the network to a question in a scalar; the output, if any, is its argument.
    Ask {
        /// Computes the argument.
        kernel: Kernel,
        question: Question,
        /// The scalar for the answer.
        slot: Slot,
    },
    /// Each processor draws a random number into its own scalar; the outputs are the bounds.
    Draw {
        /// Computes the bounds.
        kernel: Kernel,
        /// The scalar for the number.
        slot: Slot,
        /// The type of the number and the bounds.
        ty: Type,
    },
    /// Moves the contents of an array into another.
    Move {
        /// Gone afterwards.
        from: Slot,
        /// The target.
        to: ArrayRef,
    },
    /// `ispisi`: the outputs are the values among the parts.
    Print {
        /// Computes the values.
        kernel: Kernel,
        parts: Vec<PrintPart>,
    },
    /// `tvrdi`, or a bound on the iterations of a loop.
    Assert {
        /// Computes a bool, and the numbers for the message if it is false: the sides of a comparison,
        /// or for a bound the number of iterations begun and its limit.
        kernel: Kernel,
        /// The message if it is false.
        asserted: Asserted,
    },
    /// `izlaz` of a scalar, which is the output.
    OutputScalar {
        /// Computes it.
        kernel: Kernel,
        /// The name of the output.
        name: String,
        /// Its type.
        ty: Type,
    },
    /// `izlaz` of an array.
    OutputArray {
        /// The array.
        array: ArrayRef,
        /// The name of the output.
        name: String,
    },
}

/// What an atomic instruction makes of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtomicOp {
    /// It gets the value.
    Exchange,
    /// It gets what the operation makes of it and the operand.
    Update(Binary),
    /// It gets the value if it holds the expected one.
    Compare(Type),
}

/// The subject of an assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asserted {
    /// Anything.
    Said {
        /// The program's message if it does not hold.
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
    /// Its place in the source.
    pub span: Span,
    /// The number of its lengths.
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

/// An item of a sent message, or a variable of a receive.
#[derive(Debug, Clone)]
pub enum MessagePart {
    /// One word: the next output, or this scalar.
    Scalar {
        /// For a receive: the scalar.
        slot: Option<Slot>,
        /// Its type.
        ty: Type,
        /// Its place in the source.
        span: Span,
    },
    /// Cells of an array.
    Cells {
        /// The array.
        array: ArrayRef,
        /// Type of its elements.
        ty: Type,
        /// The part along each dimension.
        axes: Vec<Axis>,
        /// Whether the array is distributed over several processors.
        shared: bool,
        /// Its place in the source.
        span: Span,
    },
}

/// The part of an array along a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// The subscript that is the next output.
    At,
    /// From the next output to the one after it.
    Range,
    /// All of it.
    All,
}

/// A question of a processor to its network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Whether a message has arrived: of any processor, or of the one whose number is the output.
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
    /// A constant.
    Constant(i64),
    /// In a scalar, one per processor.
    Slot(Slot),
}

/// Where the result of a call is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallResult {
    /// There is none, or the caller drops it.
    None,
    /// In a scalar of the group's own block.
    Scalar(Slot),
    /// In a new array in a slot of the group's own block.
    Array(Slot, ArrayId),
}

/// The initial contents of an array.
#[derive(Debug, Clone)]
pub enum Initial {
    Unwritten,
    /// These words.
    List(Vec<i64>),
    /// Values of a generator; its arguments are the kernel's outputs after the lengths.
    Generator {
        generator: Generator,
        /// The types of its arguments.
        arguments: Vec<Type>,
    },
}

/// A part of a printed line.
#[derive(Debug, Clone)]
pub enum PrintPart {
    /// A literal text.
    Text(String),
    /// The kernel's next output.
    Value(Type),
    /// A whole array.
    Array(ArrayRef, Type),
}

impl Control {
    /// The kernel of the instruction, if it has one.
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
            | Self::Atomic { kernel, .. }
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
            | Self::WarpBarrier
            | Self::Forget(_)
            | Self::SameLengths { .. }
            | Self::Move { .. }
            | Self::OutputArray { .. } => None,
        }
    }
}
