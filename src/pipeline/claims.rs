//! Verifies the claims of a file for the one size that ran.

use std::fmt::Write as _;

use super::expression::{self, Names};
use super::machine::MachineModel;
use crate::report::run::{ClaimOutcome, Run};
use crate::report::violation::model_name;
use crate::source::Sources;
use crate::syntax::ast::{Claim, ClaimKind, Expr, Measure, Unit};

/// Real formulas are rounded; counts are not.
const TOLERANCE: f64 = 1e-9;

/// What the claims of a file are about.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// This entry.
    pub is_entry: bool,
    /// The asynchronous machine, which the file names.
    pub is_asynchronous: bool,
}

/// What came out of each claim; `names` are the inputs.
pub fn outcomes(
    claims: &[&Claim],
    subject: Subject,
    run: &Run,
    mut names: Names,
    sources: &Sources,
) -> Vec<ClaimOutcome> {
    names.add_processors(run.processors());
    if let Some(machine) = &run.configuration.asynchronous {
        names.add_times(machine.delay, machine.barrier.time(run.processors()));
    }
    claims
        .iter()
        .map(|claim| {
            let (holds, evidence) = if subject.is_entry {
                verify(claim, subject, run, &names, sources)
            } else {
                (None, format!("it is not about the entry `{}`", run.entry))
            };
            ClaimOutcome {
                claim: words(sources.text(claim.span)),
                span: claim.span,
                holds,
                evidence,
            }
        })
        .collect()
}

fn verify(
    claim: &Claim,
    subject: Subject,
    run: &Run,
    names: &Names,
    sources: &Sources,
) -> (Option<bool>, String) {
    let is_asynchronous = run.configuration.asynchronous.is_some();
    match &claim.kind {
        ClaimKind::Growth { .. } => (
            None,
            "a claim about growth; one run of one size cannot decide it".to_owned(),
        ),
        ClaimKind::Model(name) => verify_model(&name.text, run),
        // T without a unit is the time of the machine that the file names.
        ClaimKind::Exact { unit: None, .. } if subject.is_asynchronous && !is_asynchronous => (
            None,
            "it is about the asynchronous PRAM that the file names".to_owned(),
        ),
        ClaimKind::Exact {
            measure,
            unit: None,
            formula,
        } if is_asynchronous => verify_time(*measure, formula, run, names, sources),
        ClaimKind::Exact {
            measure,
            unit,
            formula,
        } => verify_exact(*measure, *unit, formula, run, names, sources),
    }
}

fn verify_model(name: &str, run: &Run) -> (Option<bool>, String) {
    let claimed = match MachineModel::parse(name) {
        None => return (None, format!("no model is called {name}")),
        Some(MachineModel::Asynchronous { concurrent_read }) => {
            return verify_section_model(concurrent_read, run);
        }
        Some(MachineModel::Synchronous(_)) if run.configuration.asynchronous.is_some() => {
            return (
                None,
                "it is about the synchronous PRAM; this run is on the asynchronous one".to_owned(),
            );
        }
        Some(MachineModel::Synchronous(claimed)) => claimed,
    };
    let legal_on = run.legal_on.step;
    let observed = model_name(legal_on);
    let violated = run.violation_count > 0 && run.configuration.model == claimed;
    if violated || !claimed.allows(legal_on) {
        let first = run
            .breaks
            .iter()
            .chain(&run.violations)
            .find(|violation| violation.model == claimed);
        let place = first.map_or_else(String::new, |violation| {
            format!("; step {} breaks it at {}", violation.step, violation.cell)
        });
        return (Some(false), format!("this run needs {observed}{place}"));
    }
    if !run.finished() {
        return (None, "the run did not come to its end".to_owned());
    }
    (
        Some(true),
        format!("this run is legal on {observed}, step by step"),
    )
}

/// A claim that a program is legal on `apram`, or on `apram-cr`.
fn verify_section_model(concurrent_read: bool, run: &Run) -> (Option<bool>, String) {
    if run.configuration.asynchronous.is_none() {
        return (
            None,
            "it is about the asynchronous PRAM; this run is on a synchronous one".to_owned(),
        );
    }
    match run.section_model() {
        None => (
            Some(false),
            "in this run processors met in a cell, and one of them wrote".to_owned(),
        ),
        Some("apram-cr") if !concurrent_read => (Some(false), "this run needs apram-cr".to_owned()),
        _ if !run.finished() => (None, "the run did not come to its end".to_owned()),
        Some(model) => (
            Some(true),
            format!("this run is legal on {model}, section by section"),
        ),
    }
}

/// A claim about the time, work or cost of the asynchronous PRAM, in its own units.
fn verify_time(
    measure: Measure,
    formula: &Expr,
    run: &Run,
    names: &Names,
    sources: &Sources,
) -> (Option<bool>, String) {
    if !run.finished() {
        return (None, "the run did not come to its end".to_owned());
    }
    let claimed = match expression::formula(formula, names) {
        Ok(claimed) => claimed,
        Err(diagnostics) => {
            let first = diagnostics.into_iter().next();
            let reason = first.map_or_else(String::new, |first| first.message);
            return (Some(false), reason);
        }
    };
    let (time, work) =
        (run.cost.asynchronous.as_ref()).map_or((0, 0), |cost| (cost.time, cost.work));
    let measured = match measure {
        Measure::T => time,
        Measure::W => work,
        Measure::C => time.saturating_mul(run.processors()),
    };
    let text = words(sources.text(formula.span));
    (
        Some(equal(claimed, measured)),
        format!("{text} = {claimed}, measured {measured} on the asynchronous PRAM"),
    )
}

fn verify_exact(
    measure: Measure,
    unit: Option<Unit>,
    formula: &Expr,
    run: &Run,
    names: &Names,
    sources: &Sources,
) -> (Option<bool>, String) {
    if !run.finished() {
        return (None, "the run did not come to its end".to_owned());
    }
    let claimed = match expression::formula(formula, names) {
        Ok(claimed) => claimed,
        Err(diagnostics) => {
            let first = diagnostics.into_iter().next();
            let reason = first.map_or_else(String::new, |first| first.message);
            return (Some(false), reason);
        }
    };
    let text = words(sources.text(formula.span));
    let mut evidence = if text.parse::<f64>().is_ok() {
        format!("claimed {claimed}")
    } else {
        format!("{text} = {claimed}")
    };
    // A formula without p is about as many processors as the program asks for.
    let asked = run.cost.processors();
    let is_scheduled = run.processors() < asked && !expression::names_in(formula).contains(&"p");
    let processors = if is_scheduled {
        asked
    } else {
        run.processors()
    };
    // Lectures count in rounds where they name no unit.
    let judged = unit.unwrap_or(Unit::Rounds);
    let measured = run.measure_on(processors, measure, judged);
    let holds = equal(claimed, measured);
    let _ = write!(evidence, ", measured {measured}");
    if unit.is_none() {
        evidence += " in rounds";
        let others = [Unit::Steps, Unit::Instructions];
        let elsewhere = others
            .into_iter()
            .find(|other| equal(claimed, run.measure_on(processors, measure, *other)));
        if let (false, Some(other)) = (holds, elsewhere) {
            let other = unit_name(other);
            let _ = write!(
                evidence,
                "; it holds in {other}: write that unit after the measure"
            );
        }
    }
    if is_scheduled {
        let _ = write!(evidence, " on the {asked} processors that it asks for");
    }
    (Some(holds), evidence)
}

fn equal(claimed: f64, measured: u64) -> bool {
    let measured = measured as f64;
    (claimed - measured).abs() <= TOLERANCE * measured.max(1.0)
}

fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Rounds => "rounds",
        Unit::Steps => "steps",
        Unit::Instructions => "instructions",
    }
}

/// A piece of source on one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
