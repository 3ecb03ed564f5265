//! Formulas, their terms, and what is judged by them.

use super::{Rows, text};
use crate::quantity::{Measure, Unit};
use crate::result::study::{FormulaStatus, HeldOut, QuantityGrowth, Report, Size, Study};

pub(super) fn formulas(report: &Report) -> String {
    let columns = [
        "quantity",
        "unit",
        "formula",
        "theta",
        "upper",
        "lower",
        "status",
        "holds_for",
        "held_out",
        "from",
        "deviating",
        "fails_at",
        "missing",
        "error",
        "largest_error",
    ];
    let mut rows = Rows::new(columns);
    for study in report.studies() {
        for one in named(study) {
            let formula = one.formula;
            let cells = [
                one.quantity,
                one.unit.map_or("", Unit::key).to_owned(),
                formula.formula.clone().unwrap_or_default(),
                formula.theta.clone().unwrap_or_default(),
                formula.upper.clone().unwrap_or_default(),
                formula.lower.clone().unwrap_or_default(),
                status(formula).to_owned(),
                formula.holds_for.clone().unwrap_or_default(),
                formula.held_out.len().to_string(),
                text(formula.from.as_ref().map(size_text)),
                sizes_text(&formula.deviating),
                sizes_text(&formula.fails_at),
                formula.missing.clone().unwrap_or_default(),
                text(formula.error.map(|error| error.cross_validated)),
                text(formula.error.map(|error| error.largest)),
            ];
            rows.add(study, cells);
        }
    }
    rows.text()
}

pub(super) fn terms(report: &Report) -> String {
    let columns = [
        "quantity",
        "unit",
        "status",
        "term",
        "coefficient",
        "fraction",
        "low",
        "high",
    ];
    let mut rows = Rows::new(columns);
    for study in report.studies() {
        for one in named(study) {
            for term in &one.formula.terms {
                let cells = [
                    one.quantity.clone(),
                    one.unit.map_or("", Unit::key).to_owned(),
                    status(one.formula).to_owned(),
                    term.term.clone(),
                    term.coefficient.to_string(),
                    term.fraction.clone().unwrap_or_default(),
                    text(term.low),
                    text(term.high),
                ];
                rows.add(study, cells);
            }
        }
    }
    rows.text()
}

pub(super) fn verdicts(report: &Report) -> String {
    let mut rows = Rows::new(["verdict", "unit", "holds", "evidence"]);
    for study in report.studies() {
        let verdicts = &study.verdicts;
        let unit = verdicts.unit.key().to_owned();
        for (name, verdict) in [
            ("work-optimal", &verdicts.work_optimal),
            ("cost-optimal", &verdicts.cost_optimal),
            ("SU <= W <= C", &verdicts.bounds_hold),
        ] {
            let evidence = verdict.evidence.to_string();
            let cells = [name.to_owned(), unit.clone(), text(verdict.holds), evidence];
            rows.add(study, cells);
        }
        for claim in &study.claims {
            let unit = claim.unit.map_or("", Unit::key).to_owned();
            let evidence = claim.evidence.to_string();
            rows.add(
                study,
                [claim.claim.clone(), unit, text(claim.holds), evidence],
            );
        }
    }
    rows.text()
}

/// A formula under the name of its quantity.
struct Named<'a> {
    quantity: String,
    unit: Option<Unit>,
    formula: &'a QuantityGrowth,
}

/// Every formula of a program.
fn named(study: &Study) -> Vec<Named<'_>> {
    let mut all = Vec::new();
    let mut add = |quantity: &str, unit: Option<Unit>, formula| {
        all.push(Named {
            quantity: quantity.to_owned(),
            unit,
            formula,
        });
    };
    for measure in Measure::IN_UNITS {
        for unit in study.units().iter().copied() {
            let formula = study.formulas.get(measure).get(unit);
            add(measure.name(), Some(unit), formula);
        }
    }
    for unit in study.units().iter().copied() {
        if let Some(formula) = study.sequential.formulas.get(unit) {
            add("SU", Some(unit), formula);
        }
        let scaling = study.scaling.get(unit);
        for (quantity, formula) in [
            ("T(n,p)", &scaling.time_on_powers_of_two),
            ("p_t", &scaling.fastest_processors),
            ("T_min", &scaling.least_time),
            ("psi_3", &scaling.fewest_processors),
        ] {
            if let Some(formula) = formula {
                add(quantity, Some(unit), formula);
            }
        }
        for one in &scaling.isoefficiency {
            if let Some(formula) = &one.formula {
                add(&format!("psi_1({})", one.efficiency), Some(unit), formula);
            }
        }
    }
    for (measure, formula) in &study.counts {
        add(measure.name(), None, formula);
    }
    if let Some(formula) = &study.processors {
        add("p", None, formula);
    }
    all
}

pub(super) fn status(formula: &QuantityGrowth) -> &'static str {
    match formula.status {
        FormulaStatus::Derived => "derived",
        FormulaStatus::Found => "found",
        FormulaStatus::Here => "here",
        FormulaStatus::Fitted => "fitted",
        FormulaStatus::Inconclusive => "inconclusive",
    }
}

/// `4;8`
fn sizes_text(sizes: &[HeldOut]) -> String {
    let texts = sizes.iter().map(|size| match size {
        HeldOut::One(value) => value.to_string(),
        HeldOut::Several(size) => size_text(size),
    });
    texts.collect::<Vec<_>>().join(";")
}

/// `n=16`
pub(super) fn size_text(size: &Size) -> String {
    let values = size.iter().map(|(name, value)| format!("{name}={value}"));
    values.collect::<Vec<_>>().join(" ")
}
