//! `pram derive`: formulas that follow from the program's text, compared with counted runs.

mod runs;
mod samples;

use std::collections::HashMap;
use std::rc::Rc;

use super::inputs::formals;
use super::machine::{self, RunForm};
use super::prepare::prepare;
use super::progress::{Parts, Progress, Watcher};
use super::request_problem::RequestProblem;
use super::small::Small;
use super::{Branches, ProgramText, Request};
use crate::derivation::{
    self, DerivedCost, DerivedMeasure, EntryInput, Need, NoFormula, ProcessorCount, Reason, Subject,
};
use crate::diagnostic::Diagnostic;
use crate::machine::configuration::Pace;
use crate::program::Program;
use crate::quantity::{Measure, Quantity, Unit};
use crate::result::derivation::{Derivation, MeasureDerivation, counted};
use crate::source::{Sources, Span};
use crate::syntax::include::Files;
use runs::CountedRuns;
pub use runs::LARGEST_SIZE;
use samples::Samples;

/// Derives those of these measures that the machine has, and compares them with counted runs.
pub fn derive<'w>(
    request: &Request,
    quantities: &[Quantity],
    assumed: &[Need],
    sources: &mut Sources,
    files: &dyn Files,
    watcher: impl Into<Watcher<'w>>,
) -> Result<Derivation, Vec<Diagnostic>> {
    let text = ProgramText::read(request, sources, files)?;
    derive_text(
        &text,
        request,
        quantities,
        assumed,
        sources,
        files,
        watcher.into(),
    )
}

/// The same for a program that is already read.
pub(super) fn derive_text(
    text: &ProgramText,
    request: &Request,
    quantities: &[Quantity],
    assumed: &[Need],
    sources: &mut Sources,
    files: &dyn Files,
    watcher: Watcher<'_>,
) -> Result<Derivation, Vec<Diagnostic>> {
    let ProgramText {
        file, signature, ..
    } = text;
    let declared = machine::declared(file)?;
    let kind = machine::kind(&request.options, declared, signature.voice)?.row();
    if !kind.is_derived {
        return Err(vec![RequestProblem::NoFormulas.diagnostic(signature.voice)]);
    }
    let is_asynchronous = kind.form == RunForm::Sections;
    let request = &with_times(request, is_asynchronous);
    let prepared = prepare(request, file, signature, sources, files)?;
    let formals = formals(signature, file);
    let inputs = (formals.iter().take(signature.inputs.len())).map(|formal| EntryInput {
        name: formal.name.clone(),
        lengths: formal.dimensions.clone(),
    });
    let inputs: Vec<EntryInput> = inputs.collect();
    let has_own_p = inputs.iter().any(|input| input.name == "p");
    let program: &Program = &prepared.program;
    let subject = Subject {
        program,
        inputs,
        lengths: (signature.lengths.iter())
            .map(|length| length.text.clone())
            .collect(),
        processors: match prepared.configuration.processors {
            None => ProcessorCount::AsAsked,
            // Its units do not schedule single processors.
            Some(_) if kind.form == RunForm::Launches => ProcessorCount::AsAsked,
            Some(number) if has_own_p => ProcessorCount::Number(number),
            Some(_) => ProcessorCount::Any,
        },
        is_asynchronous,
        serial: request.options.branches == Branches::Simd,
        memory: Rc::default(),
    };
    for need in assumed {
        let mut names = subject.names();
        if is_asynchronous {
            names.extend(["d".into(), "B".into()]);
        }
        if let Some(name) = need.names().into_iter().find(|name| !names.contains(name)) {
            let problem = RequestProblem::UnknownSize {
                name: name.to_string(),
                known: names.iter().map(ToString::to_string).collect(),
            };
            return Err(vec![problem.diagnostic(signature.voice)]);
        }
    }
    let samples = Samples::of(program, &formals, &subject);
    let small = Small::new(text, files, watcher.interrupt);
    let mut runs = CountedRuns::new(small, (request, &subject), samples, watcher.interrupt);
    // Sums over processors are found with few queries; measures that take many come after them.
    let is_wanted = |quantity: &&Quantity| {
        let is_of_gpu =
            quantity.unit == Some(Unit::Gpu) || Measure::OF_KERNELS.contains(&quantity.measure);
        let is_of_apram = quantity.unit == Some(Unit::Apram);
        match kind.form {
            RunForm::Launches => is_of_gpu,
            _ if is_of_gpu => false,
            _ => quantity.measure == Measure::Processors || is_of_apram == is_asynchronous,
        }
    };
    let mut wanted: Vec<Quantity> = quantities.iter().filter(is_wanted).copied().collect();
    wanted.sort_by_key(|quantity| !quantity.is_sum());
    let mut measures = Vec::new();
    let mut found: HashMap<DerivedMeasure, Result<DerivedCost, NoFormula>> = HashMap::new();
    // If one measure exceeds the limit of work, the others would, too.
    let mut effort: Option<NoFormula> = None;
    let total = wanted.len() as u64;
    for (done, quantity) in (0..).zip(wanted) {
        watcher.tell(Progress::even(Parts::Formulas, done, total));
        if let Some(without) = &effort {
            measures.push((quantity, MeasureDerivation::None(without.clone())));
            continue;
        }
        if kind.form == RunForm::Launches && quantity != Measure::W.in_unit(Unit::Gpu) {
            let (span, reason) = (kernel_of(program), Reason::Warps);
            measures.push((
                quantity,
                MeasureDerivation::None(NoFormula { span, reason }),
            ));
            continue;
        }
        let derived = match counted(quantity) {
            Some(counted) => found
                .entry(counted)
                .or_insert_with(|| derivation::derive(&subject, counted, assumed))
                .clone(),
            None => product(&subject, quantity.unit, assumed, &mut found),
        };
        let derived = match derived {
            Ok(found) => {
                MeasureDerivation::Found(Box::new(runs.compare(quantity, found, &subject)))
            }
            Err(without) => {
                effort = (without.reason == Reason::Effort).then(|| without.clone());
                MeasureDerivation::None(without)
            }
        };
        measures.push((quantity, derived));
    }
    let place = |quantity| quantities.iter().position(|other| *other == quantity);
    measures.sort_by_key(|(quantity, _)| place(*quantity));
    Ok(Derivation {
        entry: signature.name.clone(),
        is_assuming: !assumed.is_empty(),
        measures,
    })
}

/// The first block of a program; without any, its entry.
fn kernel_of(program: &Program) -> Span {
    let algorithms = program.algorithms.iter();
    let mut blocks = algorithms.flat_map(|algorithm| algorithm.blocks.iter().skip(1));
    let entry = &program.algorithms[program.entry.index()].blocks[0];
    blocks.next().unwrap_or(entry).span
}

/// C = p·T, under the conditions of both.
fn product(
    subject: &Subject<'_>,
    unit: Option<Unit>,
    assumed: &[Need],
    known: &mut HashMap<DerivedMeasure, Result<DerivedCost, NoFormula>>,
) -> Result<DerivedCost, NoFormula> {
    let mut of = |counted| {
        known
            .entry(counted)
            .or_insert_with(|| derivation::derive(subject, counted, assumed))
            .clone()
    };
    let passed = Measure::T.in_unit(unit.expect("a cost is in a unit"));
    let passed = counted(passed).expect("time is counted");
    let time = of(passed)?;
    let processors = of(DerivedMeasure::Processors)?;
    let assumption = time.assumption.and(&processors.assumption);
    derivation::product(subject, [passed, DerivedMeasure::Processors], &assumption)
}

/// On the asynchronous machine d and B are symbols in formulas; the values of the request do not matter.
fn with_times(request: &Request, is_asynchronous: bool) -> Request {
    let mut request = request.clone();
    if is_asynchronous {
        request.options.delay = Some(1);
        request.options.barrier = Some("1".to_owned());
        request.options.pace = Pace::Uniform;
        request.options.interleaving = None;
    }
    request
}
