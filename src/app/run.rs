//! `pram run`

use std::fmt::Display;
use std::sync::atomic::AtomicBool;

use super::arguments::{Format, RunArguments};
use super::files::Disk;
use super::progress::Bar;
use super::{Ended, allocator, config, interrupt, program, screen, warnings};
use crate::diagnostic::json::ErrorsJson;
use crate::diagnostic::{Code, Diagnostic, Status};
use crate::machine::network::record::Recording;
use crate::pipeline::advice::advice;
use crate::pipeline::outline::outline;
use crate::pipeline::progress::Watcher;
use crate::pipeline::{self, ExecutedProgram, Request};
use crate::present::json::run::RunJson;
use crate::present::messages::problems;
use crate::present::text;
use crate::present::text::asynchronous;
use crate::present::text::{exploration, gpu, network};
use crate::result::advice::Advice;
use crate::result::run::Run;
use crate::source::{Sources, shown_name};

/// Runs a program and shows what came out.
pub fn run(arguments: &RunArguments) -> Ended {
    let format = arguments.format.format;
    let disk = program::disk(&arguments.program.execution)
        .map_err(|problems| failed(&problems, &Sources::default(), format))?;
    on_disk(arguments, &disk, &interrupt::flag())
}

/// The same with files and an interrupt that are there already.
pub(super) fn on_disk(arguments: &RunArguments, disk: &Disk, interrupt: &AtomicBool) -> Ended {
    let format = arguments.format.format;
    allocator::tell_json(format == Format::Json);
    let mut request = program::request(&arguments.program)
        .map_err(|problems| failed(&problems, &Sources::default(), format))?;
    if arguments.show_config {
        return show_configuration(arguments, &request, disk);
    }
    request.options.network.recording = recording(arguments);
    let mut sources = Sources::default();
    let bar = Bar::new(format!("running {}", shown_name(&request.name)));
    let watcher = Watcher {
        interrupt,
        hear: &|progress| bar.show(progress),
    };
    let executed = pipeline::execute(&request, &mut sources, disk, watcher);
    drop(bar);
    let ExecutedProgram { mut run, .. } =
        executed.map_err(|problems| failed(&problems, &sources, format))?;
    run.warnings.extend(warnings::of_command_line(
        &run,
        arguments,
        &request.assignments,
    ));
    warnings::wanted(&mut run.warnings, &arguments.program.execution);
    match format {
        Format::Json => show_json(&run, &request.name, &sources)?,
        Format::Text => {
            let advice =
                (run.illegal_count() > 0).then(|| advice(&request, &run, words(), disk, interrupt));
            show_text(&run, arguments, &request.name, &sources, advice.as_ref())?;
        }
    }
    warnings::ended(
        run.status().map_or(Ok(()), Err),
        &run.warnings,
        &arguments.program.execution,
    )
}

/// Shows the settings of the run, and where each comes from.
fn show_configuration(arguments: &RunArguments, request: &Request, disk: &Disk) -> Ended {
    let mut sources = Sources::default();
    let fails =
        |problems: &[Diagnostic], sources: &Sources| failed(problems, sources, Format::Text);
    let configuration = config::of(&arguments.program.file)
        .map_err(|problems| fails(&problems, &Sources::default()))?;
    let outline =
        outline(request, &mut sources, disk).map_err(|problems| fails(&problems, &sources))?;
    let given = arguments.program.execution.given.settings();
    screen::print(&config::shown(&configuration, &given, &outline))
}

/// What is written down of messages: all for a trace, and for people the beginning, of which a strip
/// of time is drawn if that is all.
fn recording(arguments: &RunArguments) -> Recording {
    if arguments.trace {
        Recording::Messages
    } else if arguments.format.format == Format::Text && !arguments.quiet {
        Recording::Times
    } else {
        Recording::Nothing
    }
}

/// Shows why there is no result.
pub(super) fn failed(problems: &[Diagnostic], sources: &Sources, format: Format) -> Status {
    if format == Format::Json
        && let Some(errors) = ErrorsJson::new(problems, sources)
    {
        return match screen::print_json(&errors) {
            Ok(()) => screen::status(problems),
            Err(status) => status,
        };
    }
    screen::report(problems, sources)
}

fn show_json(run: &Run, file: &str, sources: &Sources) -> Ended {
    screen::print_json(&RunJson::new(run, file, sources))
}

fn show_text(
    run: &Run,
    arguments: &RunArguments,
    file: &str,
    sources: &Sources,
    advice: Option<&Advice>,
) -> Ended {
    let shown = arguments.shown.shown();
    let mut text = if arguments.quiet {
        text::run::printed(run)
    } else {
        text::run::with_printed(run, file, shown)
    };
    if run.finished() && !arguments.quiet {
        if arguments.sections {
            text.push_str(&asynchronous::sections(run, sources));
        }
        if arguments.kernels {
            text.push_str(&gpu::kernels(run, sources));
        }
        if arguments.lines {
            text.push_str(&gpu::lines(run, sources));
        }
        if arguments.profiler && run.configuration.gpu().is_some() {
            text.push_str(&gpu::profiler());
        }
        if arguments.topology {
            text.push_str(&network::topology(run));
        }
        if arguments.trace {
            text.push_str(&network::trace(run, sources));
        }
    }
    if let Some(exploration) = &run.exploration
        && !(arguments.quiet && exploration.different.is_none())
    {
        text.push_str(&exploration::render(exploration, sources, shown));
    }
    if let Some(messages) = &run.messages
        && !(arguments.quiet && messages.different.is_none())
    {
        text.push_str(&text::messages::exploration(messages, shown, sources));
    }
    screen::print(&text)?;
    screen::warn(&run.warnings, sources);
    let mut problems = problems::of_run(run, advice, sources);
    if arguments.quiet {
        screen::say(&failing(run, file));
        problems.retain(|problem| problem.code != Code::ClaimFailed);
    }
    if !problems.is_empty() {
        if !run.warnings.is_empty() {
            screen::say("\n");
        }
        screen::report(&problems, sources);
    }
    Ok(())
}

/// The claims that fail, a line each.
fn failing(run: &Run, file: &str) -> String {
    let failing = run.claims.iter().filter(|claim| claim.holds == Some(false));
    failing.fold(String::new(), |text, claim| {
        text + &claim_fails(file, &claim.claim, &claim.evidence)
    })
}

/// `sum.pram: T rounds = log n does not hold: log n = 3, measured 4`
pub(super) fn claim_fails(file: &str, claim: &str, evidence: &impl Display) -> String {
    format!("{}: {claim} does not hold: {evidence}\n", shown_name(file))
}

/// The words of the command, after the program's name.
pub(super) fn words() -> Vec<String> {
    (std::env::args_os().skip(1))
        .map(|word| word.to_string_lossy().into_owned())
        .collect()
}
