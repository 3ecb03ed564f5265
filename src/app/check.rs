//! `pram check`

use super::arguments::{CheckArguments, Format};
use super::files::Disk;
use super::run::failed;
use super::{Ended, interrupt, program, screen};
use crate::machine::configuration::OnViolation;
use crate::pipeline::{self, Executed, Options};
use crate::report::check::Check;
use crate::semantic::accesses::accesses;
use crate::source::Sources;

/// Executes a program without restriction and shows under which model it is legal.
pub fn check(arguments: &CheckArguments) -> Ended {
    let format = arguments.program.format;
    let request = match program::request(&arguments.program) {
        Ok(mut request) => {
            request.options = Options {
                unrestricted: true,
                on_violation: OnViolation::Continue,
                ..request.options
            };
            request
        }
        Err(problems) => return Err(failed(&problems, &Sources::default(), format)),
    };
    let mut sources = Sources::default();
    let executed = pipeline::execute(&request, &mut sources, &Disk, &interrupt::flag());
    let Executed { run, program } = match executed {
        Ok(executed) => executed,
        Err(problems) => return Err(failed(&problems, &sources, format)),
    };
    if let Some(error) = &run.error {
        return Err(failed(std::slice::from_ref(error), &sources, format));
    }
    let check = Check::new(&run, &accesses(&program), &request.name, &sources);
    match format {
        Format::Json => screen::print_json(&check),
        Format::Text => screen::print(&check.text(&run, &sources)),
    }
}
