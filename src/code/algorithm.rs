//! Algorithms as instruction code: what their processors hold, how they are called, and their
//! instructions.

use super::control::{Control, Instruction, Pc};
use super::kernel::{ArrayRef, Slot};
use crate::program::{
    AlgorithmId, ArrayId, BlockId, Charge, Mapping, Shape, Type, WhyOwn, WhyShared,
};
use crate::source::Span;

/// A program in instruction code.
#[derive(Debug, Clone)]
pub struct CompiledProgram {
    /// One per typed algorithm.
    pub algorithms: Vec<CompiledAlgorithm>,
    /// The algorithm where a run begins.
    pub entry: AlgorithmId,
}

/// An algorithm in instruction code.
#[derive(Debug, Clone)]
pub struct CompiledAlgorithm {
    /// The name for users.
    pub name: String,
    /// Whether it is the file's `program`, which shows what `izlaz` names.
    pub is_program: bool,
    /// The header in the source.
    pub span: Span,
    /// How arguments are bound.
    pub parameters: Vec<ParameterPassing>,
    /// The shape of its result.
    pub result: Option<Shape>,
    /// What the processors of each block hold.
    pub blocks: Vec<BlockLayout>,
    /// Names and types, for messages.
    pub arrays: Vec<ArrayInfo>,
    /// The instructions.
    pub instructions: Vec<Instruction>,
}

impl CompiledAlgorithm {
    /// Whether some step in a block assigns this scalar of it.
    pub fn assigns_in_a_step(&self, block: BlockId, slot: Slot) -> bool {
        self.instructions_of(block).any(|instruction| {
            let is_step = instruction.charge == Charge::Step;
            is_step && instruction.control.assigned_scalars().contains(&slot)
        })
    }

    /// Whether some instruction of a block, not of a nested one, draws random numbers into a scalar of
    /// it.
    pub fn draws_into(&self, block: BlockId, slot: Slot) -> bool {
        self.instructions_of(block).any(
            |instruction| matches!(instruction.control, Control::Draw { slot: drawn, .. } if drawn == slot),
        )
    }

    /// The instructions of a block, without those of nested blocks.
    fn instructions_of(&self, block: BlockId) -> impl Iterator<Item = &Instruction> {
        // The blocks around an instruction, and where they end.
        let mut around = vec![(BlockId(0), self.instructions.len())];
        let instructions = (0..).zip(&self.instructions);
        let own = instructions.filter(move |(at, instruction)| {
            around.retain(|(_, end)| at < end);
            let is_there = around.last().is_some_and(|(inner, _)| *inner == block);
            if let Control::Open { block, after, .. } = &instruction.control {
                around.push((*block, after.0 as usize));
            }
            is_there
        });
        own.map(|(_, instruction)| instruction)
    }

    /// Whether a scalar that each processor of one of its blocks holds is a parameter.
    pub fn has_parameter(&self, block: BlockId, slot: Slot) -> bool {
        let mut parameters = self.parameters.iter();
        let is_it = |parameter: &ParameterPassing| matches!(parameter, ParameterPassing::Scalar(own, _) if *own == slot);
        block == BlockId(0) && parameters.any(is_it)
    }

    /// The number of bodies of loops and blocks around an instruction whose executions are rounds that
    /// have begun before it.
    pub fn rounds_around(&self, pc: Pc) -> usize {
        // The last instructions of the bodies around it, and whether each has begun a round.
        let mut around: Vec<(u32, bool)> = Vec::new();
        for (at, instruction) in (0..=pc.0).zip(&self.instructions) {
            around.retain(|(last, _)| at <= *last);
            if let Control::EnterLoop { rejoin, .. } = &instruction.control {
                around.push((rejoin.0, false));
            }
            if let Control::Open { after, .. } = &instruction.control {
                around.push((after.0 - 1, false));
            }
            let has_begun = matches!(instruction.control, Control::Round) && at < pc.0;
            if let (true, Some((_, counts))) = (has_begun, around.last_mut()) {
                *counts = true;
            }
        }
        around.iter().filter(|(_, counts)| *counts).count()
    }
}

/// How an argument reaches an algorithm's own processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterPassing {
    /// The next scalar argument is stored in this slot.
    Scalar(Slot, Type),
    /// The next scalar argument is stored in a new cell.
    SharedScalar(Slot, Type),
    /// The next array argument, by reference.
    Array(Slot, ArrayId),
}

#[derive(Debug, Clone)]
pub struct BlockLayout {
    /// Scalars by slot.
    pub scalars: Vec<ScalarInfo>,
    /// A native program of the asynchronous machine.
    pub native: bool,
    /// For a kernel: how many of its indices number groups.
    pub kernel: Option<u8>,
    /// For tasks: their placement on processors.
    pub tasks: Option<Mapping>,
    /// For tasks, whose numbers from 1 are the index: the line of each.
    pub task_lines: Vec<usize>,
    /// Whether it is a whole-array statement, with a processor for each element.
    pub elementwise: bool,
    /// Slots of the indices, outermost first.
    pub indices: Vec<Slot>,
    /// Arrays by slot.
    pub arrays: Vec<ArrayId>,
    /// Slots of those arrays that are shared scalars and no parameters.
    pub shared_scalars: Vec<Slot>,
    /// The header in the source.
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct ScalarInfo {
    /// As written.
    pub name: String,
    /// Type of its value.
    pub ty: Type,
    /// Whether the machine keeps a flag of being written.
    pub tracked: bool,
    /// Its class, and why.
    pub why: WhyOwn,
}

#[derive(Debug, Clone)]
pub struct ArrayInfo {
    /// As written.
    pub name: String,
    /// Type of its elements.
    pub element: Type,
    /// 0 for a shared scalar.
    pub rank: u8,
    /// For a shared scalar: what makes it shared.
    pub why_shared: Option<WhyShared>,
    /// Whether its cells are queues of messages.
    pub is_channel: bool,
    /// Whether accesses to it are not accesses to shared memory: declared `lokalno`.
    pub is_local: bool,
    /// Whether it is in the memory of each group of a kernel: declared `grupno`.
    pub is_group: bool,
    /// The array of which it is a part, as the processors of its block see it.
    pub part_of: Option<ArrayRef>,
}
