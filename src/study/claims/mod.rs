//! The claims of a file over all sizes of a sweep.

pub mod checked;
mod derived;

use super::axes::Axes;
use super::constants::in_units;
use super::growths::{Growths, Known, value};
use super::seeds::known_of_seeds;
use super::settled::Text;
use super::verdicts::{held_out, ratio, undecided};
use crate::claims::about::JudgedRuns;
use crate::claims::expression::{self, ExpressionNames};
use crate::claims::logarithm;
use crate::claims::ratios::RatiosOf;
use crate::complexity::class::GrowthClass;
use crate::cost::Cost;
use crate::quantity::{Measure, Unit};
use crate::result::claim::sweep::{CountAndClaim, SweepEvidence, Undecided};
use crate::result::claim::{Evidence as Shows, NotWhole};
use crate::result::machine::MachineKind;
use crate::result::model::{MachineModel, model_name};
use crate::result::study::{Amount, ClaimReport, OpenTrend, Ratio, Row, Size};
use crate::source::Sources;
use crate::study::swept::{Counted, Failed, Measured, with_processors};
use crate::syntax::ast::{Claim, ClaimKind, Expr, Growth as Bound, Relation};

/// Relative errors of real numbers lie below this.
const NEGLIGIBLE: f64 = 1e-9;

/// What claims are judged by.
pub(super) struct Evidence<'a> {
    pub axes: &'a Axes,
    pub growths: &'a Growths,
    pub measured: &'a [Measured],
    /// Sizes that no table lists.
    pub beside: &'a [Measured],
    pub failed: &'a [Failed],
    pub failed_beside: &'a [Failed],
    /// In the order of `measured`.
    pub rows: &'a [Row],
    pub sources: &'a Sources,
    /// What follows from the program's text, if anything does.
    pub text: Option<Text<'a>>,
    /// Names that do not vary, with the values that they have at every size.
    pub constants: &'a [(String, i64)],
    /// For claims that name no unit.
    pub unit: Unit,
    /// The machine of the runs.
    pub machine: MachineKind,
    /// The machine that the file names, if any: claims without a unit are about that.
    pub declared: Option<MachineKind>,
}

/// Judges a claim.
pub(super) fn judge(claim: &Claim, evidence: &Evidence) -> ClaimReport {
    let text = evidence.sources.text(claim.span);
    let mut report = ClaimReport {
        claim: text.split_whitespace().collect::<Vec<_>>().join(" "),
        line: evidence.sources.position(claim.span).line,
        holds: None,
        trend: None,
        evidence: Shows::All(Vec::new()),
        derived: None,
        unit: None,
        first_failure: None,
        ratios: Vec::new(),
    };
    let (measure, unit, formula) = match &claim.kind {
        ClaimKind::Model(name) => {
            evidence.model(&name.text, &mut report);
            return report;
        }
        ClaimKind::Exact {
            measure,
            unit,
            formula,
            ..
        }
        | ClaimKind::Growth {
            measure,
            unit,
            formula,
            ..
        } => (*measure, *unit, formula),
    };
    if let Err(elsewhere) = evidence.is_about(measure, unit, formula) {
        report.evidence = elsewhere;
        return report;
    }
    let unit = unit.unwrap_or(evidence.unit);
    report.unit = Some(unit);
    match &claim.kind {
        ClaimKind::Exact { relation, .. } => {
            evidence.compared(measure, unit, *relation, formula, &mut report);
            evidence.compared_derived(measure, unit, *relation, formula, &mut report);
        }
        ClaimKind::Growth { growth, .. } => {
            evidence.growth(measure, unit, *growth, formula, &mut report);
            evidence.growth_derived(measure, unit, *growth, formula, &mut report);
        }
        ClaimKind::Model(_) => {}
    }
    report
}

impl Evidence<'_> {
    /// Whether the runs say anything to a claim about a measure, or why not.
    fn is_about(&self, measure: Measure, unit: Option<Unit>, formula: &Expr) -> Result<(), Shows> {
        self.runs(&|name| {
            let mut measured = self.measured.iter();
            measured.any(|one| one.names.scalars.contains_key(name))
        })
        .formula(measure, unit, formula)
    }

    fn runs<'b>(&self, has_value: &'b dyn Fn(&str) -> bool) -> JudgedRuns<'b> {
        JudgedRuns {
            machine: self.machine,
            declared: self.declared,
            are_many: true,
            has_value,
        }
    }

    fn model(&self, name: &str, report: &mut ClaimReport) {
        let claimed = match self.runs(&|_| false).model(name) {
            Ok(claimed) => claimed,
            Err(elsewhere) => {
                report.evidence = elsewhere;
                return;
            }
        };
        let broken = self.failed.iter().chain(self.failed_beside).find(|failed| {
            let mut statuses = failed
                .diagnostics
                .iter()
                .map(|problem| problem.code.status());
            statuses.any(|status| status == crate::diagnostic::Status::Access)
        });
        let needed = |one: &Measured| match (claimed, one.asynchronous) {
            (MachineModel::Synchronous(claimed), _) => (!claimed.allows(one.legal_on))
                .then(|| SweepEvidence::Needs(model_name(one.legal_on))),
            (MachineModel::Multicomputer(_) | MachineModel::Gpu(_), _) => None,
            (MachineModel::Asynchronous { concurrent_read }, machine) => {
                match machine.and_then(|machine| machine.legal_on) {
                    Some("apram-cr") if !concurrent_read => {
                        Some(SweepEvidence::Needs("apram-cr".to_owned()))
                    }
                    Some(_) => None,
                    None => Some(SweepEvidence::NeedsOtherMachine),
                }
            }
        };
        let counted = || self.measured.iter().chain(self.beside);
        let needs = counted().find_map(|one| Some((one, needed(one)?)));
        if let Some((one, needed)) = needs {
            report.holds = Some(false);
            report.first_failure = Some(self.axes.size(&one.at));
            report.evidence = needed.into();
        } else if let Some(failed) = broken {
            report.first_failure = Some(self.axes.size(&failed.at));
            let first = failed.diagnostics.first();
            let message = first.map_or_else(String::new, |first| first.message.clone());
            report.evidence = SweepEvidence::IllegalAccess(message).into();
        } else {
            report.holds = Some(true);
            report.evidence = SweepEvidence::Legal(counted().count()).into();
        }
    }

    /// An exact claim or a bound: size by size.
    fn compared(
        &self,
        measure: Measure,
        unit: Unit,
        relation: Relation,
        formula: &Expr,
        report: &mut ClaimReport,
    ) {
        let (with_value, without) = self.ratios(measure, unit, formula);
        let sizes: Vec<Compared> = (with_value.iter())
            .map(|(one, ratio)| self.compare(one, measure, unit, relation, (formula, ratio)))
            .collect();
        if let (Some(without), []) = (&without, sizes.as_slice()) {
            report.evidence = without.clone().into();
            return;
        }
        let first = |verdict| sizes.iter().find(|one| one.holds == verdict);
        let (off, open) = (first(Some(false)), first(None));
        let beside = |one: &Compared| CountAndClaim {
            measured: one.measured,
            relation,
            claimed: one.claimed,
            at: one.at.clone(),
        };
        report.evidence = match (off, open) {
            (None, None) => {
                let closer =
                    |one: &&Compared, other: &&Compared| one.slack().total_cmp(&other.slack());
                let tightest = sizes.iter().min_by(closer);
                let tightest = tightest.filter(|_| relation != Relation::Equal);
                Shows::from(SweepEvidence::Holds {
                    sizes: sizes.len(),
                    as_asked: self.is_as_asked(unit, formula),
                    tightest: tightest.map(beside),
                })
            }
            (Some(off), _) => {
                let fails = Shows::from(SweepEvidence::Fails {
                    first: beside(off),
                    not_whole: self.not_whole(off, &with_value, formula),
                    failing: sizes.iter().filter(|one| one.holds == Some(false)).count(),
                    sizes: sizes.len(),
                });
                let known = self.as_claimed(measure, unit, formula);
                match known.shown(measure.name()) {
                    Some(formula) => fails.and(SweepEvidence::Formula(formula)),
                    None => fails,
                }
            }
            (None, Some(open)) => SweepEvidence::TooClose(beside(open)).into(),
        };
        report.holds = match (off, open) {
            (Some(_), _) => Some(false),
            (None, Some(_)) => None,
            (None, None) => Some(true),
        };
        report.first_failure = off.map(|one| one.at.clone());
        if let Some(without) = without {
            report.evidence = report.evidence.clone().and(without);
        }
        report.ratios = (with_value.iter())
            .map(|(_, ratio)| ratio.clone())
            .collect();
    }

    /// Why a claim that fails comes to no whole number there.
    fn not_whole(
        &self,
        off: &Compared,
        sizes: &[(&Measured, Ratio)],
        formula: &Expr,
    ) -> Option<NotWhole> {
        let (one, _) = sizes.iter().find(|(_, ratio)| ratio.inputs == *off.at)?;
        let names = with_processors(&one.names, one.processors);
        logarithm::not_whole(formula, &names, self.sources)
    }

    /// One size: of the runs with several seeds, the one that fails, or else comes closest to it.
    fn compare<'r>(
        &self,
        one: &Measured,
        measure: Measure,
        unit: Unit,
        relation: Relation,
        (formula, ratio): (&Expr, &'r Ratio),
    ) -> Compared<'r> {
        let names_p = expression::names_in(formula).contains(&"p");
        let others = one
            .others
            .iter()
            .zip(&one.names_of_others)
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
        let compared =
            std::iter::once(first)
                .chain(others)
                .filter_map(|(cost, processors, names)| {
                    let mut names = names.clone();
                    if !names.scalars.contains_key("p") {
                        names.add_processors(processors);
                    }
                    let units = count(cost, processors, names_p, measure, unit);
                    let measured = Amount::new(units, self.axes.digits(unit));
                    Some(Compared {
                        holds: holds(formula, &names, one, measured, relation),
                        measured,
                        // Of other data it may have no value.
                        claimed: expression::formula(formula, &names).ok()?,
                        at: &ratio.inputs,
                    })
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
        measure: Measure,
        unit: Unit,
        bound: Bound,
        formula: &Expr,
        report: &mut ClaimReport,
    ) {
        let (with_value, without) = self.ratios(measure, unit, formula);
        report.ratios = with_value.into_iter().map(|(_, ratio)| ratio).collect();
        if let (Some(without), []) = (&without, report.ratios.as_slice()) {
            report.evidence = without.clone().into();
            return;
        }
        self.growth_in_ratios(measure, unit, bound, formula, report);
        if let Some(without) = without {
            report.evidence = report.evidence.clone().and(without);
        }
    }

    /// The same, from the ratios of the sizes at which the claim has a value.
    fn growth_in_ratios(
        &self,
        measure: Measure,
        unit: Unit,
        bound: Bound,
        formula: &Expr,
        report: &mut ClaimReport,
    ) {
        let name = measure.name();
        let known = self.as_claimed(measure, unit, formula);
        let claimed = self.claimed_class(formula);
        if let (Some(own), Some(claimed)) = (&known.likely, &claimed)
            && let Some(holds) = own.is(bound, claimed)
            && let Some(formula_found) = known.shown(name)
        {
            report.trend = Some(OpenTrend::of(Some(holds)));
            report.evidence = Shows::from(SweepEvidence::LikelyClass {
                formula: formula_found,
                as_asked: self.is_as_asked(unit, formula),
                class: self.axes.class_text(own),
                holds,
            });
            return;
        }
        let derived = self.open_formula(measure, unit, formula);
        let why = derived.or_else(|| undecided(self.axes, name, &known));
        let why = why.unwrap_or(match claimed {
            None => Undecided::ClaimedClass,
            Some(_) => Undecided::Classes,
        });
        let seen = RatiosOf {
            name: "measured/claimed",
            varied: &self.axes.varied,
            by_size: &report.ratios,
            held_out: &held_out(self.rows),
            second_is_bounded: self.axes.is_varied_bounded(),
        }
        .seen(bound);
        report.trend = Some(OpenTrend::of(seen.holds));
        report.evidence =
            Shows::from(SweepEvidence::Undecided(why)).and(SweepEvidence::Ratios(seen));
    }

    /// Whether a claim is about more processors than the run had: a formula without p is about as
    /// many as the program asks for.
    fn is_about_more(one: &Measured, unit: Unit, formula: &Expr) -> bool {
        unit != Unit::Apram
            && one.processors < one.cost.processors()
            && !expression::names_in(formula).contains(&"p")
    }

    /// Whether some run had fewer processors than a claim is about.
    fn is_as_asked(&self, unit: Unit, formula: &Expr) -> bool {
        let mut measured = self.measured.iter();
        measured.any(|one| Self::is_about_more(one, unit, formula))
    }

    /// What is known of a measure on the processors that a claim is about.
    fn as_claimed(&self, measure: Measure, unit: Unit, formula: &Expr) -> Known {
        if !self.is_as_asked(unit, formula) {
            return self.growths.of(measure, unit).clone();
        }
        let counted = Counted {
            measured: self.measured,
            beside: self.beside,
            digits: 0,
        };
        known_of_seeds(self.axes, counted, 1, |one| {
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
    pub(super) fn claimed_class(&self, formula: &Expr) -> Option<GrowthClass> {
        let variables = self.axes.variables();
        let constants = self.constants;
        let names = expression::names_in(formula);
        // A `p` that neither varies nor is fixed is another quantity that grows.
        let is_known = |name: &&str| {
            let is_variable = variables.iter().any(|known| known == name);
            is_variable || constants.iter().any(|(known, _)| known == name)
        };
        if !names.iter().all(is_known) {
            return None;
        }
        self.axes.class_of_formula(formula, constants)
    }

    /// Measured against claimed in the run with the first seed of each size, and at which sizes the claim has
    /// no value, and why.
    fn ratios(
        &self,
        measure: Measure,
        unit: Unit,
        formula: &Expr,
    ) -> (Vec<(&Measured, Ratio)>, Option<SweepEvidence>) {
        let mut ratios = Vec::new();
        let mut without: Option<(Size, String)> = None;
        let mut others = 0;
        let names_p = expression::names_in(formula).contains(&"p");
        for one in self.measured {
            let Some((cost, names)) = one.run(0) else {
                continue;
            };
            let own = one.processors;
            let size = self.axes.size(&one.at);
            match expression::formula(formula, &with_processors(names, own)) {
                Ok(claimed) => {
                    let units = count(cost, own, names_p, measure, unit);
                    let measured = Amount::new(units, self.axes.digits(unit));
                    ratios.push((one, ratio(size, measured.real(), claimed)));
                }
                Err(problems) => {
                    let first = problems.into_iter().next();
                    let reason = first.map_or_else(String::new, |first| first.message);
                    match without {
                        None => without = Some((size, reason)),
                        Some(_) => others += 1,
                    }
                }
            }
        }
        let without = without.map(|(at, reason)| SweepEvidence::NoValue { at, reason, others });
        (ratios, without)
    }
}

/// Whether a measured amount stands in the claimed relation; `None` if rounding hides it.
fn holds(
    formula: &Expr,
    names: &ExpressionNames,
    one: &Measured,
    measured: Amount,
    relation: Relation,
) -> Option<bool> {
    let compares = |names: &ExpressionNames, count: u64| {
        let enclosure = expression::enclosure(formula, names)?;
        enclosure.compares(count.into(), relation)
    };
    if measured.digits == 0 {
        return compares(names, measured.units);
    }
    let in_units = in_units(names, one, measured.digits);
    let claimed = expression::formula(formula, names).ok()?;
    let whole = expression::formula(formula, &in_units).ok()?;
    // A sum of multiples of the parameters grows as they do, and is whole in their least unit.
    let scaled = claimed * 10_f64.powi(measured.digits as i32);
    if (whole - scaled).abs() <= NEGLIGIBLE * whole.abs() {
        return compares(&in_units, measured.units);
    }
    let (measured, margin) = (measured.real(), NEGLIGIBLE * claimed.abs());
    let order = measured.total_cmp(&claimed);
    ((measured - claimed).abs() > margin).then_some(match relation {
        Relation::Equal => false,
        Relation::AtMost => order.is_lt(),
        Relation::AtLeast => order.is_gt(),
    })
}

/// A count against the formula of a claim, at one size.
struct Compared<'r> {
    holds: Option<bool>,
    measured: Amount,
    claimed: f64,
    at: &'r Size,
}

impl Compared<'_> {
    /// How far apart they are, relative to the count.
    fn slack(&self) -> f64 {
        let measured = self.measured.real();
        (self.claimed - measured).abs() / measured.max(1.0)
    }
}

/// What a run counted of a measure that a formula is about.
fn count(cost: &Cost, processors: u64, names_p: bool, measure: Measure, unit: Unit) -> u64 {
    // A formula without p is about as many processors as the program asks for.
    let asked = cost.processors();
    let is_scheduled = unit != Unit::Apram && processors < asked && !names_p;
    value(
        cost,
        if is_scheduled { asked } else { processors },
        measure,
        unit,
    )
}

/// Measured against claimed at the largest size.
pub(super) fn last_ratio(ratios: &[Ratio]) -> Option<f64> {
    ratios.last().and_then(|last| last.ratio)
}
