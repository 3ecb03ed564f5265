//! From the words of the command line to what the pipeline is asked for.

use std::path::Path;

use super::arguments::{ExecutionArguments, OfRunOnly, ProgramArguments, StepArguments};
use super::files::{self, Disk, STANDARD_INPUT};
use crate::diagnostic::{Code, Diagnostic};
use crate::pipeline::Request;
use crate::pipeline::inputs::Assignment;
use crate::pipeline::shipped;
use crate::present::messages::advice::quoted;
use crate::source::{shown_name, shown_path};
use crate::syntax::include::{Files, LARGEST_PROGRAM, Unreadable};

/// The program's text and what it is to be run with.
pub fn request(arguments: &ProgramArguments) -> Result<Request, Vec<Diagnostic>> {
    request_of(arguments, text(&arguments.file)?)
}

/// The same for a program of this name and these bytes.
pub(super) fn request_of(
    arguments: &ProgramArguments,
    (name, bytes): (String, Vec<u8>),
) -> Result<Request, Vec<Diagnostic>> {
    Ok(Request {
        name,
        bytes,
        entry: arguments.entry.entry.clone(),
        assignments: assignments(&arguments.inputs)?,
        options: arguments.execution.given.options(),
    })
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
    const ORDERS: &str =
        "orders the single accesses of asynchronous blocks, and a session goes by whole statements";
    const PACE: &str = "; `--pace` changes which processors are ahead here, too";
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
        (schedule.is_some(), "--schedule", " …", ORDERS, PACE),
        (explore.is_some(), "--explore", " …", ORDERS, PACE),
        (
            *strict > 0,
            "--strict",
            "",
            "judges which other messages a run could have received, and a session shows one run",
            "",
        ),
        (
            *trace > 0,
            "--trace",
            "",
            "lists the messages of a whole run",
            "; step by step, `view network` lists those on their way",
        ),
        (
            *topology > 0,
            "--topology",
            "",
            "describes a network before the run",
            "",
        ),
        (
            *sections > 0,
            "--sections",
            "",
            "lists the sections of a whole run",
            "; step by step, `view sections` shows them",
        ),
        (
            *quiet > 0,
            "--quiet",
            "",
            "is about what a whole run prints",
            "",
        ),
        (
            format.is_some(),
            "--format",
            " …",
            "is about what a whole run prints",
            "; `pram replay FILE -o run.json` writes its steps as data",
        ),
    ];
    let given = all.into_iter().find(|(is_given, ..)| *is_given)?;
    let (_, option, value, why, instead) = given;
    let file = shown_path(&arguments.program.file);
    let problem = Diagnostic::without_place(Code::BadOption, format!("`{option}` {why}"));
    Some(problem.help(format!(
        "`pram run {file} {option}{value}` shows what comes out{instead}"
    )))
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
        let problem = unreadable(&name, &reason);
        vec![match files::resembling(file) {
            Some(meant) => problem.help(format!("did you mean `{}`?", shown_path(&meant))),
            None => problem,
        }]
    })?;
    Ok((name, bytes))
}

/// A program that cannot be read.
pub(super) fn unreadable(name: &str, reason: &Unreadable) -> Diagnostic {
    let code = match reason {
        Unreadable::NoMemory => Code::TooMuchMemory,
        Unreadable::TooLarge { .. } | Unreadable::Other(_) => Code::CannotRead,
    };
    Diagnostic::without_place(
        code,
        format!("`{}` cannot be read: {reason}", shown_name(name)),
    )
}

/// The file system, with the folders of `--include-dir`.
pub(super) fn disk(arguments: &ExecutionArguments) -> Result<Disk, Vec<Diagnostic>> {
    let problems: Vec<Diagnostic> = (arguments.include_dir.iter())
        .filter(|folder| !folder.is_dir())
        .map(|folder| {
            let message = format!("`{}` is not a folder", shown_path(folder));
            Diagnostic::without_place(Code::BadOption, message)
                .help("--include-dir names a folder from which programs may be included")
        })
        .collect();
    if problems.is_empty() {
        Ok(Disk::with(arguments.include_dir.clone()))
    } else {
        Err(problems)
    }
}

/// Words of the form `NAME=VALUE`.
pub(super) fn assignments(words: &[String]) -> Result<Vec<Assignment>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut assignments = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if let Some(problem) = apart(word, &mut words) {
            problems.push(problem);
            continue;
        }
        match word.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => assignments.push(Assignment {
                name: name.trim().trim_end_matches("[]").to_owned(),
                value: value.to_owned(),
            }),
            _ if files::is_program(Path::new(word)) => problems.push(
                Diagnostic::without_place(
                    Code::BadInput,
                    format!(
                        "`{}` is a second program, and this command takes one",
                        shown_name(word)
                    ),
                )
                .help("`pram report` takes several and compares them"),
            ),
            _ => problems.push(
                Diagnostic::without_place(
                    Code::BadInput,
                    format!("`{}` is not of the form NAME=VALUE", shown_name(word)),
                )
                .help("give inputs as in `n=1024` or `A=3,1,7,0`, without spaces around the `=`"),
            ),
        }
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
) -> Option<Diagnostic> {
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
    let assignment = quoted(&format!("{name}={value}"));
    let (name, value) = (shown_name(name), shown_name(value));
    let message = format!("`{name} = {value}` has blanks around its `=`");
    let problem = Diagnostic::without_place(Code::BadInput, message);
    Some(problem.help(format!("write `{assignment}`")))
}
