//! A block on a multicomputer: its processors, from their first statement to the last message.

use super::fault::{LeftMessage, NAMED, NetworkFault};
use super::processors::Running;
use super::waits::{Awaited, Deadlock, Form, Wait};
use crate::code::control::{CallResult, Pc};
use crate::engine::lanes::team::ArrayColumn;
use crate::engine::scalar::{self, Frames, Interpreter, Purpose};
use crate::machine::configuration::{Kind, Multicomputer};
use crate::machine::event::{FreeEvent, Observer};
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::index_range::{IndexRange, fill, product};
use crate::machine::pram::{Machine, Stop};
use crate::network::{self, Awaits, Cause, Choices, Ending, Unobserved};
use crate::program::BlockId;
use crate::source::Span;

impl<'c, O: Observer> Machine<'c, O> {
    /// For which processors the program is decoded.
    pub(crate) fn purpose(&self) -> Purpose {
        match self.configuration.kind {
            Kind::Synchronous | Kind::Asynchronous(_) => Purpose::Sequential,
            Kind::Multicomputer(_) => Purpose::Messages,
        }
    }

    /// Executes a block on a multicomputer, from its beginning to its end.
    pub(crate) fn run_on_network(
        &mut self,
        mut group: Group,
        block: BlockId,
        after: Pc,
        ranges: &[IndexRange],
        span: Span,
    ) -> Result<Option<Group>, Stop> {
        if self.state.network().simulation.is_none() {
            return Err(self.network_fault(NetworkFault::NestedBlock, span, &group));
        }
        let configuration = self.configuration;
        let multicomputer = configuration
            .multicomputer()
            .expect("it is a multicomputer");
        let asked = product(ranges);
        let available = multicomputer.topology.processors();
        if asked > u128::from(available) {
            let fault = NetworkFault::TooFewProcessors { asked, available };
            return Err(self.network_fault(fault, span, &group));
        }
        let limit = configuration.limits.processors;
        if asked > u128::from(limit) {
            return Err(self.fault(FaultKind::TooManyProcessors { asked, limit }, span, &group));
        }
        let width = asked as u32;
        self.observer.block(asked as u64);
        self.observer.free(|| FreeEvent::Opened(width));
        let interpreter = match self.state.sequential_code.take() {
            Some(interpreter) => interpreter,
            None => {
                let program = scalar::decode(self.code, self.purpose());
                Box::new(Interpreter::new(program))
            }
        };
        let ended = self.run_processors(&group, block, ranges, interpreter, multicomputer, span);
        self.observer.free(|| FreeEvent::Closed);
        ended?;
        group.pc = after;
        Ok(Some(group))
    }

    fn run_processors(
        &mut self,
        group: &Group,
        block: BlockId,
        ranges: &[IndexRange],
        interpreter: Box<Interpreter>,
        multicomputer: &'c Multicomputer,
        span: Span,
    ) -> Result<(), Stop> {
        let frames = self.first_frames(group, block, ranges, &interpreter, span)?;
        let algorithm = self.team(group).algorithm;
        let mut places = 0;
        let first_places = (interpreter.program().routines.iter())
            .map(|routine| {
                let first = places;
                places += routine
                    .as_ref()
                    .map_or(0, |routine| routine.yields.len() as u32);
                first
            })
            .collect();
        let count = frames.len() as u32;
        let mut simulation = self.state.network().simulation.take();
        let network = simulation
            .as_mut()
            .expect("no other block is being executed");
        let instruction_time = network.units().t_c;
        let mut running = Running {
            machine: self,
            interpreter,
            frames,
            creator: group.clone(),
            block: (algorithm, block),
            ranges: ranges.to_vec(),
            topology: &multicomputer.topology,
            instruction_time,
            lines: Vec::new(),
            first_places,
        };
        running.machine.state.memory.initialised.know_by_flags(true);
        let choices = Choices::machine();
        let ended = network.run_block(&mut running, count, &choices, &mut Unobserved);
        let ended = ended.map_err(|ending| running.stop_of(ending, span));
        let Running {
            machine,
            mut interpreter,
            frames,
            mut lines,
            ..
        } = running;
        machine.state.network().simulation = simulation;
        for mut frames in frames {
            while frames.depth() > 0 {
                frames.pop(&mut machine.state.memory);
            }
        }
        interpreter.frames.clear();
        machine.state.memory.initialised.know_by_flags(false);
        machine.state.sequential_code = Some(interpreter);
        lines.sort_by_key(|line| (line.time, line.processor));
        for line in lines {
            machine.observer.printed(line.text);
        }
        ended
    }

    /// The frames of a block's processors, which know what is known outside of it.
    fn first_frames(
        &mut self,
        group: &Group,
        block: BlockId,
        ranges: &[IndexRange],
        interpreter: &Interpreter,
        span: Span,
    ) -> Result<Vec<Frames>, Stop> {
        let algorithm = self.team(group).algorithm;
        let program = interpreter.program();
        let Some(id) = program.of_block(algorithm, block) else {
            return Err(self.network_fault(NetworkFault::Unsupported, span, group));
        };
        let routine = program.routine(id);
        let mut first = Frames::default();
        first.push(id, routine, routine.first(), CallResult::None);
        let team = self.team(group);
        let outside = routine.outside.as_ref().expect("a block has an outside");
        for (slot, column) in team.scalars.iter().enumerate() {
            first.set_word(outside.scalars + slot, column.of_lane(0));
            if let Some(flag) = outside.flags[slot] {
                first.set_word(flag.into(), team.has_written(slot, 0).into());
            }
        }
        for (slot, column) in team.arrays.iter().enumerate() {
            if let Some(column) = column {
                first.set_array(outside.arrays + slot, column.at(0));
            }
        }
        let width = product(ranges) as usize;
        let bytes = (first.bytes() + size_of::<Frames>() as u64 + 128) * width as u64;
        let what = || format!("{width} processors with what each of them holds");
        self.check_memory(bytes.into(), what, span, group)?;
        let mut frames = vec![first; width];
        let indices = &self.algorithm(algorithm).blocks[block.index()].indices;
        let mut values = Vec::with_capacity(width);
        for (place, slot) in indices.iter().enumerate() {
            values.clear();
            fill(ranges, place, &mut values);
            for (frames, value) in frames.iter_mut().zip(&values) {
                frames.assign(routine, *slot, *value);
            }
        }
        Ok(frames)
    }

    /// Code outside of all blocks uses a cell that a block has written.
    pub(crate) fn used_outside(&self, cell: u32, group: &Group) -> Stop {
        let team = self.team(group);
        let algorithm = self.algorithm(team.algorithm);
        let holds = |column: &Option<ArrayColumn>| {
            let handle = column.as_ref().map(|column| column.at(0));
            handle.is_some_and(|handle| {
                (handle.base..handle.base + handle.cells() as u32).contains(&cell)
            })
        };
        let slot = team.arrays.iter().position(holds);
        let array = slot.map_or("an array", |slot| {
            let id = algorithm.blocks[team.block.index()].arrays[slot];
            algorithm.arrays[id.index()].name.as_str()
        });
        let fault = NetworkFault::UsedOutside {
            array: array.to_owned(),
        };
        let span = algorithm.instructions[group.pc.0 as usize].span;
        self.network_fault(fault, span, group)
    }

    /// A fault that concerns a whole block.
    fn network_fault(&self, fault: NetworkFault, span: Span, group: &Group) -> Stop {
        self.fault(FaultKind::Network(Box::new(fault)), span, group)
    }
}

impl<O: Observer> Running<'_, '_, O> {
    /// Why the block could not come to its end.
    fn stop_of(&mut self, ending: Ending<Stop>, span: Span) -> Stop {
        let (fault, span) = match ending {
            Ending::Stopped(stop) => return stop,
            Ending::Deadlock(deadlock) => {
                let deadlock = self.deadlock(&deadlock);
                let span = deadlock.waits.first().map_or(span, |wait| wait.span);
                (NetworkFault::Deadlock(deadlock), span)
            }
            Ending::NeverReceived(left) => {
                let more = left.len().saturating_sub(NAMED);
                let left: Vec<LeftMessage> = (left.iter().take(NAMED))
                    .map(|left| LeftMessage {
                        sender: left.sender,
                        receiver: left.receiver,
                        words: left.words,
                        span: self.span_of(left.place),
                    })
                    .collect();
                let span = left.first().map_or(span, |left| left.span);
                (NetworkFault::NeverReceived { left, more }, span)
            }
            Ending::TooManyMessages => {
                let multicomputer = self.machine.configuration.multicomputer();
                let limit = multicomputer.map_or(0, |machine| machine.limits.messages);
                (NetworkFault::TooManyMessages { limit }, span)
            }
            Ending::TooLong => (NetworkFault::TooLong, span),
            Ending::Overflow => (NetworkFault::TimeOverflow, span),
        };
        let creator = self.creator.clone();
        let kind = FaultKind::Network(Box::new(fault));
        self.machine.fault(kind, span, &creator)
    }

    /// The deadlock with the statements at which processors wait.
    fn deadlock(&self, deadlock: &network::Deadlock) -> Deadlock {
        let wait = |blocked: &network::Blocked| Wait {
            processor: blocked.processor,
            awaits: match blocked.awaits {
                Awaits::Message { from, .. } => Awaited::MessageOf(from),
                Awaits::MessageOfAnyone { .. } => Awaited::MessageOfAny,
                Awaits::Reception { by, .. } => Awaited::ReceiptBy(by),
            },
            span: self.span_of(blocked.place),
        };
        let (form, waits) = match &deadlock.cause {
            Cause::Itself(blocked) => (Form::Itself, vec![wait(blocked)]),
            Cause::Cycle(cycle) => (Form::Ring, cycle.iter().map(wait).collect()),
            Cause::Ended(blocked) => (Form::Ended, vec![wait(blocked)]),
            Cause::Knot { waiting, others } => {
                let all = std::iter::once(waiting).chain(others);
                (Form::Knot, all.map(wait).collect())
            }
        };
        Deadlock {
            waits,
            form,
            is_hidden_by_buffers: None,
        }
    }
}
