//! The study of one program: its sweep, and everything that is concluded from it.

use std::sync::atomic::{AtomicBool, Ordering};

use indexmap::IndexMap;

use super::again::{
    configuration, constants, dissected, nothing_measured, sectioned, timed, uses_processors,
};
use super::axes::Axes;
use super::decomposition::{Sum, coefficients};
use super::growths::{Growths, growths};
use super::option_problem::OptionProblem;
use super::rows::Subject;
use super::sequential::{self, Given};
use super::settled::Text;
use super::{ReportRequest, claims, derived, scaling, sweeping, verdicts};
use super::{messages, model_formula};
use crate::claims::expression::ExpressionNames;
use crate::claims::unreadable::without_class;
use crate::diagnostic::Diagnostic;
use crate::machine::configuration::Configuration;
use crate::machine::rules::model::{Model, Simultaneity};
use crate::pipeline::Request;
use crate::pipeline::machine::{self, MachineKind, RunForm};
use crate::pipeline::prepare::{claims_of, is_usual_entry, named_machine, read_all};
use crate::pipeline::progress::Progress;
use crate::pipeline::warnings::each_once;
use crate::program::Constant;
use crate::quantity::{Measure, Per, Quantity, Unit};
use crate::result::asynchronous::named_model;
use crate::result::network::{shape_name, unusual_travel};
use crate::result::study::{
    Amount, Anatomy, IncludedFile, MachineDescription, NetworkDescription, SequentialMeasure,
    SequentialSource, Study,
};
use crate::semantic::{self, Signature};
use crate::source::Sources;
use crate::study::role::{self, Role};
use crate::study::sizes::Variation;
use crate::study::store::{self, DoneShare, StoreShare};
use crate::study::sweep::Sweep;
use crate::study::swept::{Measured, Swept};
use crate::syntax::ast;
use crate::syntax::include::Files;

/// A study, and its growths to compute with.
pub(super) struct Studied {
    pub study: Study,
    pub growths: Growths,
    pub axes: Axes,
    /// Of all its runs, each once.
    pub warnings: Vec<Diagnostic>,
}

/// How far a report on a program came.
pub(super) enum StudyStage {
    /// To its end.
    Studied(Box<Studied>),
    /// To the end of this share of its sizes.
    Share(DoneShare),
}

/// The name of the file's sequential algorithm, as written.
fn sequential_name(file: &ast::File, sources: &Sources) -> Option<String> {
    file.items.iter().find_map(|item| match item {
        ast::Item::Sequential(sequential) => Some(sources.text(sequential.name.span).to_owned()),
        _ => None,
    })
}

/// The included files in which a run spends time or work.
fn included(sources: &Sources, program: &Request, anatomy: Option<&Anatomy>) -> Vec<IncludedFile> {
    let lines = anatomy.map_or(&[][..], |anatomy| &anatomy.lines);
    let mut names: Vec<&str> = lines.iter().map(|line| line.file.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| *name != program.name);
    let file = |name: &str| {
        let (_, source) = sources.iter().find(|(_, source)| source.name == name)?;
        Some(IncludedFile {
            name: name.to_owned(),
            text: source.text.as_ref().to_owned(),
        })
    };
    names.into_iter().filter_map(file).collect()
}

/// Claims about growth have to name a class.
fn check_classes(file: &ast::File, signature: &Signature) -> Result<(), Vec<Diagnostic>> {
    if !is_usual_entry(file, signature) {
        return Ok(());
    }
    let problems = without_class(&claims_of(file), sizes_of_claims(signature));
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// Sweeps over the sizes of a program and concludes. A share comes with the number of units before this program's.
#[expect(
    clippy::too_many_lines,
    reason = "one part of the report after the other"
)]
pub(super) fn study(
    request: &ReportRequest,
    program: &Request,
    variations: &[Variation],
    sources: &mut Sources,
    files: &(dyn Files + Sync),
    (interrupt, progress): (&AtomicBool, &(dyn Fn(Progress) + Sync)),
    share: Option<(StoreShare<'_>, usize)>,
) -> Result<StudyStage, Vec<Diagnostic>> {
    let (file, beside) = read_all(program, sources, files)?;
    let signature = semantic::signature(&file, program.entry.as_deref())?;
    check_classes(&file, &signature)?;
    let sequential_name = sequential_name(&file, sources);
    let declared = machine::declared(&file)?;
    let kind = machine::kind(&program.options, declared, signature.voice)?;
    let units = kind.row().units;
    let unit = judged_unit(request, units)?;
    let assigned = role::assign(variations, &signature, kind)?;
    let roles: Vec<Role> = assigned.iter().map(|(_, role)| *role).collect();
    let variations: Vec<Variation> = assigned.into_iter().map(|(one, _)| one).collect();
    let known = names_of_formulas(&signature, kind);
    let given = sequential::read(request, units, &known, sources)?;
    let models = model_formula::read(&request.model_formulas, &known, sources)?;
    let sequential_signature = match &sequential_name {
        Some(name) if given.is_none() => Some(semantic::signature(&file, Some(name))?),
        _ => None,
    };
    let decimals: Vec<u32> = variations.iter().map(|one| one.digits).collect();
    let names: Vec<String> = variations.iter().map(|one| one.name.clone()).collect();
    let mut sweep = Sweep {
        request: program,
        file: &file,
        beside: &beside,
        signature: &signature,
        machine: kind,
        sequential: sequential_signature.as_ref(),
        names: &names,
        roles: &roles,
        decimals: &decimals,
        repeat: request.repeat.max(1),
        sources,
        files,
        interrupt,
        share: share.map(|(share, _)| share),
        subject: String::new(),
        before: share.map_or(0, |(_, before)| before),
    };
    if share.is_some() {
        sweep.subject = store::subject(&sweep);
    }
    let mut swept = sweeping::run(&sweep, &variations, request, progress);
    if share.is_some_and(|(share, _)| share.owns.is_some()) {
        return Ok(StudyStage::Share(DoneShare {
            units: swept.units,
            interrupted: swept.interrupted,
        }));
    }
    let digits = messages::level(&mut swept, sources);
    let axes = axes(&sweep, &swept, digits);
    let (anatomy, sections) = match kind.row().form {
        RunForm::Steps => (dissected(&sweep, &axes, &swept.measured), None),
        RunForm::Sections => (None, sectioned(&sweep, &axes, &swept.measured)),
        RunForm::Messages | RunForm::Launches => (None, None),
    };
    let timeline = timed(&sweep, &axes, &swept.measured);
    let uses_processors = uses_processors(&sweep, &swept.measured);
    let configuration = configuration(&sweep, &swept.measured);
    let Some(configuration) = configuration else {
        return Err(nothing_measured(swept, sources));
    };
    let constants = super::constants::constants(&axes, &swept.measured, program, &signature);
    let subject = Subject {
        request,
        program,
        axes: &axes,
        swept: &swept,
        constants: &constants,
        given: given.as_ref(),
    };
    let barrier = barrier_text(program, declared, sources);
    let source = subject.sequential_source(sequential_signature.is_some());
    let not_run = subject.sequential_not_run(sequential_signature.as_ref());
    let rows = subject.rows(source)?;
    let [coefficients, of_work] =
        [Sum::Time, Sum::Work].map(|sum| coefficients(&axes, swept.counted(), request.repeat, sum));
    let mut growths = growths(&axes, swept.counted(), request.repeat, &coefficients);
    growths.sequential = Per::each(units, |unit| subject.sequential_growth(&rows, source, unit));
    let applies = is_usual_entry(&file, &signature);
    let first = (swept.measured.first()).filter(|_| kind != MachineKind::Multicomputer);
    let derive = |entry: Option<&str>, shown: &[Quantity]| {
        let options = &program.options;
        let own = sweep.request_for(&first?.at, options.limits.memory, options.seed);
        let request = Request {
            bytes: program.bytes.clone(),
            entry: entry.map(str::to_owned).or(own.entry.clone()),
            ..own
        };
        derived::derive(&request, shown, files, interrupt)
    };
    let derivations = derive(None, &[Measure::T.in_unit(unit)]);
    let of_sequential = (sequential_signature.as_ref())
        .filter(|_| source == SequentialSource::Algorithm)
        .and_then(|sequential| derive(Some(&sequential.name), &[]));
    let [text, sequential_text] = [&derivations, &of_sequential].map(|derivations| {
        Some(Text {
            axes: &axes,
            derivations: derivations.as_ref()?,
            measured: &swept.measured,
            beside: &swept.beside,
            failed: &swept.failed,
            failed_beside: &swept.failed_beside,
            constants: &constants,
        })
    });
    if let Some(text) = &text {
        text.settle(&mut growths);
    }
    for unit in units.iter().copied() {
        let known = growths.sequential.get_mut(unit).as_mut();
        if let (Some(text), Some(known)) = (&sequential_text, known) {
            text.settle_sequential(unit, known);
        }
    }
    let evidence = claims::Evidence {
        axes: &axes,
        growths: &growths,
        measured: &swept.measured,
        beside: &swept.beside,
        failed: &swept.failed,
        failed_beside: &swept.failed_beside,
        rows: &rows,
        sources,
        text,
        constants: &constants,
        unit,
        machine: kind,
        declared: named_machine(declared),
    };
    let claims = claims_of(&file)
        .into_iter()
        .filter(|_| applies)
        .map(|claim| claims::judge(claim, &evidence))
        .collect();
    let scale = scaling::Evidence {
        axes: &axes,
        growths: &growths,
        measured: &swept.measured,
        beside: &swept.beside,
        rows: &rows,
        uses_processors,
        sequential: source,
        repeats: request.repeat,
        efficiency: request.efficiency,
        has_profiles: kind.row().form == RunForm::Steps,
    };
    let models = models
        .iter()
        .map(|model| model.compared(&axes, (&swept.measured, &rows), unit));
    let models = models.collect::<Result<Vec<_>, _>>()?;
    let mut notes = subject.notes(source, not_run.as_deref(), applies, uses_processors);
    if anatomy.is_none() && sections.is_none() && interrupt.load(Ordering::Relaxed) {
        notes.push("interrupted: the anatomy of the largest run is left out".to_owned());
    }
    let included = included(sources, program, anatomy.as_ref());
    let study = Study {
        file: program.name.clone(),
        entry: signature.name.clone(),
        machine: describe(&configuration, &axes, barrier),
        text: String::from_utf8_lossy(&program.bytes).into_owned(),
        included,
        legal_on: weakest_model(kind, &configuration, &swept.measured),
        decompositions: (coefficients.iter())
            .map(|one| {
                one.shown(
                    &axes,
                    &swept.measured,
                    growths.processors.as_ref(),
                    &of_work,
                )
            })
            .collect(),
        varied: names.clone(),
        fixed: fixed(program, &names),
        unit,
        sequential: SequentialMeasure {
            source,
            name: match source {
                SequentialSource::Algorithm => sequential_name,
                SequentialSource::Formula => given.as_ref().map(Given::text),
                SequentialSource::Work => None,
            },
            formulas: Per::each(units, |unit| {
                let known = growths.sequential.get(unit).as_ref();
                known.map(|known| known.formula.clone())
            }),
            not_run: not_run.clone(),
        },
        failed: swept
            .failed
            .iter()
            .map(|failed| subject.failed(failed))
            .collect(),
        derived: derivations.map(|derivations| derivations.formulas),
        formulas: growths.formulas(units),
        processors: growths
            .processors
            .as_ref()
            .map(|known| known.formula.clone()),
        counts: (growths.counts.iter())
            .map(|(measure, known)| (*measure, known.formula.clone()))
            .collect(),
        models,
        verdicts: verdicts::verdicts(
            &axes,
            &growths,
            &rows,
            unit,
            (source, not_run.as_deref()),
            file.vocabularies.main(),
        ),
        claims,
        scaling: Per::each(units, |unit| scale.scaling(unit)),
        anatomy,
        sections,
        timeline,
        notes,
        interrupted: swept.interrupted,
        series: rows,
    };
    Ok(StudyStage::Studied(Box::new(Studied {
        study,
        growths,
        axes,
        warnings: each_once(swept.measured.into_iter().flat_map(|one| one.warnings)),
    })))
}

/// The weakest model that allows every run.
fn weakest_model(
    kind: MachineKind,
    configuration: &Configuration,
    measured: &[Measured],
) -> Option<String> {
    match kind.row().form {
        RunForm::Steps if configuration.simultaneity == Simultaneity::Step => {
            let models = measured.iter().map(|one| one.legal_on);
            Some(models.reduce(Model::joined)?.to_string())
        }
        RunForm::Sections => {
            let mut models = measured.iter().map(|one| one.asynchronous?.legal_on);
            let first = models.next()??;
            // `apram-cr` allows what `apram` does.
            let weakest = models.try_fold(first, |weakest, model| {
                let model = model?;
                Some(if weakest == "apram" { model } else { weakest })
            });
            Some(weakest?.to_owned())
        }
        _ => None,
    }
}

/// What a sweep varied, and in what its formulas are; times have so many digits after the point.
fn axes(sweep: &Sweep, swept: &Swept, digits: u32) -> Axes {
    let varied = (sweep.names.iter().cloned()).zip(sweep.roles.iter().copied());
    let units = sweep.machine.row().units;
    let mut axes = Axes::new(varied.collect(), constants(sweep, &swept.measured), units);
    axes.digits = digits;
    axes.decimals = sweep.decimals.to_vec();
    axes.tried = sweeping::tried(sweep, swept);
    axes.refused = sweeping::refused(swept);
    axes
}

/// The unit in which verdicts are judged.
fn judged_unit(request: &ReportRequest, units: &'static [Unit]) -> Result<Unit, Vec<Diagnostic>> {
    let unit = request.unit.map_or(units[0], Unit::from);
    if units.contains(&unit) {
        return Ok(unit);
    }
    Err(OptionProblem::NoUnit(unit).refused())
}

/// The parameters of a multicomputer that stay the same, and how its messages travel.
fn network(configuration: &Configuration, axes: &Axes) -> Option<NetworkDescription> {
    let machine = configuration.multicomputer()?;
    let named = machine.parameters.given().enumerate();
    Some(NetworkDescription {
        parameters: named
            .filter(|(which, _)| axes.place_of_parameter(*which).is_none())
            .filter_map(|(_, (name, time))| Some((name.to_owned(), Amount::of(time)?)))
            .collect(),
        travel: unusual_travel(&machine.options),
    })
}

fn describe(
    configuration: &Configuration,
    axes: &Axes,
    barrier: Option<String>,
) -> MachineDescription {
    let asynchronous = configuration.asynchronous();
    let stays = |role: Role| !axes.roles.contains(&role);
    MachineDescription {
        kind: MachineKind::of(configuration),
        model: match configuration.multicomputer() {
            Some(machine) if axes.fixed_processors.is_none() => {
                shape_name(&machine.topology).to_owned()
            }
            _ => named_model(configuration),
        },
        simultaneity: configuration.simultaneity,
        branches: configuration.branches,
        processors: axes.fixed_processors,
        delay: asynchronous
            .filter(|_| stays(Role::Delay))
            .map(|asynchronous| asynchronous.delay),
        barrier: barrier.filter(|_| asynchronous.is_some() && stays(Role::Barrier)),
        network: network(configuration, axes),
        seed: configuration.seed,
    }
}

/// What the formula of SU may name, beside `p`.
fn names_of_formulas(signature: &Signature, machine: MachineKind) -> Vec<String> {
    let scalars = (signature.inputs.iter()).filter(|input| input.dimensions.is_none());
    let known = scalars.map(|input| &input.name).chain(&signature.lengths);
    let mut known: Vec<String> = known.map(|name| name.text.clone()).collect();
    known.extend(machine.row().numbers.iter().map(|&name| name.to_owned()));
    known
}

/// What a claim may say that a measure depends on; the values are of no account.
fn sizes_of_claims(signature: &Signature) -> ExpressionNames {
    let mut names = ExpressionNames::default();
    let known = names_of_formulas(signature, MachineKind::Pram).into_iter();
    names
        .scalars
        .extend(known.map(|name| (name, Constant::Int(1))));
    names
}

/// B as it was given.
fn barrier_text(
    program: &Request,
    declared: Option<&ast::Machine>,
    sources: &Sources,
) -> Option<String> {
    program.options.barrier.clone().or_else(|| {
        let mut arguments = declared?.arguments.iter();
        let barrier = arguments.find(|argument| argument.is("B"))?;
        Some(sources.text(barrier.value.span).to_owned())
    })
}

fn fixed(program: &Request, names: &[String]) -> IndexMap<String, String> {
    let given = program.assignments.iter();
    given
        .filter(|assignment| !names.contains(&assignment.name))
        .map(|assignment| (assignment.name.clone(), assignment.value.to_string()))
        .collect()
}
