//! The command that asks the native program for the same.

use pram::pipeline::options::find;
use pram::result::advice::RunCommand;

use crate::question::{Asked, given};

/// The words behind `pram` that run, check or report this program natively. Limits are left away:
/// those of a browser are no part of what is asked.
pub fn words(command: &str, asked: &Asked) -> Vec<String> {
    let mut words = vec![command.to_owned(), asked.name.clone()];
    words.extend(
        (asked.assignments().iter()).map(|input| format!("{}={}", input.name, input.value)),
    );
    let entry = asked.entry.trim();
    if !entry.is_empty() {
        words.extend(["--entry".to_owned(), entry.to_owned()]);
    }
    for (name, value) in given(&asked.machine) {
        if let Ok(option) = find(name) {
            words.extend(option.words(value));
        }
    }
    words
}

/// The command as it is typed.
pub fn line(words: Vec<String>) -> String {
    RunCommand { words }.line()
}
