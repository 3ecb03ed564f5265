//! The calls through which messages are sent. A processor that has ended has no frames any more, so if a
//! message of such a processor is left in a queue, the run is repeated and the calls are recorded.

use std::collections::HashMap;

use crate::engine::scalar::{At, RoutineId};
use crate::machine::trace::CallTrace;

/// The calls through which statements were reached. Each call path to such a statement has a number of
/// its own, after the numbers of all statements.
#[derive(Debug, Default)]
pub(super) struct Callers {
    /// The first number after those of all statements.
    first: u32,
    /// By the positions of the frames, outermost first.
    known: HashMap<Vec<(RoutineId, At)>, u32>,
    /// The number of the statement, and the calls, of each call path.
    ways: Vec<(u32, CallTrace)>,
}

impl Callers {
    /// No call paths yet; their numbers begin after those of all statements of the program.
    pub fn after(statements: u32) -> Self {
        Self {
            first: statements,
            ..Self::default()
        }
    }

    /// The number of a statement on a call path by which it was reached before.
    pub fn known(&self, way: &[(RoutineId, At)]) -> Option<u32> {
        self.known.get(way).copied()
    }

    /// Records a call path to a statement and its calls; returns its number.
    pub fn add(&mut self, way: Vec<(RoutineId, At)>, statement: u32, calls: CallTrace) -> u32 {
        let number = self.first + self.ways.len() as u32;
        self.ways.push((statement, calls));
        self.known.insert(way, number);
        number
    }

    /// The statement that a number stands for, which may be that of a call path.
    pub fn statement_of(&self, place: u32) -> u32 {
        self.way(place).map_or(place, |(statement, _)| *statement)
    }

    /// The calls through which a statement was reached, if any.
    pub fn calls_to(&self, place: u32) -> Option<&CallTrace> {
        self.way(place).map(|(_, calls)| calls)
    }

    /// The call path that a number stands for, if it is one.
    fn way(&self, place: u32) -> Option<&(u32, CallTrace)> {
        let number = place.checked_sub(self.first)?;
        self.ways.get(number as usize)
    }
}
