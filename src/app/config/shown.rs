//! `--show-config`: the settings of a run, and where each comes from.

mod english;

use std::fmt::Write as _;

use super::{FolderSettings, MODEL, VOCABULARY, is_common};
use crate::pipeline::options::{OPTIONS, RunOption, Setting};
use crate::pipeline::outline::ProgramOutline;
use crate::source::shown_path;
use crate::syntax::vocabulary::Vocabulary;

/// A setting a line: its name, its value, and where that comes from.
pub fn shown<'s>(
    configuration: &FolderSettings,
    given: &(impl Iterator<Item = &'s Setting> + Clone),
    outline: &ProgramOutline,
) -> String {
    let path = configuration.path.as_deref().map(shown_path);
    let path = path.as_deref().unwrap_or_default();
    let of_option = |option: &'static RunOption| {
        let of_line = (given.clone()).find(|setting| setting.option.name == option.name);
        let mut of_file = configuration.settings.iter();
        let of_file = of_file.find(|setting| setting.option.name == option.name);
        let is_programs = option.name == MODEL && outline.names_machine;
        let (value, origin) = match (of_line, of_file) {
            (Some(setting), _) => (setting.value.clone(), SettingOrigin::CommandLine),
            _ if is_programs => (outline.machine.to_string(), SettingOrigin::Program),
            (None, Some(setting)) => {
                let line = setting.line;
                (setting.value.clone(), SettingOrigin::File { path, line })
            }
            (None, None) => (usual(option).to_owned(), SettingOrigin::Usual),
        };
        [option.name.to_owned(), value, english::origin(&origin)]
    };
    let options = OPTIONS.iter().filter(|option| is_common(option));
    let mut rows: Vec<[String; 3]> = options.map(of_option).collect();
    let (vocabulary, origin) = match configuration.vocabulary {
        Some((vocabulary, line)) => (vocabulary.into(), SettingOrigin::File { path, line }),
        None => (Vocabulary::default(), SettingOrigin::Usual),
    };
    let vocabulary = vocabulary.choose("hr", "en").to_owned();
    rows.push([VOCABULARY.to_owned(), vocabulary, english::origin(&origin)]);
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

/// Where a value comes from.
enum SettingOrigin<'c> {
    CommandLine,
    Program,
    /// A line of a configuration file.
    File {
        path: &'c str,
        line: usize,
    },
    /// Nothing says it.
    Usual,
}
