//! From a request to the trace of the whole run.

use indexmap::IndexMap;

use super::Session;
use super::exchange::trace::{TracePart, trace_part};
use super::open::{Opened, open};
use super::problem::RecordingProblem;
use super::recording::{Remembered, VERSION};
use super::trace::{ShownTrace, size, trace};
use super::warps;
use crate::diagnostic::json::ErrorJson;
use crate::diagnostic::render::render_all;
use crate::diagnostic::{Diagnostic, Status};
use crate::language::Language;
use crate::machine::value::Value;
use crate::pipeline::advice::advice;
use crate::pipeline::progress::Watcher;
use crate::pipeline::quantity::QuantityCells;
use crate::pipeline::{self, Request};
use crate::present::agreeing::Agreeing;
use crate::present::json::count::CountJson;
use crate::present::json::moments::{MomentsCostJson, MomentsEndingJson, MomentsJson};
use crate::present::json::recorded::RecordedJson;
use crate::present::json::run::MachineJson;
use crate::present::json::trace::{
    EndingJson, HeadJson, OutcomeJson, RacingJson, SourceJson, TraceJson, TracedRaceJson,
};
use crate::present::messages::problems;
use crate::present::text::moment::noun;
use crate::present::text::network::decomposition;
use crate::present::text::value::{dimensions_text, scalar_text};
use crate::quantity::{Measure, Unit};
use crate::result::moments::Moments;
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::colour::{ColouredPart, coloured_lines};
use crate::syntax::include::Files;

/// Bytes of a trace besides its steps or moments, its head and the end of the run.
const AROUND: usize = 512;

/// A run that was recorded.
pub struct RecordedRun {
    /// Its steps or moments.
    pub trace: RecordedJson,
    /// The problems found.
    pub problems: Vec<Diagnostic>,
    /// The exit status of the run; `None` if there were no problems.
    pub status: Option<Status>,
}

/// How a run is recorded.
pub struct RecordingManner {
    /// The most bytes of the trace as JSON, as far as one step or moment allows.
    pub bytes: usize,
    /// The language of sentences, and of the page.
    pub language: Language,
    /// The cells of arrays whose values are included if not all are.
    pub cells: Vec<QuantityCells>,
    /// The command that would record it again, as its words after `pram`.
    pub words: Vec<String>,
}

/// Runs a program and records its steps; for an illegal run, also how the command would be legal.
pub fn record<'w>(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    watcher: impl Into<Watcher<'w>>,
    manner: RecordingManner,
) -> Result<RecordedRun, Vec<Diagnostic>> {
    let watcher = watcher.into();
    let interrupt = watcher.interrupt;
    let RecordingManner {
        bytes,
        language,
        cells,
        words,
    } = manner;
    let files = &Remembered::new(files);
    let opened = open(request, sources, files, interrupt)?;
    let executed;
    let run = match &opened {
        Opened::Steps(_) => {
            executed = pipeline::execute(request, &mut Sources::default(), files, interrupt)?;
            &executed.run
        }
        Opened::Moments(run, _) | Opened::Warps(run, ..) => &**run,
    };
    let is_illegal = run.illegal_count() > 0;
    let advice = is_illegal.then(|| advice(request, run, words.clone(), files, interrupt));
    let found = problems::of_run(run, advice.as_ref(), sources);
    let message = anstream::adapter::strip_str(&render_all(&found, sources)).to_string();
    let head = HeadJson {
        format: "pram-trace",
        version: VERSION,
        language,
        file: request.name.clone(),
        entry: run.entry.clone(),
        machine: MachineJson::new(&run.configuration, run.processors()),
        request: files.request(request, words),
        inputs: inputs(run, language),
        sources: texts(sources),
    };
    let outcome = OutcomeJson {
        succeeded: run.succeeded(),
        message: message.trim_end().to_owned(),
        problems: found
            .iter()
            .map(|problem| ErrorJson::new(problem, sources))
            .collect(),
    };
    let bytes = bytes.saturating_sub(size(&head) + size(&outcome) + AROUND);
    let trace = match &opened {
        Opened::Steps(loaded) => {
            let mut session = Session::new(loaded, interrupt);
            let traced = trace(&mut session, sources, bytes, language, &cells, watcher);
            let traced = traced.ok_or_else(|| vec![RecordingProblem::Interrupted.diagnostic()])?;
            RecordedJson::Steps(Box::new(of_steps(traced, run, head, outcome)))
        }
        Opened::Moments(_, moments) => {
            let multicomputer =
                (run.configuration.multicomputer()).expect("moments are those of a multicomputer");
            let parts = (&**moments, &multicomputer.topology);
            let part = trace_part(parts, sources, bytes, language);
            RecordedJson::Moments(Box::new(of_moments(part, moments, run, (head, outcome))))
        }
        Opened::Warps(run, history, _) => {
            let parts = (&**run, &**history);
            let warps = warps::trace::trace(parts, sources, bytes, language, (head, outcome));
            RecordedJson::Warps(Box::new(warps))
        }
    };
    Ok(RecordedRun {
        trace,
        status: run.status(),
        problems: found,
    })
}

fn of_steps(traced: ShownTrace, run: &Run, head: HeadJson, outcome: OutcomeJson) -> TraceJson {
    let units = [Unit::Rounds, Unit::Steps, Unit::Instructions];
    TraceJson {
        head,
        places: traced.places,
        tier: traced.tier,
        arrays: traced.arrays,
        before: traced.before,
        printed: traced.printed,
        steps: traced.steps,
        sentences: traced.sentences,
        length: traced.length,
        race: run.race.as_ref().map(|race| TracedRaceJson {
            cell: race.cell.clone(),
            accesses: [&race.earlier, &race.later].map(|access| RacingJson {
                step: access.step,
                processor: access.processor.clone(),
                writes: access.written.is_some(),
            }),
        }),
        ending: EndingJson {
            outcome,
            processors: run.processors(),
            cost: units.map(|unit| CountJson(run.count(Measure::C.in_unit(unit)))),
        },
    }
}

fn of_moments(
    part: TracePart,
    moments: &Moments,
    run: &Run,
    (head, outcome): (HeadJson, OutcomeJson),
) -> MomentsJson {
    let network = run.configuration.multicomputer().zip(run.network.as_ref());
    let cost = network.map(|(multicomputer, cost)| MomentsCostJson {
        time: cost.time.into(),
        path: decomposition(&cost.path, multicomputer),
        work: cost.work.into(),
        cost: cost.cost.into(),
    });
    MomentsJson {
        head,
        noun: noun(moments),
        programs: moments.programs,
        has_values: part.has_values,
        end: moments.decimal(moments.end()).into(),
        cut_at: part.cut_at.map(|time| moments.decimal(time).into()),
        places: part.places,
        messages: part.messages,
        stops: part.stops,
        activities: part.activities,
        printed: part.printed,
        moments: part.moments,
        ending: MomentsEndingJson { outcome, cost },
    }
}

const ELEMENT: Agreeing = Agreeing {
    english: ["element", "elements"],
    croatian: ["element", "elementa", "elemenata"],
};

/// The inputs in short: scalars, and the lengths of arrays.
fn inputs(run: &Run, language: Language) -> IndexMap<String, String> {
    let text = |value: &Value| match value {
        Value::Scalar(constant) => scalar_text(*constant),
        Value::Array(array) => {
            let count = array.dimensions.iter().product::<usize>() as u64;
            if array.dimensions.len() == 1 {
                return ELEMENT.counted(count, language);
            }
            let dimensions = dimensions_text(&array.dimensions);
            format!("{dimensions} {}", ELEMENT.with(count, language))
        }
    };
    let inputs = run.inputs.iter();
    inputs
        .map(|(name, value)| (name.clone(), text(value)))
        .collect()
}

fn texts(sources: &Sources) -> Vec<SourceJson> {
    let texts = sources.iter().map(|(_, source)| SourceJson {
        name: source.name.clone(),
        lines: source.text.lines().map(str::to_owned).collect(),
        colours: coloured_lines(&source.text).iter().map(colours).collect(),
    });
    texts.collect()
}

/// The coloured characters of a line.
fn colours(parts: &Vec<ColouredPart<'_>>) -> Vec<(usize, usize, &'static str)> {
    let mut at = 0;
    let ranges = parts.iter().filter_map(|part| {
        let from = at;
        at += part.text.chars().count();
        Some((from, at, part.colour?.name()))
    });
    ranges.collect()
}
