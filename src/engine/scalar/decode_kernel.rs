//! Kernels → decoded instructions: registers become words of the frame.

use super::code::{Dimension, ElementwiseStatement, Purpose};
use super::decode::{Decoder, Level, Undecodable};
use super::instr::{At, FrameWord, Instr};
use crate::code::control::{Control, Instruction, Pc, Question};
use crate::code::effect::Effect;
use crate::code::kernel::{Kernel, Op, Reg, Slot};
use crate::code::operation::Binary;
use crate::program::BlockId;

impl Decoder<'_> {
    pub(super) fn temporary(&self, reg: Reg) -> FrameWord {
        (self.temporaries + reg.0 as usize) as FrameWord
    }

    /// Lets the last instruction of a kernel write its result directly to a scalar, if it computes the
    /// output and every path leads through it.
    pub(super) fn retarget(
        &mut self,
        kernel: &Kernel,
        output: FrameWord,
        scalar: FrameWord,
    ) -> bool {
        let has_guards = kernel.ops.iter().any(|op| matches!(op, Op::Guard { .. }));
        if has_guards || usize::from(output) < self.temporaries {
            return false;
        }
        let (Some(_), Some(last)) = (kernel.ops.last(), self.routine.code.last_mut()) else {
            return false;
        };
        match last {
            Instr::Unary { to, .. }
            | Instr::Binary { to, .. }
            | Instr::Add { to, .. }
            | Instr::Subtract { to, .. }
            | Instr::Less { to, .. }
            | Instr::Length { to, .. }
            | Instr::Read { to, .. }
            | Instr::ReadRow { to, .. }
                if *to == output =>
            {
                *to = scalar;
                true
            }
            _ => false,
        }
    }

    /// Decodes a kernel; returns the words of its outputs.
    pub(super) fn kernel(&mut self, kernel: &Kernel) -> Result<Vec<FrameWord>, Undecodable> {
        let mut definitions = vec![0_u32; kernel.registers as usize];
        for op in &kernel.ops {
            if let Some(to) = op.result() {
                definitions[to.0 as usize] += 1;
            }
        }
        let mut places: Vec<FrameWord> = (0..kernel.registers)
            .map(|reg| self.temporary(Reg(reg)))
            .collect();
        // Guards whose stretch has not ended: the decoded instruction, and the end in the kernel.
        let mut open_guards: Vec<(usize, usize)> = Vec::new();
        for (index, op) in kernel.ops.iter().enumerate() {
            let ends_guard = self.close_guards(&mut open_guards, index);
            let place = |reg: Reg| places[reg.0 as usize];
            match *op {
                Op::Constant { to, word } => {
                    let from = self.constant(word);
                    self.alias(&mut places, &definitions, to, from);
                }
                Op::Scalar {
                    to,
                    up,
                    slot,
                    checked,
                } => {
                    let level = self.levels.get(up as usize).ok_or(Undecodable)?;
                    let from = (level.scalars + slot.0 as usize) as FrameWord;
                    if let (true, Some(flag)) = (checked, level.flags[slot.0 as usize]) {
                        self.emit(Instr::CheckWritten { flag });
                    }
                    self.alias(&mut places, &definitions, to, from);
                }
                Op::Length { to, array, axis } => {
                    let (to, array) = (place(to), self.array(array)?);
                    self.emit(Instr::Length { to, array, axis });
                }
                Op::Unary { operation, to, a } => {
                    let (to, a) = (place(to), place(a));
                    self.emit(Instr::Unary { operation, to, a });
                }
                Op::Binary {
                    operation,
                    to,
                    a,
                    b,
                } => {
                    let (to, a, b) = (place(to), place(a), place(b));
                    self.emit(match operation {
                        Binary::AddInt => Instr::Add { to, a, b },
                        Binary::SubtractInt => Instr::Subtract { to, a, b },
                        Binary::LessInt => Instr::Less { to, a, b },
                        operation => Instr::Binary {
                            operation,
                            to,
                            a,
                            b,
                        },
                    });
                }
                Op::Within {
                    to,
                    array,
                    axis,
                    subscript,
                } => {
                    let (to, array, from) = (place(to), self.array(array)?, place(subscript));
                    self.emit(Instr::Within {
                        to,
                        array,
                        axis,
                        from,
                    });
                }
                Op::Address {
                    to,
                    array,
                    row,
                    column,
                } => {
                    let (to, array) = (place(to), self.array(array)?);
                    self.emit(match (row.map(place), column.map(place)) {
                        (None, _) => Instr::CellOf { to, array },
                        (Some(row), None) => Instr::Cell { to, array, row },
                        (Some(row), Some(column)) => Instr::CellAt {
                            to,
                            array,
                            row,
                            column,
                        },
                    });
                }
                Op::Peek { to, address, .. } if self.purpose == Purpose::Messages => {
                    let (to, cell) = (place(to), place(address));
                    self.emit(Instr::Peek { to, cell });
                }
                Op::Read { to, address, .. } | Op::Peek { to, address, .. } => {
                    let (to, cell) = (place(to), place(address));
                    let is_next = !ends_guard && index.checked_sub(1).is_some_and(|before| {
                        matches!(kernel.ops[before], Op::Address { to, .. } if to == address)
                    });
                    match self.routine.code.last_mut() {
                        Some(last @ Instr::Cell { .. }) if is_next => {
                            if let Instr::Cell { array, row, .. } = *last {
                                *last = Instr::ReadRow {
                                    to,
                                    cell,
                                    array,
                                    row,
                                };
                            }
                        }
                        _ => self.emit(Instr::Read { to, cell }),
                    }
                }
                Op::Copy { to, from } => {
                    let (to, from) = (place(to), place(from));
                    self.emit(Instr::Move { to, from });
                }
                Op::Guard {
                    test, open, count, ..
                } => {
                    open_guards.push((self.routine.code.len(), index + 1 + count as usize));
                    let test = place(test);
                    self.emit(Instr::Guard { test, open, to: 0 });
                }
                Op::Charge {
                    instructions,
                    reads,
                } => {
                    if kernel.varies && self.is_step {
                        self.emit(Instr::Charge {
                            instructions,
                            reads,
                        });
                    }
                }
            }
        }
        self.close_guards(&mut open_guards, kernel.ops.len());
        let outputs = kernel.outputs.iter();
        Ok(outputs.map(|reg| places[reg.0 as usize]).collect())
    }

    /// A register with a single definition is an alias of the word of its value.
    fn alias(&mut self, places: &mut [FrameWord], definitions: &[u32], to: Reg, from: FrameWord) {
        let at = to.0 as usize;
        if definitions[at] == 1 {
            places[at] = from;
        } else {
            let to = places[at];
            self.emit(Instr::Move { to, from });
        }
    }

    /// Sets the targets of the guards whose stretch ends at an index of the kernel. Returns whether
    /// there are any.
    fn close_guards(&mut self, open: &mut Vec<(usize, usize)>, index: usize) -> bool {
        let here = self.routine.code.len() as At;
        let before = open.len();
        open.retain(|(guard, end)| {
            let is_open = *end > index;
            if !is_open && let Instr::Guard { to, .. } = &mut self.routine.code[*guard] {
                *to = here;
            }
            is_open
        });
        open.len() < before
    }

    /// Emits the end of a step without further effects.
    pub(super) fn done(&mut self, instruction: &Instruction, kernel: &Kernel) {
        let Some(statement) = self.step(instruction, kernel) else {
            return;
        };
        let own = own_instructions(instruction, kernel);
        // A statement takes at least 1 instruction. If it only tests the answer to a question, the
        // question counts as that instruction.
        let least = u32::from(!self.follows_question());
        self.emit(match own {
            Some(own) if kernel.varies => Instr::DoneVarying { statement, own },
            Some(own) => Instr::Done {
                statement,
                own: own.max(least),
            },
            None => Instr::Done { statement, own: 0 },
        });
    }

    /// Whether the instruction being decoded follows a question about messages, which was already
    /// counted.
    fn follows_question(&self) -> bool {
        let before = self.routine.starts.len().checked_sub(2);
        let before = before.map(|before| &self.algorithm.instructions[before].control);
        let asked = Question::HasMessage;
        matches!(before, Some(Control::Ask { question, .. }) if *question == asked)
    }

    /// A statement about whole arrays: the body of its block for one element after another.
    pub(super) fn elementwise(
        &mut self,
        open: Pc,
        block: BlockId,
        after: Pc,
    ) -> Result<(), Undecodable> {
        let instructions = &self.algorithm.instructions;
        let ranges = instructions[open.0 as usize].kernel();
        self.is_step = false;
        let bounds = self.kernel(ranges)?;
        let indices = &self.algorithm.blocks[block.index()].indices;
        let rank = indices.len();
        let first = self.elements;
        let dimensions = indices.iter().zip(bounds.chunks_exact(3)).enumerate();
        let dimensions = dimensions.map(|(dimension, (index, bounds))| Dimension {
            bounds: [bounds[0], bounds[1]],
            kept: [0, 1].map(|end| (first + rank + 2 * dimension + end) as FrameWord),
            index: (first + index.0 as usize) as FrameWord,
        });
        let dimensions = dimensions.collect();
        let site = self.routine.elements.len() as u32;
        self.emit(Instr::Elements { site });
        self.routine.elements.push(ElementwiseStatement {
            dimensions,
            body: self.routine.code.len() as At,
            end: 0,
        });
        let level = Level {
            scalars: first,
            flags: vec![None; rank],
            arrays: 0,
        };
        self.levels.insert(0, level);
        let body = &instructions[open.0 as usize + 1..after.0 as usize];
        let decoded = (body.iter()).try_for_each(|instruction| self.element(instruction));
        self.levels.remove(0);
        decoded?;
        self.emit(Instr::NextElement { site });
        self.routine.elements[site as usize].end = self.routine.code.len() as At;
        Ok(())
    }

    /// An instruction in the body of a statement about whole arrays.
    fn element(&mut self, instruction: &Instruction) -> Result<(), Undecodable> {
        if matches!(instruction.control, Control::Round | Control::Close) {
            return Ok(());
        }
        let Control::Write { kernel, shared, .. } = &instruction.control else {
            return Err(Undecodable);
        };
        self.is_step = true;
        let outputs = self.kernel(kernel)?;
        self.emit(Instr::Element {
            cell: outputs[0],
            value: outputs[1],
            shared: *shared,
            own: own_instructions(instruction, kernel).unwrap_or(0),
        });
        Ok(())
    }

    pub(super) fn written(&mut self, slot: Slot, is_written: bool) {
        if let Some(to) = self.routine.flags[slot.0 as usize] {
            let from = self.constant(is_written.into());
            self.emit(Instr::Move { to, from });
        }
    }
}

/// The instructions of a step that are not accesses to shared memory, without those of guarded
/// stretches. None if only an address or the number of iterations is computed, which is free if memory
/// is private.
fn own_instructions(instruction: &Instruction, kernel: &Kernel) -> Option<u32> {
    let own = kernel.instructions - kernel.reads;
    match instruction.control.effect() {
        Effect::Assigns(slots) if slots.len() > 1 => None,
        Effect::Writes(cell) => Some(own - u32::from(cell.shared)),
        Effect::Assigns(_) | Effect::Divides => Some(own),
        // For a call nothing is counted here.
        Effect::HandsOver => matches!(instruction.control, Control::Return { .. }).then_some(own),
        Effect::Nothing => None,
    }
}
