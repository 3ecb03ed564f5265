//! `pram grade show`: the results in every format.

use std::path::{Path, PathBuf};

use super::results::{self, ResultsFolder};
use super::{GradeProblem, english, failed};
use crate::app::arguments::{AudienceChoice, ListArguments, ShowArguments, ShowFormat};
use crate::app::files::Disk;
use crate::app::problem::{DiskProblem, FileContents};
use crate::app::store::Key;
use crate::app::{Ended, program, screen, whole};
use crate::diagnostic::{Diagnostic, Status};
use crate::grade::exercise::{Exercise, ItemDemand};
use crate::grade::job::ReplayAnswer;
use crate::grade::lists::{ManualPoints, Roster};
use crate::grade::points::Points;
use crate::grade::show::csv::CsvStyle;
use crate::grade::show::html::ReplayPages;
use crate::grade::show::{
    self, Audience, ClassResults, GradedSubmission, ShownSubmission, csv, gradescope, html, junit,
    moodle, text,
};
use crate::language::Language;
use crate::present::replay;
use crate::source::{Sources, shown_path};
use crate::syntax::include::Files;

/// Bytes of a table.
const LARGEST_TABLE: u64 = 64 << 20;
/// Where pages go without `--output`.
const PAGES: &str = "pages";

/// What depends on who handed in and when.
pub struct ClassLists {
    roster: Roster,
    manual: ManualPoints,
}

/// The tables that are given, or those that were kept with the results.
pub fn lists(
    results: &ResultsFolder,
    exercise: &Exercise,
    arguments: &ListArguments,
) -> Result<ClassLists, Vec<Diagnostic>> {
    let criteria: Vec<(&str, Points)> = (exercise.items.iter())
        .filter(|item| item.asks == ItemDemand::Manual)
        .map(|item| (item.name.as_str(), item.points))
        .collect();
    let (roster, manual) = (arguments.roster.as_deref(), arguments.manual.as_deref());
    Ok(ClassLists {
        roster: list(results, results::ROSTER, roster, Roster::read)?,
        manual: list(results, results::MANUAL, manual, |bytes| {
            ManualPoints::read(bytes, &criteria)
        })?,
    })
}

/// The table that is given, which is then kept, or the one that was kept. One that cannot be used is not kept.
fn list<T: Default>(
    results: &ResultsFolder,
    name: &str,
    given: Option<&Path>,
    read: impl FnOnce(&[u8]) -> Result<T, String>,
) -> Result<T, Vec<Diagnostic>> {
    let bytes = match given {
        Some(path) => Some(table_in(path)?),
        None => results.table(name)?,
    };
    let Some(bytes) = bytes else {
        return Ok(T::default());
    };
    let list = read(&bytes).map_err(|reason| {
        let name = given.map_or_else(|| name.to_owned(), shown_path);
        GradeProblem::BadList { name, reason }.refused()
    })?;
    if given.is_some() {
        results.keep_table(name, &bytes)?;
    }
    Ok(list)
}

/// The bytes of a table. A device has no end.
fn table_in(path: &Path) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let bytes = Disk::default().read(path, LARGEST_TABLE);
    bytes.map_err(|reason| vec![program::unreadable(&shown_path(path), &reason)])
}

/// The table for the terminal.
pub fn table(
    exercise: &Exercise,
    graded: &[GradedSubmission],
    lists: &ClassLists,
    audience: Audience,
) -> String {
    text::render(&show::class(
        exercise,
        graded,
        &lists.roster,
        &lists.manual,
        audience,
    ))
}

/// Shows the results of a class.
pub fn show(arguments: &ShowArguments) -> Ended {
    let nowhere = Sources::default();
    match shown(arguments) {
        Ok(Shown::Text(text)) => written(arguments.output.as_deref(), &text),
        Ok(Shown::Folder(folder, files)) => match whole::write_folder(&folder, &files) {
            Ok(()) => {
                screen::say(&english::wrote(files.len(), &shown_path(&folder)));
                Ok(())
            }
            Err(error) => Err(not_written(&folder, &error)),
        },
        Err(problems) => {
            // Gradescope shows what this file says, and hides the reason where there is none.
            if let (ShowFormat::Gradescope, Some(path)) = (arguments.format, &arguments.output)
                && !path.is_dir()
            {
                let sentences = problems.iter().map(|problem| problem.message.clone());
                let results = gradescope::failed(&sentences.collect::<Vec<_>>().join("\n"));
                written(Some(path), &json(&results))?;
            }
            Err(failed(&problems, &nowhere))
        }
    }
}

enum Shown {
    Text(String),
    Folder(PathBuf, Vec<(String, String)>),
}

fn shown(arguments: &ShowArguments) -> Result<Shown, Vec<Diagnostic>> {
    let (results, exercise, hash) = ResultsFolder::open(&arguments.results)?;
    let mut graded = results.all(&hash)?;
    if let Some(id) = arguments
        .only
        .iter()
        .find(|id| graded.iter().all(|one| one.id != **id))
    {
        return Err(GradeProblem::NoSubmission { id: id.clone() }.refused());
    }
    graded.retain(|one| arguments.only.is_empty() || arguments.only.contains(&one.id));
    let lists = lists(&results, &exercise, &arguments.lists)?;
    let student = Audience::Student {
        is_after_deadline: arguments.after_deadline,
    };
    let audience = match (arguments.format, arguments.audience) {
        // Students read the comments of a worksheet, whoever fills it in.
        (ShowFormat::Moodle, _) => student,
        // Gradescope itself shows later what is for later.
        (ShowFormat::Gradescope, _) => Audience::Student {
            is_after_deadline: true,
        },
        (_, AudienceChoice::Student) => student,
        (_, AudienceChoice::Teacher) => Audience::Teacher,
    };
    let class = show::class(&exercise, &graded, &lists.roster, &lists.manual, audience);
    Ok(match arguments.format {
        ShowFormat::Text => Shown::Text(text::render(&class)),
        ShowFormat::Csv => Shown::Text(csv::render(
            &class,
            CsvStyle {
                has_decimal_comma: arguments.csv_decimal == ",",
                has_mark: arguments.csv_bom,
            },
        )),
        ShowFormat::Moodle => Shown::Text(worksheet(arguments.worksheet.as_deref(), &class)?),
        ShowFormat::Junit => Shown::Text(junit::render(&class)),
        ShowFormat::Json => Shown::Text(json(&class)),
        ShowFormat::Gradescope => gradescope_files(&class, arguments.output.as_deref())?,
        ShowFormat::Html => {
            let folder = arguments
                .output
                .clone()
                .unwrap_or_else(|| PathBuf::from(PAGES));
            let replays = match audience {
                Audience::Teacher => Some(replays(&results, &graded)),
                Audience::Student { .. } => None,
            };
            Shown::Folder(folder, html::pages(&class, replays.as_ref()))
        }
    })
}

/// The pages of runs that submissions fail with.
fn replays(results: &ResultsFolder, graded: &[GradedSubmission]) -> ReplayPages {
    let page = |one: &GradedSubmission| {
        let ReplayAnswer { title, trace } = results.replay(&Key::of_text(&one.outcome.key)?)?;
        let page = replay::page(&title, Language::English, &trace);
        Some((one.id.clone(), page))
    };
    graded.iter().filter_map(page).collect()
}

fn worksheet(path: Option<&Path>, class: &ClassResults) -> Result<String, Vec<Diagnostic>> {
    let path = path.ok_or_else(|| GradeProblem::NeedsWorksheet.refused())?;
    let problem = |reason: String| {
        GradeProblem::BadList {
            name: shown_path(path),
            reason,
        }
        .refused()
    };
    let text = String::from_utf8(table_in(path)?).map_err(|error| problem(error.to_string()))?;
    moodle::fill(&text, class).map_err(problem)
}

/// One submission is one file; several are files in a folder, named as their pages.
fn gradescope_files(class: &ClassResults, output: Option<&Path>) -> Result<Shown, Vec<Diagnostic>> {
    let text = |one: &ShownSubmission| json(&gradescope::results(one));
    Ok(match (class.submissions.as_slice(), output) {
        ([one], _) => Shown::Text(text(one)),
        (_, None) => return Err(GradeProblem::NeedsFolder.refused()),
        (several, Some(folder)) => {
            let files = several.iter();
            let files = files.map(|one| (html::file_name(&one.id, "json"), text(one)));
            Shown::Folder(folder.to_owned(), files.collect())
        }
    })
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain data") + "\n"
}

fn written(output: Option<&Path>, text: &str) -> Ended {
    match output {
        None => screen::print_bytes(text.as_bytes()),
        Some(path) => {
            whole::write(path, text.as_bytes()).map_err(|error| not_written(path, &error))
        }
    }
}

fn not_written(path: &Path, error: &std::io::Error) -> Status {
    let problem = DiskProblem::not_written(path, error, FileContents::Output);
    failed(&[problem.diagnostic()], &Sources::default())
}
