//! The cells of a step in which the rule of its machine is broken.

use std::collections::BTreeSet;

use crate::machine::rules::model::{Model, Simultaneity};
use crate::present::json::trace::TraceJson;
use crate::trace::{Met, TracedStep};

/// Cells that are read or written against the rule, by their names and whether they are written.
pub struct Illegal(BTreeSet<(String, bool)>);

impl Illegal {
    /// Those of a step: of a synchronous one where processors meet, of an asynchronous one the access of
    /// the race.
    pub fn of(trace: &TraceJson, step: &TracedStep) -> Self {
        let machine = &trace.head.machine;
        let model = Model::parse(&machine.model);
        let is_forbidden = |met: &&Met| {
            let at_once = met.writes || met.at_once || machine.simultaneity == Simultaneity::Step;
            at_once && model.is_some_and(|model| model.forbids(met.writes, met.agree))
        };
        let met = step.met.iter().filter(is_forbidden);
        let met = met.map(|met| (met.cell.clone(), met.writes));
        let racing = trace.race.iter().flat_map(|race| {
            let here = race.accesses.iter();
            let here = here.filter(|access| access.step == step.step.number);
            here.map(|access| (race.cell.clone(), access.writes))
        });
        Self(met.chain(racing).collect())
    }

    /// Whether a cell is accessed so.
    pub fn has(&self, trace: &TraceJson, (array, place): (usize, i64), writes: bool) -> bool {
        let cell = trace.arrays[array].cell_name(place);
        self.0.contains(&(cell, writes))
    }

    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
