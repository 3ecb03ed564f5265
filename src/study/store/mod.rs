//! Results of single sizes that outlive the process: so that a sweep goes on where it was interrupted, and several
//! processes divide one among them.

mod hash;
mod record;

use super::sweep::Sweep;
use super::swept::{Failed, Job, Measured};
use crate::diagnostic::Code;
use crate::engine::tuning::{SubscriptTests, Tuning};
use crate::pipeline::inputs::{Assignment, InputValue};
use crate::pipeline::{Options, Request};
use crate::syntax::include::Files;

pub use hash::{hash, hexadecimal};

/// Where results lie. The text of a unit says all that its result depends on: equal texts have equal results.
pub trait UnitStore: Sync {
    /// The result of a unit, if it is there.
    fn read(&self, unit: &str) -> Option<Vec<u8>>;

    /// Keeps the result of a unit. Whether that worked is the store's to say in the end.
    fn write(&self, unit: &str, result: &[u8]);
}

/// The store of a report, and the part of the work that is done here.
#[derive(Clone, Copy)]
pub struct StoreShare<'a> {
    /// Where the results lie.
    pub store: &'a dyn UnitStore,
    /// Which units of a plan are run here, by their place in it from 0; `None` if all that are missing are, and the
    /// report is made.
    pub owns: Option<&'a (dyn Fn(usize) -> bool + Sync)>,
}

/// A unit of a plan: one size of one program, with its seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedUnit {
    /// The program's file.
    pub program: String,
    /// The size, `n = 16, p = 4`.
    pub size: String,
    /// Whether it is run here.
    pub is_own: bool,
    /// Whether its result is there now.
    pub is_done: bool,
}

/// What a share of a report did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DoneShare {
    /// Every unit of the plans that are known by now, in their order.
    pub units: Vec<PlannedUnit>,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

impl DoneShare {
    /// The same with what was done of a further program.
    pub(super) fn add(&mut self, other: Self) {
        self.units.extend(other.units);
        self.interrupted |= other.interrupted;
    }

    /// The units that are run here.
    pub fn own(&self) -> impl Iterator<Item = &PlannedUnit> {
        self.units.iter().filter(|unit| unit.is_own)
    }

    /// Whether the result of a unit that another share runs is not there.
    pub fn waits(&self) -> bool {
        self.units.iter().any(|unit| !unit.is_own && !unit.is_done)
    }
}

/// The version of what a record holds.
const FORMAT: &str = "pram-sweep/1";

/// What the results of all sizes of a sweep depend on, besides the size.
pub(super) fn subject(sweep: &Sweep<'_>) -> String {
    let Request {
        name,
        bytes: _,
        entry,
        assignments,
        options,
    } = sweep.request;
    let options = Options {
        // No result depends on these.
        threads: None,
        subscript_tests: SubscriptTests::default(),
        tuning: Tuning::default(),
        ..options.clone()
    };
    let texts = sweep
        .sources
        .iter()
        .map(|(_, source)| (&source.name, &source.text));
    let texts: Vec<_> = texts.collect();
    let given: Vec<_> = assignments
        .iter()
        .map(|given| contents(given, sweep.files))
        .collect();
    let sequential = sweep.sequential.map(|signature| &signature.name);
    format!(
        "{FORMAT}\n{}\n{name:?} {entry:?} {sequential:?}\n{options:?}\n{given:?}\n{:?} {:?} {:?} {}\n{texts:?}\n",
        crate::VERSION,
        sweep.names,
        sweep.roles,
        sweep.decimals,
        sweep.repeat,
    )
}

/// An assignment, with the contents of the file that it names.
fn contents<'a>(given: &'a Assignment, files: &dyn Files) -> (&'a Assignment, Option<Vec<u8>>) {
    let path = match &given.value {
        InputValue::Text(text) => text.trim().strip_prefix('@'),
        InputValue::Value(_) => None,
    };
    let bytes = path.and_then(|path| files.read(path.as_ref(), u64::MAX).ok());
    (given, bytes)
}

/// The text of one size of a sweep.
fn unit(sweep: &Sweep<'_>, job: &Job, probe: bool) -> String {
    let Job { at, held_out, .. } = job;
    format!(
        "{}{at:?} {held_out} {:?} {probe}",
        sweep.subject,
        job.work()
    )
}

/// The stored result of a size.
pub(super) fn stored(
    sweep: &Sweep<'_>,
    job: &Job,
    probe: bool,
) -> Option<Result<Measured, Failed>> {
    let bytes = sweep.share?.store.read(&unit(sweep, job, probe))?;
    record::read(&bytes, job, sweep.sources)
}

/// Stores the result of a size, unless it was interrupted.
pub(super) fn keep(sweep: &Sweep<'_>, job: &Job, probe: bool, result: &Result<Measured, Failed>) {
    let Some(share) = sweep.share else { return };
    if !result
        .as_ref()
        .is_err_and(|failed| failed.is(Code::Interrupted))
    {
        let record = record::written(result, sweep.sources);
        share.store.write(&unit(sweep, job, probe), &record);
    }
}
