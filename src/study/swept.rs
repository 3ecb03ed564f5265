//! What came out of a sweep: the sizes that ran to their end, and those that did not.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::store::PlannedUnit;
use crate::claims::expression::ExpressionNames;
use crate::cost::Cost;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::configuration::Limits;
use crate::machine::rules::model::Model;
use crate::result::model::MachineModel;
use crate::source::Sources;
use crate::study::messages::Exchanged;

/// One size that ran to its end.
#[derive(Serialize, Deserialize)]
pub(super) struct Measured {
    /// One value per varied name.
    pub at: Vec<i64>,
    pub held_out: bool,
    /// What formulas may use.
    pub names: ExpressionNames,
    /// The processors of the run.
    pub processors: u64,
    pub cost: Cost,
    /// The weakest synchronous model that allows the steps of the run.
    pub legal_on: Model,
    /// On the asynchronous machine: its times, and the weakest of its models that allows the run.
    pub asynchronous: Option<Asynchronous>,
    /// On a multicomputer: the totals of its clocks, messages and links.
    pub network: Option<Exchanged>,
    /// The same with further seeds.
    pub others: Vec<Cost>,
    /// What formulas may use there: a scalar input may be drawn at random.
    pub names_of_others: Vec<ExpressionNames>,
    /// The sequential algorithm on the same inputs, or why it could not be run.
    pub sequential: Option<Result<Cost, String>>,
    /// About the program and these runs of it.
    pub warnings: Vec<Diagnostic>,
    /// The same with the further seeds, where it could be run with all of them.
    pub sequential_of_others: Vec<Cost>,
}

/// The name of a model. It has a name of its own, as serde would borrow a `str` from what it reads.
type ModelName = &'static str;

/// What the asynchronous machine says of a run besides its cost.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Asynchronous {
    /// d
    pub delay: u64,
    /// B of all processors.
    pub barrier: u64,
    /// `None` if neither `apram` nor `apram-cr` allows the run.
    #[serde(deserialize_with = "asynchronous_model")]
    pub legal_on: Option<ModelName>,
}

/// A model of the asynchronous machine by its name.
fn asynchronous_model<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ModelName>, D::Error> {
    let name: Option<String> = Option::deserialize(deserializer)?;
    let model = |name: String| MachineModel::asynchronous(&name).ok_or(name);
    (name.map(model).transpose()).map_err(|name| D::Error::custom(format!("no model {name}")))
}

/// One size that did not.
pub(super) struct Failed {
    pub at: Vec<i64>,
    pub held_out: bool,
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the diagnostics refer to.
    pub sources: Sources,
}

/// A size to run.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub at: Vec<i64>,
    pub held_out: bool,
    /// The work that is left for it; `None` if `--max-work` alone limits it.
    pub left: Option<u64>,
}

impl Job {
    /// The work that it may take, beside what `--max-work` says.
    pub fn work(&self) -> Option<u64> {
        let added = self.held_out.then_some(Limits::WORK_OF_AN_ADDED_SIZE);
        added.into_iter().chain(self.left).min()
    }
}

/// What came out of a sweep, ascending by size.
#[derive(Default)]
pub(super) struct Swept {
    pub measured: Vec<Measured>,
    pub failed: Vec<Failed>,
    /// Further sizes that formulas of two names are held to, and that no table lists.
    pub beside: Vec<Measured>,
    /// Those of them that did not finish.
    pub failed_beside: Vec<Failed>,
    pub interrupted: bool,
    /// The units of the plans of a report with a store.
    pub units: Vec<PlannedUnit>,
}

impl Measured {
    /// How much there was to execute: instructions; on a multicomputer also words and messages.
    pub fn effort(&self) -> u64 {
        let network = self
            .network
            .as_ref()
            .map_or(0, |network| network.effort(&self.cost));
        self.cost.instructions.work.max(network)
    }

    /// The same as `--max-work` counts it: steps of all processors, or instructions where there are no
    /// steps in common.
    pub fn work(&self) -> u64 {
        match (&self.network, &self.cost.asynchronous) {
            (None, None) => self.cost.steps.work,
            _ => self.effort(),
        }
    }

    /// What formulas may use, `p` among it; an input of that name comes first.
    pub fn names_with_processors(&self) -> ExpressionNames {
        with_processors(&self.names, self.processors)
    }

    /// A run of this size, 0 that with the first seed: its cost, and what formulas may use.
    pub fn run(&self, run: usize) -> Option<(&Cost, &ExpressionNames)> {
        match run.checked_sub(1) {
            None => Some((&self.cost, &self.names)),
            Some(at) => Some((self.others.get(at)?, self.names_of_others.get(at)?)),
        }
    }
}

/// The names with `p` among them; an input of that name comes first.
pub(super) fn with_processors(names: &ExpressionNames, processors: u64) -> ExpressionNames {
    let mut names = names.clone();
    if !names.scalars.contains_key("p") {
        names.add_processors(processors);
    }
    names
}

/// The counts that formulas are made from.
#[derive(Clone, Copy)]
pub(super) struct Counted<'a> {
    pub measured: &'a [Measured],
    /// Those that no table lists.
    pub beside: &'a [Measured],
    /// The digits of the counts after the point.
    pub digits: u32,
}

impl Counted<'_> {
    /// The same of counts in units of 10^-digits.
    pub fn with_digits(self, digits: u32) -> Self {
        Self { digits, ..self }
    }
}

impl Swept {
    /// All that was counted.
    pub fn counted(&self) -> Counted<'_> {
        Counted {
            measured: &self.measured,
            beside: &self.beside,
            digits: 0,
        }
    }

    /// Takes the result of a size.
    pub fn take(&mut self, result: Result<Measured, Failed>) {
        match result {
            Ok(measured) => self.measured.push(measured),
            Err(failed) if failed.is(Code::Interrupted) => self.interrupted = true,
            Err(failed) => self.failed.push(failed),
        }
    }

    /// Sizes that no table lists.
    pub fn add_beside(&mut self, other: Self) {
        self.beside.extend(other.measured);
        self.failed_beside.extend(other.failed);
        self.interrupted |= other.interrupted;
    }

    /// What came out of a further sweep of the same program.
    pub fn add(&mut self, other: Self) {
        self.measured.extend(other.measured);
        self.failed.extend(other.failed);
        self.units.extend(other.units);
        self.interrupted |= other.interrupted;
        self.measured.sort_by(|one, two| one.at.cmp(&two.at));
        self.failed.sort_by(|one, two| one.at.cmp(&two.at));
    }
}

impl Failed {
    /// Whether it has a problem of this kind.
    pub fn is(&self, code: Code) -> bool {
        self.diagnostics.iter().any(|problem| problem.code == code)
    }
}
