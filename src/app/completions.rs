//! `pram completions SHELL`

use clap_complete::Shell;

use super::arguments::command_line;
use super::{Ended, screen};

/// Prints the completion script of a shell.
pub fn completions(shell: Shell) -> Ended {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line(), "pram", &mut script);
    screen::print_bytes(&script)
}
