//! An exercise tried by its author, and by a student.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::folder;
use super::grading::{Grader, Stopped};
use super::sandbox::Walls;
use super::submissions::Submission;
use super::{english, failed, stopped};
use crate::app::{Ended, interrupt, program, screen};
use crate::diagnostic::Status;
use crate::grade::exercise::{LoadedExercise, Visibility};
use crate::grade::outcome::{GradeOutcome, GradedItem, GradedKind};
use crate::grade::points::Points;
use crate::grade::show::{self, ShownSubmission};
use crate::source::Sources;

/// Tests an exercise: its reference, its examples, and what they leave open.
pub fn test(folder: &Path) -> Ended {
    let mut sources = Sources::default();
    let loaded = folder::load(folder, &mut sources).map_err(|found| failed(&found, &sources))?;
    let flag = interrupt::flag_of_signals();
    let grader = Grader::new(&loaded, Walls::Best, &flag).map_err(|why| stopped(&why))?;
    let mut is_fine = true;
    let say = |line: &str| screen::print(line);
    let (points, of) = (
        GradeOutcome::total(
            &grader.grading.reference.items,
            Points::WHOLE,
            loaded.exercise.rounding,
        ),
        automatic(&loaded),
    );
    match grader.faulty() {
        Some(problem) => {
            is_fine = false;
            say(&english::reference_loses(
                &points.to_string(),
                &of.to_string(),
            ))?;
            failed(&[problem.diagnostic()], &Sources::default());
        }
        None => say(&english::as_said(
            "reference.pram",
            &points.to_string(),
            &of.to_string(),
        ))?,
    }
    let mut graded: Vec<Vec<GradedItem>> = Vec::new();
    for (name, text) in loaded.files.examples() {
        let submission = Submission::of_text(&loaded.exercise, name, text.as_bytes().to_vec());
        let outcome = grader
            .grade(&submission)
            .map_err(|why| stopped(&why))?
            .outcome;
        let (lines, is_as_said) = compare(name, text, &outcome);
        is_fine &= is_as_said;
        say(&lines)?;
        graded.push(outcome.items);
    }
    say(&warnings(&loaded, &grader, &graded))?;
    if is_fine {
        Ok(())
    } else {
        Err(Status::Program)
    }
}

/// The points that no person gives.
fn automatic(loaded: &LoadedExercise) -> Points {
    let items = loaded.exercise.items.iter();
    items
        .filter(|item| item.asks != crate::grade::exercise::ItemDemand::Manual)
        .map(|item| item.points)
        .sum()
}

/// Whether an example gets the points that its first line says, and fails what its comments say.
fn compare(name: &str, text: &str, outcome: &GradeOutcome) -> (String, bool) {
    let mut lines = String::new();
    let points = outcome.points.to_string();
    let wanted = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// grade:"));
    match wanted.map(str::trim) {
        None => lines.push_str(&english::no_expectation(name)),
        Some(wanted) => {
            let number = wanted
                .split_whitespace()
                .next()
                .and_then(|word| word.parse().ok());
            let is_same = number.and_then(Points::written) == Some(outcome.points);
            if !is_same {
                lines.push_str(&english::example_differs(name, &points, wanted));
            }
        }
    }
    let failing = text
        .lines()
        .filter_map(|line| line.strip_prefix("// fails:"));
    for wanted in failing.map(str::trim) {
        match outcome.items.iter().find(|item| item.name == wanted) {
            None => lines.push_str(&english::no_such_item(name, wanted)),
            Some(item) if !item.verdict.is_bad() => {
                lines.push_str(&english::example_passes(name, wanted));
            }
            Some(_) => {}
        }
    }
    if lines.is_empty() {
        (
            english::as_said(name, &points, &outcome.of.to_string()),
            true,
        )
    } else {
        (lines, false)
    }
}

/// What an exercise leaves open: items that no example fails, hidden ones that say nothing new, near limits.
fn warnings(loaded: &LoadedExercise, grader: &Grader, examples: &[Vec<GradedItem>]) -> String {
    let mut text = String::new();
    let is_bad = |example: &Vec<GradedItem>, at: usize| example[at].verdict.is_bad();
    for (at, item) in loaded.exercise.items.iter().enumerate() {
        if grader.grading.reference.items[at].kind == GradedKind::Manual || examples.is_empty() {
            continue;
        }
        let failing: Vec<&Vec<GradedItem>> =
            examples.iter().filter(|one| is_bad(one, at)).collect();
        if failing.is_empty() {
            text.push_str(&english::never_fails(&item.name));
        } else if item.visibility == Visibility::Hidden {
            let others: HashSet<usize> = (loaded.exercise.items.iter().enumerate())
                .filter(|(_, other)| other.visibility == Visibility::Public)
                .map(|(at, _)| at)
                .collect();
            let is_implied = failing
                .iter()
                .all(|one| others.iter().any(|other| is_bad(one, *other)));
            if is_implied {
                text.push_str(&english::implied(&item.name));
            }
        }
    }
    let (used, limits) = (grader.grading.most_used(), loaded.exercise.limits.run);
    for (what, used, limit) in [
        ("steps", used.steps, limits.steps),
        ("work", used.work, limits.work),
    ] {
        if used > limit / 2 {
            text.push_str(&english::near_limit(what, used, limit));
        }
    }
    text
}

/// Tries the public items on a file, and shows what a student sees.
pub fn one(folder: &Path, file: &Path) -> Ended {
    let mut sources = Sources::default();
    let loaded =
        folder::load_public(folder, &mut sources).map_err(|found| failed(&found, &sources))?;
    let flag = interrupt::flag_of_signals();
    let (_, bytes) = program::text(file).map_err(|found| failed(&found, &Sources::default()))?;
    let submission = Submission::of_text(&loaded.exercise, "", bytes);
    let shown = tried(&loaded, &submission, &flag).map_err(|why| stopped(&why))?;
    screen::print(&shown.feedback())?;
    if shown.is_whole() {
        Ok(())
    } else {
        Err(Status::Program)
    }
}

/// What a student sees of a submission.
fn tried(
    loaded: &LoadedExercise,
    submission: &Submission,
    interrupt: &AtomicBool,
) -> Result<ShownSubmission, Stopped> {
    let grader = Grader::new(loaded, Walls::Best, interrupt)?;
    if loaded.files.reference().is_some()
        && let Some(problem) = grader.faulty()
    {
        return Err(Stopped::Problem(problem.refused()));
    }
    let graded = grader.grade(submission)?;
    let notes = submission.notes.clone();
    Ok(show::to_student(&loaded.exercise, graded.outcome, notes))
}
