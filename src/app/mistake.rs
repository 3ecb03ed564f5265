//! Mistakes on the command line, as messages.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arguments::command_line;
use super::files;
use crate::diagnostic::{Code, Diagnostic};
use crate::present::messages::advice::quoted;
use crate::semantic::did_you_mean;
use crate::source::shown_name;

/// The message for words that are no command line; none where help or the version was asked for.
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
    let problem = match (error.kind(), command) {
        (ErrorKind::InvalidSubcommand, _) => Some(no_command(&context, &all)),
        (ErrorKind::UnknownArgument, command) => context.unknown(command.unwrap_or(&all)),
        (ErrorKind::InvalidValue | ErrorKind::ValueValidation, _) => context.value(),
        (ErrorKind::MissingRequiredArgument, Some(command)) => Some(context.missing(command)),
        (ErrorKind::ArgumentConflict, _) => context.conflict(),
        (ErrorKind::TooManyValues, _) => context.no_value(),
        (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => return None,
        _ => None,
    };
    Some(problem.unwrap_or_else(|| context.as_parsed()))
}

/// What the parser of the command line says of a mistake.
struct Context<'a> {
    error: &'a clap::Error,
    /// The words behind the name of the program.
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
    fn unknown(&self, command: &Command) -> Option<Diagnostic> {
        let written = self.option()?;
        let name = named(command);
        let message = if written.starts_with('-') {
            format!("`{name}` has no option `{}`", shown_name(written))
        } else {
            format!("`{name}` takes no `{}`", shown_name(written))
        };
        let problem = bad(message);
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
        let problem = if let Some(meant) = did_you_mean(input, known) {
            problem.help(format!("did you mean `--{meant}`?"))
        } else if takes_inputs && is_name && written.starts_with('-') {
            let next = || {
                let behind = self.words.iter().skip_while(|word| *word != written);
                behind.skip(1).find(|word| !word.starts_with('-'))
            };
            let value = match value {
                "" => next().map_or("8", String::as_str),
                value => value,
            };
            let assignment = quoted(&format!("{input}={value}"));
            problem.help(format!("inputs have no dashes: `{assignment}`"))
        } else {
            problem.help(format!("`{name} --help` lists its options"))
        };
        Some(problem)
    }

    /// A value that an option does not take.
    fn value(&self) -> Option<Diagnostic> {
        let option = self.option()?;
        let value = self.text(ContextKind::InvalidValue)?;
        let choices = self.texts(ContextKind::ValidValue);
        if value.is_empty() {
            let problem = bad(format!("`{option}` needs a value"));
            let written = self.text(ContextKind::InvalidArg)?;
            return Some(match choices.as_slice() {
                [] if !option.starts_with('-') => problem,
                [] => problem.help(format!("it is written `{written}`")),
                choices => problem.help(one_of(choices)),
            });
        }
        let message = format!("`{option}` does not take `{}`", shown_name(value));
        if !choices.is_empty() {
            let meant = did_you_mean(value, choices.iter().map(String::as_str));
            let problem = bad(message);
            return Some(match meant {
                Some(meant) => problem.help(format!("did you mean `{option} {meant}`?")),
                None => problem.help(one_of(&choices)),
            });
        }
        let reason = std::error::Error::source(self.error)?;
        Some(bad(format!("{message}: {reason}")))
    }

    /// Something that a command needs.
    fn missing(&self, command: &Command) -> Diagnostic {
        let needed = self.texts(ContextKind::InvalidArg);
        // `<FILE>...` is called FILE, `--output <FILE>` is written so.
        let name = |what: &String| match what.strip_prefix('<') {
            Some(name) => name.trim_end_matches(['>', '.']).to_owned(),
            None => format!("`{what}`"),
        };
        let needed: Vec<String> = needed.iter().map(name).collect();
        let mut usage = command.clone();
        let usage = usage.render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").trim();
        bad(format!(
            "`{}` needs {}",
            named(command),
            needed.join(" and ")
        ))
        .help(format!("it is written `{usage}`"))
    }

    /// A value for a flag.
    fn no_value(&self) -> Option<Diagnostic> {
        let option = self.option()?;
        Some(bad(format!("`{option}` takes no value")).help(format!("write `{option}`")))
    }

    /// What the parser says in its first line.
    fn as_parsed(&self) -> Diagnostic {
        let text = self.error.to_string();
        let line = text.lines().next().unwrap_or_default();
        bad(line.trim_start_matches("error: ").to_owned())
    }

    /// Options that exclude each other.
    fn conflict(&self) -> Option<Diagnostic> {
        let option = self.option()?;
        let others = self.texts(ContextKind::PriorArg);
        let others: Vec<&str> = (others.iter())
            .filter_map(|other| other.split(' ').next())
            .collect();
        let message = match others.as_slice() {
            [other] if *other == option => format!("`{option}` is given more than once"),
            others => format!("`{option}` excludes `{}`", others.join("` and `")),
        };
        Some(bad(message).help("leave out one of them"))
    }
}

/// A first word that is no command: a program perhaps.
fn no_command(context: &Context<'_>, all: &Command) -> Diagnostic {
    let word = context
        .text(ContextKind::InvalidSubcommand)
        .unwrap_or_default();
    let shown = shown_name(word);
    if Path::new(word).is_file() || files::is_program(Path::new(word)) {
        let message = format!("`{shown}` is no command");
        return bad(message).help(format!("`pram run {}` runs a program", quoted(word)));
    }
    let names = all.get_subcommands().map(Command::get_name);
    let problem = bad(format!("there is no command `{shown}`"));
    match did_you_mean(word, names) {
        Some(meant) => problem.help(format!("did you mean `pram {meant}`?")),
        None => problem.help("`pram --help` lists the commands"),
    }
}

fn one_of(choices: &[String]) -> String {
    format!("it is one of {}", choices.join(", "))
}

/// `pram run`
fn named(command: &Command) -> String {
    match command.get_name() {
        "pram" => "pram".to_owned(),
        name => format!("pram {name}"),
    }
}

fn bad(message: String) -> Diagnostic {
    Diagnostic::without_place(Code::BadOption, message)
}
