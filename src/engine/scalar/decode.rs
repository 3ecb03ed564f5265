//! Translates control instructions into the decoded program of a single processor.

use std::collections::HashMap;

use super::code::{
    DecodedProgram, DecodedRoutine, DecodedStatement, OutsideCopies, Purpose, RoutineId, Yield,
    constructs,
};
use super::instr::{At, FrameWord, Instr};
use crate::code::algorithm::{CompiledAlgorithm, CompiledProgram, ParameterPassing};
use crate::code::control::{Control, Instruction, Pc};
use crate::code::kernel::{ArrayRef, Kernel};
use crate::program::{AlgorithmId, BlockId, Charge};

/// Decodes a program.
pub fn decode(code: &CompiledProgram, purpose: Purpose) -> DecodedProgram {
    let mut statements = Vec::new();
    let mut routines: Vec<Option<DecodedRoutine>> = (code.algorithms.iter().enumerate())
        .map(|(id, algorithm)| {
            let id = AlgorithmId(id as u32);
            let body = 0..algorithm.instructions.len();
            Decoder::new((id, algorithm), BlockId(0), purpose, &mut statements)?.run(body)
        })
        .collect();
    let mut blocks = Vec::new();
    if purpose == Purpose::Messages {
        for (id, algorithm) in code.algorithms.iter().enumerate() {
            let id = AlgorithmId(id as u32);
            let mut block_end = 0;
            for (pc, instruction) in algorithm.instructions.iter().enumerate() {
                let Control::Open { block, after, .. } = instruction.control else {
                    continue;
                };
                // Statements about whole arrays are decoded at their position. Blocks inside a block are
                // not decoded, since a single processor cannot open them.
                if algorithm.blocks[block.index()].elementwise || pc < block_end {
                    continue;
                }
                block_end = after.0 as usize;
                let body = pc + 1..after.0 as usize;
                let decoder = Decoder::new((id, algorithm), block, purpose, &mut statements);
                blocks.push((id, block, RoutineId(routines.len() as u32)));
                routines.push(decoder.and_then(|decoder| decoder.run(body)));
            }
        }
    }
    DecodedProgram {
        routines,
        blocks,
        statements,
    }
}

pub(super) struct Decoder<'a> {
    pub(super) algorithm: &'a CompiledAlgorithm,
    pub(super) routine: DecodedRoutine,
    statements: &'a mut Vec<DecodedStatement>,
    pub(super) purpose: Purpose,
    /// The storage of named values, by the number of levels further out to which they belong.
    pub(super) levels: Vec<Level>,
    /// The first temporary.
    pub(super) temporaries: usize,
    /// The position of each constant in the template.
    constants: HashMap<i64, usize>,
    /// The first word for statements about whole arrays.
    pub(super) elements: usize,
    /// Whether the instruction being decoded is a step, whose guarded stretches count.
    pub(super) is_step: bool,
}

/// The storage of the scalars and arrays of a block.
#[derive(Clone)]
pub(super) struct Level {
    /// Its first scalar.
    pub(super) scalars: usize,
    /// By scalar, the flag that it was written.
    pub(super) flags: Vec<Option<FrameWord>>,
    /// Its first array.
    pub(super) arrays: usize,
}

/// The most words of a statement about whole arrays: its indices and their bounds.
const ELEMENT_WORDS: usize = 6;

/// A kernel or an instruction that does not fit into a frame or refers to other processors.
pub(super) struct Undecodable;

impl<'a> Decoder<'a> {
    fn new(
        (id, algorithm): (AlgorithmId, &'a CompiledAlgorithm),
        block: BlockId,
        purpose: Purpose,
        statements: &'a mut Vec<DecodedStatement>,
    ) -> Option<Self> {
        let own = &algorithm.blocks[block.index()];
        let outside = (block != BlockId(0)).then(|| &algorithm.blocks[0]);
        let mut words = 0;
        let mut arrays = 0;
        let mut levels = Vec::new();
        for held in std::iter::once(own).chain(outside) {
            let scalars = words;
            words += held.scalars.len();
            let flags = held.scalars.iter().map(|scalar| {
                words += usize::from(scalar.tracked);
                scalar.tracked.then(|| (words - 1) as FrameWord)
            });
            levels.push(Level {
                scalars,
                flags: flags.collect(),
                arrays,
            });
            arrays += held.arrays.len();
        }
        let elements = words;
        if purpose == Purpose::Messages {
            words += ELEMENT_WORDS;
        }
        let kernels = algorithm.instructions.iter();
        let kernels = kernels.filter_map(|instruction| instruction.control.kernel());
        let registers = kernels.map(|kernel| kernel.registers).max().unwrap_or(0);
        let temporaries = words;
        words += registers as usize;
        if words > usize::from(FrameWord::MAX) || arrays > usize::from(u16::MAX) {
            return None;
        }
        let has_cells = (algorithm.parameters.iter())
            .any(|parameter| matches!(parameter, ParameterPassing::SharedScalar(..)));
        let routine = DecodedRoutine {
            algorithm: id,
            block,
            code: Vec::new(),
            starts: Vec::with_capacity(algorithm.instructions.len()),
            inside: constructs(&algorithm.instructions),
            template: vec![0; words],
            own_words: levels.get(1).map_or(elements, |outside| outside.scalars),
            scalars: own.scalars.len(),
            flags: levels[0].flags.clone(),
            arrays,
            outside: levels.get(1).map(|level| OutsideCopies {
                scalars: level.scalars,
                flags: level.flags.clone(),
                arrays: level.arrays,
            }),
            parameters: algorithm.parameters.clone(),
            is_callable: own.shared_scalars.is_empty() && !has_cells,
            calls: Vec::new(),
            allocations: Vec::new(),
            views: Vec::new(),
            lengths: Vec::new(),
            extents: Vec::new(),
            elements: Vec::new(),
            yields: Vec::new(),
        };
        Some(Self {
            algorithm,
            routine,
            statements,
            purpose,
            levels,
            temporaries,
            constants: HashMap::new(),
            elements,
            is_step: false,
        })
    }

    /// Decodes a body. No code is generated for instructions outside it.
    fn run(mut self, body: std::ops::Range<usize>) -> Option<DecodedRoutine> {
        // Instructions of blocks concern other processors.
        let mut block_end = 0;
        // A statement about whole arrays is decoded as a whole.
        let mut elements_end = 0;
        for (pc, instruction) in self.algorithm.instructions.iter().enumerate() {
            let begin = self.routine.code.len();
            self.routine.starts.push(begin as At);
            if !body.contains(&pc) {
                continue;
            }
            if pc < elements_end {
                continue;
            }
            let is_inside = pc < block_end;
            if let Control::Open { block, after, .. } = instruction.control {
                let is_elementwise = self.algorithm.blocks[block.index()].elementwise;
                if is_elementwise && self.purpose == Purpose::Messages && !is_inside {
                    elements_end = after.0 as usize;
                    if self.elementwise(Pc(pc as u32), block, after).is_err() {
                        self.leave_out(begin);
                    }
                    continue;
                }
                block_end = block_end.max(after.0 as usize);
            }
            if is_inside || self.instruction(Pc(pc as u32), instruction).is_err() {
                self.leave_out(begin);
            }
        }
        let DecodedRoutine { code, starts, .. } = &mut self.routine;
        for target in code.iter_mut().flat_map(Instr::targets).flatten() {
            *target = starts[*target as usize];
        }
        (self.routine.template.len() <= usize::from(FrameWord::MAX)).then_some(self.routine)
    }

    /// Leaves the instruction that starts here to the machine.
    fn leave_out(&mut self, begin: usize) {
        self.routine.code.truncate(begin);
        self.emit(Instr::Out);
    }

    pub(super) fn emit(&mut self, instr: Instr) {
        self.routine.code.push(instr);
    }

    /// The word of a constant.
    pub(super) fn constant(&mut self, word: i64) -> FrameWord {
        let template = &mut self.routine.template;
        let at = self.constants.entry(word).or_insert_with(|| {
            template.push(word);
            template.len() - 1
        });
        // A frame that is too large to address is refused at the end.
        *at as FrameWord
    }

    /// The number of an array.
    pub(super) fn array(&self, array: ArrayRef) -> Result<u16, Undecodable> {
        let level = self.levels.get(array.up as usize).ok_or(Undecodable)?;
        Ok(level.arrays as u16 + array.slot.0 as u16)
    }

    /// Yields to the machine after the kernel was evaluated.
    pub(super) fn hand_over(&mut self, pc: Pc, outputs: Vec<FrameWord>) {
        let site = self.routine.yields.len() as u32;
        self.routine.yields.push(Yield { pc, outputs });
        self.emit(Instr::Yield { site });
    }

    /// The number of the step, if an instruction is one.
    pub(super) fn step(&mut self, instruction: &Instruction, kernel: &Kernel) -> Option<u32> {
        if instruction.charge != Charge::Step {
            return None;
        }
        self.statements.push(DecodedStatement {
            span: instruction.span,
            instructions: kernel.instructions,
            reads: kernel.reads,
            writes: instruction.control.writes_shared().into(),
        });
        Some(self.statements.len() as u32 - 1)
    }
}
