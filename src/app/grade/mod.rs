//! `pram grade`: a class, submission by submission, each in a process of its own.

mod english;
mod folder;
mod grading;
mod results;
pub mod sandbox;
mod show;
mod submissions;
mod trial;
pub mod worker;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::arguments::{AgainChoice, GradeAction, GradeArguments, SandboxChoice};
use super::progress::Bar;
use super::store::{Key, Shard};
use super::{Ended, interrupt, screen};
use crate::diagnostic::{Code, Diagnostic, Places, Status};
use crate::grade::outcome::OutcomeStatus;
use crate::grade::show::Audience;
use crate::language::{Language, Voice};
use crate::pipeline::progress::{Parts, Progress};
use crate::source::{Sources, shown_path};
use grading::{Grader, Stopped};
use results::{IndexEntry, ResultsFolder};
use sandbox::Walls;
use submissions::Submission;

/// What is wrong with a folder, a table or this computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GradeProblem {
    /// A folder that is not there.
    NoFolder {
        /// Its name.
        folder: String,
        /// What should be in it.
        what: &'static str,
    },
    /// A folder without `exercise.toml`.
    NoExercise {
        /// Its name.
        folder: String,
    },
    /// A folder with other results.
    OtherResults {
        /// Its name.
        folder: String,
        /// What they are.
        reason: String,
    },
    /// A wall is missing that has to be there.
    NoSandbox(String),
    /// The system starts no process.
    NotStarted(String),
    /// The reference does not get all points.
    ReferenceFails {
        /// Of this item.
        item: String,
        /// What it says.
        text: String,
    },
    /// A table that cannot be used.
    BadList {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
    /// `--only` names nobody.
    NoSubmission {
        /// As written.
        id: String,
    },
    /// `--format moodle` without a worksheet.
    NeedsWorksheet,
    /// `--format gradescope` for several submissions, and no folder for their files.
    NeedsFolder,
}

impl GradeProblem {
    /// The problem in words.
    pub fn diagnostic(&self) -> Diagnostic {
        let code = match self {
            Self::NoFolder { .. } | Self::BadList { .. } => Code::CannotRead,
            Self::NoExercise { .. } | Self::ReferenceFails { .. } => Code::Exercise,
            Self::OtherResults { .. } => Code::Store,
            Self::NoSandbox(_) | Self::NotStarted(_) => Code::Sandbox,
            Self::NoSubmission { .. } | Self::NeedsWorksheet | Self::NeedsFolder => Code::BadOption,
        };
        let words = match Voice::default().language {
            Language::English | Language::Croatian => english::words(self),
        };
        Places::nowhere(code).with(words)
    }

    fn refused(&self) -> Vec<Diagnostic> {
        vec![self.diagnostic()]
    }
}

/// How a call ends that is fine otherwise: some submissions are ungraded.
const UNGRADED: Status = Status::Ungraded;

/// Grades a class, or does what else is asked for.
pub fn grade(arguments: &GradeArguments) -> Ended {
    match (
        &arguments.action,
        &arguments.exercise,
        &arguments.submissions,
    ) {
        (Some(GradeAction::Show(show)), ..) => show::show(show),
        (Some(GradeAction::Test { exercise }), ..) => trial::test(exercise),
        (Some(GradeAction::One { exercise, file }), ..) => trial::one(exercise, file),
        (None, Some(exercise), Some(submissions)) => class(arguments, exercise, submissions),
        // The command line requires both.
        (None, ..) => Err(Status::CommandLine),
    }
}

/// The walls that are wanted, or those that this system is known to have.
fn walls(choice: Option<SandboxChoice>) -> Walls {
    match choice {
        Some(SandboxChoice::Strict) => Walls::Strict,
        Some(SandboxChoice::Best) => Walls::Best,
        Some(SandboxChoice::Off) => Walls::Off,
        None if cfg!(target_os = "linux") => Walls::Strict,
        None => Walls::Best,
    }
}

fn failed(problems: &[Diagnostic], sources: &Sources) -> Status {
    screen::report(problems, sources)
}

/// The status of a call that gave no result.
fn stopped(stopped: &Stopped) -> Status {
    match stopped {
        Stopped::Interrupted => Status::Limit,
        Stopped::Problem(problems) => failed(problems, &Sources::default()),
    }
}

/// One piece of work: all submissions with the same files.
struct Unit<'a> {
    key: Key,
    submissions: Vec<&'a Submission>,
}

fn class(arguments: &GradeArguments, exercise: &Path, submissions: &Path) -> Ended {
    let mut sources = Sources::default();
    let loaded = folder::load(exercise, &mut sources).map_err(|found| failed(&found, &sources))?;
    let nowhere = Sources::default();
    let (mut submissions, not_taken) =
        submissions::read(submissions, &loaded.exercise, &arguments.results)
            .map_err(|found| failed(&found, &nowhere))?;
    choose(&mut submissions, &arguments.only, &arguments.skip)
        .map_err(|found| failed(&found, &nowhere))?;
    let flag = interrupt::flag_of_signals();
    let walls = walls(arguments.sandbox);
    let grader = Grader::new(&loaded, walls, &flag).map_err(|why| stopped(&why))?;
    if let Some(problem) = grader.faulty() {
        return Err(failed(&problem.refused(), &nowhere));
    }
    let results = ResultsFolder::create(&arguments.results, &loaded, &grader.hash)
        .map_err(|found| failed(&found, &nowhere))?;
    let lists = &arguments.lists;
    let lists =
        show::lists(&results, &loaded.exercise, lists).map_err(|found| failed(&found, &nowhere))?;
    let units = plan(&grader, &submissions);
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let own: Vec<&Unit> = units
        .iter()
        .enumerate()
        .filter(|(at, _)| shard.has(*at))
        .map(|(_, unit)| unit)
        .collect();
    let jobs = arguments
        .jobs
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let run = Run {
        grader: &grader,
        results: &results,
        again: arguments.again,
        interrupt: &flag,
    };
    let done = run
        .units(&own, jobs)
        .map_err(|found| failed(&found, &nowhere))?;
    if flag.load(Ordering::Relaxed) {
        screen::say(&english::interrupted(done.units, own.len()));
        return Err(Status::Limit);
    }
    if let Some(shard) = arguments.shard {
        screen::print(&english::shard(&shard.to_string(), done.units, own.len()))?;
        return if done.ungraded > 0 {
            Err(UNGRADED)
        } else {
            Ok(())
        };
    }
    for line in &not_taken {
        screen::say(&format!("note: {line}\n"));
    }
    let graded = results
        .all(&grader.hash)
        .map_err(|found| failed(&found, &nowhere))?;
    let graded: Vec<_> = (graded.into_iter())
        .filter(|one| submissions.iter().any(|submission| submission.id == one.id))
        .collect();
    screen::print(&show::table(
        &loaded.exercise,
        &graded,
        &lists,
        Audience::Teacher,
    ))?;
    screen::say(&english::graded(
        done.new,
        done.kept,
        &shown_path(&arguments.results),
    ));
    let ungraded = graded
        .iter()
        .filter(|one| one.outcome.status == OutcomeStatus::Ungraded)
        .count();
    if ungraded > 0 {
        screen::say(&english::ungraded(ungraded));
        return Err(UNGRADED);
    }
    Ok(())
}

/// Keeps those that are asked for.
fn choose(
    submissions: &mut Vec<Submission>,
    only: &[String],
    skip: &[String],
) -> Result<(), Vec<Diagnostic>> {
    let is_there = |id: &String| submissions.iter().any(|one| one.id == *id);
    if let Some(id) = only.iter().chain(skip).find(|id| !is_there(id)) {
        return Err(GradeProblem::NoSubmission { id: id.clone() }.refused());
    }
    submissions
        .retain(|one| (only.is_empty() || only.contains(&one.id)) && !skip.contains(&one.id));
    Ok(())
}

/// The units, the largest first, so that no long one begins last; a function of exercise and submissions alone.
fn plan<'a>(grader: &Grader, submissions: &'a [Submission]) -> Vec<Unit<'a>> {
    let mut units: Vec<Unit> = Vec::new();
    let mut known: HashMap<Key, usize> = HashMap::new();
    for submission in submissions {
        let key = grader.key(submission);
        let at = *known.entry(key.clone()).or_insert(units.len());
        match units.get_mut(at) {
            Some(unit) => unit.submissions.push(submission),
            None => units.push(Unit {
                key,
                submissions: vec![submission],
            }),
        }
    }
    let bytes = |unit: &Unit| unit.submissions[0].bytes();
    units.sort_by(|one, other| {
        bytes(other)
            .cmp(&bytes(one))
            .then_with(|| one.key.cmp(&other.key))
    });
    units
}

/// Grading, unit by unit.
struct Run<'a> {
    grader: &'a Grader<'a>,
    results: &'a ResultsFolder,
    again: AgainChoice,
    interrupt: &'a AtomicBool,
}

/// What was done.
#[derive(Debug, Default, Clone, Copy)]
struct Done {
    /// Units that are over.
    units: usize,
    /// Submissions that were graded, and those that have a result already.
    new: usize,
    kept: usize,
    ungraded: usize,
}

impl Run<'_> {
    fn units(&self, units: &[&Unit], jobs: usize) -> Result<Done, Vec<Diagnostic>> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new((Done::default(), Vec::new()));
        let bar = Bar::new(english::GRADING.to_owned());
        thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, units.len().max(1)) {
                scope.spawn(|| {
                    while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if self.interrupt.load(Ordering::Relaxed) {
                            return;
                        }
                        let ended = self.unit(unit);
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        match ended {
                            Ok(one) => {
                                done.0.units += 1;
                                done.0.new += one.new;
                                done.0.kept += one.kept;
                                done.0.ungraded += one.ungraded;
                            }
                            Err(Stopped::Interrupted) => return,
                            Err(Stopped::Problem(problems)) => {
                                done.1 = problems;
                                // The others would meet the same.
                                next.store(units.len(), Ordering::Relaxed);
                                return;
                            }
                        }
                        let count = done.0.units as u64;
                        bar.show(Progress::even(
                            Parts::Submissions,
                            count,
                            units.len() as u64,
                        ));
                    }
                });
            }
        });
        let (done, problems) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        if problems.is_empty() {
            Ok(done)
        } else {
            Err(problems)
        }
    }

    /// Grades a unit, unless it has its result; and enters it for each of its submissions.
    fn unit(&self, unit: &Unit) -> Result<Done, Stopped> {
        let problem = Stopped::Problem;
        let own = &unit.submissions;
        let known = self.results.entry(&own[0].id);
        let was_ungraded =
            known.filter(|entry| entry.ungraded.is_some() && entry.key == unit.key.as_str());
        let has_result = self.results.has(&unit.key);
        let is_kept = match self.again {
            AgainChoice::All => false,
            AgainChoice::Failed => has_result,
            AgainChoice::Changed => has_result || was_ungraded.is_some(),
        };
        let mut done = Done::default();
        let (mut missing, mut ungraded) = (Vec::new(), None);
        if is_kept {
            done.kept = own.len();
            if has_result {
                // Walls that were missing when it was graded are still noted.
                missing = self.walls_noted(unit);
            } else {
                ungraded = was_ungraded.and_then(|entry| entry.ungraded);
            }
        } else {
            let graded = self.grader.grade(own[0])?;
            done.new = own.len();
            missing = graded.missing;
            if graded.outcome.status == OutcomeStatus::Ungraded {
                ungraded = Some(graded.outcome);
            } else {
                if let Some(replay) = &graded.replay {
                    let kept = self.results.keep_replay(&unit.key, replay);
                    kept.map_err(problem)?;
                }
                self.results
                    .keep(&unit.key, &graded.outcome)
                    .map_err(problem)?;
            }
            self.results
                .keep_use(&unit.key, graded.used)
                .map_err(problem)?;
        }
        done.ungraded = usize::from(ungraded.is_some());
        for submission in own {
            let entry = IndexEntry {
                id: submission.id.clone(),
                name: submission.name.clone(),
                key: unit.key.as_str().to_owned(),
                exercise: self.grader.hash.clone(),
                notes: submission.notes.iter().chain(&missing).cloned().collect(),
                ungraded: ungraded.clone(),
            };
            self.results.enter(&entry).map_err(problem)?;
        }
        Ok(done)
    }

    /// The notes of an entry that the folder of submissions does not explain.
    fn walls_noted(&self, unit: &Unit) -> Vec<String> {
        let entry = self.results.entry(&unit.submissions[0].id);
        let entry = entry.filter(|entry| entry.key == unit.key.as_str());
        let notes = entry.map_or_else(Vec::new, |entry| entry.notes);
        let own = &unit.submissions[0].notes;
        notes
            .into_iter()
            .filter(|note| !own.contains(note))
            .collect()
    }
}
