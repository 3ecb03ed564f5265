//! `pram replay`

use std::path::Path;

use super::arguments::{Format, ReplayArguments};
use super::exports::Kind;
use super::run::{failed, words};
use super::{Ended, interrupt, program, report_files, screen};
use crate::diagnostic::{Code, Diagnostic};
use crate::present::json::trace::RecordedJson;
use crate::session::replay::record;
use crate::source::Sources;

/// Writes a run, step by step, into one file.
pub fn replay(arguments: &ReplayArguments) -> Ended {
    let none = Sources::default();
    let fails = |problems: &[Diagnostic]| failed(problems, &none, Format::Text);
    let kind = Kind::of(&arguments.output).map_err(|problem| fails(&[problem]))?;
    if arguments.steps.is_some() && !kind.is_figure() {
        let message =
            "`--steps` chooses the steps of a figure; a page and a trace have all of them";
        let problem = Diagnostic::without_place(Code::BadOption, message);
        return Err(fails(&[
            problem.help("write a figure: `-o steps.svg` or `-o steps.tex`")
        ]));
    }
    let request = program::step_request(&arguments.stepped).map_err(|problems| fails(&problems))?;
    let disk =
        program::disk(&arguments.stepped.program.execution).map_err(|problems| fails(&problems))?;
    let mut sources = Sources::default();
    let interrupt = interrupt::flag();
    let bytes = usize::try_from(arguments.max_trace).unwrap_or(usize::MAX);
    let trace = record(&request, &mut sources, &disk, &interrupt, (bytes, words()))
        .map_err(|problems| failed(&problems, &sources, Format::Text))?
        .trace;
    let text = kind.text(&trace, arguments.steps.as_ref());
    let text = text.map_err(|problem| fails(&[problem]))?;
    report_files::write(&arguments.output, &text).map_err(|problems| fails(&problems))?;
    let said = if kind.is_figure() {
        format!("{}\n", arguments.output.display())
    } else {
        said(&trace, &arguments.output)
    };
    screen::say(&said);
    Ok(())
}

/// `replay.html: 13 steps, all values`
fn said(trace: &RecordedJson, path: &Path) -> String {
    let file = path.display();
    match trace {
        RecordedJson::Steps(trace) => {
            let missing = match trace.length - trace.steps.len() as u64 {
                0 => String::new(),
                missing => format!(", {missing} in the middle left out"),
            };
            let (length, told) = (trace.length, trace.tier.phrase());
            format!("{file}: {length} steps, {told}{missing}\n")
        }
        RecordedJson::Moments(trace) => {
            let values = if trace.has_values {
                "all values"
            } else {
                "no values"
            };
            let cut = if trace.cut_at.is_some() {
                ", the end left out"
            } else {
                ""
            };
            let (moments, messages) = (trace.moments.len(), trace.messages.len());
            format!("{file}: {moments} moments, {messages} messages, {values}{cut}\n")
        }
    }
}
