//! The parts of a check: a run, what is proved, and violations found.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::advice::LostUpdates;
use super::demand::Demand;
use super::english;
use super::run::Run;
use crate::diagnostic::Code;
use crate::machine::rules::model::{Model, Simultaneity, WriteRule};
use crate::machine::rules::races::{Race, RaceAccess};
use crate::machine::rules::violation::Violation;
use crate::machine::simt::fault::{KernelRace, RacingAccess, RacingKind};
use crate::program::accesses::{Access, AccessKind};
use crate::proof::Findings;

/// The parts of a check.
#[derive(Debug, Clone, Copy)]
pub struct Examined<'a> {
    /// The run without restriction.
    pub run: &'a Run,
    /// Every access of the program.
    pub accesses: &'a [Access],
    /// The rule that the program has to obey.
    pub demand: Demand,
    /// Whether the file or the command line asks for it; otherwise it is the default.
    pub is_asked: bool,
    /// Updates that the run certainly lost, under the rule for concurrent writes of the run.
    pub lost: Option<&'a LostUpdates>,
    /// What is proved of the accesses.
    pub findings: &'a Findings,
    /// Violations of the rule, in runs of small sizes and in this one.
    pub meetings: &'a [Meeting],
    /// The small sizes.
    pub sizes: &'a TriedSizes,
}

/// The sizes at which violations of the rule were searched for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TriedSizes {
    /// The inputs that were given the size.
    pub names: Vec<String>,
    /// Sizes at which runs reached their end.
    pub tried: Vec<i64>,
    /// Sizes at which they would have taken too long.
    pub cut: Vec<i64>,
}

impl TriedSizes {
    /// Records that a run of this size reached its end.
    pub fn tried(&mut self, size: i64) {
        if self.tried.last() != Some(&size) {
            self.tried.push(size);
        }
    }

    /// Records that a run of this size did not reach its end, or was not started.
    pub fn cut(&mut self, size: i64) {
        if ![self.tried.last(), self.cut.last()].contains(&Some(&size)) {
            self.cut.push(size);
        }
    }
}

/// Concurrent accesses of a cell that violate the rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Meeting {
    /// The inputs that were varied; empty for the requested run.
    pub inputs: IndexMap<String, i64>,
    /// The step, from 1; none in a kernel.
    pub step: Option<u64>,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The processors; the first few.
    pub processors: Vec<String>,
    /// The conflicting accesses.
    pub accesses: Vec<Access>,
}

impl Meeting {
    /// The concurrent accesses of a violation.
    pub fn of_violation(violation: &Violation, inputs: &IndexMap<String, i64>) -> Self {
        let kind = kind(violation);
        Self {
            inputs: inputs.clone(),
            step: Some(violation.step),
            cell: violation.cell.clone(),
            processors: met(violation),
            accesses: (violation.accesses.iter())
                .map(|access| Access {
                    span: access.span,
                    kind,
                })
                .collect(),
        }
    }

    /// The concurrent accesses of a race.
    pub fn of_race(race: &Race, inputs: &IndexMap<String, i64>) -> Self {
        let sides = [&race.earlier, &race.later];
        Self {
            inputs: inputs.clone(),
            step: Some(race.later.step),
            cell: race.cell.clone(),
            processors: sides.map(|side| side.processor.clone()).to_vec(),
            accesses: sides.map(raced).to_vec(),
        }
    }

    /// The accesses of a race in a kernel.
    pub fn of_kernel_race(race: &KernelRace, inputs: &IndexMap<String, i64>) -> Self {
        let who = |access: &RacingAccess| match &race.group {
            Some(group) => english::item_of_group(&access.who, group),
            None => english::group(&access.who),
        };
        let accesses = race.accesses.iter().flat_map(|access| {
            let kinds: &[AccessKind] = match access.kind {
                RacingKind::Read => &[AccessKind::Read],
                RacingKind::Write => &[AccessKind::Write],
                RacingKind::Atomic => &[AccessKind::Read, AccessKind::Write],
            };
            let span = access.span;
            kinds.iter().map(move |&kind| Access { span, kind })
        });
        Self {
            inputs: inputs.clone(),
            step: None,
            cell: race.cell.clone(),
            processors: race.accesses.iter().map(who).collect(),
            accesses: accesses.collect(),
        }
    }
}

/// How sure a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// For every input and size.
    Proved,
    /// On this input.
    Observed,
    /// Shown wrong by this input.
    Refuted,
}

/// A model that allows what a run did until its rule for concurrent writes decided, and has another
/// result from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherResult {
    /// The model.
    pub model: Model,
    /// The step, from 1, in which the rule first stored another value than one that was written.
    pub step: u64,
    /// Whether the result is certainly different: under arbitrary writes that depends on the winner.
    pub is_certain: bool,
}

/// The models, other than that of a run, that have another result from a step on.
pub fn other_results(run: &Run) -> Vec<OtherResult> {
    let Some(step) = run.decided else {
        return Vec::new();
    };
    let reads = [false, true];
    let models = reads.into_iter().flat_map(|concurrent_read| {
        [WriteRule::Common, WriteRule::Arbitrary].map(|write| Model {
            concurrent_read,
            write,
        })
    });
    let is_broken_before = |model: &Model| {
        let mut breaks = run.breaks.iter();
        breaks.any(|one| one.model == *model && one.simultaneity == Simultaneity::Step)
    };
    let others = models.filter(|model| !is_broken_before(model));
    let others = others.map(|model| OtherResult {
        model,
        step,
        is_certain: model.write == WriteRule::Common,
    });
    others.collect()
}

/// The access of a side of a race.
pub fn raced(side: &RaceAccess) -> Access {
    Access {
        span: side.span,
        kind: match side.written {
            Some(_) => AccessKind::Write,
            None => AccessKind::Read,
        },
    }
}

/// The conflicting processors; of those that write different values two that do.
fn met(violation: &Violation) -> Vec<String> {
    let [first, rest @ ..] = violation.accesses.as_slice() else {
        return violation.processors.clone();
    };
    match rest.iter().find(|other| other.value != first.value) {
        Some(other) if violation.code == Code::UncommonWrite => {
            [first, other].map(|one| one.processor.clone()).to_vec()
        }
        _ => violation.processors.clone(),
    }
}

/// The kind of the conflicting accesses of a violation.
pub fn kind(violation: &Violation) -> AccessKind {
    if violation.code == Code::ConcurrentRead {
        AccessKind::Read
    } else {
        AccessKind::Write
    }
}
