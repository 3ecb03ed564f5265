//! A check: the texts that `pram check` prints, and its JSON.

use std::sync::atomic::AtomicBool;

use pram::diagnostic::Status;
use pram::diagnostic::render::render_all;
use pram::pipeline::check::Checked;
use pram::pipeline::{Limits, Request, check, messages};
use pram::present::json::messages::MessageCheckJson;
use pram::present::text;
use pram::result::messages::CheckedMessages;
use pram::source::Sources;
use pram::study::claims::checked;

use crate::command_line;
use crate::mark::marks;
use crate::question::Asked;
use crate::run::{Answer, in_all_units, written};
use crate::shelf::Shelf;

/// Proves what can be proved of a program, runs it, and says under which model it is legal.
pub fn check(asked: &Asked, width: usize) -> Answer {
    let command = command_line::line(command_line::words("check", asked));
    let mut sources = Sources::default();
    let mut request = match asked.request() {
        Ok(request) => request,
        Err(problems) => return Answer::failed(&problems, &sources, &asked.name, command),
    };
    let limits = &mut request.options.limits;
    limits.work = limits.work.min(Limits::USUAL_WORK_OF_A_CHECK);
    let interrupt = AtomicBool::new(false);
    match messages::check(&request, &mut sources, &Shelf, &interrupt) {
        Err(problems) => return Answer::failed(&problems, &sources, &asked.name, command),
        Ok(Some(found)) => return of_messages(&found, &request, &sources, width, command),
        Ok(None) => {}
    }
    let mut sources = Sources::default();
    match check::check(&request, &mut sources, &Shelf, &interrupt) {
        Err(problems) => Answer::failed(&problems, &sources, &asked.name, command),
        Ok(checked) => of_accesses(&checked, &request, &sources, width, command),
    }
}

fn of_accesses(
    checked: &Checked,
    request: &Request,
    sources: &Sources,
    width: usize,
    command: String,
) -> Answer {
    if let Some(error) = &checked.run.error {
        return Answer::failed(std::slice::from_ref(error), sources, &request.name, command);
    }
    let told = checked::told(checked, &request.name, in_all_units(width), sources);
    let status = told.refutes().then_some(Status::Program as u8);
    Answer {
        problems: render_all(&checked.run.warnings, sources),
        json: written(&told.check),
        text: told.text,
        status: status.unwrap_or(0),
        marks: marks(&checked.run.warnings, sources, &request.name),
        command,
        ..Answer::default()
    }
}

fn of_messages(
    found: &CheckedMessages,
    request: &Request,
    sources: &Sources,
    width: usize,
    command: String,
) -> Answer {
    let mut problems: Vec<_> = found.run.error.iter().cloned().collect();
    problems.extend(found.run.warnings.iter().cloned());
    let status = found.run.error.as_ref().map(|error| error.code.status());
    Answer {
        text: text::messages::check(found, &request.name, in_all_units(width), sources),
        problems: render_all(&problems, sources),
        json: written(&MessageCheckJson::new(found, &request.name, sources)),
        status: status.map_or(0, |status| status as u8),
        limit: status == Some(Status::Limit),
        marks: marks(&problems, sources, &request.name),
        command,
    }
}
