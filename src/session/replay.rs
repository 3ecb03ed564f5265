//! From a request to the whole run as a trace.

use std::sync::atomic::AtomicBool;

use super::Session;
use super::open::open;
use super::trace::{Traced, trace};
use crate::diagnostic::json::ErrorJson;
use crate::diagnostic::render::render_all;
use crate::diagnostic::{Code, Diagnostic, Status};
use crate::machine::value::Value;
use crate::pipeline::advice::advice;
use crate::pipeline::{self, Request};
use crate::present::json::run::MachineJson;
use crate::present::json::trace::{EndingJson, SourceJson, TraceJson};
use crate::present::messages::problems;
use crate::present::text::value::{dimensions_text, scalar_text};
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::ast::{Measure, Unit};
use crate::syntax::include::Files;

/// A run that was recorded.
pub struct Recorded {
    /// Its steps.
    pub trace: TraceJson,
    /// What was wrong in it.
    pub problems: Vec<Diagnostic>,
    /// The exit status of the run; none where nothing was wrong.
    pub status: Option<Status>,
}

/// Runs a program and records its steps in at most `bytes` of JSON; of an illegal run, how
/// the command would be legal.
pub fn record(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
    (bytes, words): (usize, Vec<String>),
) -> Result<Recorded, Vec<Diagnostic>> {
    let loaded = open(request, sources, files, interrupt)?;
    let run = pipeline::execute(request, &mut Sources::default(), files, interrupt)?.run;
    let mut session = Session::new(&loaded, interrupt);
    let traced = trace(&mut session, sources, bytes).ok_or_else(|| vec![interrupted()])?;
    let advice = (run.illegal_count() > 0).then(|| advice(request, &run, words, files, interrupt));
    let found = problems::of_run(&run, advice.as_ref(), sources);
    let message = anstream::adapter::strip_str(&render_all(&found, sources)).to_string();
    let units = [Unit::Rounds, Unit::Steps, Unit::Instructions];
    let ending = EndingJson {
        succeeded: run.succeeded(),
        message: message.trim_end().to_owned(),
        problems: found
            .iter()
            .map(|problem| ErrorJson::new(problem, sources))
            .collect(),
        processors: run.processors(),
        cost: units.map(|unit| run.measure(Measure::C, unit)),
    };
    Ok(Recorded {
        trace: document(traced, &run, &request.name, sources, ending),
        status: run.status(),
        problems: found,
    })
}

fn document(
    traced: Traced,
    run: &Run,
    file: &str,
    sources: &Sources,
    ending: EndingJson,
) -> TraceJson {
    let text = |value: &Value| match value {
        Value::Scalar(constant) => scalar_text(*constant),
        Value::Array(array) => format!("{} elements", dimensions_text(&array.dimensions)),
    };
    TraceJson {
        format: "pram-trace",
        version: 1,
        file: file.to_owned(),
        entry: run.entry.clone(),
        machine: MachineJson::new(&run.configuration, run.processors()),
        inputs: run
            .inputs
            .iter()
            .map(|(name, value)| (name.clone(), text(value)))
            .collect(),
        sources: (sources.iter())
            .map(|(_, source)| SourceJson {
                name: source.name.clone(),
                lines: source.text.lines().map(str::to_owned).collect(),
            })
            .collect(),
        tier: traced.tier,
        arrays: traced.arrays,
        before: traced.before,
        steps: traced.steps,
        length: traced.length,
        ending,
    }
}

fn interrupted() -> Diagnostic {
    Diagnostic::without_place(Code::Interrupted, "stopped by Ctrl-C; nothing was written")
}
