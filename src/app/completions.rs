//! `pram completions SHELL`

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::Arguments;
use super::{Ended, screen};

/// Prints the completion script of a shell.
pub fn completions(shell: Shell) -> Ended {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "pram", &mut script);
    screen::print_bytes(&script)
}
