//! What submissions are judged by: an exercise with its plan, and what its reference answers.

use super::english;
use super::exercise::LoadedExercise;
use super::job::{NamedText, Task, TaskAnswer};
use super::outcome::{
    FORMAT, GradeOutcome, GradedItem, GradedKind, ItemVerdict, OutcomeFile, OutcomeStatus,
    RunTotals,
};
use super::plan::Plan;
use super::points::Points;
use super::verdict::{JudgedAnswers, TaskAnswers, judge, not_run};
use crate::VERSION;
use crate::study::store::hash;

/// What submissions are judged by.
pub struct Grading<'a> {
    /// The exercise.
    pub loaded: &'a LoadedExercise,
    /// Its tasks.
    pub plan: Plan,
    /// What the reference gets.
    pub reference: JudgedAnswers,
    reference_answers: Vec<Option<TaskAnswer>>,
}

/// What was handed in: the names of the files and their bytes, the one to be judged first.
pub type HandedIn = [(String, Vec<u8>)];

/// Why a submission is not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotRun {
    /// It has this many bytes, which is more than the exercise allows.
    TooLarge(u64),
    /// Something of it cannot be read here, which is no fault of who handed it in.
    Unread,
    /// Nothing was handed in.
    Empty,
}

impl<'a> Grading<'a> {
    /// Has the reference answer the tasks.
    pub fn new<E>(
        loaded: &'a LoadedExercise,
        answers: impl FnOnce(&[NamedText], &[Task]) -> Result<Vec<Option<TaskAnswer>>, E>,
    ) -> Result<Self, E> {
        let plan = Plan::of(&loaded.exercise);
        let reference_answers = match loaded.files.reference() {
            Some(text) => {
                let file = NamedText::new(loaded.exercise.files[0].clone(), text);
                answers(&[file], &plan.tasks)?
            }
            None => Vec::new(),
        };
        let own = &reference_answers;
        Ok(Self {
            reference: judge(&loaded.exercise, &plan, own, own),
            loaded,
            plan,
            reference_answers,
        })
    }

    /// The first item of which the reference does not get all points.
    pub fn faulty(&self) -> Option<&GradedItem> {
        let mut items = self.reference.items.iter();
        items.find(|item| {
            item.kind != GradedKind::Manual && (item.verdict.is_bad() || item.points < item.of)
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

    /// What the answers about a submission mean.
    pub fn judge(&self, answers: &TaskAnswers) -> JudgedAnswers {
        judge(
            &self.loaded.exercise,
            &self.plan,
            answers,
            &self.reference_answers,
        )
    }

    /// What a submission gets that is not run.
    pub fn not_run(&self, why: NotRun) -> JudgedAnswers {
        let exercise = &self.loaded.exercise;
        let (verdict, status, text) = match why {
            NotRun::TooLarge(bytes) => (
                ItemVerdict::Unreadable,
                OutcomeStatus::Unreadable,
                english::too_large(bytes, exercise.limits.source),
            ),
            NotRun::Unread => (
                ItemVerdict::NotTried,
                OutcomeStatus::Ungraded,
                english::unread().to_owned(),
            ),
            NotRun::Empty => (
                ItemVerdict::Missing,
                OutcomeStatus::Empty,
                english::empty().to_owned(),
            ),
        };
        JudgedAnswers {
            items: not_run(exercise, verdict, &text),
            status,
            notes: Vec::new(),
            used: RunTotals::default(),
            shape: None,
            failing: None,
        }
    }

    /// The outcome of a submission; `key` is that of its result.
    pub fn outcome(&self, key: &str, files: &HandedIn, judged: JudgedAnswers) -> GradeOutcome {
        let exercise = &self.loaded.exercise;
        GradeOutcome {
            format: FORMAT.to_owned(),
            key: key.to_owned(),
            pram: VERSION.to_owned(),
            exercise: exercise.id.clone(),
            status: judged.status,
            points: GradeOutcome::total(&judged.items, Points::WHOLE, exercise.rounding),
            of: exercise.of(),
            open: GradeOutcome::open(&judged.items),
            notes: judged.notes,
            files: (files.iter())
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
