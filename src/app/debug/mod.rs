//! `pram debug`: in words, or on the whole terminal.

pub mod screen;
mod whole_run;

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser as _;

use super::arguments::{Arguments, Command, DebugArguments, Format, given};
use super::problem::CommandProblem;
use super::run::{failed, words};
use super::screen::tell;
use super::{Ended, files, interrupt, program};
use crate::diagnostic::{Diagnostic, Status};
use crate::pipeline::{Options, Request};
use crate::present::json::request::RequestJson;
use crate::present::text::ascii::ascii;
use crate::session::Session;
use crate::session::command::JumpTarget;
use crate::session::conversation::Conversation;
use crate::session::dialogue::Dialogue;
use crate::session::exchange::Exchange;
use crate::session::open::{Opened, open};
use crate::session::recording::{self, LARGEST_TRACE};
use crate::session::warps::Warps;
use crate::source::{Sources, shown_path};
use crate::syntax::include::{Files, LARGEST_PROGRAM};
use crate::syntax::vocabulary::Vocabularies;
use whole_run::WholeRun;

/// Options that are about the session, and not about the run.
const OF_SESSIONS: [&str; 4] = ["--at", "--script", "--plain", "--ascii"];

/// What stands in front of what the user says.
const PROMPT: &str = "> ";

/// Takes a program step by step, or a run that was recorded.
pub fn debug(arguments: &DebugArguments) -> Ended {
    let none = Sources::default();
    let fails = |problems: &[Diagnostic]| failed(problems, &none, Format::Text);
    checked_place(arguments).map_err(|problems| fails(&problems))?;
    let script = script(arguments).map_err(|problems| fails(&problems))?;
    let interrupt = interrupt::flag();
    let file = &arguments.stepped.program.file;
    if file.extension().is_some_and(|kind| kind == "json") {
        let recorded = recorded(arguments).map_err(|problems| fails(&problems))?;
        let request = recorded_request(&recorded, file).map_err(|problems| fails(&problems))?;
        let words = recorded.command.clone();
        return take(arguments, &request, (&recorded, words), script, &interrupt);
    }
    let request = program::step_request(&arguments.stepped).map_err(|problems| fails(&problems))?;
    let disk =
        program::disk(&arguments.stepped.program.execution).map_err(|problems| fails(&problems))?;
    let execution = &arguments.stepped.program.execution;
    let words = program::with_configuration(words(), execution, &request, &disk)
        .map_err(|problems| fails(&problems))?;
    take(arguments, &request, (&disk, words), script, &interrupt)
}

/// Takes a run step by step; `words` are the command that asks for it.
fn take(
    arguments: &DebugArguments,
    request: &Request,
    (files, words): (&dyn Files, Vec<String>),
    script: Option<String>,
    interrupt: &Arc<AtomicBool>,
) -> Ended {
    let mut sources = Sources::default();
    let opened = open(request, &mut sources, files, interrupt)
        .map_err(|problems| failed(&problems, &sources, Format::Text))?;
    let voice = Vocabularies::of(&sources).main_voice();
    let warns = !arguments.stepped.program.execution.no_warnings;
    let outside = Box::new(WholeRun::new((request, files), words, interrupt, warns));
    let conversation = match &opened {
        Opened::Steps(loaded) => {
            let session = Session::new(loaded, interrupt);
            Conversation::new(Dialogue::new(session, &sources, voice, outside))
        }
        Opened::Moments(run, moments) => {
            let parts = (&**run, &**moments);
            Conversation::new(Exchange::new(parts, &sources, voice, outside))
        }
        Opened::Warps(run, history, gpu) => {
            let parts = (&**run, &**history, *gpu);
            Conversation::new(Warps::new(parts, &sources, outside))
        }
    };
    converse(conversation, arguments, script, interrupt)
}

/// What was asked for in the trace that is named instead of a program.
fn recorded(arguments: &DebugArguments) -> Result<RequestJson, Vec<Diagnostic>> {
    let file = &arguments.stepped.program.file;
    let name = shown_path(file);
    if let Some(input) = arguments.stepped.program.inputs.first() {
        let input = input.clone();
        let problem = CommandProblem::InputOfRecording { input };
        return Err(vec![problem.diagnostic()]);
    }
    let given = given("debug");
    if let Some(option) = given
        .iter()
        .find(|option| !OF_SESSIONS.contains(&option.as_str()))
    {
        let option = option.clone();
        let problem = CommandProblem::OptionOfRecording { option };
        return Err(vec![problem.diagnostic()]);
    }
    let bytes = files::Disk::default().read(file, LARGEST_TRACE);
    let bytes = bytes.map_err(|reason| vec![program::unreadable(&name, &reason)])?;
    recording::read(&name, &bytes)
}

/// The run of a trace, as the command that recorded it asked for it.
fn recorded_request(recorded: &RequestJson, file: &Path) -> Result<Request, Vec<Diagnostic>> {
    let trace = shown_path(file);
    let words = std::iter::once("pram").chain(recorded.command.iter().map(String::as_str));
    let stepped = Arguments::try_parse_from(words)
        .ok()
        .and_then(|parsed| match parsed.command {
            Command::Replay(arguments) => Some(arguments.stepped),
            Command::Debug(arguments) => Some(arguments.stepped),
            _ => None,
        });
    let stepped = stepped.ok_or_else(|| {
        let trace = trace.clone();
        vec![CommandProblem::NoCommandInTrace { trace }.diagnostic()]
    })?;
    let program = recorded.program();
    let program = program.map_err(|reason| vec![program::unreadable(&trace, &reason)])?;
    // The command of a trace names what a `pram.toml` set.
    let mut options = Options::default();
    stepped.program.execution.given.apply(&mut options);
    program::request_of(&stepped.program, program, options)
}

/// Talks with the user: on the whole terminal, or in words.
fn converse(
    mut conversation: Conversation<'_>,
    arguments: &DebugArguments,
    script: Option<String>,
    interrupt: &Arc<AtomicBool>,
) -> Ended {
    let greeting = match arguments.at.as_deref() {
        None => conversation.greeting(),
        Some("conflict") => conversation.breach(),
        Some(place) => conversation.answer(&format!("goto {place}")).text,
    };
    let is_terminal = io::stdin().is_terminal();
    if is_terminal {
        interrupt::end_with_terminal();
    }
    if script.is_none() && !arguments.plain && is_terminal && has_screen() {
        screen::show(&mut conversation, &greeting, interrupt, arguments.ascii);
        return Ok(());
    }
    let mut words = Words {
        conversation,
        is_ascii: arguments.ascii,
    };
    if !words.say(&greeting)? {
        return Ok(());
    }
    if let Some(lines) = script {
        let lines = lines.lines().map(|line| Ok(line.to_owned()));
        words.obey(lines, true)
    } else {
        let lines = io::stdin().lock().split(b'\n');
        let text = |line: Vec<u8>| {
            if is_terminal {
                // Ctrl-C while a line was typed has nothing to stop.
                interrupt.store(false, Ordering::Relaxed);
            }
            String::from_utf8_lossy(&line).into_owned()
        };
        words.obey(lines.map(|line| line.map(text)), !is_terminal)
    }
}

/// Whether `--at` names a place.
fn checked_place(arguments: &DebugArguments) -> Result<(), Vec<Diagnostic>> {
    let place = arguments.at.as_deref().filter(|place| *place != "conflict");
    let Some(place) = place else {
        return Ok(());
    };
    if JumpTarget::read(place.trim()).is_some() {
        return Ok(());
    }
    let place = place.to_owned();
    Err(vec![CommandProblem::NoPlace { place }.diagnostic()])
}

/// Whether a whole screen can be drawn.
fn has_screen() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdout().is_terminal() && !is_dumb
}

/// A session in words.
struct Words<'c> {
    conversation: Conversation<'c>,
    /// Whether only ASCII may be written.
    is_ascii: bool,
}

impl Words<'_> {
    /// Answers line by line, until the input ends or standard output is closed. Where input is no
    /// terminal, each command is printed in front of its answer.
    fn obey(&mut self, mut lines: impl Iterator<Item = io::Result<String>>, echoes: bool) -> Ended {
        loop {
            if !echoes && !tell(PROMPT)? {
                return Ok(());
            }
            let Some(Ok(line)) = interrupt::while_asking(|| lines.next()) else {
                return Ok(());
            };
            let is_remark = line.trim().is_empty() || line.trim_start().starts_with('#');
            if echoes && is_remark {
                continue;
            }
            let said = if echoes {
                format!("{PROMPT}{line}\n")
            } else {
                String::new()
            };
            let answer = self.conversation.answer(&line);
            if !self.say(&format!("{said}{}", answer.text))? || answer.quits {
                return Ok(());
            }
        }
    }

    /// Writes an answer; false where standard output is closed.
    fn say(&self, text: &str) -> Result<bool, Status> {
        if self.is_ascii {
            tell(&ascii(text))
        } else {
            tell(text)
        }
    }
}

/// The commands of `--script`.
fn script(arguments: &DebugArguments) -> Result<Option<String>, Vec<Diagnostic>> {
    let Some(path) = &arguments.script else {
        return Ok(None);
    };
    let name = shown_path(path);
    let program = shown_path(&arguments.stepped.program.file);
    if [&name, &program].map(String::as_str) == [files::STANDARD_INPUT; 2] {
        return Err(vec![CommandProblem::SharedInput.diagnostic()]);
    }
    let bytes = if name == files::STANDARD_INPUT {
        files::standard_input(LARGEST_PROGRAM)
    } else {
        files::Disk::default().read(path, LARGEST_PROGRAM)
    };
    let bytes = bytes.map_err(|reason| vec![program::unreadable(&name, &reason)])?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
