//! What the command line says of warnings, and warnings about the command line.

use super::Ended;
use super::arguments::{ExecutionArguments, RunArguments};
use super::problem::CommandProblem;
use crate::diagnostic::{Diagnostic, Status};
use crate::pipeline::inputs::Assignment;
use crate::pipeline::machine::{MachineKind, RunForm};
use crate::pipeline::machine_warnings::of_given;
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
    let mut warnings = of_given(run, assignments);
    let machine = MachineKind::of(&run.configuration).row();
    for (option, forms) in given_options(arguments) {
        if !forms.contains(&machine.form) {
            let problem = CommandProblem::NoEffect {
                option,
                forms,
                machine: machine.one,
            };
            warnings.push(problem.diagnostic());
        }
    }
    warnings
}

/// The options that were given and change anything, each with what the runs consist of that it is about.
fn given_options(arguments: &RunArguments) -> impl Iterator<Item = (String, &'static [RunForm])> {
    const APRAM: &[RunForm] = &[RunForm::Sections];
    const NETWORK: &[RunForm] = &[RunForm::Messages];
    const KERNELS: &[RunForm] = &[RunForm::Launches];
    let printed = [
        ("--sections", arguments.sections, APRAM),
        ("--trace", arguments.trace, NETWORK),
        ("--topology", arguments.topology, NETWORK),
        ("--kernels", arguments.kernels, KERNELS),
        ("--lines", arguments.lines, KERNELS),
        ("--profiler", arguments.profiler, KERNELS),
    ];
    let printed = (printed.into_iter())
        .filter(|(_, is_given, _)| *is_given)
        .map(|(name, _, forms)| (name.to_owned(), forms));
    let settings = arguments.program.execution.given.settings();
    let settings = settings.filter(|setting| !setting.is_usual());
    printed.chain(settings.map(|setting| (setting.option.written(), setting.option.forms)))
}
