//! The decoded instructions.

use crate::code::operation::{Binary, Unary};

/// A word of a frame, by its place.
pub type Place = u16;

/// A place in a routine's row of instructions.
pub type At = u32;

/// A decoded instruction. One that fails leaves the frame's scalars and the memory unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instr {
    /// `to ← from`
    Move { to: Place, from: Place },
    /// `to ← operation a`
    Unary {
        operation: Unary,
        to: Place,
        a: Place,
    },
    /// `to ← a operation b`
    Binary {
        operation: Binary,
        to: Place,
        a: Place,
        b: Place,
    },
    /// `to ← a + b`, the commonest operation.
    Add { to: Place, a: Place, b: Place },
    /// `to ← a - b`
    Subtract { to: Place, a: Place, b: Place },
    /// `to ← a < b`
    Less { to: Place, a: Place, b: Place },
    /// Fails where the flag is 0.
    CheckWritten { flag: Place },
    /// `to ← length of array`
    Length {
        to: Place,
        array: u16,
        axis: Option<u8>,
    },
    /// `to ← subscript`; fails where it lies outside of the array along a dimension.
    Within {
        to: Place,
        array: u16,
        axis: u8,
        from: Place,
    },
    /// `to ← cell of a shared scalar`
    CellOf { to: Place, array: u16 },
    /// `to ← cell of array[row]`
    Cell { to: Place, array: u16, row: Place },
    /// `to ← cell of array[row, column]`
    CellAt {
        to: Place,
        array: u16,
        row: Place,
        column: Place,
    },
    /// `to ← memory[cell]`, of the processor's own memory.
    Peek { to: Place, cell: Place },
    /// `to ← memory[cell]`
    Read { to: Place, cell: Place },
    /// `cell ← cell of array[row]; to ← memory[cell]`
    ReadRow {
        to: Place,
        cell: Place,
        array: u16,
        row: Place,
    },
    /// `memory[cell] ← value`, of the processor's own memory.
    Poke { cell: Place, value: Place },
    /// `memory[cell] ← value`
    Store { cell: Place, value: Place },
    /// Begins a statement about whole arrays, by its number.
    Elements { site: u32 },
    /// The cell of an element and the value that it gets; `own` instructions besides those of
    /// guarded stretches.
    Element {
        cell: Place,
        value: Place,
        shared: bool,
        own: u32,
    },
    /// Goes on to the next element; behind the last one, writes all.
    NextElement { site: u32 },
    /// Goes on at `to` unless the truth value is `open`.
    Guard { test: Place, open: bool, to: At },
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
    Unless { test: Place, to: At },
    /// Goes on elsewhere.
    Jump { to: At },
    /// Goes on at `exit` where the variable is beyond its limit; the stride is above 0.
    CountUp {
        variable: Place,
        limit: Place,
        exit: At,
    },
    /// Likewise with a stride below 0.
    CountDown {
        variable: Place,
        limit: Place,
        exit: At,
    },
    /// Likewise with a stride whose sign is known only at run time.
    CountBy {
        variable: Place,
        limit: Place,
        stride: Place,
        exit: At,
    },
    /// Adds the stride and goes to the loop's test, or to `exit` beyond the largest int.
    CountNext {
        variable: Place,
        stride: Place,
        head: At,
        exit: At,
    },
    /// Fails where the word is 0.
    Require { word: Place },
    /// The end of a loop's body.
    Tick,
    /// A round begins.
    Round,
    /// Calls, by the number of the call.
    Call { site: u32 },
    /// Returns, with a word or without; the step that evaluating it is, plus 1, or 0.
    Return { value: Option<Place>, step: u32 },
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
