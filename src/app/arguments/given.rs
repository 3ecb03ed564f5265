//! Which options were given, as opposed to those that have their usual values.

use clap::parser::ValueSource;

use super::command_line;

/// The options of a command that stand on this process's command line, `--model` and so on, in the
/// order of its help; none where it runs another command.
pub fn given(name: &str) -> Vec<String> {
    let mut arguments = command_line();
    let Ok(matches) = arguments.try_get_matches_from_mut(std::env::args_os()) else {
        return Vec::new();
    };
    let matches = matches.subcommand_matches(name);
    let command = arguments.find_subcommand(name);
    let options = command.into_iter().flat_map(clap::Command::get_arguments);
    options
        .filter(|option| {
            let source = matches.and_then(|matches| matches.value_source(option.get_id().as_str()));
            source == Some(ValueSource::CommandLine)
        })
        .filter_map(|option| option.get_long().map(|long| format!("--{long}")))
        .collect()
}
