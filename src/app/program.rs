//! From the words of the command line to what the pipeline is asked for.

use std::path::Path;

use super::arguments::{ExecutionArguments, ProgramArguments, StepArguments};
use super::files::{self, Disk, STANDARD_INPUT};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::configuration::Limits;
use crate::pipeline::inputs::Assignment;
use crate::pipeline::network::NetworkOptions;
use crate::pipeline::{Options, Request};
use crate::syntax::include::{Files, LARGEST_PROGRAM, Unreadable};

/// The program's text and what it is to be run with; `options` are not complete yet.
pub fn request(arguments: &ProgramArguments) -> Result<Request, Vec<Diagnostic>> {
    let (name, bytes) = text(&arguments.file)?;
    Ok(Request {
        name,
        bytes,
        entry: arguments.entry.clone(),
        assignments: assignments(&arguments.inputs)?,
        options: options(&arguments.execution),
    })
}

/// What is to be taken step by step.
pub fn step_request(arguments: &StepArguments) -> Result<Request, Vec<Diagnostic>> {
    if let Some(problem) = ordered(arguments) {
        return Err(vec![problem]);
    }
    Ok(Request {
        options: step_options(arguments),
        ..request(&arguments.program)?
    })
}

/// Says that what is taken step by step has no order of single accesses, where one is asked for.
pub(super) fn ordered(arguments: &StepArguments) -> Option<Diagnostic> {
    let option = match (&arguments.schedule, &arguments.explore) {
        (Some(_), _) => "--schedule",
        (None, Some(_)) => "--explore",
        (None, None) => return None,
    };
    let message = format!(
        "`{option}` orders the single accesses of asynchronous blocks, and a session goes by whole statements"
    );
    let file = arguments.program.file.display();
    let problem = Diagnostic::without_place(Code::BadOption, message);
    Some(problem.help(format!(
        "`pram run {file} {option} …` shows what comes out; `--pace` changes which processors are ahead here, too"
    )))
}

/// The machine of what is to be taken step by step.
pub(super) fn step_options(arguments: &StepArguments) -> Options {
    Options {
        model: arguments.model,
        simultaneity: arguments.simultaneity.into(),
        pace: arguments.pace.clone().unwrap_or_default(),
        ..options(&arguments.program.execution)
    }
}

/// The name and the bytes of a program.
pub(super) fn text(file: &Path) -> Result<(String, Vec<u8>), Vec<Diagnostic>> {
    let name = file.display().to_string();
    let (name, bytes) = if name == STANDARD_INPUT {
        ("<stdin>".to_owned(), files::standard_input(LARGEST_PROGRAM))
    } else {
        let bytes = Disk::default().read(file, LARGEST_PROGRAM);
        (name, bytes)
    };
    let bytes = bytes.map_err(|reason| vec![unreadable(&name, &reason)])?;
    Ok((name, bytes))
}

/// A program that cannot be read.
pub(super) fn unreadable(name: &str, reason: &Unreadable) -> Diagnostic {
    let code = match reason {
        Unreadable::NoMemory => Code::TooMuchMemory,
        Unreadable::TooLarge { .. } | Unreadable::Other(_) => Code::CannotRead,
    };
    Diagnostic::without_place(code, format!("`{name}` cannot be read: {reason}"))
}

/// The file system, with the folders of `--include-dir`.
pub(super) fn disk(arguments: &ExecutionArguments) -> Result<Disk, Vec<Diagnostic>> {
    let problems: Vec<Diagnostic> = (arguments.include_dir.iter())
        .filter(|folder| !folder.is_dir())
        .map(|folder| {
            let message = format!("`{}` is not a folder", folder.display());
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
    for word in words {
        match word.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => assignments.push(Assignment {
                name: name.trim().trim_end_matches("[]").to_owned(),
                value: value.to_owned(),
            }),
            _ if is_program(Path::new(word)) => problems.push(
                Diagnostic::without_place(
                    Code::BadInput,
                    format!("`{word}` is a second program, and this command takes one"),
                )
                .help("`pram report` takes several and compares them"),
            ),
            _ => problems.push(
                Diagnostic::without_place(
                    Code::BadInput,
                    format!("`{word}` is not of the form NAME=VALUE"),
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

/// Whether a path names a file of the language.
pub(super) fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "pram")
}

/// The machine, as far as every command has a say in it.
pub(super) fn options(arguments: &ExecutionArguments) -> Options {
    let usual = Limits::default();
    let machine = arguments.machine.as_ref();
    Options {
        machine: machine.map(|machine| machine.kind),
        network: NetworkOptions {
            sizes: machine.map_or_else(Vec::new, |machine| machine.sizes.clone()),
            ..arguments.network.options()
        },
        delay: arguments.delay,
        barrier: arguments.barrier.clone(),
        branches: arguments.branches.into(),
        processors: arguments.processors,
        seed: arguments.seed,
        threads: arguments.threads,
        subscript_tests: arguments.subscript_tests.into(),
        limits: Limits {
            steps: arguments.max_steps.unwrap_or(usual.steps),
            memory: arguments.max_memory.unwrap_or(usual.memory),
            output: arguments.max_output.unwrap_or(usual.output),
            processors: arguments.max_processors.unwrap_or(usual.processors),
            depth: arguments.max_depth.unwrap_or(usual.depth),
            work: arguments.max_work.unwrap_or(usual.work),
        },
        ..Options::default()
    }
}
