//! `pram replay`

use std::path::Path;

use super::arguments::{Format, ReplayArguments};
use super::exports::Kind;
use super::run::{failed, words};
use super::translated::Translated;
use super::{Ended, interrupt, program, replay_folder, report_files, screen};
use crate::diagnostic::{Code, Diagnostic};
use crate::present::json::trace::RecordedJson;
use crate::session::replay::record;
use crate::source::Sources;
use crate::syntax::vocabulary::Vocabulary;

/// Writes a run, step by step, into one file.
pub fn replay(arguments: &ReplayArguments) -> Ended {
    if arguments.stepped.program.file.is_dir() {
        return replay_folder::replay(arguments);
    }
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
    let files = Translated {
        files: &disk,
        vocabulary: arguments.vocabulary.map(Vocabulary::from),
    };
    let request = files.request(request);
    let mut sources = Sources::default();
    let interrupt = interrupt::flag();
    let bytes = usize::try_from(arguments.max_trace).unwrap_or(usize::MAX);
    let trace = record(&request, &mut sources, &files, &interrupt, (bytes, words()))
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
    format!("{}: {}\n", path.display(), trace.extent())
}
