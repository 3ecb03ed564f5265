//! What the command line says of warnings, and warnings about the command line.

use super::Ended;
use super::arguments::{
    BranchesChoice, CollectivesChoice, ExecutionArguments, RunArguments, SimultaneityChoice,
};
use crate::diagnostic::{Code, Diagnostic, Status};
use crate::machine::configuration::Kind;
use crate::pipeline::inputs::Assignment;
use crate::pipeline::machine::MachineKind;
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
    let (kind, machine) = match run.configuration.kind {
        Kind::Synchronous => (MachineKind::Pram, "a synchronous one"),
        Kind::Asynchronous(_) => (MachineKind::Apram, "an asynchronous one"),
        Kind::Multicomputer(_) => (MachineKind::Multicomputer, "a multicomputer"),
    };
    for (option, kinds) in given_options(arguments) {
        if !kinds.contains(&kind) {
            let (about, instead) = match kinds {
                [MachineKind::Multicomputer] => ("multicomputers", "ring"),
                [MachineKind::Pram, ..] => ("machines with shared memory", "pram"),
                _ => ("asynchronous machines", "apram"),
            };
            let message = format!("`{option}` is about {about}, and this run is on {machine}");
            warnings.push(
                Diagnostic::without_place(Code::NoEffect, message).help(format!(
                    "leave it away, or give `--machine {instead}` as well"
                )),
            );
        }
    }
    warnings
}

/// The options that were given and are about some machines only, each with these.
fn given_options(
    arguments: &RunArguments,
) -> impl Iterator<Item = (&'static str, &'static [MachineKind])> {
    const APRAM: &[MachineKind] = &[MachineKind::Apram];
    const NETWORK: &[MachineKind] = &[MachineKind::Multicomputer];
    const SHARED: &[MachineKind] = &[MachineKind::Pram, MachineKind::Apram];
    let execution = &arguments.program.execution;
    let network = &execution.network;
    [
        (
            "--explore",
            arguments.explore > 0,
            &[MachineKind::Apram, MachineKind::Multicomputer][..],
        ),
        ("--schedule", arguments.schedule.is_some(), APRAM),
        ("--pace", arguments.pace.is_some(), APRAM),
        ("--sections", arguments.sections, APRAM),
        (
            "--branches",
            execution.branches != BranchesChoice::Mimd,
            SHARED,
        ),
        (
            "--simultaneity",
            arguments.simultaneity != SimultaneityChoice::Step,
            SHARED,
        ),
        ("--d", execution.delay.is_some(), SHARED),
        ("--trace", arguments.trace, NETWORK),
        ("--topology", arguments.topology, NETWORK),
        ("--strict", arguments.strict, NETWORK),
        ("--ts", network.t_s.is_some(), NETWORK),
        ("--tw", network.t_w.is_some(), NETWORK),
        ("--th", network.t_h.is_some(), NETWORK),
        ("--tc", network.t_c.is_some(), NETWORK),
        ("--to", network.t_o.is_some(), NETWORK),
        ("--routing", network.routing.is_some(), NETWORK),
        ("--ports", network.ports.is_some(), NETWORK),
        ("--duplex", network.duplex.is_some(), NETWORK),
        ("--sending", network.sending.is_some(), NETWORK),
        (
            "--collectives",
            network.collectives != CollectivesChoice::Async,
            NETWORK,
        ),
        ("--max-messages", network.max_messages.is_some(), NETWORK),
    ]
    .into_iter()
    .filter_map(|(name, is_given, kinds)| is_given.then_some((name, kinds)))
}
