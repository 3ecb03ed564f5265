//! One control instruction → decoded instructions.

use super::code::{Allocation, DecodedCall, Purpose, ViewSite};
use super::decode::{Decoder, Undecodable};
use super::instr::{FrameWord, Instr};
use crate::code::control::{Control, Initial, Instruction, Pc, Stride};
use crate::code::kernel::{Kernel, Slot};
use crate::program::{Charge, Compared};

impl Decoder<'_> {
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    pub(super) fn instruction(
        &mut self,
        pc: Pc,
        instruction: &Instruction,
    ) -> Result<(), Undecodable> {
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
            // The targets of a loop are in the instructions that leave it.
            Control::EnterLoop { .. }
            | Control::Barrier { kernel: None }
            | Control::WarpBarrier => {}
            // The other branch may lie in between.
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
                let (variable, limit) = (variable.0 as FrameWord, limit.0 as FrameWord);
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
                        stride: stride.0 as FrameWord,
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
                    Stride::Slot(slot) => slot.0 as FrameWord,
                };
                self.emit(Instr::CountNext {
                    variable: variable.0 as FrameWord,
                    stride,
                    head: head.0,
                    exit,
                });
            }
            Control::CheckStride(slot) => self.emit(Instr::Require {
                word: slot.0 as FrameWord,
            }),
            Control::Jump(to) => self.emit(Instr::Jump { to: to.0 }),
            Control::Round => self.emit(Instr::Round),
            Control::Call {
                kernel,
                algorithm,
                arrays,
                result,
            } => {
                // Guarded parts of an argument would be counted before it is known whether the call is
                // executed here.
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
                self.routine.calls.push(DecodedCall {
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
                let info = &self.algorithm.arrays[array.index()];
                let is_generated = matches!(initial, Initial::Generator { .. });
                if self.purpose == Purpose::Messages && (is_generated || info.is_channel) {
                    self.is_step = false;
                    let outputs = self.kernel(kernel)?;
                    self.hand_over(pc, outputs);
                    return Ok(());
                }
                let words = match initial {
                    Initial::Unwritten => None,
                    Initial::List(words) => Some(words.clone()),
                    Initial::Generator { .. } => return Err(Undecodable),
                };
                let rank = info.rank;
                if kernel.varies || rank == 0 {
                    return Err(Undecodable);
                }
                let mut lengths = self.kernel(kernel)?;
                lengths.truncate(rank.into());
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
            Control::View {
                kernel,
                slot,
                of,
                axes,
                ..
            } => {
                let outputs = self.kernel(kernel)?;
                let site = self.routine.views.len() as u32;
                self.routine.views.push(ViewSite {
                    slot: *slot,
                    of: self.array(*of)?,
                    axes: axes.clone(),
                    outputs,
                });
                self.emit(Instr::View { site });
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
            | Control::Draw { kernel, .. }
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
            // Printing, the distribution of cells, the placement of tasks, and the argument of a
            // collective call are free.
            Control::Print { kernel, .. }
            | Control::Distribute { kernel, .. }
            | Control::Settle { kernel }
            | Control::Meet { kernel, .. }
                if self.purpose == Purpose::Messages =>
            {
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
            | Control::Atomic { .. }
            | Control::Distribute { .. }
            | Control::Settle { .. }
            | Control::Meet { .. }
            | Control::Send { .. }
            | Control::Receive { .. }
            | Control::Ask { .. }
            | Control::Draw { .. }
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
            if !self.retarget(kernel, *output, slot.0 as FrameWord) {
                self.emit(Instr::Move {
                    to: slot.0 as FrameWord,
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
                let to = slot.0 as FrameWord;
                self.emit(Instr::Move { to, from });
            }
        }
        for slot in slots {
            self.written(*slot, true);
        }
        Ok(())
    }
}
