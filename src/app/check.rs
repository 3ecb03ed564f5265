//! `pram check`

use super::arguments::{CheckArguments, Format};
use super::progress::Bar;
use super::run::failed;
use super::{Ended, allocator, interrupt, program, screen, warnings};
use crate::pipeline::Limits;
use crate::pipeline::check::Checked;
use crate::pipeline::checked_program::{self, CheckedProgram};
use crate::pipeline::progress::Watcher;
use crate::present::json::messages::MessageCheckJson;
use crate::present::text;
use crate::result::messages::CheckedMessages;
use crate::source::{Sources, shown_name};
use crate::study::claims::checked;

/// Proves what can be proved of a program, runs it, and shows under which model it is legal.
pub fn check(arguments: &CheckArguments) -> Ended {
    let format = arguments.format.format;
    allocator::tell_json(format == Format::Json);
    let mut request = program::request(&arguments.program)
        .map_err(|problems| failed(&problems, &Sources::default(), format))?;
    let work = &mut request.options.limits.work;
    if *work == Limits::USUAL_WORK && !arguments.program.execution.given.has("max-work") {
        *work = Limits::USUAL_WORK_OF_A_CHECK;
    }
    let disk = program::disk(&arguments.program.execution)
        .map_err(|problems| failed(&problems, &Sources::default(), format))?;
    let mut sources = Sources::default();
    let bar = Bar::new(format!("checking {}", shown_name(&request.name)));
    // Ctrl-C sets the first flag that is asked for.
    let interrupt = interrupt::flag();
    let hear = |progress| bar.show(progress);
    let watcher = Watcher {
        interrupt: &interrupt,
        hear: &hear,
    };
    let found = checked_program::check(&request, &mut sources, &disk, watcher);
    drop(bar);
    let mut found = found.map_err(|problems| failed(&problems, &sources, format))?;
    warnings::wanted(&mut found.run_mut().warnings, &arguments.program.execution);
    match found {
        CheckedProgram::Accesses(found) => {
            show_accesses(&found, arguments, &request.name, &sources)
        }
        CheckedProgram::Messages(found) => {
            show_messages(&found, arguments, &request.name, &sources)
        }
    }
}

/// Shows what was found of the accesses of a program.
fn show_accesses(
    checked: &Checked,
    arguments: &CheckArguments,
    file: &str,
    sources: &Sources,
) -> Ended {
    let format = arguments.format.format;
    let execution = &arguments.program.execution;
    if let Some(error) = &checked.run.error {
        if format == Format::Text {
            screen::warn(&checked.run.warnings, sources);
        }
        return Err(failed(std::slice::from_ref(error), sources, format));
    }
    let check = checked::report(checked, file, sources);
    match format {
        Format::Json => screen::print_json(&check)?,
        Format::Text => {
            let shown = arguments.shown.shown();
            screen::print(&checked::text(&check, checked, shown, sources))?;
            screen::warn(&checked.run.warnings, sources);
        }
    }
    let ended = checked::status(&check, checked).map_or(Ok(()), Err);
    warnings::ended(ended, &checked.run.warnings, execution)
}

/// Shows what was found of the messages of a program.
fn show_messages(
    found: &CheckedMessages,
    arguments: &CheckArguments,
    file: &str,
    sources: &Sources,
) -> Ended {
    let format = arguments.format.format;
    let execution = &arguments.program.execution;
    match format {
        Format::Json => screen::print_json(&MessageCheckJson::new(found, file, sources))?,
        Format::Text => {
            let shown = arguments.shown.shown();
            screen::print(&text::messages::check(found, file, shown, sources))?;
            screen::warn(&found.run.warnings, sources);
        }
    }
    if let Some(error) = &found.run.error {
        return match format {
            Format::Json => Err(error.code.status()),
            Format::Text => Err(failed(std::slice::from_ref(error), sources, format)),
        };
    }
    warnings::ended(Ok(()), &found.run.warnings, execution)
}
