//! The decoded program of one processor.

use crate::code::control::{CallResult, Control, Instruction, Parameter, Pc};
use crate::code::kernel::{ArrayRef, Slot};
use crate::code::operation::{Binary, Unary};
use crate::program::{AlgorithmId, BlockId, Compared};
use crate::source::Span;

/// A word of a frame, by its place.
pub type Place = u16;

/// A place in a routine's row of instructions.
pub type At = u32;

/// What is decoded as one row of instructions: an algorithm's own body, or that of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoutineId(pub u32);

/// For which processors a program is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The one of sequential code: blocks are left to the machine.
    Sequential,
    /// Those of a multicomputer: each executes the body of a block by itself.
    Messages,
}

/// A program, decoded.
#[derive(Debug)]
pub struct Program {
    /// One per algorithm, then one per block that processors execute by themselves; none where it
    /// has more scalars, constants and temporaries than a frame can address.
    pub routines: Vec<Option<Routine>>,
    /// Where the blocks stand among them.
    pub blocks: Vec<(AlgorithmId, BlockId, RoutineId)>,
    /// The statements that are steps, of all routines.
    pub statements: Vec<Statement>,
}

/// An algorithm or a block, decoded.
#[derive(Debug)]
pub struct Routine {
    /// The algorithm.
    pub algorithm: AlgorithmId,
    /// The block; 0 for the algorithm's own body.
    pub block: BlockId,
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
    /// How many arrays, those from outside the block included.
    pub arrays: usize,
    /// Of a block: the copies of what lies outside.
    pub outside: Option<Outside>,
    /// How arguments are bound.
    pub parameters: Vec<Parameter>,
    /// Whether a frame is all that a call needs: no cells for shared scalars.
    pub is_callable: bool,
    /// Calls, allocations and comparisons, in the order of their instructions.
    pub calls: Vec<CallSite>,
    /// New arrays.
    pub allocations: Vec<Allocation>,
    /// Arrays that must have the same lengths.
    pub lengths: Vec<Vec<Compared<u16>>>,
    /// Lengths that must agree.
    pub extents: Vec<Vec<Vec<Place>>>,
    /// Statements about whole arrays.
    pub elements: Vec<Elements>,
    /// Instructions that the machine carries out with the outputs of their kernels.
    pub yields: Vec<Yield>,
}

/// Where the frame of a block keeps copies of the scalars and arrays of the algorithm's own body.
#[derive(Debug)]
pub struct Outside {
    /// Its first scalar.
    pub scalars: usize,
    /// By scalar, where the frame keeps whether it was written.
    pub flags: Vec<Option<Place>>,
    /// Its first array.
    pub arrays: usize,
}

/// A statement about whole arrays: a body that gives a cell and its value for each element.
#[derive(Debug)]
pub struct Elements {
    /// Outermost first.
    pub dimensions: Vec<Dimension>,
    /// Where the body begins.
    pub body: At,
    /// Behind it.
    pub end: At,
}

/// One index of a statement about whole arrays.
#[derive(Debug, Clone, Copy)]
pub struct Dimension {
    /// Where its ends were computed.
    pub bounds: [Place; 2],
    /// Where the frame keeps them meanwhile.
    pub kept: [Place; 2],
    /// The index.
    pub index: Place,
}

/// An instruction that the machine carries out.
#[derive(Debug)]
pub struct Yield {
    /// Which.
    pub pc: Pc,
    /// Where the outputs of its kernel are.
    pub outputs: Vec<Place>,
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
    /// The guarded stretch that follows takes this.
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
            | Self::SameLengths { .. }
            | Self::SameExtents { .. }
            | Self::Yield { .. }
            | Self::Close
            | Self::Copy { .. }
            | Self::Out => [None, None],
        }
    }
}

impl RoutineId {
    /// That of an algorithm's own body.
    pub fn of(algorithm: AlgorithmId) -> Self {
        Self(algorithm.0)
    }
}

impl Program {
    /// The routine of a block; none where it could not be decoded.
    pub fn of_block(&self, algorithm: AlgorithmId, block: BlockId) -> Option<RoutineId> {
        let is_this = |(of, number, _): &&(AlgorithmId, BlockId, RoutineId)| {
            (*of, *number) == (algorithm, block)
        };
        let (.., routine) = self.blocks.iter().find(is_this)?;
        self.routines[routine.0 as usize]
            .is_some()
            .then_some(*routine)
    }

    /// A routine that has a frame.
    pub fn routine(&self, id: RoutineId) -> &Routine {
        let routine = self.routines[id.0 as usize].as_ref();
        routine.expect("only decoded routines get frames")
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

    /// The number of the hand-over that stands at a place.
    pub fn site_at(&self, at: At) -> u32 {
        match self.code[at as usize] {
            Instr::Yield { site } => site,
            _ => unreachable!("a processor that waits stands where it handed over"),
        }
    }

    /// Where a frame keeps an array.
    pub fn array(&self, array: ArrayRef) -> Slot {
        let first = match (&self.outside, array.up) {
            (Some(outside), 1) => outside.arrays as u32,
            _ => 0,
        };
        Slot(first + array.slot.0)
    }

    /// How many arrays are of the routine's own block.
    pub fn own_arrays(&self) -> usize {
        self.outside
            .as_ref()
            .map_or(self.arrays, |outside| outside.arrays)
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
