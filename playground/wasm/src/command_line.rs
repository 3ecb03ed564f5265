//! The command that asks the native program for the same.

use pram::result::advice::Command;

use crate::question::Asked;

/// The words behind `pram` that run, check or report this program natively. Limits are left away:
/// those of a browser are no part of what is asked.
pub fn words(command: &str, asked: &Asked) -> Vec<String> {
    let mut words = vec![command.to_owned(), asked.name.clone()];
    words.extend(
        (asked.assignments().iter()).map(|input| format!("{}={}", input.name, input.value)),
    );
    let machine = &asked.machine;
    let options = [
        ("--entry", &asked.entry),
        ("--machine", &machine.machine),
        ("--model", &machine.model),
        ("--simultaneity", &machine.simultaneity),
        ("--branches", &machine.branches),
        ("--on-violation", &machine.on_violation),
        ("-p", &machine.p),
        ("--d", &machine.d),
        ("--B", &machine.barrier),
        ("--ts", &machine.ts),
        ("--tw", &machine.tw),
        ("--seed", &machine.seed),
    ];
    // Checks and reports judge every access themselves.
    let is_known = |option: &str| command == "run" || option != "--on-violation";
    for (option, value) in options {
        if !value.trim().is_empty() && is_known(option) {
            words.extend([option.to_owned(), value.trim().to_owned()]);
        }
    }
    words
}

/// The command as it is typed.
pub fn line(words: Vec<String>) -> String {
    Command { words }.line()
}
