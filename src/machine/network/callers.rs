//! Through which calls messages are sent. Processors that have ended have no calls any more, so where
//! a message of theirs is left, the run is repeated and this is written down.

use std::collections::HashMap;

use super::running::Running;
use crate::engine::scalar::{At, RoutineId};
use crate::machine::event::Observer;
use crate::machine::trace::Trace;

/// The calls through which statements were come to. Such a statement has a number of its own, behind
/// those of all statements, for each way to it.
#[derive(Debug, Default)]
pub(super) struct Callers {
    /// The number behind those of all statements.
    first: u32,
    /// By where the frames stand, outermost first.
    known: HashMap<Vec<(RoutineId, At)>, u32>,
    /// The number of the statement, and the calls, of each way.
    ways: Vec<(u32, Trace)>,
}

impl Callers {
    /// Those of a program with so many statements.
    pub fn behind(statements: u32) -> Self {
        Self {
            first: statements,
            ..Self::default()
        }
    }

    /// What a number of a statement on a way stands for.
    fn way(&self, place: u32) -> Option<&(u32, Trace)> {
        let number = place.checked_sub(self.first)?;
        self.ways.get(number as usize)
    }
}

impl<O: Observer> Running<'_, '_, O> {
    /// The number of the statement of this number on the way on which the processor in hand came to
    /// it, if ways are written down.
    #[inline]
    pub(super) fn place_with_calls(&mut self, place: u32) -> u32 {
        if self.callers.is_some() && self.interpreter.frames.depth() > 1 {
            self.place_on_way(place)
        } else {
            place
        }
    }

    fn place_on_way(&mut self, place: u32) -> u32 {
        let frames = &self.interpreter.frames;
        let stands = (0..frames.depth()).map(|number| {
            let frame = frames.of(number).frame;
            (frame.routine, frame.at)
        });
        let way: Vec<(RoutineId, At)> = stands.collect();
        let Some(callers) = &self.callers else {
            return place;
        };
        if let Some(number) = callers.known.get(&way) {
            return *number;
        }
        let trace = self.trace();
        let callers = self.callers.as_mut().expect("ways are written down");
        let number = callers.first + callers.ways.len() as u32;
        callers.ways.push((place, trace));
        callers.known.insert(way, number);
        number
    }

    /// The number of the statement of which this may be the number on a way.
    pub(super) fn statement_of(&self, place: u32) -> u32 {
        let way = self.callers.as_ref().and_then(|callers| callers.way(place));
        way.map_or(place, |(statement, _)| *statement)
    }

    /// The calls through which a statement was come to, where this is written down.
    pub(super) fn calls_to(&self, place: u32) -> Trace {
        let way = self.callers.as_ref().and_then(|callers| callers.way(place));
        way.map_or_else(Trace::default, |(_, trace)| trace.clone())
    }
}
