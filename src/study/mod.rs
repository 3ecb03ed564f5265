//! The complexity report: sweeps over sizes and judges what was measured.

mod again;
mod alone;
mod anatomy;
mod axes;
pub mod claims;
mod constants;
mod cost;
mod crossings;
mod decomposition;
mod derived;
mod growths;
mod isoefficiency;
mod messages;
mod model_formula;
mod notes;
mod option_problem;
mod program;
mod request;
mod role;
mod rows;
mod scaling;
mod section_anatomy;
mod seeds;
mod sequential;
mod settled;
pub mod sizes;
pub mod store;
mod sweep;
mod sweeping;
mod swept;
mod verdicts;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::json::WarningJson;
use crate::pipeline::Request;
use crate::pipeline::inputs::Assignment;
use crate::pipeline::machine::AskedMachine;
use crate::pipeline::progress::Progress;
use crate::result::study::{RefusedMachine, Report};
use crate::source::Sources;
use crate::syntax::include::Files;
use crossings::Contender;
use option_problem::OptionProblem;
use program::{Studied, StudyStage};
pub use request::ReportRequest;
use role::Role;
use sizes::Variation;
use store::{DoneShare, StoreShare};

/// Names that may vary at one time: inputs and p, in which closed forms are searched, and on the
/// asynchronous machine d and B.
const MOST_VARIED: usize = role::MOST_SIZES + 2;

/// Sweeps over the sizes and writes the report. `progress` is called, from any thread, whenever
/// a size is over; with several programs it begins again for each. An interrupted sweep gives a
/// report on the sizes that ran before.
pub fn create(
    request: &ReportRequest,
    sources: &mut Sources,
    files: &(dyn Files + Sync),
    interrupt: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Report, Vec<Diagnostic>> {
    match create_with(request, sources, files, (interrupt, progress), None)? {
        Created::Report(report) => Ok(*report),
        Created::Share(_) => unreachable!("nothing is shared without a store"),
    }
}

/// What came of a report with a store.
#[derive(Debug)]
pub enum Created {
    /// The report.
    Report(Box<Report>),
    /// What was done of it here.
    Share(DoneShare),
}

/// The same with a store for the results of single sizes: those that are there are not computed again. A share runs
/// its own units and makes no report.
pub fn create_with(
    request: &ReportRequest,
    sources: &mut Sources,
    files: &(dyn Files + Sync),
    (interrupt, progress): (&AtomicBool, &(dyn Fn(Progress) + Sync)),
    share: Option<StoreShare<'_>>,
) -> Result<Created, Vec<Diagnostic>> {
    let mut done = DoneShare::default();
    let variations = variations(request, sources)?;
    if let Some(efficiency) = request.efficiency
        && !(efficiency > 0.0 && efficiency <= 1.0)
    {
        return Err(OptionProblem::BadEfficiency(efficiency).refused());
    }
    let mut studies = Vec::new();
    let mut refused: Vec<(RefusedMachine, Vec<Diagnostic>)> = Vec::new();
    let sizes: usize = variations.iter().map(|one| one.values.len()).product();
    for (at, program) in request.programs.iter().enumerate() {
        let study = program::study(
            request,
            program,
            &variations,
            sources,
            files,
            (interrupt, progress),
            share.map(|share| (share, at * sizes)),
        );
        match (study, refusing(program)) {
            (Ok(StudyStage::Studied(study)), _) => studies.push(*study),
            (Ok(StudyStage::Share(of_program)), _) => done.add(of_program),
            (Err(problems), Some(machine)) if request.programs.len() > 1 => {
                let first = problems.first();
                let refusal = RefusedMachine {
                    file: program.name.clone(),
                    machine,
                    reason: first.map_or_else(String::new, |first| first.message.clone()),
                };
                refused.push((refusal, problems));
            }
            (Err(problems), _) => return Err(problems),
        }
    }
    if share.is_some_and(|share| share.owns.is_some()) && !done.units.is_empty() {
        return Ok(Created::Share(done));
    }
    if studies.is_empty()
        && let Some((_, problems)) = refused.pop()
    {
        return Err(problems);
    }
    let diagnostics = warnings_of(&mut studies, sources);
    let contenders: Vec<Contender> = studies
        .iter()
        .map(|known| Contender {
            study: &known.study,
            growths: &known.growths,
            axes: &known.axes,
        })
        .collect();
    let crossings = crossings::crossings(&contenders);
    let mut studies = studies.into_iter().map(|known| known.study);
    let Some(study) = studies.next() else {
        return Err(OptionProblem::NoProgram.refused());
    };
    Ok(Created::Report(Box::new(Report {
        study,
        others: studies.collect(),
        refused: refused.into_iter().map(|(machine, _)| machine).collect(),
        crossings,
        warnings: WarningJson::all(&diagnostics, sources),
        diagnostics,
    })))
}

/// The network that the command line asks for, beside others on which the program may run all the
/// same.
fn refusing(program: &Request) -> Option<String> {
    match program.options.machine? {
        AskedMachine::Network(name) => Some(name.to_string()),
        AskedMachine::Shared(_) | AskedMachine::Gpu(_) => None,
    }
}

/// The warnings of all studies. Those of one file are said once, however often it was read.
fn warnings_of(studies: &mut [Studied], sources: &Sources) -> Vec<Diagnostic> {
    let mut said = HashSet::new();
    let mut kept = Vec::new();
    for warning in (studies.iter_mut()).flat_map(|known| std::mem::take(&mut known.warnings)) {
        let place = WarningJson::new(&warning, sources);
        let identity = (place.code, place.file, place.line, place.column);
        if said.insert(identity) {
            kept.push(warning);
        }
    }
    kept
}

/// What varies.
fn variations(
    request: &ReportRequest,
    sources: &mut Sources,
) -> Result<Vec<Variation>, Vec<Diagnostic>> {
    if request.vary.is_empty() {
        return Err(OptionProblem::NothingVaries.refused());
    }
    let is_network_time = |vary: &&Assignment| Role::network_time(&vary.name).is_some();
    let network_times = request.vary.iter().filter(is_network_time).count();
    if request.vary.len() - network_times > MOST_VARIED {
        let (count, most) = (request.vary.len(), MOST_VARIED);
        return Err(OptionProblem::TooManyNames { count, most }.refused());
    }
    let mut variations: Vec<Variation> = Vec::new();
    for vary in &request.vary {
        if variations.iter().any(|known| known.name == vary.name) {
            let name = vary.name.clone();
            return Err(OptionProblem::VariesTwice { name }.refused());
        }
        let mut given = (request.programs.iter()).flat_map(|program| &program.assignments);
        if let Some(given) = given.find(|given| given.name == vary.name) {
            let Assignment { name, value } = given.clone();
            let value = value.to_string();
            return Err(OptionProblem::VariesAndGiven { name, value }.refused());
        }
        variations.push(sizes::read(vary, sources)?);
    }
    let total = variations.iter().fold(1_usize, |product, one| {
        product.saturating_mul(one.values.len())
    });
    if total > sizes::MOST_SIZES {
        let (count, most) = (total, sizes::MOST_SIZES);
        return Err(OptionProblem::TooManySizes { count, most }.refused());
    }
    Ok(variations)
}
