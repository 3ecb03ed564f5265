//! Whether an attempt does what its exercise asks.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::exercises::Exercise;
use crate::app::files::Disk;
use crate::app::{program, screen};
use crate::diagnostic::Diagnostic;
use crate::pipeline::{self, Limits, Options, Request};
use crate::present::messages::problems;
use crate::source::Sources;

/// Steps after which an attempt is taken for one that never ends.
const MOST_STEPS: u64 = 1_000_000;

/// Checks the attempt in a file, and says on standard error what is wrong with it. Whether it is
/// solved.
pub fn is_solved(exercise: &Exercise, file: &Path, interrupt: &AtomicBool) -> bool {
    let (name, bytes) = match program::text(file) {
        Ok(read) => read,
        Err(problems) => {
            screen::report(&problems, &Sources::default());
            return false;
        }
    };
    if let Some(check) = missing(exercise, &String::from_utf8_lossy(&bytes)) {
        screen::say(&format!(
            "This line of the exercise has to stay: `{check}`\n"
        ));
        return false;
    }
    let run = |inputs: &str, asks: &[&str]| {
        let mut bytes = bytes.clone();
        for ask in asks {
            bytes.extend(format!("\n{ask}").bytes());
        }
        runs(&name, bytes, inputs, interrupt)
    };
    if let Err((sources, problems)) = run("", &[]) {
        screen::report(&problems, &sources);
        return false;
    }
    for inputs in std::iter::once(&"").chain(exercise.inputs) {
        if let Err((sources, problems)) = run(inputs, exercise.asks) {
            if inputs.is_empty() {
                screen::say("It runs, but does not do what the exercise asks:\n\n");
            } else {
                screen::say(&format!("It runs, but not with {inputs}:\n\n"));
            }
            screen::report(&problems, &sources);
            return false;
        }
    }
    true
}

/// A check of the starter that the text does not hold any more, unless it has those of the solution.
fn missing(exercise: &Exercise, text: &str) -> Option<String> {
    let packed = |text: &str| -> String { text.split_whitespace().collect() };
    let lines: String = (text.lines())
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let text = packed(&lines);
    let holds = |check: &String| text.contains(&packed(check));
    if exercise.checks_of_solution().iter().all(holds) {
        return None;
    }
    exercise.checks().into_iter().find(|check| !holds(check))
}

/// Runs a program with these inputs; what is wrong, where something is.
fn runs(
    name: &str,
    bytes: Vec<u8>,
    inputs: &str,
    interrupt: &AtomicBool,
) -> Result<(), (Sources, Vec<Diagnostic>)> {
    let words: Vec<String> = inputs.split_whitespace().map(str::to_owned).collect();
    let mut sources = Sources::default();
    let assignments = match program::assignments(&words) {
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
    let problems = match pipeline::execute(&request, &mut sources, &Disk::default(), interrupt) {
        Ok(executed) => problems::of_run(&executed.run, None, &sources),
        Err(problems) => problems,
    };
    if problems.is_empty() {
        Ok(())
    } else {
        Err((sources, problems))
    }
}
