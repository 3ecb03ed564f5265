//! Searches how an illegal run could be repeated legally: the program is executed on wider models until
//! one allows the whole run.
//!
//! A model that allows the step at which a run ended may forbid a later one, so the model of the step is
//! no advice. Each trial ends at the first access that its own model forbids, and the next one takes the
//! model that also allows this access: a few trials suffice. A model under which updates are lost is no
//! advice either.

use std::sync::atomic::AtomicBool;

use super::lost::lost_updates;
use super::machine::{self, AskedMachine, MachineModel, RunForm};
use super::prepare::read_all;
use super::{ExecutedProgram, OnViolation, Options, Request, execute};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::rules::model::{Model, Simultaneity, WriteRule};
use crate::machine::rules::races::Race;
use crate::result::advice::{Advice, LostUpdates, RunCommand, Trial, TrialEnding};
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::include::Files;

/// The work of a trial, in steps of one processor, besides that of the run itself.
const WORK: u64 = 100_000_000;
/// Trials get this fraction of the memory: the process may still hold that of the run.
const MEMORY_PART: u64 = 4;
/// At least the number of models that a trial can need from the weakest to the widest, and to one that
/// combines.
const MODELS: usize = 8;

/// The result of the trials for an illegal run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TriedRun {
    /// A model that allows all accesses of the program.
    pub model: Option<Trial>,
    /// Updates that are lost on a model that allows all accesses.
    pub lost: Option<LostUpdates>,
    /// Whether the whole run is legal on its own model with simultaneity per access.
    pub by_access: bool,
    /// On the asynchronous PRAM: a race that remains one under apram-cr, which allows several processors
    /// to read a cell that none writes in the section.
    pub wider_race: Option<Race>,
}

/// An option with which a legal run may end with another status than 0.
const DENIES_WARNINGS: &str = "--deny-warnings";

/// How an illegal run can be repeated legally; the advice has been tried before. `words` are those of
/// the command that led to the run, after the program's name.
pub fn advice(
    request: &Request,
    run: &Run,
    words: Vec<String>,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Advice {
    let denies = words.iter().any(|word| word == DENIES_WARNINGS);
    let tried = legal_alternatives(request, run, denies, files, interrupt);
    Advice {
        command: RunCommand { words },
        asynchronous: run.configuration.is_asynchronous(),
        model: tried.model,
        lost: tried.lost,
        by_access: tried.by_access,
        wider_race: tried.wider_race,
    }
}

/// Searches how to repeat a run legally, and without warnings if they are denied.
pub fn legal_alternatives(
    request: &Request,
    run: &Run,
    denies_warnings: bool,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> TriedRun {
    let trials = Trials {
        request,
        denies_warnings,
        steps: steps(request, run),
        work: work(request, run),
        files,
        interrupt,
    };
    let own = declared(request, files);
    let is_asynchronous = run.configuration.is_asynchronous();
    let may_read =
        (run.configuration.asynchronous()).is_some_and(|asynchronous| asynchronous.concurrent_read);
    let (sections, wider_race) = if is_asynchronous && !may_read {
        trials.on_sections()
    } else {
        (None, None)
    };
    // No model of steps can decide whether the accesses of a section are ordered.
    let (model, lost) = if sections.is_none() && run.race.is_none() {
        trials.on_steps(run, own)
    } else {
        (sections, None)
    };
    TriedRun {
        wider_race,
        model,
        lost,
        by_access: !is_asynchronous && trials.by_access(run),
    }
}

/// The synchronous model that the file names.
fn declared(request: &Request, files: &dyn Files) -> Option<Model> {
    let (file, _) = read_all(request, &mut Sources::default(), files).ok()?;
    let machine = machine::declared(&file).ok().flatten();
    match machine::model(&Options::default(), machine, file.vocabularies.main_voice()).ok()? {
        MachineModel::Synchronous(model) => Some(model),
        MachineModel::Asynchronous { .. }
        | MachineModel::Multicomputer(_)
        | MachineModel::Gpu(_) => None,
    }
}

/// The limit of the steps of a trial.
fn steps(request: &Request, run: &Run) -> u64 {
    let more = WORK / run.cost.processors().max(1);
    let until_now = run.cost.steps.time().saturating_mul(2);
    request
        .options
        .limits
        .steps
        .min(until_now.saturating_add(more))
}

/// The limit of the work of a trial. Later blocks may have far more processors than those so far.
fn work(request: &Request, run: &Run) -> u64 {
    let until_now = run.cost.steps.work.saturating_mul(2);
    let limit = request.options.limits.work;
    limit.min(until_now.saturating_add(WORK))
}

/// The rule under which the updates lose nothing, if it exists, given the operator of the updates and
/// the other values written.
fn lossless(lost: &LostUpdates) -> Option<WriteRule> {
    match lost.certain.as_ref()?.rule? {
        "max" => Some(WriteRule::Max),
        "min" => Some(WriteRule::Min),
        _ => None,
    }
}

struct Trials<'a> {
    request: &'a Request,
    denies_warnings: bool,
    steps: u64,
    work: u64,
    files: &'a dyn Files,
    interrupt: &'a AtomicBool,
}

impl Trials<'_> {
    /// On the asynchronous PRAM with concurrent reads.
    fn on_sections(&self) -> (Option<Trial>, Option<Race>) {
        let model = MachineModel::Asynchronous {
            concurrent_read: true,
        };
        let mut options = self.request.options.clone();
        options.model = Some(model);
        let Some((run, _)) = self.execute(options) else {
            return (None, None);
        };
        let is_legal = run.illegal_count() == 0 && !self.denies(&run);
        let trial = is_legal.then(|| Trial {
            options: vec![("--model", "apram-cr".to_owned())],
            model: None,
            ending: self.ending(&run),
        });
        (trial, run.race)
    }

    /// On synchronous models, each wider than the previous one; and what would be lost on one.
    fn on_steps(&self, run: &Run, own: Option<Model>) -> (Option<Trial>, Option<LostUpdates>) {
        let simultaneity = run.configuration.simultaneity;
        let is_asynchronous = run.configuration.is_asynchronous();
        let mut model = run.configuration.model;
        if let Some(own) = own {
            model = model.joined(own);
        }
        let may_choose_rule = !model.write.decides();
        let mut lost = None;
        for _ in 0..MODELS {
            let mut options = self.request.options.clone();
            options.model = Some(MachineModel::Synchronous(model));
            if options.machine.is_some() || is_asynchronous {
                options.machine = Some(AskedMachine::Shared(RunForm::Steps.usual()));
            }
            let Some((run, loses)) = self.execute(options) else {
                break;
            };
            if let Some(violation) = run.violations.first() {
                model = model.joined(violation.allowed_by.at(simultaneity));
                continue;
            }
            if let Some(loses) = loses {
                let write = lossless(&loses).filter(|write| *write != model.write);
                lost = lost.or(Some(loses));
                match write {
                    Some(write) if may_choose_rule => model.write = write,
                    _ => break,
                }
                continue;
            }
            if self.denies(&run) {
                break;
            }
            let mut options = vec![("--model", model.to_string())];
            if is_asynchronous {
                options.insert(0, ("--machine", "pram".to_owned()));
            }
            let trial = Trial {
                options,
                model: Some(model),
                ending: self.ending(&run),
            };
            return (Some(trial), None);
        }
        (None, lost)
    }

    /// Whether the whole run is legal on its own model if each access is a separate moment.
    fn by_access(&self, run: &Run) -> bool {
        if run.configuration.simultaneity == Simultaneity::Access {
            return false;
        }
        let options = Options {
            simultaneity: Simultaneity::Access,
            ..self.request.options.clone()
        };
        self.execute(options).is_some_and(|(run, lost)| {
            run.status().is_none() && lost.is_none() && !self.denies(&run)
        })
    }

    /// Whether its warnings change a status of 0.
    fn denies(&self, run: &Run) -> bool {
        self.denies_warnings && !run.warnings.is_empty()
    }

    /// A run, and its lost updates; `None` if the program cannot be run with these options.
    fn execute(&self, options: Options) -> Option<(Run, Option<LostUpdates>)> {
        let mut options = Options {
            on_violation: OnViolation::Stop,
            explore: 0,
            // Memory freed by other threads would remain with the process.
            threads: Some(1),
            ..options
        };
        options.limits.steps = self.steps;
        options.limits.work = self.work;
        options.limits.memory /= MEMORY_PART;
        let request = Request {
            options,
            ..self.request.clone()
        };
        let mut sources = Sources::default();
        let executed = execute(&request, &mut sources, self.files, self.interrupt);
        let ExecutedProgram { program, run } = executed.ok()?;
        let lost = lost_updates(&program, &run, &sources);
        Some((run, lost))
    }

    fn ending(&self, run: &Run) -> TrialEnding {
        let Some(error) = &run.error else {
            let failed = run.claims.iter().find(|claim| claim.holds == Some(false));
            return failed.map_or(TrialEnding::Legal, |failed| {
                TrialEnding::FailsClaim(failed.claim.clone())
            });
        };
        if self.is_cut_short(error) {
            return TrialEnding::Unfinished;
        }
        TrialEnding::Failed {
            code: error.code.id().to_owned(),
            message: error.message.clone(),
        }
    }

    /// Whether a limit of the trials ended it, or the user.
    fn is_cut_short(&self, error: &Diagnostic) -> bool {
        match error.code {
            Code::TooManySteps => self.steps < self.request.options.limits.steps,
            Code::TooMuchWork => self.work < self.request.options.limits.work,
            Code::TooMuchMemory | Code::Interrupted => true,
            _ => false,
        }
    }
}
