//! Which accesses have to be watched, and which disciplines have been violated so far.
//!
//! A run is classified while it proceeds: for both simultaneities it is known whether every step so far
//! read exclusively, wrote exclusively, and wrote common values. A discipline that has been violated,
//! and that the model does not require, is not watched any more.

use super::model::{Legality, Model, Simultaneity, WriteRule};
use super::violation::Violation;
use crate::engine::nest::dependence::Watching;

/// The three disciplines that a weaker model demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discipline {
    /// No cell is read by two processors.
    ExclusiveRead,
    /// No cell is written by two.
    ExclusiveWrite,
    /// All processors that write a cell write the same value.
    CommonWrite,
}

/// The first time that each discipline was broken.
#[derive(Debug, Default, Clone)]
struct Broken {
    read: Option<Violation>,
    write: Option<Violation>,
    common: Option<Violation>,
}

impl Broken {
    fn of(&mut self, discipline: Discipline) -> &mut Option<Violation> {
        match discipline {
            Discipline::ExclusiveRead => &mut self.read,
            Discipline::ExclusiveWrite => &mut self.write,
            Discipline::CommonWrite => &mut self.common,
        }
    }

    fn weakest(&self) -> Model {
        weakest(
            self.read.is_some(),
            self.write.is_some(),
            self.common.is_some(),
        )
    }

    /// For each of the five weaker models the first violation that excludes it, and for exclusive reads
    /// combined with the rule of the run where that decides. After `decided`, a model with another rule
    /// may compute other values, so that later steps say nothing about it.
    fn breaks(
        &self,
        simultaneity: Simultaneity,
        (rule, decided): (WriteRule, Option<u64>),
    ) -> Vec<Violation> {
        let common = WriteRule::Common;
        let arbitrary = WriteRule::Arbitrary;
        let models = [
            (Model::EREW, [&self.read, &self.write]),
            (Model::CREW, [&None, &self.write]),
            (
                Model {
                    concurrent_read: false,
                    write: common,
                },
                [&self.read, &self.common],
            ),
            (
                Model {
                    concurrent_read: false,
                    write: arbitrary,
                },
                [&self.read, &None],
            ),
            (
                Model {
                    concurrent_read: true,
                    write: common,
                },
                [&None, &self.common],
            ),
        ];
        let own = Model {
            concurrent_read: false,
            write: rule,
        };
        let own = rule.decides().then_some((own, [&self.read, &None]));
        models
            .into_iter()
            .chain(own)
            .filter_map(move |(model, candidates)| {
                let first = candidates
                    .into_iter()
                    .flatten()
                    .min_by_key(|violation| violation.step)?;
                let has_same_values =
                    model.write == rule || decided.is_none_or(|decided| first.step <= decided);
                has_same_values.then(|| Violation {
                    model,
                    simultaneity,
                    ..first.clone()
                })
            })
            .collect()
    }
}

/// The weakest of the six classes given what was violated.
pub fn weakest(read: bool, write: bool, common: bool) -> Model {
    let write = match (write, common) {
        (false, _) => WriteRule::Exclusive,
        (true, false) => WriteRule::Common,
        (true, true) => WriteRule::Arbitrary,
    };
    Model {
        concurrent_read: read,
        write,
    }
}

/// The violations so far, and the rules of the run.
#[derive(Debug, Clone)]
pub struct Disciplines {
    /// The rules.
    pub model: Model,
    /// The accesses that are simultaneous under these rules.
    pub simultaneity: Simultaneity,
    step: Broken,
    access: Broken,
    /// The first step in which the rule for concurrent writes stored something else than what one of the
    /// processors wrote: without the rule, memory may differ from then on.
    decided: Option<u64>,
}

impl Disciplines {
    /// No violations yet.
    pub fn new(model: Model, simultaneity: Simultaneity) -> Self {
        Self {
            model,
            simultaneity,
            step: Broken::default(),
            access: Broken::default(),
            decided: None,
        }
    }

    /// Whether the next step in which the rule stores something else than what was written would be the
    /// first one.
    pub fn awaits_decision(&self) -> bool {
        self.model.write.decides() && self.decided.is_none()
    }

    /// Records that in this step the rule stored something else than what one of the processors wrote.
    pub fn decide(&mut self, step: u64) {
        self.decided.get_or_insert(step);
    }

    /// The first such step.
    pub fn decided(&self) -> Option<u64> {
        self.decided
    }

    /// How the reads of the next step have to be watched.
    pub fn reads(&self) -> Watching {
        let illegal =
            |simultaneity| !self.model.concurrent_read && self.simultaneity == simultaneity;
        if self.step.read.is_none() || illegal(Simultaneity::Step) {
            Watching::Steps
        } else if self.access.read.is_none() || illegal(Simultaneity::Access) {
            Watching::Accesses
        } else {
            Watching::Nothing
        }
    }

    /// Whether a discipline has never been violated so far.
    pub fn holds(&self, discipline: Discipline, simultaneity: Simultaneity) -> bool {
        let broken = match simultaneity {
            Simultaneity::Step => &self.step,
            Simultaneity::Access => &self.access,
        };
        match discipline {
            Discipline::ExclusiveRead => broken.read.is_none(),
            Discipline::ExclusiveWrite => broken.write.is_none(),
            Discipline::CommonWrite => broken.common.is_none(),
        }
    }

    /// Whether the model demands a discipline.
    pub fn demands(&self, discipline: Discipline) -> bool {
        match discipline {
            Discipline::ExclusiveRead => !self.model.concurrent_read,
            Discipline::ExclusiveWrite => self.model.write == WriteRule::Exclusive,
            Discipline::CommonWrite => self.model.write == WriteRule::Common,
        }
    }

    /// Records a violation of a discipline; only the first one is kept.
    pub fn record(
        &mut self,
        discipline: Discipline,
        simultaneity: Simultaneity,
        violation: &Violation,
    ) {
        let broken = match simultaneity {
            Simultaneity::Step => &mut self.step,
            Simultaneity::Access => &mut self.access,
        };
        broken
            .of(discipline)
            .get_or_insert_with(|| violation.clone());
    }

    /// The weakest models that allow everything so far.
    pub fn legality(&self) -> Legality {
        let seen = Legality {
            step: self.step.weakest(),
            access: self.access.weakest(),
        };
        seen.with_result_of(self.model.write)
    }

    /// For each weaker model, per step and per access, the first step that excludes it; without those
    /// models under which other values may have been computed before.
    pub fn breaks(&self) -> Vec<Violation> {
        let values = (self.model.write, self.decided);
        let mut breaks = self.step.breaks(Simultaneity::Step, values);
        breaks.extend(self.access.breaks(Simultaneity::Access, values));
        breaks
    }
}
