//! The study of one program: its sweep, and everything that is concluded from it.

use std::sync::atomic::{AtomicBool, Ordering};

use indexmap::IndexMap;

use super::again::{configuration, dissected, nothing_measured, uses_processors};
use super::growths::{Axes, Growths, growths};
use super::rows::Subject;
use super::sequential::{self, Given};
use super::{Progress, ReportRequest, claims, scaling, verdicts};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::configuration::{Branches, Configuration};
use crate::machine::model::Simultaneity;
use crate::pipeline::machine::{self, MachineKind};
use crate::pipeline::sizes::{Variation, combinations};
use crate::pipeline::sweep::{self, Job, Sweep};
use crate::pipeline::{claims_of, is_usual_entry, read};
use crate::report::complexity::{
    MachineDescription, PerUnit, Sequential, SequentialSource, Study, UnitName,
};
use crate::semantic;
use crate::source::Sources;
use crate::syntax::ast;
use crate::syntax::include::Files;

/// A study, and its growths to compute with.
pub(super) struct Studied {
    pub study: Study,
    pub growths: Growths,
    pub axes: Axes,
}

/// Sweeps over the sizes of a program and concludes.
pub(super) fn study(
    request: &ReportRequest,
    program: &crate::pipeline::Request,
    variations: &[Variation],
    sources: &mut Sources,
    files: &(dyn Files + Sync),
    interrupt: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Studied, Vec<Diagnostic>> {
    let file = read(program, sources, files)?;
    let signature = semantic::signature(&file, program.entry.as_deref())?;
    let sequential_name = file.items.iter().find_map(|item| match item {
        ast::Item::Sequential(sequential) => Some(&sequential.name),
        _ => None,
    });
    let sequential_name = sequential_name.map(|name| sources.text(name.span).to_owned());
    let machine_model = machine::model(&program.options, machine::declared(&file)?)?;
    if machine_model.kind() == MachineKind::Apram {
        return Err(vec![
            Diagnostic::without_place(
                Code::BadOption,
                "a report is about the synchronous PRAM, and this program is for the aPRAM",
            )
            .help("run single sizes with `pram run`, or report on a synchronous machine: `--machine pram`"),
        ]);
    }
    let scalars = (signature.inputs.iter()).filter(|input| input.dimensions.is_none());
    let known = scalars.map(|input| &input.name).chain(&signature.lengths);
    let known: Vec<String> = known.map(|name| name.text.clone()).collect();
    let given = sequential::read(request, &known, sources)?;
    let sequential_signature = match &sequential_name {
        Some(name) if given.is_none() => Some(semantic::signature(&file, Some(name))?),
        _ => None,
    };
    let names: Vec<String> = variations.iter().map(|one| one.name.clone()).collect();
    let sweep = Sweep {
        request: program,
        file: &file,
        signature: &signature,
        sequential: sequential_signature.as_ref(),
        names: &names,
        repeat: request.repeat.max(1),
        sources,
        files,
        interrupt,
    };
    let (asked, added) = combinations(variations);
    let job = |held_out| move |at| Job { at, held_out };
    let mut jobs: Vec<Job> = asked.into_iter().map(job(false)).collect();
    if request.add_sizes {
        jobs.extend(added.into_iter().map(job(true)));
    }
    let swept = sweep.run(jobs, sweep::threads(request.threads), progress);
    let varies_processors = names.iter().any(|name| sweep.varies_processors(name));
    let axes = Axes {
        varied: names.clone(),
        varies_processors,
        fixed_processors: sweep::fixed_processors(&program.options, &file)
            .filter(|_| !varies_processors),
    };
    let anatomy = dissected(&sweep, &axes, &swept.measured);
    let uses_processors = uses_processors(&sweep, &swept.measured);
    let configuration = configuration(&sweep, &swept.measured);
    let Some(configuration) = configuration else {
        return Err(nothing_measured(swept, sources));
    };
    let unit = UnitName::from(request.unit);
    let subject = Subject {
        request,
        program,
        axes: &axes,
        swept: &swept,
        given: given.as_ref(),
    };
    let source = subject.sequential_source(sequential_signature.is_some());
    let rows = subject.rows(source)?;
    let mut growths = growths(&axes, &swept.measured, request.repeat);
    growths.sequential = PerUnit::from_fn(|unit| subject.sequential_growth(&rows, source, unit));
    let applies = is_usual_entry(&file, &signature);
    let evidence = claims::Evidence {
        axes: &axes,
        growths: &growths,
        measured: &swept.measured,
        failed: &swept.failed,
        sources,
        unit,
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
        rows: &rows,
        uses_processors,
        sequential: source,
        efficiency: request.efficiency,
    };
    let mut notes = subject.notes(
        source,
        sequential_signature.as_ref(),
        applies,
        uses_processors,
    );
    if anatomy.is_none() && interrupt.load(Ordering::Relaxed) {
        notes.push("interrupted: the anatomy of the largest run is left out".to_owned());
    }
    let study = Study {
        file: program.name.clone(),
        entry: signature.name.clone(),
        machine: describe(&configuration, &axes),
        varied: names.clone(),
        fixed: fixed(program, &names),
        unit,
        sequential: Sequential {
            source,
            name: match source {
                SequentialSource::Algorithm => sequential_name,
                SequentialSource::Formula => given.as_ref().map(Given::text),
                SequentialSource::Work => None,
            },
            formulas: PerUnit::from_fn(|unit| {
                let known = growths.sequential.get(unit).as_ref();
                known.map(|known| known.formula.clone())
            }),
        },
        failed: swept
            .failed
            .iter()
            .map(|failed| subject.failed(failed))
            .collect(),
        formulas: growths.formulas(),
        processors: growths
            .processors
            .as_ref()
            .map(|known| known.formula.clone()),
        verdicts: verdicts::verdicts(&axes, &growths, &rows, unit, source),
        claims,
        scaling: PerUnit::from_fn(|unit| scale.scaling(unit)),
        anatomy,
        notes,
        interrupted: swept.interrupted,
        series: rows,
    };
    Ok(Studied {
        study,
        growths,
        axes,
    })
}

fn describe(configuration: &Configuration, axes: &Axes) -> MachineDescription {
    MachineDescription {
        kind: "pram".to_owned(),
        model: configuration.model.to_string(),
        simultaneity: match configuration.simultaneity {
            Simultaneity::Step => "step",
            Simultaneity::Access => "access",
        }
        .to_owned(),
        branches: match configuration.branches {
            Branches::Mimd => "mimd",
            Branches::Simd => "simd",
        }
        .to_owned(),
        processors: axes.fixed_processors,
        seed: configuration.seed,
    }
}

fn fixed(program: &crate::pipeline::Request, names: &[String]) -> IndexMap<String, String> {
    let given = program.assignments.iter();
    given
        .filter(|assignment| !names.contains(&assignment.name))
        .map(|assignment| (assignment.name.clone(), assignment.value.clone()))
        .collect()
}
