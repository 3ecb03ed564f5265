//! Mistakes on the command line, as messages.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arguments::command_line;
use super::files;
use super::problem::{Mistake, NoSuchOption};
use crate::diagnostic::Diagnostic;
use crate::present::messages::advice::quoted;
use crate::semantic::did_you_mean;

/// The message for words that are no command line; `None` if help or the version was asked for.
pub fn explained(error: &clap::Error, words: &[OsString]) -> Option<Diagnostic> {
    if !error.use_stderr() {
        return None;
    }
    let words: Vec<String> = (words.iter().skip(1))
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let mut all = command_line();
    all.build();
    let command = words.iter().find_map(|word| all.find_subcommand(word));
    let context = Context {
        error,
        words: &words,
    };
    let mistake = match (error.kind(), command) {
        (ErrorKind::InvalidSubcommand, _) => Some(no_command(&context, &all)),
        (ErrorKind::UnknownArgument, command) => context.unknown(command.unwrap_or(&all)),
        (ErrorKind::InvalidValue | ErrorKind::ValueValidation, _) => context.value(),
        (ErrorKind::MissingRequiredArgument, Some(command)) => Some(context.missing(command)),
        (ErrorKind::ArgumentConflict, _) => context.conflict(),
        (ErrorKind::TooManyValues, _) => context.no_value(),
        (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => return None,
        _ => None,
    };
    let mistake = mistake.unwrap_or_else(|| context.as_parsed());
    Some(mistake.diagnostic())
}

/// What the parser of the command line says of a mistake.
struct Context<'a> {
    error: &'a clap::Error,
    /// The words after the name of the program.
    words: &'a [String],
}

impl Context<'_> {
    fn text(&self, kind: ContextKind) -> Option<&str> {
        match self.error.get(kind)? {
            ContextValue::String(text) => Some(text),
            _ => None,
        }
    }

    fn texts(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::Strings(texts)) => texts.clone(),
            Some(ContextValue::String(text)) => vec![text.clone()],
            _ => Vec::new(),
        }
    }

    /// The option that a message is about, as it is written: `--model`.
    fn option(&self) -> Option<&str> {
        let written = self.text(ContextKind::InvalidArg)?.split(' ').next()?;
        Some(written.trim_matches(['<', '>', '.', '[', ']']))
    }

    /// A word that no option or argument of the command takes.
    fn unknown(&self, command: &Command) -> Option<Mistake> {
        let written = self.option()?;
        let options = command.get_opts().filter(|option| !option.is_hide_set());
        let known = options
            .filter_map(clap::Arg::get_long)
            .chain(["help", "version"]);
        let takes_inputs = command.get_positionals().any(|argument| {
            let names = argument.get_value_names().unwrap_or_default();
            names.iter().any(|name| name.contains("NAME=VALUE"))
        });
        let input = written.trim_start_matches('-');
        let (input, value) = input.split_once('=').unwrap_or((input, ""));
        let is_name = input.chars().count() <= 2 && input.starts_with(char::is_alphabetic);
        let instead = if let Some(meant) = did_you_mean(input, known) {
            NoSuchOption::Meant(meant)
        } else if takes_inputs && is_name && written.starts_with('-') {
            let next = || {
                let behind = self.words.iter().skip_while(|word| *word != written);
                behind.skip(1).find(|word| !word.starts_with('-'))
            };
            let value = match value {
                "" => next().map_or("8", String::as_str),
                value => value,
            };
            NoSuchOption::Input(quoted(&format!("{input}={value}")))
        } else {
            NoSuchOption::Unknown
        };
        Some(Mistake::Unknown {
            command: named(command),
            written: written.to_owned(),
            instead,
        })
    }

    /// A value that an option does not take.
    fn value(&self) -> Option<Mistake> {
        let option = self.option()?.to_owned();
        let value = self.text(ContextKind::InvalidValue)?.to_owned();
        let choices = self.texts(ContextKind::ValidValue);
        Some(if value.is_empty() {
            let written = self.text(ContextKind::InvalidArg)?;
            Mistake::NoValue {
                written: option.starts_with('-').then(|| written.to_owned()),
                option,
                choices,
            }
        } else if choices.is_empty() {
            let reason = std::error::Error::source(self.error)?.to_string();
            Mistake::WrongValue {
                option,
                value,
                reason,
            }
        } else {
            Mistake::NoChoice {
                meant: did_you_mean(&value, choices.iter().map(String::as_str)),
                option,
                value,
                choices,
            }
        })
    }

    /// Something that a command needs.
    fn missing(&self, command: &Command) -> Mistake {
        let needed = self.texts(ContextKind::InvalidArg);
        // `<FILE>...` is called FILE, `--output <FILE>` is written so.
        let name = |what: &String| match what.strip_prefix('<') {
            Some(name) => name.trim_end_matches(['>', '.']).to_owned(),
            None => format!("`{what}`"),
        };
        let mut usage = command.clone();
        let usage = usage.render_usage().to_string();
        Mistake::Incomplete {
            command: named(command),
            needed: needed.iter().map(name).collect(),
            usage: usage.trim_start_matches("Usage: ").trim().to_owned(),
        }
    }

    /// A value for a flag.
    fn no_value(&self) -> Option<Mistake> {
        let option = self.option()?.to_owned();
        Some(Mistake::ValueOfFlag { option })
    }

    /// What the parser says in its first line.
    fn as_parsed(&self) -> Mistake {
        let text = self.error.to_string();
        let line = text.lines().next().unwrap_or_default();
        let line = line.trim_start_matches("error: ").to_owned();
        Mistake::Other { line }
    }

    /// Options that exclude each other.
    fn conflict(&self) -> Option<Mistake> {
        let option = self.option()?.to_owned();
        let others = self.texts(ContextKind::PriorArg);
        let others: Vec<String> = (others.iter())
            .filter_map(|other| other.split(' ').next())
            .map(str::to_owned)
            .collect();
        Some(if others.as_slice() == [option.as_str()] {
            Mistake::Twice { option }
        } else {
            Mistake::Excluded { option, others }
        })
    }
}

/// A first word that is no command: a program perhaps.
fn no_command(context: &Context<'_>, all: &Command) -> Mistake {
    let word = context
        .text(ContextKind::InvalidSubcommand)
        .unwrap_or_default();
    if Path::new(word).is_file() || files::is_program(Path::new(word)) {
        return Mistake::IsProgram {
            word: word.to_owned(),
            command: format!("pram run {}", quoted(word)),
        };
    }
    let names = all.get_subcommands().map(Command::get_name);
    Mistake::NoCommand {
        word: word.to_owned(),
        meant: did_you_mean(word, names),
    }
}

/// `pram run`
fn named(command: &Command) -> String {
    match command.get_name() {
        "pram" => "pram".to_owned(),
        name => format!("pram {name}"),
    }
}
