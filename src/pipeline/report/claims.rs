//! The claims of a file over all sizes of a sweep.

use std::fmt::Write as _;

use super::axes::Axes;
use super::growths::{Growths, value};
use super::trends::{Ratios, size_text};
use super::verdicts::{held_out, ratio};
use crate::complexity::growth;
use crate::cost::Cost;
use crate::pipeline::expression;
use crate::pipeline::machine::MachineModel;
use crate::pipeline::sweep::{Failed, Measured};
use crate::report::complexity::{ClaimReport, MeasureName, Ratio, Row, Size, UnitName};
use crate::report::violation::model_name;
use crate::source::Sources;
use crate::syntax::ast::{Claim, ClaimKind, Expr, Growth as Bound, Relation};

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
            relation,
            formula,
        } => {
            let unit = unit.map_or(evidence.unit, UnitName::from);
            report.unit = Some(unit);
            evidence.compared((*measure).into(), unit, *relation, formula, &mut report);
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

    /// An exact claim or a bound: size by size.
    fn compared(
        &self,
        measure: MeasureName,
        unit: UnitName,
        relation: Relation,
        formula: &Expr,
        report: &mut ClaimReport,
    ) {
        let ratios = match self.ratios(measure, unit, formula) {
            Ok(ratios) => ratios,
            Err(reason) => {
                report.evidence = reason;
                return;
            }
        };
        let sizes: Vec<Compared> = (self.measured.iter().zip(&ratios))
            .map(|(one, ratio)| self.compare(one, measure, unit, relation, (formula, ratio)))
            .collect();
        let first = |verdict| sizes.iter().find(|one| one.holds == verdict);
        let (off, open) = (first(Some(false)), first(None));
        report.evidence = match (off, open) {
            (None, None) => all_hold(relation, &sizes),
            (Some(off), _) => {
                let failing = sizes.iter().filter(|one| one.holds == Some(false)).count();
                let (measured, claimed, at) = (off.measured, off.claimed, size_text(off.at));
                let mut text = match relation {
                    Relation::Equal => format!("claimed {claimed}, measured {measured} at {at}"),
                    Relation::AtMost | Relation::AtLeast => {
                        format!(
                            "measured {measured} {} {claimed} at {at}",
                            relation.opposite()
                        )
                    }
                };
                let _ = write!(text, "; it fails on {failing} of {} sizes", sizes.len());
                let known = self.growths.measures.get(measure).get(unit);
                if let Some(formula) = known.exactly() {
                    let _ = write!(text, "; {} is exactly {formula}", measure.name());
                }
                text
            }
            (None, Some(open)) => {
                let (measured, claimed, at) = (open.measured, open.claimed, size_text(open.at));
                format!(
                    "measured {measured} and claimed {claimed} at {at} are too close to tell with \
                     doubles"
                )
            }
        };
        report.holds = match (off, open) {
            (Some(_), _) => Some(false),
            (None, Some(_)) => None,
            (None, None) => Some(true),
        };
        report.first_failure = off.map(|one| one.at.clone());
        report.ratios = ratios;
    }

    /// One size: of the runs with several seeds, the one that fails, or else comes closest to it.
    fn compare<'r>(
        &self,
        one: &Measured,
        measure: MeasureName,
        unit: UnitName,
        relation: Relation,
        (formula, ratio): (&Expr, &'r Ratio),
    ) -> Compared<'r> {
        let names_p = expression::names_in(formula).contains(&"p");
        let others = one
            .others
            .iter()
            .zip(&one.other_names)
            .map(|(cost, names)| {
                let fixed = self.axes.varies_processors() || self.axes.fixed_processors.is_some();
                let own = if fixed {
                    one.processors
                } else {
                    cost.processors()
                };
                (cost, own, names)
            });
        let first = (&one.cost, one.processors, &one.names);
        let compared = std::iter::once(first)
            .chain(others)
            .map(|(cost, processors, names)| {
                let mut names = names.clone();
                if !names.scalars.contains_key("p") {
                    names.add_processors(processors);
                }
                let measured = count(cost, processors, names_p, measure, unit);
                let enclosure = expression::enclosure(formula, &names);
                Compared {
                    holds: enclosure.and_then(|enclosure| enclosure.compares(measured, relation)),
                    measured,
                    claimed: expression::formula(formula, &names).unwrap_or(ratio.claimed),
                    at: &ratio.inputs,
                }
            });
        let rank = |one: &Compared| match one.holds {
            Some(false) => 0,
            None => 1,
            Some(true) => 2,
        };
        let closer = |one: &Compared, other: &Compared| {
            (rank(one).cmp(&rank(other))).then(one.slack().total_cmp(&other.slack()))
        };
        compared
            .min_by(closer)
            .expect("a size has the run with the first seed")
    }

    fn growth(
        &self,
        measure: MeasureName,
        unit: UnitName,
        bound: Bound,
        formula: &Expr,
        report: &mut ClaimReport,
    ) {
        match self.ratios(measure, unit, formula) {
            Ok(ratios) => report.ratios = ratios,
            Err(reason) => {
                report.evidence = reason;
                return;
            }
        }
        let name = measure.name();
        let known = self.growths.measures.get(measure).get(unit);
        let bounded = self.axes.is_varied_bounded();
        let claimed = self.claimed_growth(formula);
        if let (Some(own), Some(claimed)) = (&known.growth, claimed) {
            let above = growth::is_bounded_by(own, &claimed, bounded);
            let below = growth::is_bounded_by(&claimed, own, bounded);
            let holds = match bound {
                Bound::O => above,
                Bound::Omega => below,
                Bound::Theta => above && below,
            };
            report.holds = Some(holds);
            let own = self.axes.theta_text(own);
            let exactly = known.exactly().unwrap_or_default();
            report.evidence = format!("{name} is exactly {exactly}, which is Θ({own})");
            if let (true, Some(last)) = (above && below, last_ratio(&report.ratios)) {
                let _ = write!(report.evidence, "; measured/claimed comes to {last:.3}");
            }
            return;
        }
        (report.holds, report.evidence) = Ratios {
            name: "measured/claimed",
            varied: &self.axes.varied,
            by_size: &report.ratios,
            held_out: &held_out(self.rows),
            second_is_bounded: bounded,
        }
        .judge(bound);
    }

    /// The growth of what is claimed, in the names that vary.
    fn claimed_growth(&self, formula: &Expr) -> Option<Vec<growth::Growth>> {
        let variables = self.axes.variables();
        let constants = self.constants(&variables);
        let names = expression::names_in(formula);
        // A `p` that neither varies nor is fixed is another quantity that grows.
        let is_known = |name: &&str| {
            let mut known = variables.iter().chain(&constants);
            known.any(|known| known == name)
        };
        if !names.iter().all(is_known) {
            return None;
        }
        let bounded = self.axes.is_bounded();
        let growths = growth::of_expression(formula, &variables, &constants, bounded)?;
        Some(self.axes.in_varied(growths))
    }

    /// The inputs that have one value on all sizes, and `p` where it is fixed.
    fn constants(&self, variables: &[String]) -> Vec<String> {
        let Some((first, others)) = self.measured.split_first() else {
            return Vec::new();
        };
        let scalars = first.names.scalars.iter();
        let mut constants: Vec<String> = scalars
            .filter(|(name, value)| {
                let mut rest = others.iter().map(|one| one.names.scalars.get(*name));
                !variables.contains(name) && rest.all(|other| other == Some(*value))
            })
            .map(|(name, _)| name.clone())
            .collect();
        if self.axes.fixed_processors.is_some() && !variables.iter().any(|name| name == "p") {
            constants.push("p".to_owned());
        }
        constants
    }

    /// Measured against claimed, by size; or why the formula has no value.
    fn ratios(
        &self,
        measure: MeasureName,
        unit: UnitName,
        formula: &Expr,
    ) -> Result<Vec<Ratio>, String> {
        let mut ratios = Vec::new();
        for one in self.measured {
            let names = one.names_with_processors();
            let claimed = expression::formula(formula, &names).map_err(|problems| {
                let first = problems.into_iter().next();
                let reason = first.map_or_else(String::new, |first| first.message);
                format!("at {}: {reason}", size_text(&self.axes.size(&one.at)))
            })?;
            let names_p = expression::names_in(formula).contains(&"p");
            let measured = count(&one.cost, one.processors, names_p, measure, unit);
            ratios.push(ratio(self.axes.size(&one.at), measured as f64, claimed));
        }
        Ok(ratios)
    }
}

/// A count against the formula of a claim, at one size.
struct Compared<'r> {
    holds: Option<bool>,
    measured: u64,
    claimed: f64,
    at: &'r Size,
}

impl Compared<'_> {
    /// How far apart they are, relative to the count.
    fn slack(&self) -> f64 {
        let measured = self.measured as f64;
        (self.claimed - measured).abs() / measured.max(1.0)
    }
}

/// Evidence for a claim that holds everywhere; of a bound, where it is tightest.
fn all_hold(relation: Relation, sizes: &[Compared]) -> String {
    let count = sizes.len();
    let closer = |one: &&Compared, other: &&Compared| one.slack().total_cmp(&other.slack());
    let tightest = sizes.iter().min_by(closer);
    match tightest.filter(|_| relation != Relation::Equal) {
        None => format!("it holds on all {count} sizes"),
        Some(one) => format!(
            "it holds on all {count} sizes; tightest: measured {} {} {} at {}",
            one.measured,
            relation.sign(),
            one.claimed,
            size_text(one.at)
        ),
    }
}

/// What a run counted of a measure that a formula is about.
fn count(cost: &Cost, processors: u64, names_p: bool, measure: MeasureName, unit: UnitName) -> u64 {
    // A formula without p is about as many processors as the program asks for.
    let asked = cost.processors();
    let is_scheduled = unit != UnitName::Apram && processors < asked && !names_p;
    value(
        cost,
        if is_scheduled { asked } else { processors },
        measure,
        unit,
    )
}

fn last_ratio(ratios: &[Ratio]) -> Option<f64> {
    ratios.last().and_then(|last| last.ratio)
}
