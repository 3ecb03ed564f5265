//! A block on a multicomputer: its processors, from their first statement to the last message.

use super::callers::Callers;
use super::fault::NetworkFault;
use super::hand_overs::HandOvers;
use super::in_flight::InFlight;
use super::record::{HistoryRecorder, NetworkRecorder, Recording, TimeRecorder};
use super::running::Running;
use super::state::simulation_of;
use super::tasks::unsettled;
use super::wraparound::Directions;
use super::written::Written;
use crate::code::control::{CallResult, Pc};
use crate::engine::lanes::team::ArrayColumn;
use crate::engine::scalar::{self, Frames, Interpreter, Outputs, Purpose, Suspended};
use crate::machine::configuration::Multicomputer;
use crate::machine::event::FreeEvent;
use crate::machine::fault::{FaultKind, MemoryUse};
use crate::machine::groups::Group;
use crate::machine::index_range::{IndexRange, fill, product};
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::state::State;
use crate::network::{BlockEnding, LockStepEnd, Placement, TopologyShape, Unobserved};
use crate::program::{BlockId, Mapping};
use crate::source::Span;
use std::rc::Rc;

/// Bytes of a small allocation besides its contents.
const ALLOCATION: usize = 16;
/// With more processors than this, `Recording::Times` records nothing: it is for a time line that was
/// not asked for.
const MOST_ROWS: u32 = 1 << 10;
/// The most cells per processor for which the state is copied to try lock step.
const MOST_CELLS_COPIED: u64 = 64;

/// A block that is to be executed.
struct Opened<'a> {
    /// The group that opens it.
    group: &'a Group,
    block: BlockId,
    /// The processors of its tasks, if it is a block of tasks.
    mapping: Option<Mapping>,
    ranges: &'a [IndexRange],
    /// The header of the block.
    span: Span,
}

/// The order in which the processors of a block are executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// By the events of the network.
    Events,
    /// In rounds, each processor up to its next send; not every block can be executed in this way.
    LockStep,
}

/// Whether nothing is recorded of the messages.
fn is_unobserved(multicomputer: &Multicomputer) -> bool {
    match multicomputer.recording {
        Recording::Nothing | Recording::Calls => true,
        Recording::Times => multicomputer.topology.processors() > MOST_ROWS,
        Recording::Messages | Recording::Races | Recording::History => false,
    }
}

impl<'c> Machine<'_, 'c> {
    /// For which processors the program is decoded.
    pub(crate) fn purpose(&self) -> Purpose {
        match self.configuration.multicomputer() {
            None => Purpose::Sequential,
            Some(_) => Purpose::Messages,
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
    ) -> Result<Option<Group>, EarlyStop> {
        if self.state.network().simulation.is_none() {
            return Err(self.network_fault(NetworkFault::NestedBlock, span, &group));
        }
        let configuration = self.configuration;
        let multicomputer = configuration
            .multicomputer()
            .expect("it is a multicomputer");
        let asked = product(ranges);
        let available = multicomputer.topology.processors();
        let algorithm = self.team(&group).algorithm;
        let mapping = self.algorithm(algorithm).blocks[block.index()].tasks;
        if mapping.is_none() && asked > u128::from(available) {
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
        let interpreter = self.state.sequential_code.take();
        let interpreter = interpreter.unwrap_or_else(|| {
            let program = scalar::decode(self.code, self.purpose());
            Box::new(Interpreter::new(program))
        });
        let opened = Opened {
            group: &group,
            block,
            mapping,
            ranges,
            span,
        };
        let ended = self.run_processors(&opened, interpreter, multicomputer);
        self.observer.free(|| FreeEvent::Closed);
        ended?;
        group.pc = after;
        Ok(Some(group))
    }

    /// Executes the processors in lock step where that may succeed, else event by event.
    fn run_processors(
        &mut self,
        opened: &Opened,
        mut interpreter: Box<Interpreter>,
        multicomputer: &'c Multicomputer,
    ) -> Result<(), EarlyStop> {
        let processors = product(opened.ranges) as u32;
        if opened.mapping.is_none() && self.may_be_in_lock_step(processors, multicomputer) {
            let before = self.state_to_return_to();
            if self.run_in(Mode::LockStep, opened, interpreter, multicomputer)? {
                return Ok(());
            }
            let state = std::mem::replace(self.state, before);
            let network = self.state.network();
            network.is_event_by_event = true;
            (network.simulation).get_or_insert_with(|| simulation_of(multicomputer));
            interpreter = (state.sequential_code).expect("the block has given it back");
        }
        let is_over = self.run_in(Mode::Events, opened, interpreter, multicomputer)?;
        debug_assert!(is_over, "events lead to the end of a block");
        Ok(())
    }

    /// A copy of the state, without the network before its first block: that can be created again, and
    /// its tables of links and processors are most of the state.
    fn state_to_return_to(&mut self) -> State<'c> {
        let network = self.state.network();
        let unused = network.simulation.take_if(|network| network.is_unused());
        let before = self.state.clone();
        let network = self.state.network();
        network.simulation = network.simulation.take().or(unused);
        before
    }

    /// Whether a block on this number of processors is tried in lock step, for which the machine's state
    /// is copied.
    fn may_be_in_lock_step(&mut self, processors: u32, multicomputer: &Multicomputer) -> bool {
        let tuning = &self.configuration.tuning;
        let cells = self.state.memory.len();
        let is_copied_soon = cells / MOST_CELLS_COPIED <= u64::from(processors)
            && 2 * self.state.held_bytes() <= u128::from(self.configuration.limits.memory);
        !tuning.plain
            && processors >= tuning.min_processors_in_lock_step
            && is_unobserved(multicomputer)
            && is_copied_soon
            && !self.state.network().is_event_by_event
    }

    /// Executes the processors of a block. Returns whether they reached its end; in lock step they may
    /// not, and then the machine's state must not be used any further.
    fn run_in(
        &mut self,
        mode: Mode,
        opened: &Opened,
        mut interpreter: Box<Interpreter>,
        multicomputer: &'c Multicomputer,
    ) -> Result<bool, EarlyStop> {
        let Opened {
            group,
            block,
            mapping,
            ranges,
            span,
        } = *opened;
        let waiting = self.first_frames(group, block, ranges, &mut interpreter, span)?;
        let algorithm = self.team(group).algorithm;
        let hand_overs = HandOvers::of(interpreter.program(), self.code);
        let places = hand_overs.count();
        let count = waiting.len() as u32;
        let mut simulation = self.state.network().simulation.take();
        let network = simulation
            .as_mut()
            .expect("no other block is being executed");
        let instruction_time = network.units().t_c;
        let has_ends = matches!(
            multicomputer.topology.shape(),
            TopologyShape::Line | TopologyShape::Mesh(_)
        );
        let mut running = Running {
            machine: self,
            interpreter,
            placement: Rc::new(unsettled(mapping, count)),
            waiting,
            current: None,
            current_bytes: 0,
            calls_bytes: 0,
            outputs: Outputs::Dropped,
            creator: group.clone(),
            block: (algorithm, block),
            ranges: ranges.to_vec(),
            topology: &multicomputer.topology,
            instruction_time,
            procedures: Vec::new(),
            in_flight: InFlight::default(),
            lines: Vec::new(),
            directions: has_ends.then(Directions::default),
            hand_overs,
            written: Written::default(),
            callers: None,
            history: None,
        };
        running.machine.state.memory.initialised.know_by_flags(true);
        running.count_calls();
        let mut record = std::mem::take(&mut running.machine.state.network().record);
        match multicomputer.recording {
            Recording::History => {
                running.history = Some(record.history.take().unwrap_or_default());
            }
            Recording::Calls => running.callers = Some(Callers::after(places)),
            _ => {}
        }
        let choices = &multicomputer.choices;
        let written = running.written.shared();
        let mut is_over = true;
        let placed = match mapping {
            None => Ok(Rc::clone(&running.placement)),
            Some(mapping) => (running.place_tasks(mapping)).map(|placed| running.settle(placed)),
        };
        let run = |placement: &Placement| match multicomputer.recording {
            _ if mode == Mode::LockStep => match network.run_in_lock_step(&mut running, count) {
                LockStepEnd::Over => Ok(()),
                LockStepEnd::GivenUp => {
                    is_over = false;
                    Ok(())
                }
                LockStepEnd::TooManyMessages => Err(BlockEnding::TooManyMessages),
            },
            _ if is_unobserved(multicomputer) => {
                network.run_placed(&mut running, placement, choices, &mut Unobserved)
            }
            Recording::Nothing | Recording::Calls | Recording::Times => {
                let mut recorder = TimeRecorder(&mut record);
                network.run_placed(&mut running, placement, choices, &mut recorder)
            }
            Recording::History => {
                let mut recorder = HistoryRecorder(&mut record);
                network.run_placed(&mut running, placement, choices, &mut recorder)
            }
            Recording::Messages => {
                let mut recorder = NetworkRecorder::<false>::new(&mut record, written);
                network.run_placed(&mut running, placement, choices, &mut recorder)
            }
            Recording::Races => {
                let mut recorder = NetworkRecorder::<true>::new(&mut record, written);
                network.run_placed(&mut running, placement, choices, &mut recorder)
            }
        };
        let ended = placed
            .map_err(BlockEnding::Stopped)
            .and_then(|placement| run(&placement));
        if multicomputer.recording != Recording::Nothing {
            record.is_of_tasks |= mapping.is_some();
            record.spans = (0..places).map(|place| running.span_of(place)).collect();
        }
        let ended = ended.map_err(|ending| running.stop_of(ending, span));
        let wraparound = running.wraparound();
        running.put_back();
        let Running {
            machine,
            mut interpreter,
            waiting,
            mut lines,
            history,
            in_flight,
            calls_bytes,
            ..
        } = running;
        in_flight.give_back(machine);
        machine.state.lane_bytes -= calls_bytes;
        record.history = history;
        let network = machine.state.network();
        (network.simulation, network.record) = (simulation, record);
        network.wraparound = network.wraparound.take().or(wraparound);
        for waiting in waiting {
            waiting.release(&mut machine.state.memory);
        }
        interpreter.frames.clear();
        machine.state.memory.initialised.know_by_flags(false);
        machine.state.sequential_code = Some(interpreter);
        if !is_over {
            return Ok(false);
        }
        lines.sort_by_key(|line| (line.time, line.processor));
        if let Some(history) = &mut machine.state.network().record.history {
            history.end_block(&lines);
        }
        for line in lines {
            machine.observer.printed(line.text);
        }
        ended.map(|()| true)
    }

    /// The frames of a block's processors, with copies of the scalars and arrays outside it.
    fn first_frames(
        &mut self,
        group: &Group,
        block: BlockId,
        ranges: &[IndexRange],
        interpreter: &mut Interpreter,
        span: Span,
    ) -> Result<Vec<Suspended>, EarlyStop> {
        let algorithm = self.team(group).algorithm;
        let program = interpreter.program();
        let Some(id) = program.of_block(algorithm, block) else {
            return Err(self.network_fault(NetworkFault::Unsupported, span, group));
        };
        let routine = program.routine(id);
        let mut first = Frames::default();
        first.push(id, routine, 0, CallResult::None);
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
        let bytes = (Suspended::bytes_at_beginning(routine) + ALLOCATION) * width;
        let what = || MemoryUse::Processors(width as u64);
        self.check_memory(bytes as u128, what, span, group)?;
        let indices = &self.algorithm(algorithm).blocks[block.index()].indices;
        let mut values = Vec::with_capacity(width * indices.len());
        for place in 0..indices.len() {
            fill(ranges, place, &mut values);
        }
        let mut waiting = Vec::with_capacity(width);
        for number in 0..width {
            for (place, slot) in indices.iter().enumerate() {
                first.assign(routine, *slot, values[place * width + number]);
            }
            waiting.push(Suspended::at_beginning(&first, interpreter.program()));
        }
        interpreter.frames = first;
        Ok(waiting)
    }

    /// The fault of code outside all blocks that uses a cell which a block has written.
    pub(crate) fn used_outside(&self, cell: u32, group: &Group) -> EarlyStop {
        let team = self.team(group);
        let algorithm = self.algorithm(team.algorithm);
        let holds = |column: &Option<ArrayColumn>| {
            let handle = column.as_ref().map(|column| column.at(0));
            handle.is_some_and(|handle| {
                (handle.base..handle.base + handle.cells() as u32).contains(&cell)
            })
        };
        let slot = team.arrays.iter().position(holds);
        let array = slot.map(|slot| {
            let id = algorithm.blocks[team.block.index()].arrays[slot];
            algorithm.arrays[id.index()].name.clone()
        });
        let fault = NetworkFault::UsedOutside { array };
        let span = algorithm.instructions[group.pc.0 as usize].span;
        self.network_fault(fault, span, group)
    }

    /// A fault of a whole block.
    fn network_fault(&self, fault: NetworkFault, span: Span, group: &Group) -> EarlyStop {
        self.fault(FaultKind::Network(Box::new(fault)), span, group)
    }
}
