//! A submission from its files to its outcome, by workers.

use std::sync::atomic::AtomicBool;

use super::GradeProblem;
use super::english;
use super::sandbox::Walls;
use super::submissions::Submission;
use super::worker::{self, ConversationEnd, WorkerUse};
use crate::VERSION;
use crate::app::store::{Key, KeyParts};
use crate::diagnostic::Diagnostic;
use crate::grade::exercise::LoadedExercise;
use crate::grade::grading::{Grading, HandedIn, NotRun};
use crate::grade::job::{GradeJob, NamedText, ReplayAnswer, Task, TaskAnswer};
use crate::grade::outcome::{FORMAT, GradeOutcome};
use crate::grade::verdict::JudgedAnswers;

/// What grades the submissions of an exercise.
pub struct Grader<'a> {
    /// What they are judged by.
    pub grading: Grading<'a>,
    /// The hash of the exercise: results of another one are not taken.
    pub hash: String,
    workers: Workers<'a>,
}

/// How workers are started.
struct Workers<'a> {
    loaded: &'a LoadedExercise,
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
    /// What workers used.
    pub used: WorkerUse,
    /// The run that the first item fails with, step by step.
    pub replay: Option<ReplayAnswer>,
}

/// What workers answered.
#[derive(Default)]
struct Answered {
    answers: Vec<Option<TaskAnswer>>,
    early: Option<String>,
    missing: Vec<String>,
    used: WorkerUse,
}

impl<'a> Grader<'a> {
    /// Runs the reference; what it gets has to be looked at.
    pub fn new(
        loaded: &'a LoadedExercise,
        walls: Walls,
        interrupt: &'a AtomicBool,
    ) -> Result<Self, Stopped> {
        let workers = Workers {
            loaded,
            walls,
            interrupt,
        };
        let grading = Grading::new(loaded, |files, tasks| {
            workers
                .answers(files, tasks)
                .map(|answered| answered.answers)
        })?;
        Ok(Self {
            grading,
            hash: exercise_hash(loaded),
            workers,
        })
    }

    /// The first item of which the reference does not get all points.
    pub fn faulty(&self) -> Option<GradeProblem> {
        let lost = self.grading.faulty()?;
        Some(GradeProblem::ReferenceFails {
            item: lost.name.clone(),
            text: lost.teacher.clone(),
        })
    }

    /// The key of a submission: equal ones are graded once.
    pub fn key(&self, submission: &Submission) -> Key {
        let parts = KeyParts::default()
            .with(FORMAT)
            .with(VERSION)
            .with(&self.hash);
        let parts = match submission.not_run {
            Some(NotRun::TooLarge(bytes)) => parts.with("too-large").with(bytes.to_string()),
            Some(NotRun::Unread) => parts.with("unread"),
            Some(NotRun::Empty) | None => parts,
        };
        let files = submission.files.iter();
        files
            .fold(parts, |parts, (name, bytes)| parts.with(name).with(bytes))
            .key()
    }

    /// The outcome of a submission.
    pub fn grade(&self, submission: &Submission) -> Result<GradedNow, Stopped> {
        let is_empty = submission.files.is_empty();
        let not_run = submission.not_run.or(is_empty.then_some(NotRun::Empty));
        let (judged, answered, replay) = match not_run {
            Some(why) => (self.grading.not_run(why), Answered::default(), None),
            None => self.run(&submission.files)?,
        };
        let key = self.key(submission);
        Ok(GradedNow {
            outcome: (self.grading).outcome(key.as_str(), &submission.files, judged),
            missing: answered.missing,
            used: answered.used,
            replay,
        })
    }

    /// What a submission gets that is run, and the run that it fails with.
    fn run(
        &self,
        files: &HandedIn,
    ) -> Result<(JudgedAnswers, Answered, Option<ReplayAnswer>), Stopped> {
        let files: Vec<NamedText> = (files.iter())
            .map(|(name, bytes)| NamedText::of_bytes(name.clone(), bytes.clone()))
            .collect();
        let mut answered = self.workers.answers(&files, &self.grading.plan.tasks)?;
        let mut judged = self.grading.judge(&answered.answers);
        let early = answered.early.iter();
        judged
            .notes
            .extend(early.map(|reason| english::ended_early(reason)));
        let shown = match &judged.failing {
            Some(run) => self.workers.answers(&files, &[Task::Replay(run.clone())])?,
            None => Answered::default(),
        };
        answered.used = answered.used.then(shown.used);
        let replay = match shown.answers.into_iter().flatten().next() {
            Some(TaskAnswer::Replay(replay)) => Some(replay),
            _ => None,
        };
        Ok((judged, answered, replay))
    }
}

impl Workers<'_> {
    /// Has all tasks done. An early end is tried once more with the task alone; what ends early again is left.
    fn answers(&self, files: &[NamedText], tasks: &[Task]) -> Result<Answered, Stopped> {
        let exercise = &self.loaded.exercise;
        let mut answered = Answered::default();
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
            let conversation = worker::ask(&job, self.walls, exercise.limits.cpu, self.interrupt);
            let is_further = !conversation.answers.is_empty();
            answered
                .answers
                .extend(conversation.answers.into_iter().map(Some));
            answered.used = answered.used.then(conversation.used);
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
