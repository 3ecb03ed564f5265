//! The claims of a file over all sizes of a sweep.

use std::fmt::Write as _;

use super::axes::Axes;
use super::growths::{Growths, Known, value};
use super::seeds::known_of_seeds;
use super::trends::{Ratios, size_text};
use super::verdicts::{held_out, ratio, undecided};
use crate::complexity::class::Class;
use crate::pipeline::expression;
use crate::pipeline::machine::MachineModel;
use crate::pipeline::sweep::{Failed, Measured, with_processors};
use crate::report::complexity::{ClaimReport, MeasureName, Ratio, Row, UnitName};
use crate::report::violation::model_name;
use crate::semantic::program::Constant;
use crate::source::Sources;
use crate::syntax::ast::{Claim, ClaimKind, Expr, Growth as Bound};

/// Real formulas are rounded; counts are not.
const TOLERANCE: f64 = 1e-9;

/// What claims are judged by.
pub(super) struct Evidence<'a> {
    pub axes: &'a Axes,
    pub growths: &'a Growths,
    pub measured: &'a [Measured],
    pub failed: &'a [Failed],
    /// In the order of `measured`.
    pub rows: &'a [Row],
    pub sources: &'a Sources,
    /// For claims that name no unit.
    pub unit: UnitName,
    /// The file names an asynchronous machine: claims without a unit are about that.
    pub is_about_asynchronous: bool,
}

/// Judges a claim.
pub(super) fn judge(claim: &Claim, evidence: &Evidence) -> ClaimReport {
    let text = evidence.sources.text(claim.span);
    let mut report = ClaimReport {
        claim: text.split_whitespace().collect::<Vec<_>>().join(" "),
        line: evidence.sources.position(claim.span).line,
        holds: None,
        evidence: String::new(),
        unit: None,
        first_failure: None,
        ratios: Vec::new(),
    };
    if let Some(reason) = evidence.about_another_machine(&claim.kind) {
        reason.clone_into(&mut report.evidence);
        return report;
    }
    match &claim.kind {
        ClaimKind::Model(name) => evidence.model(&name.text, &mut report),
        ClaimKind::Exact {
            measure,
            unit,
            formula,
        } => {
            let unit = unit.map_or(evidence.unit, UnitName::from);
            report.unit = Some(unit);
            evidence.exact((*measure).into(), unit, formula, &mut report);
        }
        ClaimKind::Growth {
            measure,
            unit,
            growth,
            formula,
        } => {
            let unit = unit.map_or(evidence.unit, UnitName::from);
            report.unit = Some(unit);
            evidence.growth((*measure).into(), unit, *growth, formula, &mut report);
        }
    }
    report
}

impl Evidence<'_> {
    /// Why a claim says nothing about this machine.
    fn about_another_machine(&self, claim: &ClaimKind) -> Option<&'static str> {
        const SYNCHRONOUS: &str =
            "it is about a synchronous PRAM; these runs are on the asynchronous one";
        let is_asynchronous = self.axes.is_asynchronous();
        match claim {
            ClaimKind::Model(name) => match MachineModel::parse(&name.text)? {
                MachineModel::Synchronous(_) => is_asynchronous.then_some(SYNCHRONOUS),
                MachineModel::Asynchronous { .. } => (!is_asynchronous).then_some(
                    "it is about the asynchronous PRAM; these runs are on a synchronous one",
                ),
            },
            ClaimKind::Exact { unit, formula, .. } | ClaimKind::Growth { unit, formula, .. } => {
                let names = expression::names_in(formula);
                let is_time = |name: &&str| {
                    let is_input = |one: &Measured| one.names.scalars.contains_key(*name);
                    matches!(*name, "d" | "B") && !self.measured.iter().any(is_input)
                };
                let asks =
                    unit.is_none() && self.is_about_asynchronous || names.iter().any(is_time);
                (asks && !is_asynchronous).then_some(
                    "it is about the asynchronous PRAM; `--machine apram` with --d and --B runs \
                     the program there",
                )
            }
        }
    }

    fn model(&self, name: &str, report: &mut ClaimReport) {
        let Some(claimed) = MachineModel::parse(name) else {
            report.evidence = format!("no model is called {name}");
            return;
        };
        let broken = self.failed.iter().find(|failed| {
            let mut statuses = failed
                .diagnostics
                .iter()
                .map(|problem| problem.code.status());
            statuses.any(|status| status == crate::diagnostic::Status::Access)
        });
        let needed = |one: &Measured| match (claimed, one.asynchronous) {
            (MachineModel::Synchronous(claimed), _) => {
                (!claimed.allows(one.legal_on)).then(|| model_name(one.legal_on))
            }
            (MachineModel::Asynchronous { concurrent_read }, machine) => {
                match machine.and_then(|machine| machine.legal_on) {
                    Some("apram-cr") if !concurrent_read => Some("apram-cr".to_owned()),
                    Some(_) => None,
                    None => {
                        Some("another machine: processors met in a cell, and one wrote".to_owned())
                    }
                }
            }
        };
        let needs = (self.measured.iter()).find_map(|one| Some((one, needed(one)?)));
        if let Some((one, needed)) = needs {
            report.holds = Some(false);
            report.first_failure = Some(self.axes.size(&one.at));
            report.evidence = format!("a run needs {needed}");
        } else if let Some(failed) = broken {
            report.first_failure = Some(self.axes.size(&failed.at));
            let message = failed
                .diagnostics
                .first()
                .map_or("", |first| first.message.as_str());
            report.evidence = format!("a run ended with an illegal access: {message}");
        } else {
            report.holds = Some(true);
            let count = self.measured.len();
            report.evidence = format!("observed on all {count} sizes");
        }
    }

    fn exact(
        &self,
        measure: MeasureName,
        unit: UnitName,
        formula: &Expr,
        report: &mut ClaimReport,
    ) {
        let ratios = match self.ratios(measure, unit, formula, 0) {
            Ok(ratios) => ratios,
            Err(reason) => {
                report.evidence = reason;
                return;
            }
        };
        let is_off =
            |one: &&Ratio| (one.claimed - one.measured).abs() > TOLERANCE * one.measured.max(1.0);
        let runs = self.measured.iter().map(|one| 1 + one.others.len()).max();
        // An exact claim is one about every run: the first seed with which it fails is shown.
        let with_another_seed = (1..runs.unwrap_or(1)).find_map(|run| {
            let others = self.ratios(measure, unit, formula, run).ok()?;
            others.iter().any(|one| is_off(&one)).then_some(others)
        });
        let ratios = match with_another_seed {
            Some(others) if !ratios.iter().any(|one| is_off(&one)) => others,
            _ => ratios,
        };
        let failure = ratios.iter().find(is_off);
        report.holds = Some(failure.is_none());
        report.evidence = match failure {
            None => format!(
                "it holds on all {} sizes{}",
                ratios.len(),
                self.on_processors(unit, formula)
            ),
            Some(off) => {
                let failing = ratios.iter().filter(is_off).count();
                let mut text = format!(
                    "claimed {}, measured {} at {}; it fails on {failing} of {} sizes",
                    off.claimed,
                    off.measured,
                    size_text(&off.inputs),
                    ratios.len()
                );
                let known = self.as_claimed(measure, unit, formula);
                if let Some(formula) = known.exactly() {
                    let _ = write!(text, "; {} is exactly {formula}", measure.name());
                }
                text
            }
        };
        report.first_failure = failure.map(|one| one.inputs.clone());
        report.ratios = ratios;
    }

    fn growth(
        &self,
        measure: MeasureName,
        unit: UnitName,
        bound: Bound,
        formula: &Expr,
        report: &mut ClaimReport,
    ) {
        match self.ratios(measure, unit, formula, 0) {
            Ok(ratios) => report.ratios = ratios,
            Err(reason) => {
                report.evidence = reason;
                return;
            }
        }
        let name = measure.name();
        let known = self.as_claimed(measure, unit, formula);
        let claimed = self.claimed_class(formula);
        if let (Some(own), Some(claimed)) = (&known.class, &claimed)
            && let Some(holds) = own.is(bound, claimed)
        {
            report.holds = Some(holds);
            let class = self.axes.class_text(own);
            let exactly = known.exactly().unwrap_or_default();
            let processors = self.on_processors(unit, formula);
            report.evidence = format!("{name} is exactly {exactly}{processors}, which is {class}");
            let is_both = own.is(Bound::Theta, claimed) == Some(true);
            if let (true, Some(last)) = (is_both, last_ratio(&report.ratios)) {
                let _ = write!(report.evidence, "; measured/claimed comes to {last:.3}");
            }
            return;
        }
        let why = undecided(self.axes, name, &known).unwrap_or_else(|| match claimed {
            None => "the class of what is claimed is not known".to_owned(),
            Some(_) => "the classes do not decide it".to_owned(),
        });
        let seen = Ratios {
            name: "measured/claimed",
            varied: &self.axes.varied,
            by_size: &report.ratios,
            held_out: &held_out(self.rows),
            second_is_bounded: self.axes.is_varied_bounded(),
        }
        .seen(bound);
        report.evidence = format!("{why}; {seen}");
    }

    /// Whether a claim is about more processors than the run had: a formula without p is about as
    /// many as the program asks for.
    fn is_about_more(&self, one: &Measured, unit: UnitName, formula: &Expr) -> bool {
        unit != UnitName::Apram
            && one.processors < one.cost.processors()
            && !expression::names_in(formula).contains(&"p")
    }

    /// Which processors that are, where it has to be said.
    fn on_processors(&self, unit: UnitName, formula: &Expr) -> &'static str {
        let is_about_more = |one| self.is_about_more(one, unit, formula);
        if self.measured.iter().any(is_about_more) {
            ", on as many processors as the program asks for"
        } else {
            ""
        }
    }

    /// What is known of a measure on the processors that a claim is about.
    fn as_claimed(&self, measure: MeasureName, unit: UnitName, formula: &Expr) -> Known {
        let is_about_more = |one| self.is_about_more(one, unit, formula);
        if !self.measured.iter().any(is_about_more) {
            return self.growths.measures.get(measure).get(unit).clone();
        }
        known_of_seeds(self.axes, self.measured, 1, |one| {
            let costs = std::iter::once(&one.cost).chain(&one.others);
            costs
                .map(|cost| {
                    let processors = one.processors.max(cost.processors());
                    value(cost, processors, measure, unit)
                })
                .collect()
        })
    }

    /// The class of what is claimed, in the names that vary.
    fn claimed_class(&self, formula: &Expr) -> Option<Class> {
        let variables = self.axes.variables();
        let constants = self.constants(&variables);
        let names = expression::names_in(formula);
        // A `p` that neither varies nor is fixed is another quantity that grows.
        let is_known = |name: &&str| {
            let is_variable = variables.iter().any(|known| known == name);
            is_variable || constants.iter().any(|(known, _)| known == name)
        };
        if !names.iter().all(is_known) {
            return None;
        }
        self.axes.class_of_formula(formula, &constants)
    }

    /// The inputs that have one value on all sizes, and `p` where it is fixed.
    fn constants(&self, variables: &[String]) -> Vec<(String, i64)> {
        let Some((first, others)) = self.measured.split_first() else {
            return Vec::new();
        };
        let scalars = first.names.scalars.iter();
        let mut constants: Vec<(String, i64)> = scalars
            .filter(|(name, value)| {
                let mut rest = others.iter().map(|one| one.names.scalars.get(*name));
                !variables.contains(name) && rest.all(|other| other == Some(*value))
            })
            .filter_map(|(name, value)| match value {
                Constant::Int(value) => Some((name.clone(), *value)),
                Constant::Real(_) | Constant::Bool(_) => None,
            })
            .collect();
        if let Some(p) = self.axes.fixed_processors
            && !variables.iter().any(|name| name == "p")
        {
            constants.push(("p".to_owned(), i64::try_from(p).unwrap_or(i64::MAX)));
        }
        constants
    }

    /// Measured against claimed, by size, in a run of each: 0 is that with the first seed. Or why
    /// the formula has no value.
    fn ratios(
        &self,
        measure: MeasureName,
        unit: UnitName,
        formula: &Expr,
        run: usize,
    ) -> Result<Vec<Ratio>, String> {
        let names_p = expression::names_in(formula).contains(&"p");
        let mut ratios = Vec::new();
        for one in self.measured {
            let Some((cost, names)) = one.run(run) else {
                continue;
            };
            let asked = cost.processors();
            let is_fixed = self.axes.varies_processors() || self.axes.fixed_processors.is_some();
            let own = if run == 0 || is_fixed {
                one.processors
            } else {
                asked
            };
            let names = with_processors(names, own);
            let claimed = expression::formula(formula, &names).map_err(|problems| {
                let first = problems.into_iter().next();
                let reason = first.map_or_else(String::new, |first| first.message);
                format!("at {}: {reason}", size_text(&self.axes.size(&one.at)))
            })?;
            // A formula without p is about as many processors as the program asks for.
            let is_scheduled = unit != UnitName::Apram && own < asked && !names_p;
            let processors = if is_scheduled { asked } else { own };
            let measured = value(cost, processors, measure, unit);
            ratios.push(ratio(self.axes.size(&one.at), measured as f64, claimed));
        }
        Ok(ratios)
    }
}

fn last_ratio(ratios: &[Ratio]) -> Option<f64> {
    ratios.last().and_then(|last| last.ratio)
}
