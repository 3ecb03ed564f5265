//! A file tried by a student: the public items, in this process.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use super::exercise::LoadedExercise;
use super::grading::{Grading, HandedIn, NotRun};
use super::job::{GradeJob, NamedText, Task, TaskAnswer};
use super::show::{self, ShownSubmission};
use super::work::perform;

/// Has tasks done in this process; none from where it was interrupted.
pub fn answers(
    loaded: &LoadedExercise,
    files: &[NamedText],
    tasks: &[Task],
    interrupt: &AtomicBool,
) -> Vec<Option<TaskAnswer>> {
    let job = GradeJob::new(
        &loaded.exercise,
        &loaded.files,
        files.to_vec(),
        tasks.to_vec(),
    );
    let answers = job.tasks.iter().map(|task| {
        let is_over = || interrupt.load(Ordering::Relaxed);
        if is_over() {
            return None;
        }
        let answer = perform(&job, task, interrupt);
        (!is_over()).then_some(answer)
    });
    answers.collect()
}

/// Tries a file, which is taken for the one that the exercise asks for; none if it was interrupted. `loaded` has
/// public items alone. Nothing keeps the file from using time and memory, up to the limits of the exercise: whoever
/// wrote it runs it.
pub fn tried(
    loaded: &LoadedExercise,
    bytes: Vec<u8>,
    interrupt: &AtomicBool,
) -> Option<ShownSubmission> {
    let exercise = &loaded.exercise;
    let length = bytes.len() as u64;
    let handed_in: &HandedIn = &[(exercise.files[0].clone(), bytes)];
    let Ok(grading) = Grading::new(loaded, |files, tasks| {
        // Nothing but outputs of runs is compared with the reference.
        let compared = tasks.iter().map(|task| match task {
            Task::Runs { .. } => {
                let answer = answers(loaded, files, std::slice::from_ref(task), interrupt).pop();
                answer.flatten()
            }
            Task::Text | Task::Check { .. } | Task::Sweep { .. } | Task::Replay(_) => None,
        });
        Ok::<_, Infallible>(compared.collect())
    });
    let judged = if length > exercise.limits.source {
        grading.not_run(NotRun::TooLarge(length))
    } else {
        let (name, bytes) = handed_in[0].clone();
        let file = NamedText::of_bytes(name, bytes);
        grading.judge(&answers(loaded, &[file], &grading.plan.tasks, interrupt))
    };
    if interrupt.load(Ordering::Relaxed) {
        return None;
    }
    let outcome = grading.outcome("", handed_in, judged);
    Some(show::to_student(exercise, outcome, Vec::new()))
}
