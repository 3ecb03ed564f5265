//! The decoded program for a single processor.

use super::instr::{At, FrameWord, Instr};
use crate::code::algorithm::ParameterPassing;
use crate::code::control::{Axis, CallResult, Control, Instruction, Pc};
use crate::code::kernel::{ArrayRef, Slot};
use crate::program::{AlgorithmId, BlockId, Compared};
use crate::source::Span;

/// A sequence of instructions that is decoded as a whole: the body of an algorithm or of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoutineId(pub u32);

/// The processors for which a program is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The processor of sequential code: blocks are left to the machine.
    Sequential,
    /// The processors of a multicomputer: each executes the body of a block independently.
    Messages,
}

/// A program, decoded.
#[derive(Debug)]
pub struct DecodedProgram {
    /// One for each algorithm, then one for each block that processors execute independently. None if it
    /// has more scalars, constants and temporaries than a frame can address.
    pub routines: Vec<Option<DecodedRoutine>>,
    /// The routines of blocks.
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
    /// By control instruction, the position of its decoded instructions, in ascending order.
    pub starts: Vec<At>,
    /// By control instruction, the head of the innermost enclosing loop or `ako`.
    pub inside: Vec<Option<Pc>>,
    /// The words of a new frame: scalars, their flags, constants, temporaries.
    pub template: Vec<i64>,
    /// The number of words, from the first, that are the frame's own scalars and flags; the others
    /// belong to the outside of a block and are the same in all its frames.
    pub own_words: usize,
    /// The number of scalars of an own processor of the algorithm.
    pub scalars: usize,
    /// By scalar, the flag that it was written. None if that is known statically.
    pub flags: Vec<Option<FrameWord>>,
    /// The number of arrays, including those from outside the block.
    pub arrays: usize,
    /// For a block: the copies of outside values.
    pub outside: Option<OutsideCopies>,
    /// How arguments are bound.
    pub parameters: Vec<ParameterPassing>,
    /// Whether a call needs only a frame: there are no cells for shared scalars.
    pub is_callable: bool,
    /// Calls, allocations and comparisons, in the order of their instructions.
    pub calls: Vec<DecodedCall>,
    /// New arrays.
    pub allocations: Vec<Allocation>,
    /// Parts of arrays that are bound to names.
    pub views: Vec<ViewSite>,
    /// Arrays that must have the same lengths.
    pub lengths: Vec<Vec<Compared<u16>>>,
    /// Lengths that must agree.
    pub extents: Vec<Vec<Vec<FrameWord>>>,
    /// Statements about whole arrays.
    pub elements: Vec<ElementwiseStatement>,
    /// Instructions that the machine executes with the outputs of their kernels.
    pub yields: Vec<Yield>,
}

/// The copies of the scalars and arrays of the algorithm's own body in the frame of a block.
#[derive(Debug)]
pub struct OutsideCopies {
    /// Its first scalar.
    pub scalars: usize,
    /// By scalar, the flag that it was written.
    pub flags: Vec<Option<FrameWord>>,
    /// Its first array.
    pub arrays: usize,
}

/// A statement about whole arrays: a body that computes a cell and its value for each element.
#[derive(Debug)]
pub struct ElementwiseStatement {
    /// Outermost first.
    pub dimensions: Vec<Dimension>,
    /// The start of the body.
    pub body: At,
    /// The position after the body.
    pub end: At,
}

/// One index of a statement about whole arrays.
#[derive(Debug, Clone, Copy)]
pub struct Dimension {
    /// The words with the computed bounds.
    pub bounds: [FrameWord; 2],
    /// The words that store the bounds during the statement.
    pub kept: [FrameWord; 2],
    /// The index.
    pub index: FrameWord,
}

/// An instruction that the machine executes.
#[derive(Debug)]
pub struct Yield {
    /// The control instruction.
    pub pc: Pc,
    /// The words with the outputs of its kernel.
    pub outputs: Vec<FrameWord>,
}

/// A part of an array that is bound to a name.
#[derive(Debug)]
pub struct ViewSite {
    /// Its slot.
    pub slot: Slot,
    /// The number of the array.
    pub of: u16,
    /// The part of each dimension.
    pub axes: Vec<Axis>,
    /// The words with subscripts and bounds.
    pub outputs: Vec<FrameWord>,
}

/// A statement that is a step.
#[derive(Debug, Clone, Copy)]
pub struct DecodedStatement {
    /// The position in the source.
    pub span: Span,
    /// Instructions (the unit of cost) of each execution, before the minimum of 1, without those of
    /// guarded stretches.
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
    /// The words with the scalar arguments.
    pub scalars: Vec<FrameWord>,
    /// The array arguments.
    pub arrays: Vec<Slot>,
    /// The destination of the result.
    pub result: CallResult,
    /// The step of evaluating the arguments, if it is one.
    pub statement: Option<u32>,
}

/// A new array.
#[derive(Debug)]
pub struct Allocation {
    /// Its slot.
    pub slot: Slot,
    /// The words with the lengths, one for each dimension.
    pub lengths: Vec<FrameWord>,
    /// The initial contents, if any.
    pub words: Option<Vec<i64>>,
    /// The step of evaluating the lengths, if it is one.
    pub statement: Option<u32>,
}

impl RoutineId {
    /// The routine of an algorithm's own body.
    pub fn of(algorithm: AlgorithmId) -> Self {
        Self(algorithm.0)
    }
}

impl DecodedProgram {
    /// The routine of a block. None if it could not be decoded.
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
    /// The position of a control instruction.
    pub fn start(&self, pc: Pc) -> At {
        self.starts[pc.0 as usize]
    }

    /// The control instruction to which a decoded one belongs.
    pub fn control_at(&self, at: At) -> Pc {
        let behind = self.starts.partition_point(|start| *start <= at);
        Pc(behind as u32 - 1)
    }

    /// The number of the yield at a position.
    #[inline]
    pub fn site_at(&self, at: At) -> u32 {
        match self.code[at as usize] {
            Instr::Yield { site } => site,
            _ => unreachable!("a processor that waits stands where it handed over"),
        }
    }

    /// The number under which a frame stores an array.
    pub fn array(&self, array: ArrayRef) -> Slot {
        let first = match (&self.outside, array.up) {
            (Some(outside), 1) => outside.arrays as u32,
            _ => 0,
        };
        Slot(first + array.slot.0)
    }

    /// The number of arrays of the routine's own block.
    pub fn own_arrays(&self) -> usize {
        self.outside
            .as_ref()
            .map_or(self.arrays, |outside| outside.arrays)
    }

    /// Whether the machine has to execute the control instruction.
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
