//! The decoded instructions.

use crate::code::operation::{Binary, Unary};

/// A word of a frame, by its place.
pub type FrameWord = u16;

/// A place in a routine's row of instructions.
pub type At = u32;

/// A decoded instruction. If it fails, the frame's scalars and the memory are unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instr {
    /// `to ← from`
    Move { to: FrameWord, from: FrameWord },
    /// `to ← operation a`
    Unary {
        operation: Unary,
        to: FrameWord,
        a: FrameWord,
    },
    /// `to ← a operation b`
    Binary {
        operation: Binary,
        to: FrameWord,
        a: FrameWord,
        b: FrameWord,
    },
    /// `to ← a + b`, the commonest operation.
    Add {
        to: FrameWord,
        a: FrameWord,
        b: FrameWord,
    },
    /// `to ← a - b`
    Subtract {
        to: FrameWord,
        a: FrameWord,
        b: FrameWord,
    },
    /// `to ← a < b`
    Less {
        to: FrameWord,
        a: FrameWord,
        b: FrameWord,
    },
    /// Fails if the flag is 0.
    CheckWritten { flag: FrameWord },
    /// `to ← length of array`
    Length {
        to: FrameWord,
        array: u16,
        axis: Option<u8>,
    },
    /// `to ← subscript`; fails if it is outside the array along a dimension.
    Within {
        to: FrameWord,
        array: u16,
        axis: u8,
        from: FrameWord,
    },
    /// `to ← cell of a shared scalar`
    CellOf { to: FrameWord, array: u16 },
    /// `to ← cell of array[row]`
    Cell {
        to: FrameWord,
        array: u16,
        row: FrameWord,
    },
    /// `to ← cell of array[row, column]`
    CellAt {
        to: FrameWord,
        array: u16,
        row: FrameWord,
        column: FrameWord,
    },
    /// `to ← memory[cell]`, of private memory.
    Peek { to: FrameWord, cell: FrameWord },
    /// `to ← memory[cell]`
    Read { to: FrameWord, cell: FrameWord },
    /// `cell ← cell of array[row]; to ← memory[cell]`
    ReadRow {
        to: FrameWord,
        cell: FrameWord,
        array: u16,
        row: FrameWord,
    },
    /// `memory[cell] ← value`, of private memory.
    Poke { cell: FrameWord, value: FrameWord },
    /// `memory[cell] ← value`
    Store { cell: FrameWord, value: FrameWord },
    /// Starts a statement about whole arrays, by its number.
    Elements { site: u32 },
    /// The cell and the value of an element; `own` instructions outside guarded stretches.
    Element {
        cell: FrameWord,
        value: FrameWord,
        shared: bool,
        own: u32,
    },
    /// Continues with the next element; after the last one, writes all.
    NextElement { site: u32 },
    /// Continues at `to` unless the truth value is `open`.
    Guard { test: FrameWord, open: bool, to: At },
    /// Counts the instructions and reads of the guarded stretch that follows.
    Charge { instructions: u32, reads: u32 },
    /// Ends a statement of fixed cost; `own` instructions of it are not accesses to shared memory, with
    /// a minimum of 1 where one applies.
    Done { statement: u32, own: u32 },
    /// Ends a statement with guarded stretches; `own` counts the instructions outside them.
    DoneVarying { statement: u32, own: u32 },
    /// Ends the computation of the parts of a message: not a statement, so without a minimum.
    Computed { own: u32 },
    /// Continues at `to` if the truth value does not hold.
    Unless { test: FrameWord, to: At },
    /// Continues elsewhere.
    Jump { to: At },
    /// Continues at `exit` if the variable is beyond its limit; the stride is positive.
    CountUp {
        variable: FrameWord,
        limit: FrameWord,
        exit: At,
    },
    /// Likewise with a stride below 0.
    CountDown {
        variable: FrameWord,
        limit: FrameWord,
        exit: At,
    },
    /// As `CountUp`, with a stride whose sign is known only at run time.
    CountBy {
        variable: FrameWord,
        limit: FrameWord,
        stride: FrameWord,
        exit: At,
    },
    /// Adds the stride and continues with the loop's test, or at `exit` if the int overflows.
    CountNext {
        variable: FrameWord,
        stride: FrameWord,
        head: At,
        exit: At,
    },
    /// Fails if the word is 0.
    Require { word: FrameWord },
    /// The end of a loop's body.
    Tick,
    /// A round begins.
    Round,
    /// Calls, by the number of the call.
    Call { site: u32 },
    /// Returns, optionally with a word. `step` is the number of the step of evaluating it plus 1, or 0.
    Return { value: Option<FrameWord>, step: u32 },
    /// Returns an array.
    ReturnArray { array: u16 },
    /// The end of an algorithm.
    End,
    /// Creates an array, by the number of the allocation.
    Allocate { site: u32 },
    /// Binds a part of an array, by the number of the view.
    View { site: u32 },
    /// Fails unless arrays have the same lengths, by the number of the comparison.
    SameLengths { site: u32 },
    /// Fails unless lengths agree and none is negative, by the number of the comparison.
    SameExtents { site: u32 },
    /// Yields to the machine, by the number among the routine's yields.
    Yield { site: u32 },
    /// The end of a block's body.
    Close,
    /// Copies the contents of an array into another one of the same lengths.
    Copy { from: u16, to: u16 },
    /// Left to the machine.
    Out,
}

impl Instr {
    /// The possible targets within the algorithm. Until decoding ends these are numbers of control
    /// instructions. (A guard leads to its own statement, which is already decoded.)
    pub fn targets(&mut self) -> [Option<&mut At>; 2] {
        match self {
            Self::Unless { to, .. }
            | Self::Jump { to }
            | Self::CountUp { exit: to, .. }
            | Self::CountDown { exit: to, .. }
            | Self::CountBy { exit: to, .. } => [Some(to), None],
            Self::CountNext { head, exit, .. } => [Some(head), Some(exit)],
            Self::Move { .. }
            | Self::Unary { .. }
            | Self::Binary { .. }
            | Self::Add { .. }
            | Self::Subtract { .. }
            | Self::Less { .. }
            | Self::CheckWritten { .. }
            | Self::Length { .. }
            | Self::Within { .. }
            | Self::CellOf { .. }
            | Self::Cell { .. }
            | Self::CellAt { .. }
            | Self::Peek { .. }
            | Self::Read { .. }
            | Self::ReadRow { .. }
            | Self::Poke { .. }
            | Self::Store { .. }
            | Self::Elements { .. }
            | Self::Element { .. }
            | Self::NextElement { .. }
            | Self::Computed { .. }
            | Self::Guard { .. }
            | Self::Charge { .. }
            | Self::Done { .. }
            | Self::DoneVarying { .. }
            | Self::Require { .. }
            | Self::Tick
            | Self::Round
            | Self::Call { .. }
            | Self::Return { .. }
            | Self::ReturnArray { .. }
            | Self::End
            | Self::Allocate { .. }
            | Self::View { .. }
            | Self::SameLengths { .. }
            | Self::SameExtents { .. }
            | Self::Yield { .. }
            | Self::Close
            | Self::Copy { .. }
            | Self::Out => [None, None],
        }
    }
}
