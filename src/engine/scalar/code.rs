//! The decoded program of one processor.

use super::instr::{At, FrameWord, Instr};
use crate::code::algorithm::ParameterPassing;
use crate::code::control::{Axis, CallResult, Control, Instruction, Pc};
use crate::code::kernel::{ArrayRef, Slot};
use crate::program::{AlgorithmId, BlockId, Compared};
use crate::source::Span;

/// What is decoded as one row of instructions: an algorithm's own body, or that of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
pub struct DecodedProgram {
    /// One per algorithm, then one per block that processors execute by themselves; none where it
    /// has more scalars, constants and temporaries than a frame can address.
    pub routines: Vec<Option<DecodedRoutine>>,
    /// Where the blocks stand among them.
    pub blocks: Vec<(AlgorithmId, BlockId, RoutineId)>,
    /// The statements that are steps, of all routines.
    pub statements: Vec<DecodedStatement>,
}

/// An algorithm or a block, decoded.
#[derive(Debug)]
pub struct DecodedRoutine {
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
    /// How many of these words, the first, are the frame's own scalars and flags: not those of what
    /// lies outside a block, which are the same in all its frames.
    pub own_words: usize,
    /// How many scalars an own processor of the algorithm has.
    pub scalars: usize,
    /// By scalar, where the frame keeps whether it was written; none where that is known.
    pub flags: Vec<Option<FrameWord>>,
    /// How many arrays, those from outside the block included.
    pub arrays: usize,
    /// Of a block: the copies of what lies outside.
    pub outside: Option<OutsideCopies>,
    /// How arguments are bound.
    pub parameters: Vec<ParameterPassing>,
    /// Whether a frame is all that a call needs: no cells for shared scalars.
    pub is_callable: bool,
    /// Calls, allocations and comparisons, in the order of their instructions.
    pub calls: Vec<DecodedCall>,
    /// New arrays.
    pub allocations: Vec<Allocation>,
    /// Parts of arrays that become arrays of their own.
    pub views: Vec<ViewSite>,
    /// Arrays that must have the same lengths.
    pub lengths: Vec<Vec<Compared<u16>>>,
    /// Lengths that must agree.
    pub extents: Vec<Vec<Vec<FrameWord>>>,
    /// Statements about whole arrays.
    pub elements: Vec<ElementwiseStatement>,
    /// Instructions that the machine carries out with the outputs of their kernels.
    pub yields: Vec<Yield>,
}

/// Where the frame of a block keeps copies of the scalars and arrays of the algorithm's own body.
#[derive(Debug)]
pub struct OutsideCopies {
    /// Its first scalar.
    pub scalars: usize,
    /// By scalar, where the frame keeps whether it was written.
    pub flags: Vec<Option<FrameWord>>,
    /// Its first array.
    pub arrays: usize,
}

/// A statement about whole arrays: a body that gives a cell and its value for each element.
#[derive(Debug)]
pub struct ElementwiseStatement {
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
    pub bounds: [FrameWord; 2],
    /// Where the frame keeps them meanwhile.
    pub kept: [FrameWord; 2],
    /// The index.
    pub index: FrameWord,
}

/// An instruction that the machine carries out.
#[derive(Debug)]
pub struct Yield {
    /// The control instruction.
    pub pc: Pc,
    /// Where the outputs of its kernel are.
    pub outputs: Vec<FrameWord>,
}

/// A part of an array that becomes an array of its own.
#[derive(Debug)]
pub struct ViewSite {
    /// Its slot.
    pub slot: Slot,
    /// Where the array is.
    pub of: u16,
    /// What it takes of each dimension.
    pub axes: Vec<Axis>,
    /// Where their subscripts and bounds are.
    pub outputs: Vec<FrameWord>,
}

/// A statement that is a step.
#[derive(Debug, Clone, Copy)]
pub struct DecodedStatement {
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
pub struct DecodedCall {
    /// The algorithm that is called.
    pub callee: AlgorithmId,
    /// Where the scalar arguments are.
    pub scalars: Vec<FrameWord>,
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
    /// Where its lengths are, one for each dimension.
    pub lengths: Vec<FrameWord>,
    /// What it holds at first, if anything.
    pub words: Option<Vec<i64>>,
    /// The step that evaluating the lengths is, if any.
    pub statement: Option<u32>,
}

impl RoutineId {
    /// That of an algorithm's own body.
    pub fn of(algorithm: AlgorithmId) -> Self {
        Self(algorithm.0)
    }
}

impl DecodedProgram {
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
    #[inline]
    pub fn routine(&self, id: RoutineId) -> &DecodedRoutine {
        let routine = self.routines[id.0 as usize].as_ref();
        routine.expect("only decoded routines get frames")
    }
}

impl DecodedRoutine {
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
    #[inline]
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
