//! Steps on the asynchronous PRAM: those of synchronous blocks by their phases, all others by the clock
//! of the processor that executes them.

pub(in crate::derivation) mod by_index;
pub(in crate::derivation) mod clock;
pub(in crate::derivation) mod deferred;
pub(in crate::derivation) mod loop_start;
pub(in crate::derivation) mod section;

use self::clock::{Certainty, Tick, ValueSource};
use self::deferred::DeferredCost;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::charge::Operations;
use crate::derivation::cost::CostBounds;
use crate::derivation::obstacle::Obstacle;
use crate::derivation::shape::{Phases, StepShape};
use crate::derivation::walker::{DerivedMeasure, IndexVariable, Outcome, Walker, too_large};
use crate::program::{ArrayId, Target};
use crate::source::Span;

/// The times of the machine.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct Parameters {
    /// d
    pub delay: Formula,
    /// B
    pub barrier: Formula,
}

/// An asynchronous block.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct AsynchronousBlock {
    /// For time: the indices of the block, since one processor represents all.
    pub indices: Vec<IndexVariable>,
    /// The number of its processors that each real processor executes.
    pub slots: Formula,
    /// Costs since the last barrier that differ between processors.
    pub deferred: Option<Vec<DeferredCost>>,
    /// Whether anything was executed since the last barrier.
    pub executed: Certainty,
}

impl Walker<'_> {
    /// Whether statements here follow the clock of one processor: in sequential code and in asynchronous
    /// blocks.
    pub fn keeps_clock(&self) -> bool {
        self.counted.is_asynchronous() && (self.native.is_some() || !self.is_in_block())
    }

    /// One step on the asynchronous machine.
    pub fn timed_step(&mut self, span: Span, taken: &Operations) -> Result<Outcome, Obstacle> {
        let Some(machine) = self.parameters.clone() else {
            return Ok(Outcome::nothing());
        };
        let too_large = || too_large(span);
        if self.keeps_clock() {
            let each = self.clock.execute(&taken.ticks, &machine.delay);
            let each = each.ok_or_else(too_large)?;
            if let Some(native) = &mut self.native {
                native.executed = Certainty::Yes;
            }
            let cost = match (self.counted, &self.native) {
                (DerivedMeasure::AsynchronousTime, Some(native)) => each
                    .map(|each| each.times(&native.slots))
                    .ok_or_else(too_large)?,
                (DerivedMeasure::AsynchronousTime, None) => each,
                _ => CostBounds {
                    lower: self.count(&each.lower, span)?,
                    upper: self.count(&each.upper, span)?,
                },
            };
            return Ok(Outcome::of_step(cost, span, StepShape::default()));
        }
        let slots = self.slots(span)?;
        let phases = Phases::of(&taken.ticks, &slots, &machine.delay).ok_or_else(too_large)?;
        let shape = StepShape {
            active: None,
            activation: None,
            is_perhaps: false,
            instructions: taken.of_step(),
            phases,
        };
        let cost = if self.counted == DerivedMeasure::AsynchronousTime {
            self.adapted_time(&shape).ok_or_else(too_large)?
        } else if slots == Formula::number(1) {
            let one = Formula::number(1);
            let each = Phases::work(&taken.ticks, &one, &one, &machine.delay);
            let each = each.ok_or_else(too_large)?;
            CostBounds {
                lower: self.count(&each.lower, span)?,
                upper: self.count(&each.upper, span)?,
            }
        } else {
            self.scheduled_work(&taken.ticks, &machine.delay, span)?
        };
        Ok(Outcome::of_step(cost, span, shape))
    }

    /// The work of a step with more processors than the machine has, over all iterations in which it is
    /// executed.
    fn scheduled_work(
        &mut self,
        ticks: &[Tick],
        delay: &Formula,
        span: Span,
    ) -> Result<CostBounds, Obstacle> {
        let active = self.active_in_an_iteration(span)?;
        let processors = self.processors.clone().unwrap_or_default();
        let real = (self.facts_of_totals()).least(vec![active.clone(), processors]);
        let work = Phases::work(ticks, &active, &real, delay);
        let work = work.ok_or_else(|| too_large(span))?;
        Ok(CostBounds {
            lower: self.over_iterations(&work.lower, span)?,
            upper: self.over_iterations(&work.upper, span)?,
        })
    }

    /// The time of a step of a synchronous block, with its barriers.
    pub fn adapted_time(&self, shape: &StepShape) -> Option<CostBounds> {
        shape.phases.time(&self.parameters.as_ref()?.barrier)
    }

    /// Records that a value computed from these sources was assigned, and ends the statement.
    pub fn keep(&mut self, target: &Target, made_from: &[ValueSource]) {
        if !self.keeps_clock() {
            return;
        }
        match target {
            Target::Scalar(id) => {
                let scalar = ValueSource::Scalar(self.frames.len(), id.index());
                self.clock.set(scalar, made_from);
            }
            Target::Cell(cell) if cell.reach == crate::program::Reach::Private => {
                let array = self.own_array(cell.array);
                self.clock.set_element(array, made_from);
            }
            Target::Cell(_) => {}
        }
        self.clock.end_statement();
    }

    /// An array of the current activation as a source.
    pub fn own_array(&self, array: ArrayId) -> ValueSource {
        ValueSource::Array(self.frames.len(), array.index())
    }
}
