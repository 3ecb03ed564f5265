//! `pram replay` for a folder of programs: a page for each, and one that leads to them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::arguments::{Format, ReplayArguments};
use super::exports::Kind;
use super::problem::{CommandProblem, DiskProblem, FileContents, OfOneProgram};
use super::run::failed;
use super::{Ended, files, program, replay, report_files, screen};
use crate::diagnostic::{Code, Diagnostic};
use crate::grade::exercise;
use crate::pipeline::Request;
use crate::present::json::recorded::RecordedJson;
use crate::present::replay::contents::{Entry, Replay, page};
use crate::present::replay::html;
use crate::source::{Sources, shown_path};

/// The programs of an exercise that run alone.
const RUNS_ALONE: [&str; 2] = ["reference.pram", "starter.pram"];
/// The page that leads to the others.
const CONTENTS: &str = "index.html";

/// Writes the replays of all programs of a folder and of those in it, with their own inputs.
pub fn replay(arguments: &ReplayArguments) -> Ended {
    let none = Sources::default();
    let fails = |problems: &[Diagnostic]| failed(problems, &none, Format::Text);
    if let Some(problem) = misunderstood(arguments) {
        return Err(fails(&[problem]));
    }
    let (folder, output) = (&arguments.stepped.program.file, &arguments.output);
    let programs = programs(folder).map_err(|error| {
        let problem = DiskProblem::UnreadableFolder {
            folder: shown_path(folder),
            error: error.to_string(),
        };
        fails(&[problem.diagnostic()])
    })?;
    if programs.is_empty() {
        let folder = shown_path(folder);
        return Err(fails(&[DiskProblem::NoPrograms { folder }.diagnostic()]));
    }
    let (mut entries, mut worst) = (Vec::new(), None);
    for path in &programs {
        let entry = match recorded(arguments, path) {
            Ok(trace) => written(&trace, path, arguments).map_err(|problems| fails(&problems))?,
            Err((problems, sources)) => {
                let is_stopped = problems
                    .iter()
                    .any(|problem| problem.code == Code::Interrupted);
                let status = failed(&problems, &sources, Format::Text);
                if is_stopped {
                    return Err(status);
                }
                worst = Some(status);
                let reason = problems
                    .first()
                    .map_or_else(String::new, |problem| problem.message.clone());
                Entry {
                    name: below(path, folder),
                    idea: String::new(),
                    replay: Replay::None(reason),
                }
            }
        };
        entries.push(entry);
    }
    let contents = output.join(CONTENTS);
    let language = replay::language(arguments);
    let listed = page(&shown_path(folder), &entries, language);
    write(&contents, &listed).map_err(|problems| fails(&problems))?;
    let is_page = |entry: &&Entry| matches!(entry.replay, Replay::Page { .. });
    let pages = entries.iter().filter(is_page).count();
    screen::say(&format!(
        "wrote {}: {pages} of {} programs\n",
        shown_path(&contents),
        entries.len()
    ));
    worst.map_or(Ok(()), Err)
}

/// What of the command line is about one program, or about one file.
fn misunderstood(arguments: &ReplayArguments) -> Option<Diagnostic> {
    if let Some(problem) = program::misplaced(&arguments.stepped) {
        return Some(problem);
    }
    let asked = &arguments.stepped.program;
    let what = if let Some(word) = asked.inputs.first() {
        OfOneProgram::Input(word.clone())
    } else if asked.entry.entry.is_some() {
        OfOneProgram::Entry
    } else if arguments.steps.is_some() {
        OfOneProgram::Steps
    } else if Kind::of(&arguments.output).is_ok() {
        OfOneProgram::Output(shown_path(&arguments.output))
    } else {
        return None;
    };
    let folder = shown_path(&asked.file);
    Some(CommandProblem::OfOneProgram { what, folder }.diagnostic())
}

/// The programs of a folder and of those in it, in the order of their names. The judge and the examples of an
/// exercise run with what is handed in, or are handed in: of these folders only what runs alone is taken.
fn programs(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if folder.join(exercise::FILE).is_file() {
        let own = RUNS_ALONE.map(|name| folder.join(name));
        return Ok(own.into_iter().filter(|path| path.is_file()).collect());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if kind.is_dir() && !is_hidden {
            found.extend(programs(&path)?);
        } else if files::is_program(&path) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The run of a program with the inputs that it declares, or what is wrong with it.
fn recorded(
    arguments: &ReplayArguments,
    path: &Path,
) -> Result<RecordedJson, (Vec<Diagnostic>, Sources)> {
    let (name, bytes) = program::text(path).map_err(|problems| (problems, Sources::default()))?;
    let options = program::options(&arguments.stepped.program.execution, path)
        .map_err(|problems| (problems, Sources::default()))?;
    let words = ["replay", &name, "-o", "replay.html"].map(str::to_owned);
    let request = Request {
        name,
        bytes,
        entry: None,
        assignments: Vec::new(),
        options,
    };
    replay::recorded(arguments, request, words.to_vec())
}

/// Writes the page of a run, and what the contents say of it.
fn written(
    trace: &RecordedJson,
    path: &Path,
    arguments: &ReplayArguments,
) -> Result<Entry, Vec<Diagnostic>> {
    let name = below(path, &arguments.stepped.program.file);
    let page = match name.strip_suffix(".pram").unwrap_or(&name) {
        // Its page would take the place of the contents.
        "index" => "index.pram.html".to_owned(),
        stem => format!("{stem}.html"),
    };
    write(&arguments.output.join(&page), &html(trace))?;
    let head = trace.head();
    let lines = head
        .sources
        .first()
        .map_or(&[][..], |source| &source.lines[..]);
    Ok(Entry {
        name,
        idea: first_paragraph(lines),
        replay: Replay::Page {
            path: page,
            machine: head.machine.model.clone(),
            extent: trace.extent(head.language),
            succeeded: trace.succeeded(),
        },
    })
}

/// The first paragraph of the comment with which a text begins.
fn first_paragraph(lines: &[String]) -> String {
    let comments = lines.iter().map_while(|line| line.strip_prefix("//"));
    let words = comments.map(str::trim).take_while(|line| !line.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The path of a program below a folder, with `/` between folders.
fn below(path: &Path, folder: &Path) -> String {
    let parts = path.strip_prefix(folder).unwrap_or(path).components();
    let names: Vec<String> = parts
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    names.join("/")
}

fn write(path: &Path, text: &str) -> Result<(), Vec<Diagnostic>> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| not_written(path, &error))?;
    }
    report_files::write(path, text)
}

fn not_written(path: &Path, error: &io::Error) -> Vec<Diagnostic> {
    vec![DiskProblem::not_written(path, error, FileContents::Output).diagnostic()]
}
