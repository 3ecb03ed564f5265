//! Whether an attempt does what its exercise asks.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::exercise_check::ExerciseCheck;
use super::exercises::LearnExercise;
use super::other_check::with_condition;
use super::result::wrong;
use crate::app::files::Disk;
use crate::app::problem::AssignmentKind;
use crate::app::{program, screen};
use crate::diagnostic::{Diagnostic, Label};
use crate::pipeline::{self, Limits, Options, Request};
use crate::present::messages::problems;
use crate::result::run::Run;
use crate::source::{FileId, Sources};
use crate::syntax::vocabulary::Vocabulary;

/// Steps after which an attempt is taken for one that never ends.
const MOST_STEPS: u64 = 1_000_000;

/// Checks the attempt in a file, and says on standard error what is wrong with it, with code in this
/// vocabulary. Whether it is solved.
pub fn is_solved(
    exercise: &LearnExercise,
    vocabulary: Vocabulary,
    file: &Path,
    interrupt: &AtomicBool,
) -> bool {
    let (name, bytes) = match program::text(file) {
        Ok(read) => read,
        Err(problems) => {
            screen::report(&problems, &Sources::default());
            return false;
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    if let Some(check) = missing(exercise, &text) {
        let check = check.line(vocabulary);
        screen::say(&format!(
            "This line of the exercise has to stay: `{check}`\n"
        ));
        return false;
    }
    let run = |inputs: &str, asks: &[&str]| {
        let mut asked = bytes.clone();
        for ask in asks {
            asked.extend(format!("\n{ask}").bytes());
        }
        runs(&name, asked, inputs, interrupt).map_err(|(sources, mut problems)| {
            for problem in &mut problems {
                without_place(problem, bytes.len());
            }
            (sources, problems)
        })
    };
    if let Err((sources, problems)) = run("", &[]) {
        screen::report(&problems, &sources);
        return false;
    }
    let solution = exercise.solution(vocabulary);
    let is_right = |attempt: &Run, solution: &str, inputs: &str| {
        let right = runs(exercise.name, solution.into(), inputs, interrupt);
        let wrong = right
            .ok()
            .and_then(|right| wrong(exercise, attempt, &right));
        if let Some(wrong) = &wrong {
            let with = if inputs.is_empty() { "" } else { " with " };
            screen::say(&format!("It runs, but{with}{inputs}: {wrong}.\n"));
        }
        wrong.is_none()
    };
    for inputs in std::iter::once(&"").chain(exercise.inputs) {
        match run(inputs, exercise.asks) {
            Ok(attempt) if is_right(&attempt, &solution, inputs) => {}
            Ok(_) => return false,
            Err((sources, problems)) => {
                if inputs.is_empty() {
                    screen::say("It runs, but does not do what the exercise asks:\n\n");
                } else {
                    screen::say(&format!("It runs, but not with {inputs}:\n\n"));
                }
                screen::report(&problems, &sources);
                return false;
            }
        }
    }
    for (inputs, condition) in exercise.others {
        let Some((other, check)) = with_condition(exercise, &text, condition) else {
            continue;
        };
        let right = with_condition(exercise, &solution, condition);
        let right = right.map_or_else(|| solution.clone(), |(right, _)| right);
        match runs(&name, other.into(), inputs, interrupt) {
            Ok(attempt) if is_right(&attempt, &right, inputs) => {}
            Ok(_) => return false,
            Err((sources, problems)) => {
                screen::say(&format!(
                    "It runs, but not with {inputs}, where this has to hold: `{check}`\n\n"
                ));
                screen::report(&problems, &sources);
                return false;
            }
        }
    }
    true
}

/// What the exercise asks for stands behind the text of the attempt, where nobody sees it: what is
/// found there is told without its line.
fn without_place(problem: &mut Diagnostic, length: usize) {
    let is_behind = |label: &mut Label| {
        label.span.file == FileId::default() && label.span.start as usize >= length
    };
    if let Some(label) = problem.primary.take_if(is_behind) {
        problem.message = format!("{}, which the exercise asks for", problem.message);
        problem.notes.insert(0, label.text);
    }
}

/// A check of the starter that the text does not hold any more, unless it has those of the solution.
fn missing(exercise: &LearnExercise, text: &str) -> Option<ExerciseCheck> {
    let lines: String = (text.lines())
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let is_kept = |check: &ExerciseCheck| check.is_in(&lines);
    if exercise.checks_of_solution().iter().all(is_kept) {
        return None;
    }
    exercise.checks().into_iter().find(|check| !is_kept(check))
}

/// The run of a program with these inputs; what is wrong, where something is.
fn runs(
    name: &str,
    bytes: Vec<u8>,
    inputs: &str,
    interrupt: &AtomicBool,
) -> Result<Run, (Sources, Vec<Diagnostic>)> {
    let words: Vec<String> = inputs.split_whitespace().map(str::to_owned).collect();
    let mut sources = Sources::default();
    let assignments = match program::assignments(&words, AssignmentKind::Inputs) {
        Ok(assignments) => assignments,
        Err(problems) => return Err((sources, problems)),
    };
    let request = Request {
        name: name.to_owned(),
        bytes,
        entry: None,
        assignments,
        options: Options {
            limits: Limits {
                steps: MOST_STEPS,
                ..Limits::default()
            },
            ..Options::default()
        },
    };
    match pipeline::execute(&request, &mut sources, &Disk::default(), interrupt) {
        Ok(executed) => {
            let problems = problems::of_run(&executed.run, None, &sources);
            if problems.is_empty() {
                Ok(executed.run)
            } else {
                Err((sources, problems))
            }
        }
        Err(problems) => Err((sources, problems)),
    }
}
