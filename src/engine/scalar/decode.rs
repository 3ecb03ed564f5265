//! Control instructions → the decoded program of one processor.

use super::code::{
    Allocation, At, CallSite, Instr, Place, Program, Routine, Statement, constructs,
};
use crate::code::control::{Algorithm, Code, Control, Initial, Instruction, Parameter, Pc, Stride};
use crate::code::kernel::{ArrayRef, Kernel, Slot};
use crate::program::Charge;

/// Decodes a program.
pub fn decode(code: &Code) -> Program {
    let mut statements = Vec::new();
    let routines = (code.algorithms.iter())
        .map(|algorithm| Decoder::new(algorithm, &mut statements)?.run())
        .collect();
    Program {
        routines,
        statements,
    }
}

pub(super) struct Decoder<'a> {
    pub(super) algorithm: &'a Algorithm,
    pub(super) routine: Routine,
    statements: &'a mut Vec<Statement>,
    /// The first temporary.
    pub(super) temporaries: usize,
    /// The first constant.
    constants: usize,
    /// Whether the instruction that is being decoded is a step, whose guarded stretches count.
    pub(super) is_step: bool,
}

/// A kernel, or an instruction, that a frame cannot hold or that names other processors.
pub(super) struct Undecodable;

impl<'a> Decoder<'a> {
    fn new(algorithm: &'a Algorithm, statements: &'a mut Vec<Statement>) -> Option<Self> {
        let own = &algorithm.blocks[0];
        let scalars = own.scalars.len();
        let mut words = scalars;
        let mut flags = Vec::with_capacity(scalars);
        for scalar in &own.scalars {
            flags.push(scalar.tracked.then_some(words as Place));
            words += usize::from(scalar.tracked);
        }
        let kernels = algorithm.instructions.iter();
        let kernels = kernels.filter_map(|instruction| instruction.control.kernel());
        let registers = kernels.map(|kernel| kernel.registers).max().unwrap_or(0);
        let temporaries = words;
        words += registers as usize;
        if words > usize::from(Place::MAX) || own.arrays.len() > usize::from(u16::MAX) {
            return None;
        }
        let has_cells = (algorithm.parameters.iter())
            .any(|parameter| matches!(parameter, Parameter::SharedScalar(..)));
        let routine = Routine {
            code: Vec::new(),
            starts: Vec::with_capacity(algorithm.instructions.len()),
            inside: constructs(&algorithm.instructions),
            template: vec![0; words],
            scalars,
            flags,
            arrays: own.arrays.len(),
            parameters: algorithm.parameters.clone(),
            is_callable: own.shared_scalars.is_empty() && !has_cells,
            calls: Vec::new(),
            allocations: Vec::new(),
            lengths: Vec::new(),
        };
        Some(Self {
            algorithm,
            routine,
            statements,
            temporaries,
            constants: words,
            is_step: false,
        })
    }

    fn run(mut self) -> Option<Routine> {
        // Instructions of blocks concern other processors.
        let mut block_end = 0;
        for (pc, instruction) in self.algorithm.instructions.iter().enumerate() {
            let begin = self.routine.code.len();
            self.routine.starts.push(begin as At);
            let is_decoded =
                pc >= block_end && self.instruction(Pc(pc as u32), instruction).is_ok();
            if !is_decoded {
                self.routine.code.truncate(begin);
                self.emit(Instr::Out);
            }
            if let Control::Open { after, .. } = instruction.control {
                block_end = block_end.max(after.0 as usize);
            }
        }
        let Routine { code, starts, .. } = &mut self.routine;
        for target in code.iter_mut().flat_map(Instr::targets).flatten() {
            *target = starts[*target as usize];
        }
        (self.routine.template.len() <= usize::from(Place::MAX)).then_some(self.routine)
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

    pub(super) fn array(array: ArrayRef) -> Result<u16, Undecodable> {
        if array.up > 0 {
            return Err(Undecodable);
        }
        Ok(array.slot.0 as u16)
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
            Control::Write { kernel, .. } => {
                let outputs = self.kernel(kernel)?;
                self.emit(Instr::Store {
                    cell: outputs[0],
                    value: outputs[1],
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
                if kernel.varies {
                    return Err(Undecodable);
                }
                let scalars = self.kernel(kernel)?;
                let arrays = arrays.iter().map(|array| Self::array(*array));
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
                if arrays.iter().any(|compared| compared.array.up > 0) {
                    return Err(Undecodable);
                }
                let site = self.routine.lengths.len() as u32;
                self.routine.lengths.push(arrays.clone());
                self.emit(Instr::SameLengths { site });
            }
            Control::Move { from, to } => {
                let to = Self::array(*to)?;
                self.emit(Instr::Copy {
                    from: from.0 as u16,
                    to,
                });
            }
            Control::Assert { kernel, .. } => {
                let word = self.kernel(kernel)?[0];
                self.emit(Instr::Require { word });
            }
            Control::Open { .. }
            | Control::Close
            | Control::Leave
            | Control::Barrier { kernel: Some(_) }
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
