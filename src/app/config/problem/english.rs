//! What is wrong with `pram.toml`, in English.

use super::{ConfigFault, ConfigProblem};
use crate::app::config::keys;
use crate::diagnostic::Words;
use crate::language::Language;

/// What is wrong with the file.
pub(super) fn words(problem: &ConfigProblem) -> Words {
    let ConfigProblem { path, line, fault } = problem;
    let words = match fault {
        ConfigFault::TooLarge { at_most } => {
            return Words::message(format!(
                "`{path}` cannot be read: it is larger than {at_most} bytes"
            ));
        }
        ConfigFault::Unreadable(reason) => {
            return Words::message(format!("`{path}` cannot be read: {reason}"));
        }
        ConfigFault::NoToml(reason) => Words::message(format!("`{path}` is not TOML: {reason}"))
            .help("write a setting a line, such as `model = \"CREW\"` or `max-steps = \"10^6\"`"),
        ConfigFault::Unknown { key, meant } => {
            let words = Words::message(format!("`{path}` has no setting `{key}`"));
            match meant {
                Some(meant) => words.help(format!("did you mean `{meant}`?")),
                None => words.help(format!("the settings are {}", all_keys())),
            }
        }
        ConfigFault::OfOneProgram(key) => Words::message(format!(
            "`{key}` is no setting of `{path}`: it says something about a single program"
        ))
        .help(format!(
            "write it in the program or on the command line; the settings are {}",
            all_keys()
        )),
        ConfigFault::Section(key) => Words::message(format!("`{path}` has no section `[{key}]`"))
            .help("leave the line out: all settings are written without sections"),
        ConfigFault::NoText(key) => Words::message(format!(
            "`{key}` in `{path}` takes a text, a number, `true` or `false`"
        )),
        ConfigFault::BadValue(problem) => Words::message(format!("`{path}`: {problem}")),
        ConfigFault::NoVocabulary(text) => {
            Words::message(format!("`{text}` in `{path}` is no vocabulary"))
                .help("write `hr` for Croatian (paralelno) or `en` for English (parallel)")
        }
    };
    match line {
        Some(line) => words.note(format!("line {line}")),
        None => words,
    }
}

fn all_keys() -> String {
    let keys: Vec<String> = keys().map(|key| format!("`{key}`")).collect();
    Language::English.listed(&keys)
}
