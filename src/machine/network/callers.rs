//! Through which calls messages are sent. Processors that have ended have no calls any more, so where
//! a message of theirs is left, the run is repeated and this is written down.

use std::collections::HashMap;

use crate::engine::scalar::{At, RoutineId};
use crate::machine::trace::CallTrace;

/// The calls through which statements were reached. Such a statement has a number of its own, behind
/// those of all statements, for each way to it.
#[derive(Debug, Default)]
pub(super) struct Callers {
    /// The number behind those of all statements.
    first: u32,
    /// By where the frames stand, outermost first.
    known: HashMap<Vec<(RoutineId, At)>, u32>,
    /// The number of the statement, and the calls, of each way.
    ways: Vec<(u32, CallTrace)>,
}

impl Callers {
    /// No ways yet; their numbers begin behind those of all statements of the program.
    pub fn behind(statements: u32) -> Self {
        Self {
            first: statements,
            ..Self::default()
        }
    }

    /// The number of a statement on a way by which it was reached before.
    pub fn known(&self, way: &[(RoutineId, At)]) -> Option<u32> {
        self.known.get(way).copied()
    }

    /// Writes down a way to a statement, and the calls of it; gives the number of both.
    pub fn add(&mut self, way: Vec<(RoutineId, At)>, statement: u32, calls: CallTrace) -> u32 {
        let number = self.first + self.ways.len() as u32;
        self.ways.push((statement, calls));
        self.known.insert(way, number);
        number
    }

    /// The number of the statement of which this may be the number on a way.
    pub fn statement_of(&self, place: u32) -> u32 {
        self.way(place).map_or(place, |(statement, _)| *statement)
    }

    /// The calls through which a statement was reached, if it was through any.
    pub fn calls_to(&self, place: u32) -> Option<&CallTrace> {
        self.way(place).map(|(_, calls)| calls)
    }

    /// What a number of a statement on a way stands for.
    fn way(&self, place: u32) -> Option<&(u32, CallTrace)> {
        let number = place.checked_sub(self.first)?;
        self.ways.get(number as usize)
    }
}
