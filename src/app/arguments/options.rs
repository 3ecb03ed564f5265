//! The options of a run on the command line, as their table has them.

use std::ffi::OsStr;
use std::fmt::Write as _;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::pipeline::Options;
use crate::pipeline::options::{OPTIONS, RunOption, Setting};
use crate::present::messages::advice::quoted;

/// The rows of the table from one to another in the help of a command, and which options were given, of
/// these and of the command's other rows.
#[derive(Debug)]
pub struct Rows<const FIRST: usize, const LAST: usize>(Vec<Setting>);

impl<const FIRST: usize, const LAST: usize> Rows<FIRST, LAST> {
    /// Sets the options that were given.
    pub fn apply(&self, options: &mut Options) {
        for setting in &self.0 {
            setting.apply(options);
        }
    }

    /// What was given, in the order of the table.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> + Clone {
        self.0.iter()
    }

    /// Whether the option of this name was given.
    pub fn has(&self, name: &str) -> bool {
        self.settings().any(|setting| setting.option.name == name)
    }
}

impl<const FIRST: usize, const LAST: usize> Args for Rows<FIRST, LAST> {
    fn augment_args(command: Command) -> Command {
        let rows = OPTIONS.iter().enumerate().take(LAST + 1).skip(FIRST);
        command.args(rows.map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const FIRST: usize, const LAST: usize> FromArgMatches for Rows<FIRST, LAST> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = OPTIONS.iter().filter_map(|option| {
            // No command has all rows, and some know an option only in order to explain that they lack it.
            let setting = matches.try_get_one::<Setting>(option.name).ok()??;
            let source = matches.value_source(option.name);
            (source == Some(ValueSource::CommandLine)).then(|| setting.clone())
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Within their group, frequent options come before these, and both after the command's own.
const FREQUENT: usize = 100;
const OTHER: usize = 200;

fn argument((row, option): (usize, &'static RunOption)) -> Arg {
    let order = if option.is_frequent { FREQUENT } else { OTHER };
    let argument = Arg::new(option.name)
        .long(option.name)
        .short(option.short)
        .aliases(option.aliases.iter().copied())
        .help(option.help)
        .long_help(long_help(option))
        .help_heading(option.group.title())
        .display_order(order + row)
        .hide_short_help(!option.is_frequent)
        .hide_possible_values(option.value.is_some())
        .value_parser(Reader(option));
    match option.value {
        None => argument.action(ArgAction::SetTrue),
        Some(name) => argument
            .value_name(name)
            .default_value(option.default)
            // A formula may begin with a minus; a number that does is explained.
            .allow_hyphen_values(name == "EXPR")
            .allow_negative_numbers(true),
    }
}

/// What an option does, the words that it takes if each has a meaning of its own, and an example.
fn long_help(option: &RunOption) -> String {
    let mut text = option.long_help.unwrap_or(option.help).to_owned();
    for choice in (option.choices)() {
        if let Some(help) = choice.help {
            let _ = write!(text, "\n- {}: {help}", choice.name);
        }
    }
    let example = option.words(option.example);
    let example: Vec<String> = example.iter().map(|word| quoted(word)).collect();
    let _ = write!(text, "\nExample: {}", example.join(" "));
    text
}

/// Reads the value of an option, and lets help and completions know its words.
#[derive(Clone)]
struct Reader(&'static RunOption);

impl Reader {
    fn words(&self) -> Vec<PossibleValue> {
        let words = (self.0.choices)().into_iter().map(|choice| {
            let word = PossibleValue::new(choice.name);
            word.aliases(choice.alias).help(choice.help)
        });
        words.collect()
    }
}

impl TypedValueParser for Reader {
    type Value = Setting;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Setting, Error> {
        let option = self.0;
        let read = move |text: String| Setting::new(option, &text);
        let read = StringValueParser::new().try_map(read);
        let found = TypedValueParser::parse_ref(&read, command, argument, value);
        let words = self.words();
        let text = value.to_string_lossy();
        // A network has a colon after its name, and sizes, of which the reader says what is wrong.
        if found.is_ok() || words.is_empty() || text.contains(':') {
            return found;
        }
        PossibleValuesParser::new(words).parse_ref(command, argument, value)?;
        found
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let words = self.words();
        (!words.is_empty()).then(|| Box::new(words.into_iter()) as Box<_>)
    }
}
