//! The processors of a block on a multicomputer: each executes its program alone, up to its next
//! message.

use super::history::TimedLine;
use super::in_flight::Parcel;
use super::running::Running;
use crate::code::control::{Control, PrintPart, Question};
use crate::code::kernel::Slot;
use crate::engine::scalar::reach::OwnCells;
use crate::engine::scalar::{InterpreterLimits, InterpreterPause};
use crate::machine::fault::{FaultKind, MemoryUse};
use crate::machine::network::fault::NetworkFault;
use crate::machine::pram::EarlyStop;
use crate::network::{Advance, NetworkRequest, Now, ProcessorPrograms, Rendezvous, Reply};
use std::sync::atomic::Ordering;

/// Steps, or executions of loop bodies, between two checks for Ctrl-C.
const SLICE: u64 = 1 << 22;

/// What follows when a processor's interpreter has stopped.
enum Next {
    /// The interpreter continues.
    Further,
    /// The interpreter stops.
    Halt(Halt),
}

/// Why the interpreter of a processor stops.
pub(super) enum Halt {
    Request(NetworkRequest<Parcel, EarlyStop>),
    /// It is a task, and this is the number of its processor.
    Placed(i64),
}

impl Next {
    fn stop(stop: EarlyStop) -> Self {
        Self::request(NetworkRequest::Stop(stop))
    }

    fn request(request: NetworkRequest<Parcel, EarlyStop>) -> Self {
        Self::Halt(Halt::Request(request))
    }
}

impl<'c> Running<'_, '_, 'c> {
    fn limits(&self) -> InterpreterLimits {
        let machine = &*self.machine;
        let limits = &machine.configuration.limits;
        let state = &machine.state;
        let others = state.lane_bytes.saturating_add(state.kept_bytes);
        InterpreterLimits {
            steps: machine.steps_left().min(SLICE),
            ticks: limits.steps.saturating_sub(state.ticks).min(SLICE),
            depth: limits.depth as usize + 1,
            bytes: limits.memory.saturating_sub(others),
        }
    }

    /// Executes the current processor up to its next request.
    fn run(&mut self, program: u32, time: i128) -> Advance<Parcel, EarlyStop> {
        let mut instructions = 0;
        let request = match self.go_on(program, time, &mut instructions) {
            Halt::Request(request) => request,
            Halt::Placed(_) => unreachable!("a task has said where it is before it begins"),
        };
        Advance {
            instructions,
            request,
        }
    }

    /// Executes the current processor as far as it can proceed alone.
    #[inline]
    pub(super) fn go_on(&mut self, program: u32, begin: i128, instructions: &mut u64) -> Halt {
        let processor = self.placement.processor_of(program);
        loop {
            let limits = self.limits();
            let machine = &mut *self.machine;
            let network = machine.state.network.as_mut();
            let owners = &mut network.expect("there is a network").owners;
            let mut reach = OwnCells { owners, processor };
            let memory = &mut machine.state.memory;
            let pause = self.interpreter.run(memory, &limits, &mut reach);
            let passed = self.interpreter.take_passed();
            machine.state.steps += passed.steps;
            machine.state.ticks += passed.ticks;
            *instructions += passed.own;
            let next = match pause {
                InterpreterPause::Limit => {
                    let has_passed = passed.steps > 0 || passed.ticks > 0;
                    self.look_at_limits(has_passed)
                }
                InterpreterPause::Out => Next::stop(self.fault()),
                InterpreterPause::Foreign(cell, touch) => {
                    Next::stop(self.foreign(cell, processor, touch))
                }
                InterpreterPause::Closed => Next::request(NetworkRequest::End),
                InterpreterPause::Yield(site) => {
                    let time = begin + i128::from(*instructions) * self.instruction_time;
                    let carried = self.carry_out(site, program, time, instructions);
                    carried.unwrap_or_else(Next::stop)
                }
            };
            if let Next::Halt(halt) = next {
                return halt;
            }
        }
    }

    /// The current processor receives the answer to its request.
    #[inline]
    fn take_over(&mut self, program: u32, answer: &Reply<Parcel>) -> Result<(), EarlyStop> {
        // Where a message comes every few instructions, no slice of them ever ends.
        self.may_go_on()?;
        match answer {
            Reply::Nothing => {}
            Reply::Message(message) => self.scatter(program, message)?,
            Reply::Probed(found) => self.answer_probe(*found),
        }
        Ok(())
    }

    /// Fails after Ctrl-C, and if the record of messages exceeds the memory limit.
    #[inline]
    fn may_go_on(&mut self) -> Result<(), EarlyStop> {
        if self.is_interrupted() {
            return Err(self.interrupted());
        }
        if self.written.is_beyond() {
            return self.count_written();
        }
        Ok(())
    }

    #[inline]
    fn is_interrupted(&self) -> bool {
        self.machine.interrupt.load(Ordering::Relaxed)
    }

    #[cold]
    fn interrupted(&self) -> EarlyStop {
        let kind = FaultKind::Interrupted;
        self.machine.fault(kind, self.span(), &self.creator)
    }

    /// Has the machine count the memory of the record of messages.
    #[cold]
    fn count_written(&mut self) -> Result<(), EarlyStop> {
        let more = self.written.owed();
        let what = || MemoryUse::MessageRecord;
        let span = self.span();
        (self.machine).check_memory(more.into(), what, span, &self.creator)?;
        self.written.reserve(more);
        self.machine.state.kept_bytes += more;
        Ok(())
    }

    fn look_at_limits(&mut self, has_passed: bool) -> Next {
        if self.is_interrupted() {
            return Next::stop(self.interrupted());
        }
        if has_passed {
            return Next::Further;
        }
        let span = self.span();
        let limit = self.machine.configuration.limits.steps;
        let kind = FaultKind::TooManySteps { limit };
        Next::stop(self.machine.fault(kind, span, &self.creator))
    }

    /// Carries out the instruction at which the current processor hands over.
    fn carry_out(
        &mut self,
        site: u32,
        program: u32,
        time: i128,
        instructions: &mut u64,
    ) -> Result<Next, EarlyStop> {
        let instruction = self.instruction(site);
        let processor = self.placement.processor_of(program);
        match &instruction.control {
            Control::Meet { procedure, .. } => self.meet(site, procedure.as_deref()),
            Control::Settle { .. } => Ok(Next::Halt(Halt::Placed(self.outputs(site)[0]))),
            Control::Send { .. } => self.send(instruction, site, processor).map(Next::request),
            Control::Receive { .. } => {
                (self.receive(instruction, site, program)).map(Next::request)
            }
            Control::Ask { question, slot, .. } => {
                self.ask(*question, *slot, site, program, instructions)
            }
            Control::Draw { slot, ty, .. } => {
                (self.draw(*slot, *ty, site, program)).map(|()| Next::Further)
            }
            Control::Print { parts, .. } => {
                let outputs = self.outputs(site);
                self.print(parts, &outputs, program, time)
            }
            Control::Allocate {
                slot,
                array,
                initial,
                ..
            } => {
                let outputs = self.outputs(site);
                self.allocate(
                    *slot,
                    *array,
                    initial,
                    &outputs,
                    processor,
                    instruction.span,
                )?;
                self.interpreter.proceed();
                Ok(Next::Further)
            }
            Control::Distribute { array, .. } => {
                let array = self.array_name(array.id);
                Err(self.network_fault(NetworkFault::DistributedByOne { array }))
            }
            Control::Assign { .. }
            | Control::Write { .. }
            | Control::Branch { .. }
            | Control::Join
            | Control::EnterLoop { .. }
            | Control::LoopTest { .. }
            | Control::CountTest { .. }
            | Control::Rejoin
            | Control::CountNext { .. }
            | Control::CheckStride(_)
            | Control::Jump(_)
            | Control::Round
            | Control::Open { .. }
            | Control::Close
            | Control::Call { .. }
            | Control::Return { .. }
            | Control::ReturnArray(_)
            | Control::Leave
            | Control::End
            | Control::Break
            | Control::Continue
            | Control::Barrier { .. }
            | Control::WarpBarrier
            | Control::Atomic { .. }
            | Control::Forget { .. }
            | Control::SameLengths { .. }
            | Control::SameExtents { .. }
            | Control::Move { .. }
            | Control::View { .. }
            | Control::Assert { .. }
            | Control::OutputScalar { .. }
            | Control::OutputArray { .. } => Err(self.network_fault(NetworkFault::Unsupported)),
        }
    }

    /// Prints a line of the current processor.
    fn print(
        &mut self,
        parts: &[PrintPart],
        outputs: &[i64],
        program: u32,
        time: i128,
    ) -> Result<Next, EarlyStop> {
        let text = self.line(parts, outputs, self.span())?;
        self.lines.push(TimedLine {
            time,
            processor: Some(program),
            text,
        });
        self.interpreter.proceed();
        Ok(Next::Further)
    }

    /// The current processor asks for a message, its own number, or a neighbour.
    fn ask(
        &mut self,
        question: Question,
        slot: Slot,
        site: u32,
        program: u32,
        instructions: &mut u64,
    ) -> Result<Next, EarlyStop> {
        let processor = self.placement.processor_of(program);
        let outputs = self.outputs(site);
        let answer = match question {
            Question::HasMessage => {
                *instructions += 1;
                let from = outputs.first().map(|number| self.peer(&[*number]));
                let from = from.transpose()?;
                let place = self.place(site);
                return Ok(Next::request(NetworkRequest::Probe { from, place }));
            }
            Question::Own | Question::Neighbour(_) | Question::NeighbourAlong
                if self.placement.is_of_tasks() =>
            {
                return Err(self.network_fault(NetworkFault::NumberOfTask));
            }
            Question::Own => program,
            Question::Neighbour(direction) => self.towards(direction, processor)?,
            Question::NeighbourAlong => self.along(outputs[0], processor)?,
        };
        self.interpreter.assign(slot, answer.into());
        self.interpreter.proceed();
        Ok(Next::Further)
    }

    /// The current processor waits for all others.
    fn meet(&mut self, site: u32, procedure: Option<&'c str>) -> Result<Next, EarlyStop> {
        if self.placement.is_of_tasks() {
            return Err(self.network_fault(NetworkFault::NumberOfTask));
        }
        let meeting = match procedure {
            None => Rendezvous::Barrier,
            Some(name) => Rendezvous::Call {
                procedure: self.number_of(name),
                argument: self.outputs(site).first().copied(),
            },
        };
        let place = self.place(site);
        self.interpreter.proceed();
        Ok(Next::request(NetworkRequest::Meet { meeting, place }))
    }

    /// The number of a procedure at whose calls processors synchronise.
    fn number_of(&mut self, procedure: &'c str) -> u32 {
        let known = self.procedures.iter().position(|known| *known == procedure);
        let number = known.unwrap_or_else(|| {
            self.procedures.push(procedure);
            self.procedures.len() - 1
        });
        number as u32
    }

    /// The current processor receives the result of a probe.
    fn answer_probe(&mut self, found: bool) {
        let routine = self.interpreter.program().routine(self.routine());
        let site = routine.site_at(self.interpreter.frames.top().at);
        if let Control::Ask { slot, .. } = self.instruction(site).control {
            self.interpreter.assign(slot, found.into());
        }
        self.interpreter.proceed();
    }
}

impl ProcessorPrograms for Running<'_, '_, '_> {
    type Payload = Parcel;
    type Stop = EarlyStop;

    fn advance(
        &mut self,
        program: u32,
        now: &dyn Now,
        answer: Reply<Parcel>,
    ) -> Advance<Parcel, EarlyStop> {
        let time = now.time();
        self.take_up(program);
        let held_first = self.note_beginning(program);
        let advance = match self.take_over(program, &answer) {
            Ok(()) => self.run(program, time),
            Err(stop) => Advance {
                instructions: 0,
                request: NetworkRequest::Stop(stop),
            },
        };
        if let Some(mut history) = self.history.take() {
            self.note(&mut history, program, time, &advance, held_first);
            self.history = Some(history);
        }
        advance
    }
}
