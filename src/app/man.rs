//! `pram man`

use clap_mangen::Man;

use super::arguments::command_line;
use super::problem::CommandProblem;
use super::{Ended, screen};
use crate::source::Sources;

/// Prints the manual page of the program, or of one of its commands.
pub fn man(command: Option<&str>) -> Ended {
    let mut whole = command_line();
    whole.build();
    let page = if let Some(name) = command {
        let Some(found) = whole.find_subcommand(name) else {
            let names = whole.get_subcommands().map(clap::Command::get_name);
            let problem = CommandProblem::NoManual {
                name: name.to_owned(),
                commands: names.map(str::to_owned).collect(),
            };
            return Err(screen::report(&[problem.diagnostic()], &Sources::default()));
        };
        found.clone()
    } else {
        whole
    };
    let mut text = Vec::new();
    Man::new(page)
        .render(&mut text)
        .expect("a vector takes every byte");
    screen::print_bytes(&text)
}
