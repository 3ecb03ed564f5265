//! A run: the texts that `pram run` prints, and its JSON.

use std::sync::atomic::AtomicBool;

use pram::diagnostic::json::ErrorsJson;
use pram::diagnostic::render::render_all;
use pram::diagnostic::{Diagnostic, Status};
use pram::machine::network::record::Recording;
use pram::pipeline::advice::advice;
use pram::pipeline::machine_warnings::of_given;
use pram::pipeline::{self, ExecutedProgram, Run};
use pram::present::json;
use pram::present::json::run::RunJson;
use pram::present::messages::problems;
use pram::present::text;
use pram::present::text::shown::{Shown, Units};
use pram::source::Sources;
use serde::Serialize;

use crate::command_line;
use crate::mark::{Mark, marks};
use crate::question::Asked;
use crate::shelf::Shelf;

/// What came of a command.
#[derive(Serialize, Default)]
pub struct Answer {
    /// The result in words, with ANSI styles.
    pub text: String,
    /// Errors and warnings in words, with ANSI styles.
    pub problems: String,
    /// The JSON that the native program prints.
    pub json: String,
    /// The exit status of the native program.
    pub status: u8,
    /// Whether a limit was reached.
    pub limit: bool,
    /// Errors and warnings with their places.
    pub marks: Vec<Mark>,
    /// The native command.
    pub command: String,
}

/// Runs a program.
pub fn run(asked: &Asked, width: usize) -> Answer {
    let words = command_line::words("run", asked);
    let command = command_line::line(words.clone());
    let mut sources = Sources::default();
    let mut request = match asked.request() {
        Ok(request) => request,
        Err(problems) => return Answer::failed(&problems, &sources, &asked.name, command),
    };
    // A strip of time is drawn of what is recorded of messages.
    request.options.network.recording = Recording::Times;
    let interrupt = AtomicBool::new(false);
    let executed = pipeline::execute(&request, &mut sources, &Shelf, &interrupt);
    let mut run = match executed {
        Ok(ExecutedProgram { run, .. }) => run,
        Err(problems) => return Answer::failed(&problems, &sources, &asked.name, command),
    };
    let advice =
        (run.illegal_count() > 0).then(|| advice(&request, &run, words, &Shelf, &interrupt));
    run.warnings.extend(of_given(&run, &request.assignments));
    let mut problems = problems::of_run(&run, advice.as_ref(), &sources);
    let status = run.status();
    let text = shown(&run, &request.name, width);
    // The JSON of a run has its messages only where they are asked for.
    run.record = None;
    let json = written(&RunJson::new(&run, &request.name, &sources));
    problems.extend(run.warnings);
    Answer {
        text,
        problems: render_all(&problems, &sources),
        json,
        status: status.map_or(0, |status| status as u8),
        limit: status == Some(Status::Limit),
        marks: marks(&problems, &sources, &asked.name),
        command,
    }
}

/// What is printed, and the result as far as there is one.
fn shown(run: &Run, file: &str, width: usize) -> String {
    let mut text: String = (run.printed.iter())
        .map(|line| format!("{line}\n"))
        .collect();
    let is_limited = (run.error.as_ref()).is_some_and(|error| error.code.status() == Status::Limit);
    if !text.is_empty() && (run.finished() || is_limited) {
        text.push('\n');
    }
    if run.finished() {
        text.push_str(&text::run::render(run, file, in_all_units(width)));
    } else if is_limited {
        text.push_str(&text::run::render_unfinished(run, in_all_units(width)));
    }
    text
}

/// Nobody can ask for the other units here.
pub fn in_all_units(width: usize) -> Shown {
    Shown {
        units: Units::All,
        ..Shown::at_width(width)
    }
}

/// A value as the native program writes it.
pub fn written(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    json::write(&mut bytes, value).expect("a vector takes every byte");
    String::from_utf8(bytes).expect("JSON is text")
}

impl Answer {
    /// Why there is no result; `main` is the name of the program.
    pub fn failed(problems: &[Diagnostic], sources: &Sources, main: &str, command: String) -> Self {
        let status = (problems.first()).map_or(Status::Program, |first| first.code.status());
        Self {
            text: String::new(),
            problems: render_all(problems, sources),
            json: ErrorsJson::new(problems, sources)
                .map(|errors| written(&errors))
                .unwrap_or_default(),
            status: status as u8,
            limit: status == Status::Limit,
            marks: marks(problems, sources, main),
            command,
        }
    }
}
