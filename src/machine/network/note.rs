//! Records the history: at each request of a program, where it is and what it holds.

use super::history::{Asks, History, Holding, ProgramStop};
use super::in_flight::Parcel;
use super::running::Running;
use crate::code::kernel::{ArrayRef, Slot};
use crate::engine::handle::Handle;
use crate::machine::pram::EarlyStop;
use crate::network::{Advance, NetworkRequest, SendManner};
use crate::program::{ArrayId, BlockId, Constant, Type};

/// The most requests that are recorded.
const MOST_STOPS: usize = 1 << 20;
/// The most words that are recorded of what programs hold.
const MOST_WORDS: usize = 1 << 22;
/// The most cells, over the whole run, that are searched for those of single programs.
const MOST_LOOKS: usize = 1 << 28;
/// The most words of a message that are recorded.
const WORDS_SHOWN: usize = 16;

impl Running<'_, '_, '_> {
    /// The cells that the current program, which continues, holds at the beginning of the block, if it
    /// is there. It has no scalars of its own yet.
    pub(super) fn note_beginning(&mut self, program: u32) -> Option<Vec<Holding>> {
        let mut history = self.history.take()?;
        let begins = history.begins(program) && history.stops.len() < MOST_STOPS;
        let held = begins.then(|| {
            let mut held = self.counted_holdings(program, &mut history);
            held.retain(|held| held.cells.is_some());
            held
        });
        self.history = Some(history);
        held
    }

    /// Records the state of the current program after its last action.
    pub(super) fn note(
        &self,
        history: &mut History,
        program: u32,
        time: i128,
        advance: &Advance<Parcel, EarlyStop>,
        held_first: Option<Vec<Holding>>,
    ) {
        if history.stops.len() < MOST_STOPS {
            let stop = self.stop_at(history, program, time, advance);
            history.stops.push(ProgramStop { held_first, ..stop });
        } else if history.cut_at.is_none_or(|before| time < before) {
            history.cut_at = Some(time);
        }
    }

    fn stop_at(
        &self,
        history: &mut History,
        program: u32,
        time: i128,
        advance: &Advance<Parcel, EarlyStop>,
    ) -> ProgramStop {
        let processor = self.placement.processor_of(program);
        let computing = i128::from(advance.instructions) * self.instruction_time;
        let (asks, place) = self.asked(&advance.request);
        let span = match asks {
            Asks::Stop => Some(self.span()),
            _ => place.map(|place| self.span_of(place)),
        };
        ProgramStop {
            program,
            processor,
            time: time + computing,
            span,
            asks,
            holds: self.counted_holdings(program, history),
            held_first: None,
        }
    }

    /// What the current program holds, within the limits of the record.
    fn counted_holdings(&self, program: u32, history: &mut History) -> Vec<Holding> {
        if history.words > MOST_WORDS || history.looks > MOST_LOOKS {
            history.is_without_values = true;
        }
        if history.is_without_values {
            return Vec::new();
        }
        let holds = self.holdings(self.placement.processor_of(program), history);
        let words = holds.iter().map(|held| 4 + held.values.len());
        history.words += words.sum::<usize>();
        holds
    }

    /// The request, and the statement that makes it.
    fn asked(&self, request: &NetworkRequest<Parcel, EarlyStop>) -> (Asks, Option<u32>) {
        let sent = |to: u32, manner: SendManner, parcel: Parcel| {
            let payload = self.in_flight.payload(parcel);
            Asks::Send {
                to,
                manner,
                words: payload.first(WORDS_SHOWN),
                count: payload.words.len() as u64,
            }
        };
        match request {
            NetworkRequest::Send {
                to,
                manner,
                payload,
                place,
                ..
            } => (sent(*to, *manner, *payload), Some(*place)),
            NetworkRequest::Put {
                to, payload, place, ..
            } => (sent(*to, SendManner::Now, *payload), Some(*place)),
            NetworkRequest::Take { place, .. } => (Asks::Take, Some(*place)),
            NetworkRequest::Receive { from, place, .. } => {
                (Asks::Receive { from: *from }, Some(*place))
            }
            NetworkRequest::Meet { meeting, place } => (Asks::Meet(*meeting), Some(*place)),
            NetworkRequest::Probe { place, .. } => (Asks::Probe, Some(*place)),
            NetworkRequest::Stop(_) => (Asks::Stop, None),
            NetworkRequest::End => (Asks::End, None),
        }
    }

    /// What the current program holds in the block, and in its innermost call.
    fn holdings(&self, processor: u32, history: &mut History) -> Vec<Holding> {
        let innermost = self.interpreter.frames.depth() - 1;
        let mut holds = Vec::new();
        let calls: &[usize] = if innermost == 0 {
            &[0]
        } else {
            &[innermost, 0]
        };
        // A name refers to what the innermost call holds; what the block holds is listed first.
        self.scalars(innermost, &mut holds);
        if innermost > 0 {
            let of_call = holds.len();
            self.scalars(0, &mut holds);
            holds.rotate_left(of_call);
        }
        let mut arrays = Vec::new();
        for call in calls {
            self.arrays_in_sight(*call, &mut arrays);
        }
        for (name, rank, element, handle) in arrays {
            history.looks += handle.cells();
            self.own_cells(processor, (&name, rank, element), handle, &mut holds);
        }
        holds
    }

    /// The scalars of a call, by its number from the outermost.
    fn scalars(&self, call: usize, holds: &mut Vec<Holding>) {
        let held = self.interpreter.held(call);
        let algorithm = &self.machine.code.algorithms[held.algorithm.index()];
        let block = &algorithm.blocks[held.routine.block.index()];
        for (scalar, (word, is_written)) in block.scalars.iter().zip(held.scalars()) {
            let is_known = holds.iter().any(|known| known.name == scalar.name);
            if is_written && !is_known && is_said(&scalar.name) {
                holds.push(Holding {
                    name: scalar.name.clone(),
                    cells: None,
                    values: vec![Some(Constant::from_word(word, scalar.ty))],
                });
            }
        }
    }

    /// Adds the arrays that a call (numbered from the outermost) can name, and those of the block around
    /// it; an array argument has a name in each.
    fn arrays_in_sight(&self, call: usize, arrays: &mut Vec<(String, u8, Type, Handle)>) {
        let held = self.interpreter.frames.of(call);
        let routine = self.interpreter.program().routine(held.frame.routine);
        let algorithm = &self.machine.code.algorithms[routine.algorithm.index()];
        let outside = routine.outside.is_some().then_some(BlockId(0));
        for (up, block) in std::iter::once(routine.block).chain(outside).enumerate() {
            for (slot, id) in algorithm.blocks[block.index()].arrays.iter().enumerate() {
                let id: ArrayId = *id;
                let array = ArrayRef {
                    up: up as u32,
                    slot: Slot(slot as u32),
                    id,
                };
                let info = &algorithm.arrays[id.index()];
                let handle = held.arrays[routine.array(array).0 as usize];
                let Some(handle) = handle.filter(|_| is_said(&info.name)) else {
                    continue;
                };
                let is_new = |(name, _, _, known): &(String, u8, Type, Handle)| {
                    *name != info.name && (call == 0 || known.base != handle.base)
                };
                if arrays.iter().all(is_new) {
                    arrays.push((info.name.clone(), info.rank, info.element, handle));
                }
            }
        }
    }

    /// The cells of an array that a processor owns, adjacent ones together.
    fn own_cells(
        &self,
        processor: u32,
        (name, rank, element): (&str, u8, Type),
        handle: Handle,
        holds: &mut Vec<Holding>,
    ) {
        let network = self.machine.state.network.as_ref();
        let owners = &network.expect("there is a network").owners;
        let memory = &self.machine.state.memory;
        let base = handle.base as usize;
        let mut cells = base..base + handle.cells();
        let dimensions = handle.dimensions(rank);
        let is_own = |cell: &usize| owners.of(*cell) == Some(processor);
        while let Some(first) = cells.find(is_own) {
            let end = (first..base + handle.cells()).find(|cell| !is_own(cell));
            let end = end.unwrap_or(base + handle.cells());
            let values = (first..end).map(|cell| {
                let word = memory.read(cell);
                word.map(|word| Constant::from_word(word, element))
            });
            holds.push(Holding {
                name: name.to_owned(),
                cells: Some((dimensions.clone(), first - base)),
                values: values.collect(),
            });
            cells = end..base + handle.cells();
        }
    }
}

/// Whether a name occurs in the program; other names are introduced when short forms are expanded.
fn is_said(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
}
