//! `--show-config`: the settings of a run, and where each comes from.

use std::fmt::Write as _;

use super::english::{self, ValueSource};
use super::{Configuration, MODEL, VOCABULARY, is_common};
use crate::pipeline::options::{OPTIONS, RunOption, Setting};
use crate::pipeline::outline::ProgramOutline;
use crate::source::shown_path;

/// A setting a line: its name, its value, and where that comes from.
pub fn shown<'s>(
    configuration: &Configuration,
    given: impl Iterator<Item = &'s Setting> + Clone,
    outline: &ProgramOutline,
) -> String {
    let path = configuration.path.as_deref().map(shown_path);
    let path = path.as_deref().unwrap_or_default();
    let of_option = |option: &'static RunOption| {
        let of_line = (given.clone()).find(|setting| setting.option.name == option.name);
        let mut of_file = configuration.settings.iter();
        let of_file = of_file.find(|setting| setting.option.name == option.name);
        let is_programs = option.name == MODEL && outline.names_machine;
        let (value, source) = match (of_line, of_file) {
            (Some(setting), _) => (setting.value.clone(), ValueSource::CommandLine),
            _ if is_programs => (outline.machine.to_string(), ValueSource::Program),
            (None, Some(setting)) => {
                let line = setting.line;
                (setting.value.clone(), ValueSource::File { path, line })
            }
            (None, None) => (usual(option).to_owned(), ValueSource::Usual),
        };
        [option.name.to_owned(), value, english::source(&source)]
    };
    let options = OPTIONS.iter().filter(|option| is_common(option));
    let mut rows: Vec<[String; 3]> = options.map(of_option).collect();
    let (vocabulary, source) = match configuration.vocabulary {
        Some((vocabulary, line)) => (vocabulary, ValueSource::File { path, line }),
        None => (outline.vocabulary, ValueSource::Program),
    };
    let vocabulary = vocabulary.choose("hr", "en").to_owned();
    rows.push([VOCABULARY.to_owned(), vocabulary, english::source(&source)]);
    let width = |column: usize| {
        let lengths = rows.iter().map(|row| row[column].chars().count());
        lengths.max().unwrap_or(0)
    };
    let (names, values) = (width(0), width(1));
    rows.iter()
        .fold(String::new(), |mut text, [name, value, source]| {
            let _ = writeln!(text, "{name:names$}  {value:values$}  {source}");
            text
        })
}

/// The default of an option, as its help has it.
fn usual(option: &'static RunOption) -> &'static str {
    let in_text = |text: &'static str| {
        let (_, behind) = text.split_once("[default: ")?;
        behind.split([']', ';']).next()
    };
    (option.default)
        .or_else(|| in_text(option.long_help.unwrap_or(option.help)))
        .unwrap_or("-")
}
