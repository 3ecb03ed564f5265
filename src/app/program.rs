//! From the words of the command line to what the pipeline is asked for.

use std::path::Path;

use super::arguments::{ExecutionArguments, OfRunOnly, ProgramArguments, StepArguments};
use super::config;
use super::files::{self, Disk, STANDARD_INPUT};
use super::problem::{AssignmentKind, CommandProblem, DiskProblem, OfWholeRuns};
use crate::diagnostic::Diagnostic;
use crate::pipeline::inputs::Assignment;
use crate::pipeline::shipped;
use crate::pipeline::{Options, Request};
use crate::present::messages::advice::quoted;
use crate::source::shown_path;
use crate::syntax::include::{Files, LARGEST_PROGRAM, Unreadable};

/// The program's text and what it is to be run with.
pub fn request(arguments: &ProgramArguments) -> Result<Request, Vec<Diagnostic>> {
    let options = options(&arguments.execution, &arguments.file)?;
    request_of(arguments, text(&arguments.file)?, options)
}

/// The options for the program in a file: those of the nearest `pram.toml`, then those of the command line.
pub(super) fn options(
    arguments: &ExecutionArguments,
    file: &Path,
) -> Result<Options, Vec<Diagnostic>> {
    let mut options = Options::default();
    config::of(file)?.apply(&mut options);
    arguments.given.apply(&mut options);
    Ok(options)
}

/// The same for a program of this name and these bytes.
pub(super) fn request_of(
    arguments: &ProgramArguments,
    (name, bytes): (String, Vec<u8>),
    options: Options,
) -> Result<Request, Vec<Diagnostic>> {
    Ok(Request {
        name,
        bytes,
        entry: arguments.entry.entry.clone(),
        assignments: assignments(&arguments.inputs, AssignmentKind::Inputs)?,
        options,
    })
}

/// The words of a command, with those that stand for what a `pram.toml` set.
pub(super) fn with_configuration(
    mut words: Vec<String>,
    arguments: &ExecutionArguments,
    request: &Request,
    files: &dyn Files,
) -> Result<Vec<String>, Vec<Diagnostic>> {
    let configuration = config::of(Path::new(&request.name))?;
    words.extend(configuration.words(|name| arguments.given.has(name), request, files));
    Ok(words)
}

/// What is to be taken step by step.
pub fn step_request(arguments: &StepArguments) -> Result<Request, Vec<Diagnostic>> {
    if let Some(problem) = misplaced(arguments) {
        return Err(vec![problem]);
    }
    request(&arguments.program)
}

/// Says which command an option is for that makes no sense step by step, where one is given.
pub(super) fn misplaced(arguments: &StepArguments) -> Option<Diagnostic> {
    let OfRunOnly {
        schedule,
        explore,
        strict,
        trace,
        topology,
        sections,
        quiet,
        format,
    } = &arguments.of_run_only;
    let all = [
        (schedule.is_some(), OfWholeRuns::Schedule),
        (explore.is_some(), OfWholeRuns::Explore),
        (*strict > 0, OfWholeRuns::Strict),
        (*trace > 0, OfWholeRuns::Trace),
        (*topology > 0, OfWholeRuns::Topology),
        (*sections > 0, OfWholeRuns::Sections),
        (*quiet > 0, OfWholeRuns::Quiet),
        (format.is_some(), OfWholeRuns::Format),
    ];
    let (_, option) = all.into_iter().find(|(is_given, _)| *is_given)?;
    let file = shown_path(&arguments.program.file);
    Some(CommandProblem::OfWholeRuns { option, file }.diagnostic())
}

/// The name and the bytes of a program: of a file, else of the program that comes with pram under this name.
pub(super) fn text(file: &Path) -> Result<(String, Vec<u8>), Vec<Diagnostic>> {
    let name = file.display().to_string();
    let (name, bytes) = if name == STANDARD_INPUT {
        ("<stdin>".to_owned(), files::standard_input(LARGEST_PROGRAM))
    } else {
        let bytes = Disk::default().read(file, LARGEST_PROGRAM);
        (name, bytes)
    };
    if bytes.is_err()
        && !file.exists()
        && let Some((path, text)) = shipped::named(&name)
    {
        return Ok((format!("{}/{path}", shipped::FOLDER), text.into()));
    }
    let bytes = bytes.map_err(|reason| {
        let problem = DiskProblem::Unreadable {
            name: name.clone(),
            reason,
            meant: files::resembling(file).map(|meant| shown_path(&meant)),
        };
        vec![problem.diagnostic()]
    })?;
    Ok((name, bytes))
}

/// A program that cannot be read.
pub(super) fn unreadable(name: &str, reason: &Unreadable) -> Diagnostic {
    let problem = DiskProblem::Unreadable {
        name: name.to_owned(),
        reason: reason.clone(),
        meant: None,
    };
    problem.diagnostic()
}

/// The file system, with the folders of `--include-dir`.
pub(super) fn disk(arguments: &ExecutionArguments) -> Result<Disk, Vec<Diagnostic>> {
    let problems: Vec<Diagnostic> = (arguments.include_dir.iter())
        .filter(|folder| !folder.is_dir())
        .map(|folder| {
            let folder = shown_path(folder);
            CommandProblem::NoFolder { folder }.diagnostic()
        })
        .collect();
    if problems.is_empty() {
        Ok(Disk::with(arguments.include_dir.clone()))
    } else {
        Err(problems)
    }
}

/// Words of the form `NAME=VALUE`.
pub(super) fn assignments(
    words: &[String],
    given: AssignmentKind,
) -> Result<Vec<Assignment>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut assignments = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if let Some(problem) = apart(word, &mut words, given) {
            problems.push(problem.diagnostic());
            continue;
        }
        let problem = match word.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                assignments.push(Assignment {
                    name: name.trim().trim_end_matches("[]").to_owned(),
                    value: value.into(),
                });
                continue;
            }
            _ if files::is_program(Path::new(word)) => CommandProblem::SecondProgram {
                word: word.clone(),
                given,
            },
            _ => CommandProblem::NoAssignment {
                word: word.clone(),
                given,
            },
        };
        problems.push(problem.diagnostic());
    }
    if problems.is_empty() {
        Ok(assignments)
    } else {
        Err(problems)
    }
}

/// `n = 16`, `n =16`, `n= 16`: takes the words that belong together, and says how they are written.
fn apart<'w>(
    word: &'w str,
    words: &mut std::iter::Peekable<impl Iterator<Item = &'w String>>,
    given: AssignmentKind,
) -> Option<CommandProblem> {
    let is_name = |word: &str| {
        word.starts_with(char::is_alphabetic)
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || "_[]".contains(c))
    };
    let next = words.peek().map(|next| next.as_str());
    let (name, value) = match (word.split_once('='), next) {
        (None, Some("=")) if is_name(word) => {
            words.next();
            (word, words.next().map_or("", String::as_str))
        }
        (None, Some(next)) if is_name(word) && next.starts_with('=') => {
            words.next();
            (word, &next[1..])
        }
        (Some((name, "")), Some(next)) if is_name(name) && !next.contains('=') => {
            words.next();
            (name, next)
        }
        _ => return None,
    };
    Some(CommandProblem::BlanksAroundEquals {
        name: name.to_owned(),
        value: value.to_owned(),
        assignment: quoted(&format!("{name}={value}")),
        given,
    })
}
