//! The processors of a block while it is executed. One of them at a time is current: its calls are in
//! the interpreter.

use smallvec::SmallVec;

use super::callers::Callers;
use super::hand_overs::HandOvers;
use super::history::{History, TimedLine};
use super::in_flight::InFlight;
use super::wraparound::{Directions, Wraparound};
use super::written::Written;
use crate::code::control::Instruction;
use crate::engine::scalar::{Interpreter, Outputs, RoutineId, Suspended};
use crate::machine::groups::Group;
use crate::machine::index_range::IndexRange;
use crate::machine::pram::Machine;
use crate::network::{Placement, Topology};
use crate::program::{AlgorithmId, BlockId};
use crate::source::Span;
use std::rc::Rc;

/// The processors of a block that is being executed.
pub struct Running<'m, 'r, 'c> {
    /// The machine, with the memory.
    pub machine: &'m mut Machine<'r, 'c>,
    /// Executes one of them at a time.
    pub interpreter: Box<Interpreter>,
    /// Which processor executes which program; tasks are numbered as tasks.
    pub placement: Rc<Placement>,
    /// The suspended calls of all but the current one.
    pub waiting: Vec<Suspended>,
    /// The current processor.
    pub current: Option<u32>,
    /// Bytes that its calls took when it became the current one.
    pub current_bytes: u64,
    /// Bytes that the machine counts for the calls of all, as of their last suspension.
    pub calls_bytes: u64,
    /// Whether the current processor needs the outputs at which it waits.
    pub outputs: Outputs,
    /// The group that opened the block.
    pub creator: Group,
    /// The block.
    pub block: (AlgorithmId, BlockId),
    /// Its ranges, one per index.
    pub ranges: Vec<IndexRange>,
    /// The network.
    pub topology: &'c Topology,
    /// Time of an instruction, in the units of the simulation.
    pub instruction_time: i128,
    /// The procedures at whose calls processors have synchronised so far.
    pub procedures: Vec<&'c str>,
    /// The memory of messages that have been sent and not received.
    pub(super) in_flight: InFlight,
    /// The lines printed so far.
    pub lines: Vec<TimedLine>,
    /// On a line or mesh, the directions in which the messages were sent.
    pub directions: Option<Directions>,
    /// The instructions at which routines hand over.
    pub(super) hand_overs: HandOvers<'c>,
    /// The memory of the record of messages.
    pub(super) written: Written,
    /// The calls through which messages are sent, if these are recorded.
    pub(super) callers: Option<Callers>,
    /// Where the processors were and what they held, if that is recorded.
    pub history: Option<History>,
}

impl<'c> Running<'_, '_, 'c> {
    /// The instruction at which the innermost frame of the current processor hands over.
    #[inline]
    pub(super) fn instruction(&self, site: u32) -> &'c Instruction {
        self.hand_overs.instruction(self.place(site))
    }

    /// The routine of the innermost frame of the current processor.
    #[inline]
    pub(super) fn routine(&self) -> RoutineId {
        self.interpreter.frames.top().routine
    }

    /// The outputs of the kernel of that instruction.
    #[inline]
    pub(super) fn outputs(&self, site: u32) -> SmallVec<[i64; 4]> {
        let routine = self.interpreter.program().routine(self.routine());
        let words = self.interpreter.frames.top_words();
        let places = &routine.yields[site as usize].outputs;
        (places.iter().map(|place| words[usize::from(*place)])).collect()
    }

    /// The number of a hand-over among those of all routines.
    #[inline]
    pub(super) fn place(&self, site: u32) -> u32 {
        self.hand_overs.place(self.routine(), site)
    }

    /// The statement of a hand-over with this number.
    pub fn span_of(&self, place: u32) -> Span {
        let callers = self.callers.as_ref();
        let place = callers.map_or(place, |callers| callers.statement_of(place));
        self.hand_overs.instruction(place).span
    }

    /// Makes a processor the current one, if it is not.
    #[inline]
    pub(super) fn take_up(&mut self, processor: u32) {
        if self.current != Some(processor) {
            self.put_back();
            let waiting = &mut self.waiting[processor as usize];
            self.current_bytes = waiting.bytes();
            waiting.resume(&mut self.interpreter);
            self.current = Some(processor);
        }
        self.outputs = Outputs::Dropped;
    }

    /// Suspends the current processor, if there is one.
    pub(super) fn put_back(&mut self) {
        if let Some(processor) = self.current.take() {
            let waiting = &mut self.waiting[processor as usize];
            waiting.suspend(&mut self.interpreter, self.outputs);
            let (before, after) = (self.current_bytes, waiting.bytes());
            for counted in [&mut self.machine.state.lane_bytes, &mut self.calls_bytes] {
                *counted = *counted + after - before;
            }
        }
    }

    /// Counts the memory of the calls at the beginning of the block.
    pub(super) fn count_calls(&mut self) {
        let each = self.waiting.iter().map(Suspended::bytes);
        self.calls_bytes = each.sum();
        self.machine.state.lane_bytes += self.calls_bytes;
    }

    /// The statement of the current processor.
    pub(super) fn span(&self) -> Span {
        let held = self.interpreter.held(self.interpreter.frames.depth() - 1);
        let algorithm = &self.machine.code.algorithms[held.algorithm.index()];
        algorithm.instructions[held.pc.0 as usize].span
    }

    /// The first message of the block that went round a line or mesh.
    pub(super) fn wraparound(&self) -> Option<Wraparound> {
        let (place, (sender, receiver)) = self.directions.as_ref()?.around()?;
        Some(Wraparound {
            span: self.span_of(place),
            sender,
            receiver,
            links: self.topology.route_length(sender, receiver),
        })
    }
}
