//! The machine and the sections of a run on the asynchronous PRAM.

use super::network::network_name;
use super::run::Run;
use crate::machine::configuration::{AsynchronousMachine, BarrierTime, Configuration};
use crate::source::{Sources, Span};

/// As the command line spells it.
pub fn model_name(asynchronous: &AsynchronousMachine) -> &'static str {
    if asynchronous.concurrent_read {
        "apram-cr"
    } else {
        "apram"
    }
}

/// The asynchronous model of a run, as the command line spells it.
pub fn model_of(configuration: &Configuration) -> &'static str {
    let asynchronous = configuration.asynchronous();
    asynchronous.map_or("apram", model_name)
}

/// B of this run; `None` if it has no value.
pub fn barrier_time(run: &Run, asynchronous: &AsynchronousMachine) -> Option<u64> {
    match &asynchronous.barrier {
        BarrierTime::Constant(time) => Some(*time),
        formula @ BarrierTime::Formula(..) => formula.time(run.processors()),
    }
}

/// The first and the last line of a section; only the first if the last is in another file.
pub fn lines((first, last): (Span, Span), sources: &Sources) -> (usize, usize) {
    let line = |span: Span| sources.position(span).line;
    if first.file == last.file {
        let (one, two) = (line(first), line(last));
        (one.min(two), one.max(two))
    } else {
        (line(first), line(first))
    }
}

/// The model of a run on any machine, as the command line spells it.
pub fn named_model(configuration: &Configuration) -> String {
    if let Some(machine) = configuration.asynchronous() {
        model_name(machine).to_owned()
    } else if let Some(machine) = configuration.multicomputer() {
        network_name(&machine.topology)
    } else if configuration.gpu().is_some() {
        "gpu".to_owned()
    } else {
        configuration.model.to_string()
    }
}
