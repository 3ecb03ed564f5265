//! What the command line says of warnings, and warnings about the command line.

use super::Ended;
use super::arguments::{ExecutionArguments, RunArguments};
use crate::diagnostic::{Code, Diagnostic, Status};
use crate::machine::value::Value;
use crate::pipeline::inputs::Assignment;
use crate::present::text::asynchronous;
use crate::program::Constant;
use crate::result::run::Run;

/// The warnings that are wanted: all of them, or none.
pub fn wanted(warnings: &mut Vec<Diagnostic>, arguments: &ExecutionArguments) {
    if arguments.no_warnings {
        warnings.clear();
    }
}

/// How a command ends that has these warnings and would end so without them.
pub fn ended(ended: Ended, warnings: &[Diagnostic], arguments: &ExecutionArguments) -> Ended {
    let is_denied = arguments.deny_warnings && !warnings.is_empty();
    match ended {
        Ok(()) if is_denied => Err(Status::Program),
        ended => ended,
    }
}

/// What is odd about the machine that a run was given, and about the options that ask for it.
pub fn of_command_line(
    run: &Run,
    arguments: &RunArguments,
    assignments: &[Assignment],
) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let given = assignments.iter().find(|given| given.name == "p");
    if let (Some(given), Some(processors)) = (given, run.configuration.processors)
        && run.inputs.get("p") != Some(&Value::Scalar(Constant::Int(processors as i64)))
    {
        let message = format!(
            "the input `p` is {}, as given by name, and the machine has {processors} processors",
            given.value
        );
        warnings.push(
            Diagnostic::without_place(Code::ProcessorsDiffer, message)
                .help("leave `p=…` away: `-p` gives its value to an input `p` that has no other"),
        );
    }
    if let Some(message) = asynchronous::range_warning(run) {
        warnings.push(Diagnostic::without_place(Code::TimesOutOfRange, message));
    }
    if run.configuration.is_asynchronous() {
        return warnings;
    }
    let options = [
        ("--explore", arguments.explore > 0),
        ("--schedule", arguments.schedule.is_some()),
        ("--pace", arguments.pace.is_some()),
        ("--sections", arguments.sections),
    ];
    for (option, _) in options.iter().filter(|(_, is_given)| *is_given) {
        let message = format!(
            "`{option}` is about asynchronous machines, and this run is on a synchronous one"
        );
        warnings.push(
            Diagnostic::without_place(Code::NoEffect, message)
                .help("leave it away, or give `--machine apram` as well"),
        );
    }
    warnings
}
