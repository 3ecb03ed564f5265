//! What a sweep is asked once more when it is over: its largest run, its machine, its failures.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::claims::expression;
use crate::diagnostic::Diagnostic;
use crate::machine::configuration::Configuration;
use crate::machine::event::Observer;
use crate::machine::network::record::Recording;
use crate::machine::value::Value;
use crate::pipeline::engine;
use crate::pipeline::machine::MachineKind;
use crate::pipeline::prepare::shapes;
use crate::program::{Constant, Program};
use crate::result::study::{Anatomy, SectionAnatomy, TimedRun};
use crate::result::trace::timeline;
use crate::semantic::{self, KnownMachine};
use crate::source::Sources;
use crate::study::anatomy::{self, Dissector};
use crate::study::role::Role;
use crate::study::section_anatomy::Sections;
use crate::study::sweep::{self, Sweep};
use crate::study::swept::{Failed, Measured, Swept};
use crate::syntax::ast;

use super::axes::{Axes, Fixed};
use super::option_problem::OptionProblem;

/// The largest size that was asked for and ran, run again before the dissector; nothing where
/// that is interrupted.
pub(super) fn dissected(sweep: &Sweep, axes: &Axes, measured: &[Measured]) -> Option<Anatomy> {
    let largest = largest(measured)?;
    let dissector = Dissector::new(largest.processors);
    let (dissector, program, sources) = observed(sweep, largest, dissector)?;
    let size = axes.size(&largest.at);
    Some(anatomy::anatomy(
        &dissector,
        &program,
        &sources,
        size,
        &largest.cost,
    ))
}

/// The same on the asynchronous machine, section by section.
pub(super) fn sectioned(
    sweep: &Sweep,
    axes: &Axes,
    measured: &[Measured],
) -> Option<SectionAnatomy> {
    let largest = largest(measured)?;
    let (sections, _, sources) = observed(sweep, largest, Sections::default())?;
    Some(SectionAnatomy {
        inputs: axes.size(&largest.at),
        processors: largest.processors,
        sections: sections.shares(&sources),
    })
}

/// What the processors did when, for the same size on a multicomputer; nothing where they did too
/// much, and on other machines.
pub(super) fn timed(sweep: &Sweep, axes: &Axes, measured: &[Measured]) -> Option<TimedRun> {
    let largest = largest(measured).filter(|one| one.network.is_some())?;
    let options = &sweep.request.options;
    let mut request = sweep.request_for(&largest.at, options.limits.memory, options.seed);
    request.options.network.recording = Recording::Times;
    let mut sources = sweep.sources.clone();
    let prepared = sweep.prepared(&request, &mut sources).ok()?;
    let run = sweep.execute(prepared, &sources);
    Some(TimedRun {
        inputs: axes.size(&largest.at),
        processors: largest.processors,
        timeline: timeline(&run).filter(|_| run.finished())?,
    })
}

fn largest(measured: &[Measured]) -> Option<&Measured> {
    let asked = measured.iter().filter(|one| !one.held_out);
    asked.max_by_key(|one| (one.at.iter().map(|n| i128::from(*n)).sum::<i128>(), &one.at))
}

fn observed<O: Observer>(
    sweep: &Sweep,
    size: &Measured,
    observer: O,
) -> Option<(O, Program, Sources)> {
    let options = &sweep.request.options;
    let request = sweep.request_for(&size.at, options.limits.memory, options.seed);
    let mut sources = sweep.sources.clone();
    let prepared = sweep.prepared(&request, &mut sources).ok()?;
    let inputs: Vec<&Value> = prepared.inputs.values().collect();
    let observer = engine::observe(
        &prepared.program,
        &inputs,
        &prepared.configuration,
        prepared.parameters,
        sweep.interrupt,
        observer,
    );
    let was_interrupted = sweep.interrupt.load(Ordering::Relaxed);
    (!was_interrupted).then_some((observer, Arc::unwrap_or_clone(prepared.program), sources))
}

/// What is the same for all sizes.
pub(super) fn constants(sweep: &Sweep, measured: &[Measured]) -> Fixed {
    let varies_processors = sweep.roles.contains(&Role::Processors);
    let same = |value: fn(&Measured) -> Option<u64>| {
        let mut values = measured.iter().map(value);
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    };
    let scalars = measured.first().map(|one| &one.names.scalars);
    let input = scalars.into_iter().flatten().find_map(|(name, value)| {
        let Constant::Int(size) = *value else {
            return None;
        };
        let is_same = |one: &Measured| one.names.scalars.get(name) == Some(value);
        let is_input = Role::of(name, sweep.signature, sweep.machine) == Role::Input;
        let is_size = is_input && size > 1 && measured.iter().all(is_same);
        is_size.then(|| (name.clone(), size))
    });
    Fixed {
        processors: fixed_processors(sweep, measured).filter(|_| !varies_processors),
        delay: same(|one| one.asynchronous.map(|machine| machine.delay)),
        barrier: same(|one| one.asynchronous.map(|machine| machine.barrier)),
        input,
    }
}

/// The processors that the machine has at every size.
fn fixed_processors(sweep: &Sweep, measured: &[Measured]) -> Option<u64> {
    if sweep.machine != MachineKind::Multicomputer {
        return sweep::fixed_processors(&sweep.request.options, sweep.file);
    }
    let first = measured.first()?.processors;
    (measured.iter().all(|one| one.processors == first)).then_some(first)
}

/// Whether the program, or what its inputs are made from, asks for the machine's `p`.
pub(super) fn uses_processors(sweep: &Sweep, measured: &[Measured]) -> bool {
    let Some(one) = measured.first() else {
        return true;
    };
    let declared = sweep.file.items.iter().filter_map(|item| match item {
        ast::Item::Input(input) => Some(input),
        _ => None,
    });
    let own = declared.clone().any(|input| input.name.text == "p");
    let in_inputs = declared.into_iter().any(|input| {
        let lengths = input.dimensions.iter().flatten().flatten();
        let mut expressions = lengths.chain(&input.default);
        expressions.any(|expr| expression::names_in(expr).contains(&"p"))
    });
    if in_inputs && !own {
        return true;
    }
    let options = &sweep.request.options;
    let request = sweep.request_for(&one.at, options.limits.memory, options.seed);
    let mut sources = sweep.sources.clone();
    let Ok(prepared) = sweep.prepared(&request, &mut sources) else {
        return true;
    };
    let shapes = shapes(&prepared.inputs);
    let without = KnownMachine {
        processors: false,
        ..prepared.known
    };
    semantic::check(sweep.file, sweep.signature, &shapes, without).is_err()
}

/// The configuration of the first size that ran.
pub(super) fn configuration(sweep: &Sweep, measured: &[Measured]) -> Option<Configuration> {
    let one = measured.first()?;
    let options = &sweep.request.options;
    let request = sweep.request_for(&one.at, options.limits.memory, options.seed);
    let mut sources = sweep.sources.clone();
    let prepared = sweep.prepared(&request, &mut sources).ok()?;
    Some(prepared.configuration)
}

/// Why there is no report at all.
pub(super) fn nothing_measured(swept: Swept, sources: &mut Sources) -> Vec<Diagnostic> {
    let interrupted = || OptionProblem::Interrupted.refused();
    let count = swept.failed.len();
    let asked_first = |failed: &Failed| failed.held_out;
    let mut failures = swept.failed;
    failures.sort_by_key(asked_first);
    let Some(first) = failures.into_iter().next() else {
        return interrupted();
    };
    if swept.interrupted {
        return interrupted();
    }
    // The places of the diagnostics lie in the texts of that run.
    *sources = first.sources;
    let mut diagnostics = first.diagnostics;
    if let Some(diagnostic) = diagnostics.first_mut()
        && count > 1
    {
        let note = format!("none of the {count} sizes ran to its end; this is the first");
        diagnostic.notes.push(note);
    }
    diagnostics
}
