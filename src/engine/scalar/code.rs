//! The decoded program of one processor.

use crate::code::control::{CallResult, Control, Instruction, Parameter, Pc};
use crate::code::kernel::{ArrayRef, Slot};
use crate::code::operation::{Binary, Unary};
use crate::program::{AlgorithmId, Compared};
use crate::source::Span;

/// A word of a frame, by its place.
pub type Place = u16;

/// A place in a routine's row of instructions.
pub type At = u32;

/// A program, decoded.
#[derive(Debug)]
pub struct Program {
    /// One per algorithm; none where it has more scalars, constants and temporaries than a frame
    /// can address.
    pub routines: Vec<Option<Routine>>,
    /// The statements that are steps, of all routines.
    pub statements: Vec<Statement>,
}

/// An algorithm, decoded.
#[derive(Debug)]
pub struct Routine {
    /// The instructions.
    pub code: Vec<Instr>,
    /// By control instruction, where its decoded instructions begin; ascending.
    pub starts: Vec<At>,
    /// By control instruction, the innermost loop or `ako` around it, by the place of its head.
    pub inside: Vec<Option<Pc>>,
    /// The words of a new frame: scalars, their flags, constants, temporaries.
    pub template: Vec<i64>,
    /// How many scalars an own processor of the algorithm has.
    pub scalars: usize,
    /// By scalar, where the frame keeps whether it was written; none where that is known.
    pub flags: Vec<Option<Place>>,
    /// How many arrays.
    pub arrays: usize,
    /// How arguments are bound.
    pub parameters: Vec<Parameter>,
    /// Whether a frame is all that a call needs: no cells for shared scalars.
    pub is_callable: bool,
    /// Calls, allocations and comparisons, in the order of their instructions.
    pub calls: Vec<CallSite>,
    /// New arrays.
    pub allocations: Vec<Allocation>,
    /// Arrays that must have the same lengths.
    pub lengths: Vec<Vec<Compared<ArrayRef>>>,
}

/// A statement that is a step.
#[derive(Debug, Clone, Copy)]
pub struct Statement {
    /// Where it stands.
    pub span: Span,
    /// Instructions (the unit of cost) that each execution takes, before the floor of 1, without
    /// those of guarded stretches.
    pub instructions: u32,
    /// Reads of shared memory, likewise.
    pub reads: u32,
    /// Writes to shared memory.
    pub writes: u32,
}

/// A call.
#[derive(Debug)]
pub struct CallSite {
    /// Which algorithm.
    pub callee: AlgorithmId,
    /// Where the scalar arguments are.
    pub scalars: Vec<Place>,
    /// The array arguments.
    pub arrays: Vec<Slot>,
    /// Where the result goes.
    pub result: CallResult,
    /// The step that evaluating the arguments is, if any.
    pub statement: Option<u32>,
}

/// A new array.
#[derive(Debug)]
pub struct Allocation {
    /// Its slot.
    pub slot: Slot,
    /// Where its lengths are: elements, or rows and columns.
    pub lengths: [Option<Place>; 2],
    /// What it holds at first, if anything.
    pub words: Option<Vec<i64>>,
    /// The step that evaluating the lengths is, if any.
    pub statement: Option<u32>,
}

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
    /// `to ← memory[cell]`
    Read { to: Place, cell: Place },
    /// `cell ← cell of array[row]; to ← memory[cell]`
    ReadRow {
        to: Place,
        cell: Place,
        array: u16,
        row: Place,
    },
    /// `memory[cell] ← value`
    Store { cell: Place, value: Place },
    /// Goes on at `to` unless the truth value is `open`.
    Guard { test: Place, open: bool, to: At },
    /// The guarded stretch that follows takes this.
    Charge { instructions: u32, reads: u32 },
    /// A statement of a fixed cost was executed.
    Done { statement: u32 },
    /// A statement with guarded stretches was executed.
    DoneVarying { statement: u32 },
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
    /// Likewise with a stride that only the run knows.
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
    /// Fails unless arrays have the same lengths, by the number of the comparison.
    SameLengths { site: u32 },
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
            | Self::CellOf { .. }
            | Self::Cell { .. }
            | Self::CellAt { .. }
            | Self::Read { .. }
            | Self::ReadRow { .. }
            | Self::Store { .. }
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
            | Self::SameLengths { .. }
            | Self::Copy { .. }
            | Self::Out => [None, None],
        }
    }
}

impl Routine {
    /// Where the control instruction begins.
    pub fn start(&self, pc: Pc) -> At {
        self.starts[pc.0 as usize]
    }

    /// The control instruction that a decoded one belongs to.
    pub fn control_at(&self, at: At) -> Pc {
        let behind = self.starts.partition_point(|start| *start <= at);
        Pc(behind as u32 - 1)
    }

    /// Whether the machine has to execute the control instruction itself.
    pub fn is_out(&self, pc: Pc) -> bool {
        self.code[self.start(pc) as usize] == Instr::Out
    }
}

/// By instruction, the head of the innermost loop or `ako` around it.
pub(super) fn constructs(instructions: &[Instruction]) -> Vec<Option<Pc>> {
    let mut around: Vec<(Pc, Pc)> = Vec::new();
    let mut inside = Vec::with_capacity(instructions.len());
    for (pc, instruction) in instructions.iter().enumerate() {
        let pc = Pc(pc as u32);
        while around.last().is_some_and(|(_, end)| *end <= pc) {
            around.pop();
        }
        inside.push(around.last().map(|(head, _)| *head));
        if let Control::EnterLoop { exit: end, .. } | Control::Branch { join: end, .. } =
            instruction.control
        {
            around.push((pc, end));
        }
    }
    inside
}
