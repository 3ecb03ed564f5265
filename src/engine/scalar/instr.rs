//! The decoded instructions.

use crate::code::operation::{Binary, Unary};

/// A word of a frame, by its place.
pub type FrameWord = u16;

/// A place in a routine's row of instructions.
pub type At = u32;

/// A decoded instruction. One that fails leaves the frame's scalars and the memory unchanged.
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
    /// Fails where the flag is 0.
    CheckWritten { flag: FrameWord },
    /// `to ← length of array`
    Length {
        to: FrameWord,
        array: u16,
        axis: Option<u8>,
    },
    /// `to ← subscript`; fails where it lies outside of the array along a dimension.
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
    /// `to ← memory[cell]`, of the processor's own memory.
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
    /// `memory[cell] ← value`, of the processor's own memory.
    Poke { cell: FrameWord, value: FrameWord },
    /// `memory[cell] ← value`
    Store { cell: FrameWord, value: FrameWord },
    /// Begins a statement about whole arrays, by its number.
    Elements { site: u32 },
    /// The cell of an element and the value that it gets; `own` instructions besides those of
    /// guarded stretches.
    Element {
        cell: FrameWord,
        value: FrameWord,
        shared: bool,
        own: u32,
    },
    /// Goes on to the next element; behind the last one, writes all.
    NextElement { site: u32 },
    /// Goes on at `to` unless the truth value is `open`.
    Guard { test: FrameWord, open: bool, to: At },
    /// Counts the instructions and reads of the guarded stretch that follows.
    Charge { instructions: u32, reads: u32 },
    /// A statement of a fixed cost was executed; of that cost, `own` instructions are no accesses
    /// to shared memory, with a floor of 1 where it has one.
    Done { statement: u32, own: u32 },
    /// A statement with guarded stretches was executed; `own` counts what is outside of these.
    DoneVarying { statement: u32, own: u32 },
    /// Computes the parts of a message: no statement, so without a floor.
    Computed { own: u32 },
    /// Goes on at `to` where the truth value does not hold.
    Unless { test: FrameWord, to: At },
    /// Goes on elsewhere.
    Jump { to: At },
    /// Goes on at `exit` where the variable is beyond its limit; the stride is above 0.
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
    /// Likewise with a stride whose sign is known only at run time.
    CountBy {
        variable: FrameWord,
        limit: FrameWord,
        stride: FrameWord,
        exit: At,
    },
    /// Adds the stride and goes to the loop's test, or to `exit` beyond the largest int.
    CountNext {
        variable: FrameWord,
        stride: FrameWord,
        head: At,
        exit: At,
    },
    /// Fails where the word is 0.
    Require { word: FrameWord },
    /// The end of a loop's body.
    Tick,
    /// A round begins.
    Round,
    /// Calls, by the number of the call.
    Call { site: u32 },
    /// Returns, with a word or without; the step that evaluating it is, plus 1, or 0.
    Return { value: Option<FrameWord>, step: u32 },
    /// Returns an array.
    ReturnArray { array: u16 },
    /// The end of an algorithm.
    End,
    /// Makes an array, by the number of the allocation.
    Allocate { site: u32 },
    /// Makes a part of an array an array of its own, by the number of the view.
    View { site: u32 },
    /// Fails unless arrays have the same lengths, by the number of the comparison.
    SameLengths { site: u32 },
    /// Fails unless lengths agree and none is negative, by the number of the comparison.
    SameExtents { site: u32 },
    /// Hands over to the machine, by the number among the routine's yields.
    Yield { site: u32 },
    /// The end of a block's body.
    Close,
    /// Copies the contents of an array into another of the same lengths.
    Copy { from: u16, to: u16 },
    /// Is left to the machine.
    Out,
}

impl Instr {
    /// Where it may lead, within its algorithm. Until all is decoded these are the numbers of
    /// control instructions. (A guard leads to its own statement, which is decoded already.)
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
