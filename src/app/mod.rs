//! The command line: what the user says, and what files, terminal and exit status do about it.
//!
//! Only this layer touches files, the clock, the terminal.

pub mod allocator;
mod arguments;
mod check;
mod compared_machine;
mod completions;
pub mod debug;
mod derive;
mod explain;
mod exports;
mod files;
mod fmt;
pub mod grade;
mod includes;
mod interrupt;
mod learn;
mod man;
mod mistake;
mod play;
mod problem;
mod program;
mod progress;
mod replay;
mod replay_folder;
mod report;
mod report_files;
mod run;
mod screen;
mod shelf;
mod starter;
pub mod store;
mod translated;
mod warnings;
mod watch;
mod whole;

use std::process::ExitCode;

use crate::diagnostic::Status;
use crate::source::Sources;
use arguments::{Arguments, Command};

/// What standard output is when the process starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Somewhere to write to.
    Open,
    /// Closed, as by `>&-`.
    Closed,
}

/// Runs the command that the process was started with.
pub fn main(output: Output) -> ExitCode {
    allocator::hold_stack();
    interrupt::let_large_writes_fail();
    if output == Output::Closed {
        screen::output_is_closed();
    }
    let words: Vec<_> = std::env::args_os().collect();
    if words
        .get(1)
        .is_some_and(|word| word == grade::worker::COMMAND)
    {
        return grade::worker::run(&words[2..]);
    }
    let arguments = match Arguments::read(&words) {
        Ok(arguments) => arguments,
        Err(error) => {
            return match mistake::explained(&error, &words) {
                Some(problem) => {
                    ExitCode::from(screen::report(&[problem], &Sources::default()) as u8)
                }
                None => screen::usage(&error),
            };
        }
    };
    let ended = match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Watch(arguments) => watch::watch(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Debug(arguments) => debug::debug(&arguments),
        Command::Replay(arguments) if arguments.stepped.program.file.is_dir() => {
            replay_folder::replay(&arguments)
        }
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Derive(arguments) => derive::derive(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::Fmt(arguments) => fmt::fmt(&arguments),
        Command::Play(arguments) => play::play(&arguments),
        Command::Explain { code, vocabulary } => {
            explain::explain(code.as_deref(), vocabulary.into())
        }
        Command::Grade(arguments) => grade::grade(&arguments),
        Command::Learn(arguments) => learn::learn(&arguments),
        Command::Programs { name, vocabulary } => {
            shelf::programs(name.as_deref(), vocabulary.into())
        }
        Command::New { name, vocabulary } => starter::new(&name, vocabulary.into()),
        Command::Completions { shell } => completions::completions(shell),
        Command::Man { command } => man::man(command.as_deref()),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(status) => ExitCode::from(status as u8),
    }
}

/// How a command ends: fine, or with an exit status; what there was to say has been said.
type Ended = Result<(), Status>;
