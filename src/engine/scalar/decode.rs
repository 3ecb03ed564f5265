//! Control instructions → the decoded program of one processor.

use super::code::{
    Allocation, At, CallSite, Instr, Outside, Place, Program, Purpose, Routine, RoutineId,
    Statement, Yield, constructs,
};
use crate::code::control::{Algorithm, Code, Control, Initial, Instruction, Parameter, Pc, Stride};
use crate::code::kernel::{ArrayRef, Kernel, Slot};
use crate::program::{AlgorithmId, BlockId, Charge, Compared};

/// Decodes a program.
pub fn decode(code: &Code, purpose: Purpose) -> Program {
    let mut statements = Vec::new();
    let mut routines: Vec<Option<Routine>> = (code.algorithms.iter().enumerate())
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
                // No processor opens a block of its own.
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
    Program {
        routines,
        blocks,
        statements,
    }
}

pub(super) struct Decoder<'a> {
    pub(super) algorithm: &'a Algorithm,
    pub(super) routine: Routine,
    statements: &'a mut Vec<Statement>,
    pub(super) purpose: Purpose,
    /// What instructions name, by how many blocks further out it belongs.
    pub(super) levels: Vec<Level>,
    /// The first temporary.
    pub(super) temporaries: usize,
    /// The first constant.
    constants: usize,
    /// The first word for statements about whole arrays.
    pub(super) elements: usize,
    /// Whether the instruction that is being decoded is a step, whose guarded stretches count.
    pub(super) is_step: bool,
}

/// Where the scalars and arrays of a block are kept.
#[derive(Clone)]
pub(super) struct Level {
    /// Its first scalar.
    pub(super) scalars: usize,
    /// By scalar, where the frame keeps whether it was written.
    pub(super) flags: Vec<Option<Place>>,
    /// Its first array.
    pub(super) arrays: usize,
}

/// The most words that a statement about whole arrays takes: its indices and their bounds.
const ELEMENT_WORDS: usize = 6;

/// A kernel, or an instruction, that a frame cannot hold or that names other processors.
pub(super) struct Undecodable;

impl<'a> Decoder<'a> {
    fn new(
        (id, algorithm): (AlgorithmId, &'a Algorithm),
        block: BlockId,
        purpose: Purpose,
        statements: &'a mut Vec<Statement>,
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
                scalar.tracked.then(|| (words - 1) as Place)
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
        if words > usize::from(Place::MAX) || arrays > usize::from(u16::MAX) {
            return None;
        }
        let has_cells = (algorithm.parameters.iter())
            .any(|parameter| matches!(parameter, Parameter::SharedScalar(..)));
        let routine = Routine {
            algorithm: id,
            block,
            code: Vec::new(),
            starts: Vec::with_capacity(algorithm.instructions.len()),
            inside: constructs(&algorithm.instructions),
            template: vec![0; words],
            scalars: own.scalars.len(),
            flags: levels[0].flags.clone(),
            arrays,
            outside: levels.get(1).map(|level| Outside {
                scalars: level.scalars,
                flags: level.flags.clone(),
                arrays: level.arrays,
            }),
            parameters: algorithm.parameters.clone(),
            is_callable: own.shared_scalars.is_empty() && !has_cells,
            calls: Vec::new(),
            allocations: Vec::new(),
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
            constants: words,
            elements,
            is_step: false,
        })
    }

    /// Decodes a body; instructions outside of it begin nowhere.
    fn run(mut self, body: std::ops::Range<usize>) -> Option<Routine> {
        // Instructions of blocks concern other processors.
        let mut block_end = 0;
        // A statement about whole arrays is decoded with all that it consists of.
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
        let Routine { code, starts, .. } = &mut self.routine;
        for target in code.iter_mut().flat_map(Instr::targets).flatten() {
            *target = starts[*target as usize];
        }
        (self.routine.template.len() <= usize::from(Place::MAX)).then_some(self.routine)
    }

    /// The machine executes the instruction that begins here.
    fn leave_out(&mut self, begin: usize) {
        self.routine.code.truncate(begin);
        self.emit(Instr::Out);
    }

    pub(super) fn emit(&mut self, instr: Instr) {
        self.routine.code.push(instr);
    }

    /// Where a constant is.
    pub(super) fn constant(&mut self, word: i64) -> Place {
        let first = self.constants;
        let template = &mut self.routine.template;
        let known = template[first..].iter().position(|known| *known == word);
        let at = known.map_or(template.len(), |at| first + at);
        if at == template.len() {
            template.push(word);
        }
        // A frame that grows beyond what can be addressed is refused at the end.
        at as Place
    }

    /// Where an array is.
    pub(super) fn array(&self, array: ArrayRef) -> Result<u16, Undecodable> {
        let level = self.levels.get(array.up as usize).ok_or(Undecodable)?;
        Ok(level.arrays as u16 + array.slot.0 as u16)
    }

    /// Hands over to the machine, once the kernel is evaluated.
    fn hand_over(&mut self, pc: Pc, outputs: Vec<Place>) {
        let site = self.routine.yields.len() as u32;
        self.routine.yields.push(Yield { pc, outputs });
        self.emit(Instr::Yield { site });
    }

    /// The number of the step that an instruction is, if it is one.
    pub(super) fn step(&mut self, instruction: &Instruction, kernel: &Kernel) -> Option<u32> {
        if instruction.charge != Charge::Step {
            return None;
        }
        self.statements.push(Statement {
            span: instruction.span,
            instructions: kernel.instructions,
            reads: kernel.reads,
            writes: instruction.control.writes_shared().into(),
        });
        Some(self.statements.len() as u32 - 1)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    fn instruction(&mut self, pc: Pc, instruction: &Instruction) -> Result<(), Undecodable> {
        self.is_step = instruction.charge == Charge::Step;
        match &instruction.control {
            Control::Assign { kernel, slots } => {
                self.assign(kernel, slots)?;
                self.done(instruction, kernel);
            }
            Control::Write { kernel, shared, .. } => {
                let outputs = self.kernel(kernel)?;
                let (cell, value) = (outputs[0], outputs[1]);
                self.emit(if *shared {
                    Instr::Store { cell, value }
                } else {
                    Instr::Poke { cell, value }
                });
                self.done(instruction, kernel);
            }
            Control::Branch {
                kernel, otherwise, ..
            } => {
                let test = self.kernel(kernel)?[0];
                self.done(instruction, kernel);
                self.emit(Instr::Unless {
                    test,
                    to: otherwise.0,
                });
            }
            // Where a loop leads stands in the instructions that leave it.
            Control::EnterLoop { .. } | Control::Barrier { kernel: None } => {}
            // The other branch may lie between.
            Control::Join => {
                let join = self.join(pc)?;
                if join.0 != pc.0 + 1 {
                    self.emit(Instr::Jump { to: join.0 });
                }
            }
            Control::LoopTest { kernel } => {
                let (_, exit) = self.innermost_loop(pc)?;
                let test = self.kernel(kernel)?[0];
                self.done(instruction, kernel);
                self.emit(Instr::Unless { test, to: exit.0 });
            }
            Control::CountTest {
                variable,
                limit,
                stride,
            } => {
                let exit = self.innermost_loop(pc)?.1.0;
                let (variable, limit) = (variable.0 as Place, limit.0 as Place);
                self.emit(match *stride {
                    Stride::Constant(1..) => Instr::CountUp {
                        variable,
                        limit,
                        exit,
                    },
                    Stride::Constant(_) => Instr::CountDown {
                        variable,
                        limit,
                        exit,
                    },
                    Stride::Slot(stride) => Instr::CountBy {
                        variable,
                        limit,
                        stride: stride.0 as Place,
                        exit,
                    },
                });
            }
            Control::Rejoin => self.emit(Instr::Tick),
            Control::CountNext {
                variable,
                stride,
                head,
            } => {
                let exit = self.innermost_loop(pc)?.1.0;
                let stride = match *stride {
                    Stride::Constant(word) => self.constant(word),
                    Stride::Slot(slot) => slot.0 as Place,
                };
                self.emit(Instr::CountNext {
                    variable: variable.0 as Place,
                    stride,
                    head: head.0,
                    exit,
                });
            }
            Control::CheckStride(slot) => self.emit(Instr::Require {
                word: slot.0 as Place,
            }),
            Control::Jump(to) => self.emit(Instr::Jump { to: to.0 }),
            Control::Round => self.emit(Instr::Round),
            Control::Call {
                kernel,
                algorithm,
                arrays,
                result,
            } => {
                // What is guarded in an argument would be counted before it is known to be called.
                if kernel.varies && self.purpose == Purpose::Sequential {
                    return Err(Undecodable);
                }
                // Arguments are free on the multicomputer.
                self.is_step = self.is_step && self.purpose == Purpose::Sequential;
                let scalars = self.kernel(kernel)?;
                let arrays = arrays.iter().map(|array| self.array(*array));
                let arrays = arrays.map(|array| array.map(|slot| Slot(slot.into())));
                let arrays = arrays.collect::<Result<_, _>>()?;
                let statement = self.step(instruction, kernel);
                let site = self.routine.calls.len() as u32;
                self.routine.calls.push(CallSite {
                    callee: *algorithm,
                    scalars,
                    arrays,
                    result: *result,
                    statement,
                });
                self.emit(Instr::Call { site });
            }
            Control::Return { kernel: None } => self.emit(Instr::Return {
                value: None,
                step: 0,
            }),
            Control::Return {
                kernel: Some(kernel),
            } => {
                if self.purpose == Purpose::Messages {
                    let value = self.kernel(kernel)?[0];
                    self.done(instruction, kernel);
                    let value = Some(value);
                    self.emit(Instr::Return { value, step: 0 });
                    return Ok(());
                }
                if kernel.varies {
                    return Err(Undecodable);
                }
                let value = self.kernel(kernel)?[0];
                let step = self.step(instruction, kernel);
                self.emit(Instr::Return {
                    value: Some(value),
                    step: step.map_or(0, |step| step + 1),
                });
            }
            Control::ReturnArray(slot) => self.emit(Instr::ReturnArray {
                array: slot.0 as u16,
            }),
            Control::End => self.emit(Instr::End),
            Control::Break => {
                let (_, exit) = self.innermost_loop(pc)?;
                self.emit(Instr::Jump { to: exit.0 });
            }
            Control::Continue => {
                let (rejoin, _) = self.innermost_loop(pc)?;
                self.emit(Instr::Jump { to: rejoin.0 });
            }
            Control::Allocate {
                kernel,
                slot,
                array,
                initial,
            } => {
                let words = match initial {
                    Initial::Unwritten => None,
                    Initial::List(words) => Some(words.clone()),
                    Initial::Generator { .. } if self.purpose == Purpose::Messages => {
                        self.is_step = false;
                        let outputs = self.kernel(kernel)?;
                        self.hand_over(pc, outputs);
                        return Ok(());
                    }
                    Initial::Generator { .. } => return Err(Undecodable),
                };
                let rank = self.algorithm.arrays[array.index()].rank;
                if kernel.varies || !(1..=2).contains(&rank) {
                    return Err(Undecodable);
                }
                let outputs = self.kernel(kernel)?;
                let columns = if rank == 2 { outputs.get(1) } else { None };
                let lengths = [outputs.first().copied(), columns.copied()];
                let statement = self.step(instruction, kernel);
                let site = self.routine.allocations.len() as u32;
                self.routine.allocations.push(Allocation {
                    slot: *slot,
                    lengths,
                    words,
                    statement,
                });
                self.emit(Instr::Allocate { site });
            }
            Control::Forget(slot) => self.written(*slot, false),
            Control::SameLengths { arrays, .. } => {
                let arrays = arrays.iter().map(|compared| {
                    Ok(Compared {
                        array: self.array(compared.array)?,
                        dimension: compared.dimension,
                        span: compared.span,
                    })
                });
                let arrays = arrays.collect::<Result<_, _>>()?;
                let site = self.routine.lengths.len() as u32;
                self.routine.lengths.push(arrays);
                self.emit(Instr::SameLengths { site });
            }
            Control::Move { from, to } => {
                let to = self.array(*to)?;
                self.emit(Instr::Copy {
                    from: from.0 as u16,
                    to,
                });
            }
            Control::Assert { kernel, .. } => {
                let word = self.kernel(kernel)?[0];
                self.emit(Instr::Require { word });
            }
            Control::SameExtents { kernel, operands } => {
                self.is_step = self.is_step && self.purpose == Purpose::Sequential;
                let lengths = self.kernel(kernel)?;
                let mut lengths = lengths.into_iter();
                let mut of_operand = |rank: u8| lengths.by_ref().take(rank.into()).collect();
                let compared = operands
                    .iter()
                    .map(|operand| of_operand(operand.rank))
                    .collect();
                let site = self.routine.extents.len() as u32;
                self.routine.extents.push(compared);
                self.emit(Instr::SameExtents { site });
                self.done(instruction, kernel);
            }
            Control::Send { kernel, .. }
            | Control::Receive { kernel, .. }
            | Control::Ask { kernel, .. }
                if self.purpose == Purpose::Messages =>
            {
                self.is_step = true;
                let outputs = self.kernel(kernel)?;
                if kernel.instructions > kernel.reads || kernel.varies {
                    let own = kernel.instructions - kernel.reads;
                    self.emit(Instr::Computed { own });
                }
                self.hand_over(pc, outputs);
            }
            // What is printed is free.
            Control::Print { kernel, .. } if self.purpose == Purpose::Messages => {
                self.is_step = false;
                let outputs = self.kernel(kernel)?;
                self.hand_over(pc, outputs);
            }
            Control::Close | Control::Leave if self.routine.outside.is_some() => {
                self.emit(Instr::Close);
            }
            Control::Open { .. }
            | Control::Close
            | Control::Leave
            | Control::Barrier { kernel: Some(_) }
            | Control::Distribute { .. }
            | Control::Send { .. }
            | Control::Receive { .. }
            | Control::Ask { .. }
            | Control::Print { .. }
            | Control::OutputScalar { .. }
            | Control::OutputArray { .. } => return Err(Undecodable),
        }
        Ok(())
    }

    /// The outputs of a kernel become scalars.
    fn assign(&mut self, kernel: &Kernel, slots: &[Slot]) -> Result<(), Undecodable> {
        let outputs = self.kernel(kernel)?;
        if let ([slot], [output]) = (slots, outputs.as_slice()) {
            if !self.retarget(kernel, *output, slot.0 as Place) {
                self.emit(Instr::Move {
                    to: slot.0 as Place,
                    from: *output,
                });
            }
        } else {
            // All outputs are computed before the first scalar changes.
            let mut from = Vec::with_capacity(outputs.len());
            for (output, reg) in outputs.iter().zip(&kernel.outputs) {
                let is_scalar = usize::from(*output) < self.routine.scalars;
                let place = if is_scalar {
                    self.temporary(*reg)
                } else {
                    *output
                };
                if is_scalar {
                    self.emit(Instr::Move {
                        to: place,
                        from: *output,
                    });
                }
                from.push(place);
            }
            for (slot, from) in slots.iter().zip(from) {
                let to = slot.0 as Place;
                self.emit(Instr::Move { to, from });
            }
        }
        for slot in slots {
            self.written(*slot, true);
        }
        Ok(())
    }
}
