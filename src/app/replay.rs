//! `pram replay`

use std::path::Path;

use super::arguments::{Format, ReplayArguments};
use super::exports::Kind;
use super::problem::CommandProblem;
use super::progress::Bar;
use super::run::{failed, words};
use super::translated::Translated;
use super::{Ended, interrupt, program, report_files, screen};
use crate::diagnostic::Diagnostic;
use crate::language::Language;
use crate::pipeline::Request;
use crate::pipeline::progress::Watcher;
use crate::pipeline::quantity::QuantityCells;
use crate::present::json::recorded::RecordedJson;
use crate::session::replay::{RecordingManner, record};
use crate::source::{Sources, shown_name, shown_path};
use crate::syntax::vocabulary::Vocabulary;
use crate::trace::Array;

/// Writes a run, step by step, into one file.
pub fn replay(arguments: &ReplayArguments) -> Ended {
    let none = Sources::default();
    let fails = |problems: &[Diagnostic]| failed(problems, &none, Format::Text);
    let kind = Kind::of(&arguments.output).map_err(|problem| fails(&[problem]))?;
    if arguments.steps.is_some() && !kind.is_figure() {
        return Err(fails(&[CommandProblem::StepsOfPage.diagnostic()]));
    }
    let request = program::step_request(&arguments.stepped).map_err(|problems| fails(&problems))?;
    let trace = recorded(arguments, request, words())
        .map_err(|(problems, sources)| failed(&problems, &sources, Format::Text))?;
    let problem = arguments
        .cells
        .iter()
        .find_map(|cells| missing(cells, &trace));
    problem.map_or(Ok(()), |problem| Err(fails(&[problem])))?;
    let text = kind.text(&trace, arguments.steps.as_ref());
    let text = text.map_err(|problem| fails(&[problem]))?;
    report_files::write(&arguments.output, &text).map_err(|problems| fails(&problems))?;
    let said = if kind.is_figure() {
        format!("wrote {}\n", shown_path(&arguments.output))
    } else {
        said(&trace, &arguments.output)
    };
    screen::say(&said);
    Ok(())
}

/// The trace of a program in the vocabulary that is asked for, or what is wrong with it; `words` would
/// record it again.
pub(super) fn recorded(
    arguments: &ReplayArguments,
    request: Request,
    words: Vec<String>,
) -> Result<RecordedJson, (Vec<Diagnostic>, Sources)> {
    let mut sources = Sources::default();
    let disk = match program::disk(&arguments.stepped.program.execution) {
        Ok(disk) => disk,
        Err(problems) => return Err((problems, sources)),
    };
    let files = Translated {
        files: &disk,
        vocabulary: arguments.vocabulary.map(Vocabulary::from),
    };
    let request = files.request(request);
    let execution = &arguments.stepped.program.execution;
    let words = match program::with_configuration(words, execution, &request, &files) {
        Ok(words) => words,
        Err(problems) => return Err((problems, sources)),
    };
    let interrupt = interrupt::flag();
    let bytes = usize::try_from(arguments.max_trace).unwrap_or(usize::MAX);
    let manner = RecordingManner {
        bytes,
        language: language(arguments),
        cells: arguments.cells.clone(),
        words,
    };
    let bar = Bar::new(format!("recording {}", shown_name(&request.name)));
    let watcher = Watcher {
        interrupt: &interrupt,
        hear: &|progress| bar.show(progress),
    };
    match record(&request, &mut sources, &files, watcher, manner) {
        Ok(recorded) => Ok(recorded.trace),
        Err(problems) => Err((problems, sources)),
    }
}

/// That a run has no such cells.
fn missing(cells: &QuantityCells, trace: &RecordedJson) -> Option<Diagnostic> {
    let trace = trace.steps()?;
    let QuantityCells { array, first, last } = cells;
    let mut names: Vec<&str> = trace.arrays.iter().map(|one| one.name.as_str()).collect();
    let named = trace.arrays.iter().filter(|one| one.name == *array);
    let problem = match named.map(Array::length).max() {
        Some(length) if *last < length => return None,
        Some(length) => CommandProblem::CellsOutside {
            array: array.clone(),
            cells: [*first, *last],
            length,
        },
        None => {
            names.sort_unstable();
            names.dedup();
            CommandProblem::NoSuchArray {
                array: array.clone(),
                known: names.into_iter().map(str::to_owned).collect(),
            }
        }
    };
    Some(problem.diagnostic())
}

/// The language of the page: that of the vocabulary that is asked for.
pub(super) fn language(arguments: &ReplayArguments) -> Language {
    let vocabulary = arguments.vocabulary.map(Vocabulary::from);
    vocabulary.map_or(Language::default(), Language::from)
}

/// `wrote replay.html: 13 steps, all values`
fn said(trace: &RecordedJson, path: &Path) -> String {
    format!(
        "wrote {}: {}\n",
        shown_path(path),
        trace.extent(Language::English)
    )
}
