//! `pram replay`

use std::path::Path;

use super::arguments::{Format, ReplayArguments};
use super::run::{failed, words};
use super::{Ended, interrupt, program, report_files, screen};
use crate::diagnostic::{Code, Diagnostic};
use crate::present::json::trace::TraceJson;
use crate::present::replay;
use crate::session::replay::record;
use crate::source::Sources;

/// Writes a run, step by step, into one file.
pub fn replay(arguments: &ReplayArguments) -> Ended {
    let none = Sources::default();
    let fails = |problems: &[Diagnostic]| failed(problems, &none, Format::Text);
    let kind = Kind::of(&arguments.output).map_err(|problem| fails(&[problem]))?;
    let request = program::step_request(&arguments.stepped).map_err(|problems| fails(&problems))?;
    let disk =
        program::disk(&arguments.stepped.program.execution).map_err(|problems| fails(&problems))?;
    let mut sources = Sources::default();
    let interrupt = interrupt::flag();
    let bytes = usize::try_from(arguments.max_trace).unwrap_or(usize::MAX);
    let trace = record(&request, &mut sources, &disk, &interrupt, (bytes, words()))
        .map_err(|problems| failed(&problems, &sources, Format::Text))?
        .trace;
    let text = match kind {
        Kind::Json => replay::json(&trace),
        Kind::Html => replay::html(&trace),
    };
    report_files::write(&arguments.output, &text).map_err(|problems| fails(&problems))?;
    screen::say(&said(&trace, &arguments.output));
    Ok(())
}

/// What kind of file is written.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Json,
    Html,
}

impl Kind {
    #[expect(clippy::result_large_err, reason = "made once a command")]
    fn of(path: &Path) -> Result<Self, Diagnostic> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => Ok(Self::Json),
            Some("html" | "htm") => Ok(Self::Html),
            _ => Err(Diagnostic::without_place(
                Code::BadOption,
                format!("`{}` does not say what to write", path.display()),
            )
            .help("name it `replay.html` for a page, or `replay.json` for the trace as data")),
        }
    }
}

/// `replay.html: 13 steps, all values`
fn said(trace: &TraceJson, path: &Path) -> String {
    let told = trace.steps.len() as u64;
    let missing = match trace.length - told {
        0 => String::new(),
        missing => format!(", {missing} in the middle left out"),
    };
    format!(
        "{}: {} steps, {}{missing}\n",
        path.display(),
        trace.length,
        trace.tier.phrase()
    )
}
