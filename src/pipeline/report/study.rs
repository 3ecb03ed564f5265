//! The study of one program: its sweep, and everything that is concluded from it.

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::growths::{Axes, Growths, growths, known, profile, value, values};
use super::{Progress, ReportRequest, claims, scaling, verdicts};
use crate::complexity::series::{Point, Series};
use crate::diagnostic::{Code, Diagnostic, Status};
use crate::machine::configuration::{Branches, Configuration};
use crate::machine::model::Simultaneity;
use crate::machine::value::Value;
use crate::pipeline::anatomy::{self, Dissector};
use crate::pipeline::expression;
use crate::pipeline::machine::{self, MachineKind};
use crate::pipeline::sizes::{Variation, combinations};
use crate::pipeline::sweep::{self, Failed, Job, Measured, Sweep, Swept};
use crate::pipeline::{claims_of, engine, is_usual_entry, read, shapes};
use crate::report::complexity::{
    Anatomy, FailedSize, FailureReason, MachineDescription, MeasureName, PerUnit, Range, Row,
    Sequential, SequentialSource, Spread, Study, UnitName,
};
use crate::semantic::{self, KnownMachine, Signature};
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
    let formula = sequential_formula(request, sources)?;
    let sequential_signature = match &sequential_name {
        Some(name) if formula.is_none() => Some(semantic::signature(&file, Some(name))?),
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
        unit,
        swept: &swept,
    };
    let source = subject.sequential_source(formula.as_ref(), sequential_signature.is_some());
    let rows = subject.rows(source, formula.as_ref())?;
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
                SequentialSource::Formula => request.sequential.clone(),
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
        notes: subject.notes(
            source,
            sequential_signature.as_ref(),
            applies,
            uses_processors,
        ),
        interrupted: swept.interrupted,
        series: rows,
    };
    Ok(Studied {
        study,
        growths,
        axes,
    })
}

struct Subject<'a> {
    request: &'a ReportRequest,
    program: &'a crate::pipeline::Request,
    axes: &'a Axes,
    unit: UnitName,
    swept: &'a Swept,
}

impl Subject<'_> {
    /// Where SU comes from. An algorithm that could not be run on some size counts for nothing.
    fn sequential_source(
        &self,
        formula: Option<&ast::Expr>,
        has_algorithm: bool,
    ) -> SequentialSource {
        let ran = |one: &Measured| matches!(one.sequential, Some(Ok(_)));
        if formula.is_some() {
            SequentialSource::Formula
        } else if has_algorithm && self.swept.measured.iter().all(ran) {
            SequentialSource::Algorithm
        } else {
            SequentialSource::Work
        }
    }

    fn rows(
        &self,
        source: SequentialSource,
        formula: Option<&ast::Expr>,
    ) -> Result<Vec<Row>, Vec<Diagnostic>> {
        (self.swept.measured.iter())
            .map(|one| self.row(one, source, formula))
            .collect()
    }

    fn row(
        &self,
        one: &Measured,
        source: SequentialSource,
        formula: Option<&ast::Expr>,
    ) -> Result<Row, Vec<Diagnostic>> {
        let claimed = formula
            .map(|formula| expression::formula(formula, &one.names_with_processors()))
            .transpose()?;
        let count =
            |measure| PerUnit::from_fn(|unit| value(&one.cost, one.processors, measure, unit));
        let (time, work, cost) = (
            count(MeasureName::T),
            count(MeasureName::W),
            count(MeasureName::C),
        );
        let sequential = PerUnit::from_fn(|unit| match source {
            SequentialSource::Work => Some(*work.get(unit) as f64),
            SequentialSource::Formula => claimed.filter(|_| unit == self.unit),
            SequentialSource::Algorithm => match &one.sequential {
                Some(Ok(cost)) => Some(profile(cost, unit).time_on(1) as f64),
                _ => None,
            },
        });
        let over = |below: &PerUnit<u64>| {
            PerUnit::from_fn(|unit| {
                let below = *below.get(unit);
                sequential
                    .get(unit)
                    .filter(|_| below > 0)
                    .map(|su| su / below as f64)
            })
        };
        Ok(Row {
            inputs: self.axes.size(&one.at),
            processors: one.processors,
            speedup: over(&time),
            efficiency: over(&cost),
            time,
            work,
            cost,
            sequential,
            held_out: one.held_out,
            spread: self.spread(one),
        })
    }

    fn spread(&self, one: &Measured) -> Option<Spread> {
        let fixed = self.axes.varies_processors || self.axes.fixed_processors.is_some();
        let range = |measure, unit| {
            let values = values(one, fixed, measure, unit);
            let sum: f64 = values.iter().map(|value| *value as f64).sum();
            Range {
                best: values.iter().copied().min().unwrap_or_default(),
                average: sum / values.len() as f64,
                worst: values.iter().copied().max().unwrap_or_default(),
            }
        };
        let of = |measure| PerUnit::from_fn(|unit| range(measure, unit));
        (self.request.repeat > 1).then(|| Spread {
            repeats: self.request.repeat,
            time: of(MeasureName::T),
            work: of(MeasureName::W),
            cost: of(MeasureName::C),
        })
    }

    /// The growth of SU: W stands in where nothing else does.
    fn sequential_growth(
        &self,
        rows: &[Row],
        source: SequentialSource,
        unit: UnitName,
    ) -> Option<super::growths::Known> {
        if source == SequentialSource::Work {
            return None;
        }
        let points: Option<Vec<Point>> = self
            .swept
            .measured
            .iter()
            .zip(rows)
            .map(|(one, row)| {
                let su = (*row.sequential.get(unit))?;
                let is_count = su >= 0.0 && su.fract() == 0.0 && su < 2_f64.powi(53);
                is_count.then(|| Point {
                    at: self.axes.at(&one.at),
                    value: su as u64,
                    held_out: one.held_out,
                })
            })
            .collect();
        let series = Series {
            variables: self.axes.variables(),
            second_is_bounded: self.axes.is_bounded(),
            points: points?,
        };
        Some(known(self.axes, &series, false))
    }

    fn failed(&self, failed: &Failed) -> FailedSize {
        let first = failed.diagnostics.first();
        let code = first.map_or(Code::BadInput, |first| first.code);
        let place = first.and_then(|first| first.primary.as_ref());
        FailedSize {
            inputs: self.axes.size(&failed.at),
            code: code.id().to_owned(),
            message: first.map_or_else(String::new, |first| first.message.clone()),
            file: place.map(|label| failed.sources.get(label.span.file).name.clone()),
            line: place.map(|label| failed.sources.position(label.span).line),
            reason: match (code, code.status()) {
                (Code::AssertionFailed, _) => FailureReason::Rejected,
                (_, Status::Access) => FailureReason::IllegalAccess,
                (_, Status::Limit) => FailureReason::Limit,
                (_, Status::CommandLine) => FailureReason::Input,
                (_, Status::Program) => FailureReason::Fault,
            },
            held_out: failed.held_out,
        }
    }

    fn notes(
        &self,
        source: SequentialSource,
        sequential: Option<&Signature>,
        applies: bool,
        uses_processors: bool,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        if uses_processors && !self.axes.varies_processors {
            notes.push(
                "the program itself asks for p, so that one p says nothing about the others: \
                 `--vary p=1,2,4,8` shows how it scales"
                    .to_owned(),
            );
        }
        if source == SequentialSource::Work {
            let why = self
                .swept
                .measured
                .iter()
                .find_map(|one| match &one.sequential {
                    Some(Err(reason)) => Some(reason.as_str()),
                    _ => None,
                });
            notes.push(match (sequential, why) {
                (Some(signature), Some(why)) => format!(
                    "`{}` could not be run on the same inputs ({why}): W stands in for SU",
                    signature.name
                ),
                _ => "no sequential algorithm is named: W stands in for SU in speedup and \
                      efficiency"
                    .to_owned(),
            });
        }
        if source == SequentialSource::Formula {
            notes.push(format!(
                "SU is given in {}: speedup and efficiency are known in that unit only",
                self.unit.name()
            ));
        }
        let differs = self.swept.measured.iter().any(|one| {
            let own = &one.cost;
            one.others.iter().any(|other| {
                (&own.rounds, &own.steps, &own.instructions)
                    != (&other.rounds, &other.steps, &other.instructions)
            })
        });
        if differs {
            notes.push(if self.request.repeat > 1 {
                format!(
                    "the counts depend on the data: formulas are fitted to the means of {} seeds",
                    self.request.repeat
                )
            } else {
                "the counts depend on the data: `--repeat 10` shows best, average and worst"
                    .to_owned()
            });
        }
        let is_power = |at: &[i64]| at.first().is_some_and(|n| n.count_ones() == 1);
        let added_failed =
            (self.swept.failed.iter()).any(|failed| failed.held_out && !is_power(&failed.at));
        let powers_only = self.swept.measured.iter().all(|one| is_power(&one.at));
        if added_failed && powers_only {
            let name = self.axes.varied.first().map_or("n", String::as_str);
            notes.push(format!(
                "the program ran on powers of two only: every formula in {name} is about these"
            ));
        }
        if !applies {
            notes.push("the claims of the file are not about this entry".to_owned());
        }
        if self.program.options.limits != crate::pipeline::Limits::default()
            && self.swept.failed.iter().any(|failed| {
                let codes = failed
                    .diagnostics
                    .iter()
                    .map(|problem| problem.code.status());
                codes.into_iter().any(|status| status == Status::Limit)
            })
        {
            notes.push("some sizes reached a limit that the command line set".to_owned());
        }
        if self.swept.interrupted {
            notes.push("interrupted: the report is about the sizes that ran before".to_owned());
        }
        notes
    }
}

/// `--sequential`.
fn sequential_formula(
    request: &ReportRequest,
    sources: &mut Sources,
) -> Result<Option<ast::Expr>, Vec<Diagnostic>> {
    let Some(text) = &request.sequential else {
        return Ok(None);
    };
    expression::parse(text, "--sequential", sources)
        .map(Some)
        .map_err(|mut problems| {
            for problem in &mut problems {
                problem.code = Code::BadOption;
            }
            problems
        })
}

/// The largest size that was asked for and ran, run again before the dissector.
fn dissected(sweep: &Sweep, axes: &Axes, measured: &[Measured]) -> Option<Anatomy> {
    let asked = measured.iter().filter(|one| !one.held_out);
    let largest =
        asked.max_by_key(|one| (one.at.iter().map(|n| i128::from(*n)).sum::<i128>(), &one.at))?;
    let options = &sweep.request.options;
    let request = sweep.request_for(&largest.at, options.limits.memory, options.seed);
    let mut sources = sweep.sources.clone();
    let prepared = sweep.prepared(&request, &mut sources).ok()?;
    let mut dissector = Dissector::new(largest.processors);
    let inputs: Vec<&Value> = prepared.inputs.values().collect();
    engine::observe(
        &prepared.program,
        &inputs,
        &prepared.configuration,
        prepared.parameters,
        sweep.interrupt,
        &mut dissector,
    );
    Some(anatomy::anatomy(
        &dissector,
        &prepared.program,
        &sources,
        axes.size(&largest.at),
        &largest.cost,
    ))
}

/// Whether the program, or what its inputs are made from, asks for the machine's `p`.
fn uses_processors(sweep: &Sweep, measured: &[Measured]) -> bool {
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
fn configuration(sweep: &Sweep, measured: &[Measured]) -> Option<Configuration> {
    let one = measured.first()?;
    let options = &sweep.request.options;
    let request = sweep.request_for(&one.at, options.limits.memory, options.seed);
    let mut sources = sweep.sources.clone();
    let prepared = sweep.prepared(&request, &mut sources).ok()?;
    Some(prepared.configuration)
}

/// Why there is no report at all.
fn nothing_measured(swept: Swept, sources: &mut Sources) -> Vec<Diagnostic> {
    let interrupted = || {
        vec![Diagnostic::without_place(
            Code::Interrupted,
            "interrupted before any size had run to its end",
        )]
    };
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
