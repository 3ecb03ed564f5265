//! A submission from its files to its outcome, by workers.

use std::sync::atomic::AtomicBool;

use super::GradeProblem;
use super::english;
use super::folder::LoadedExercise;
use super::sandbox::Walls;
use super::submissions::Submission;
use super::worker::{self, ConversationEnd};
use crate::VERSION;
use crate::app::store::{Key, KeyParts, hash};
use crate::diagnostic::Diagnostic;
use crate::grade::english::empty;
use crate::grade::job::{GradeJob, NamedText, TaskAnswer};
use crate::grade::outcome::{
    FORMAT, GradeOutcome, ItemVerdict, OutcomeFile, OutcomeStatus, RunTotals,
};
use crate::grade::plan::Plan;
use crate::grade::points::Points;
use crate::grade::verdict::{JudgedAnswers, judge, not_run};

/// What grades the submissions of an exercise.
pub struct Grader<'a> {
    /// The exercise.
    pub loaded: &'a LoadedExercise,
    /// Its hash: results of another one are not taken.
    pub hash: String,
    /// What the reference answers.
    pub reference: JudgedAnswers,
    plan: Plan,
    reference_answers: Vec<Option<TaskAnswer>>,
    walls: Walls,
    interrupt: &'a AtomicBool,
}

/// Why there is no outcome.
pub enum Stopped {
    /// Ctrl-C, or a signal.
    Interrupted,
    /// What has to be there is not.
    Problem(Vec<Diagnostic>),
}

/// A submission, graded.
pub struct GradedNow {
    /// The outcome.
    pub outcome: GradeOutcome,
    /// Walls that were missing.
    pub missing: Vec<String>,
    /// Processor time in milliseconds.
    pub cpu: u64,
}

/// What workers answered.
struct Answered {
    answers: Vec<Option<TaskAnswer>>,
    early: Option<String>,
    missing: Vec<String>,
    cpu: u64,
}

impl<'a> Grader<'a> {
    /// Runs the reference; what it gets has to be looked at.
    pub fn new(
        loaded: &'a LoadedExercise,
        walls: Walls,
        interrupt: &'a AtomicBool,
    ) -> Result<Self, Stopped> {
        let plan = Plan::of(&loaded.exercise);
        let text = loaded.files.reference().unwrap_or_default();
        let reference = vec![NamedText::new(loaded.exercise.files[0].clone(), text)];
        let mut grader = Self {
            loaded,
            hash: exercise_hash(loaded),
            reference: JudgedAnswers {
                items: Vec::new(),
                status: OutcomeStatus::Open,
                notes: Vec::new(),
                used: RunTotals::default(),
                shape: None,
            },
            plan,
            reference_answers: Vec::new(),
            walls,
            interrupt,
        };
        let answered = grader.answers(&reference)?;
        grader.reference_answers = answered.answers;
        grader.reference = grader.judge(&grader.reference_answers);
        Ok(grader)
    }

    /// The first item of which the reference does not get all points.
    pub fn faulty(&self) -> Option<GradeProblem> {
        let items = self.reference.items.iter();
        let mut lost = items.filter(|item| item.verdict.is_bad() || item.points < item.of);
        let lost = lost.find(|item| {
            item.verdict != ItemVerdict::Open
                || !item.teacher.contains(&crate::grade::english::waits())
        })?;
        Some(GradeProblem::ReferenceFails {
            item: lost.name.clone(),
            text: lost.teacher.clone(),
        })
    }

    /// The largest work and number of steps of a run of the reference.
    pub fn most_used(&self) -> RunTotals {
        let runs = TaskAnswer::runs(self.reference_answers.iter().flatten());
        runs.fold(RunTotals::default(), |most, run| RunTotals {
            work: most.work.max(run.work),
            steps: most.steps.max(run.steps),
        })
    }

    /// The key of a submission: equal ones are graded once.
    pub fn key(&self, submission: &Submission) -> Key {
        let parts = KeyParts::default()
            .with(FORMAT)
            .with(VERSION)
            .with(&self.hash);
        let parts = match submission.too_large {
            Some(bytes) => parts.with("too-large").with(bytes.to_string()),
            None => parts,
        };
        let files = submission.files.iter();
        files
            .fold(parts, |parts, (name, bytes)| parts.with(name).with(bytes))
            .key()
    }

    /// The outcome of a submission.
    pub fn grade(&self, submission: &Submission) -> Result<GradedNow, Stopped> {
        let exercise = &self.loaded.exercise;
        let not_run = |verdict, status, why: &str| {
            let judged = JudgedAnswers {
                items: not_run(exercise, verdict, why),
                status,
                notes: Vec::new(),
                used: RunTotals::default(),
                shape: None,
            };
            Ok(GradedNow {
                outcome: self.outcome(submission, judged),
                missing: Vec::new(),
                cpu: 0,
            })
        };
        if let Some(bytes) = submission.too_large {
            let why = english::too_large(bytes, exercise.limits.source);
            return not_run(ItemVerdict::Unreadable, OutcomeStatus::Unreadable, &why);
        }
        if submission.files.is_empty() {
            return not_run(ItemVerdict::Missing, OutcomeStatus::Empty, empty());
        }
        let files = submission.files.iter();
        let files = files.map(|(name, bytes)| NamedText::of_bytes(name.clone(), bytes.clone()));
        let answered = self.answers(&files.collect::<Vec<_>>())?;
        let mut judged = self.judge(&answered.answers);
        if let Some(reason) = &answered.early {
            judged.notes.push(english::ended_early(reason));
        }
        Ok(GradedNow {
            outcome: self.outcome(submission, judged),
            missing: answered.missing,
            cpu: answered.cpu,
        })
    }

    fn judge(&self, answers: &[Option<TaskAnswer>]) -> JudgedAnswers {
        judge(
            &self.loaded.exercise,
            &self.plan,
            answers,
            &self.reference_answers_or(answers),
        )
    }

    /// The reference is compared with itself.
    fn reference_answers_or(&self, own: &[Option<TaskAnswer>]) -> Vec<Option<TaskAnswer>> {
        if self.reference_answers.is_empty() {
            own.to_vec()
        } else {
            self.reference_answers.clone()
        }
    }

    /// Has all tasks done. An early end is tried once more with the task alone; what ends early again is left.
    fn answers(&self, files: &[NamedText]) -> Result<Answered, Stopped> {
        let tasks = &self.plan.tasks;
        let exercise = &self.loaded.exercise;
        let cpu = exercise.limits.cpu;
        let mut answered = Answered {
            answers: Vec::new(),
            early: None,
            missing: Vec::new(),
            cpu: 0,
        };
        let mut is_again = false;
        while answered.answers.len() < tasks.len() {
            let done = answered.answers.len();
            let until = if is_again { done + 1 } else { tasks.len() };
            let job = GradeJob::new(
                exercise,
                &self.loaded.files,
                files.to_vec(),
                tasks[done..until].to_vec(),
            );
            let conversation = worker::ask(&job, self.walls, cpu, self.interrupt);
            let is_further = !conversation.answers.is_empty();
            answered
                .answers
                .extend(conversation.answers.into_iter().map(Some));
            answered.cpu += conversation.cpu;
            answered.missing = conversation.missing;
            match conversation.end {
                ConversationEnd::Done => is_again = false,
                ConversationEnd::Early(reason) if is_again && !is_further => {
                    answered.early = Some(reason);
                    break;
                }
                ConversationEnd::Early(_) => is_again = true,
                ConversationEnd::Interrupted => return Err(Stopped::Interrupted),
                ConversationEnd::Refused(reason) => {
                    return Err(Stopped::Problem(GradeProblem::NoSandbox(reason).refused()));
                }
                ConversationEnd::NotStarted(reason) => {
                    return Err(Stopped::Problem(GradeProblem::NotStarted(reason).refused()));
                }
            }
        }
        answered.answers.resize_with(tasks.len(), || None);
        Ok(answered)
    }

    fn outcome(&self, submission: &Submission, judged: JudgedAnswers) -> GradeOutcome {
        let exercise = &self.loaded.exercise;
        let files = submission.files.iter();
        GradeOutcome {
            format: FORMAT.to_owned(),
            key: self.key(submission).as_str().to_owned(),
            pram: VERSION.to_owned(),
            exercise: exercise.id.clone(),
            status: judged.status,
            points: GradeOutcome::total(&judged.items, Points::WHOLE, exercise.rounding),
            of: exercise.of(),
            open: GradeOutcome::open(&judged.items),
            notes: judged.notes,
            files: files
                .map(|(name, bytes)| OutcomeFile {
                    name: name.clone(),
                    sha256: hash(bytes),
                    bytes: bytes.len() as u64,
                })
                .collect(),
            items: judged.items,
            used: judged.used,
            shape: judged.shape,
        }
    }
}

/// The hash of all that decides about points. Examples do not.
fn exercise_hash(loaded: &LoadedExercise) -> String {
    let files = &loaded.files;
    let programs = files
        .programs
        .iter()
        .filter(|(name, _)| !name.starts_with("examples/"));
    let parts = KeyParts::default().with(&files.toml);
    let parts = programs.fold(parts, |parts, (name, text)| parts.with(name).with(text));
    parts.key().as_str().to_owned()
}
