//! Work- and cost-optimality: W and C against SU.

use super::axes::Axes;
use super::growths::{Growths, Known};
use crate::claims::ratios::RatiosOf;
use crate::complexity::class::GrowthClass;
use crate::complexity::order::Growth;
use crate::quantity::{Measure, Unit};
use crate::result::claim::Evidence;
use crate::result::claim::optimality::{Optimality, ShownCounts};
use crate::result::claim::sweep::Undecided;
use crate::result::study::{OpenTrend, Ratio, Row, SequentialSource, Size, Verdict, Verdicts};
use crate::syntax::ast::Growth as Bound;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// The verdicts in a unit.
pub(super) fn verdicts(
    axes: &Axes,
    growths: &Growths,
    rows: &[Row],
    unit: Unit,
    (source, not_run): (SequentialSource, Option<&str>),
    vocabulary: Vocabulary,
) -> Verdicts {
    if source == SequentialSource::Work {
        let word = || vocabulary.word(Concept::Sequential).to_owned();
        let unknown = not_run.map_or_else(
            || Optimality::NoSequential(word()),
            |why| Optimality::SequentialNotRun(why.to_owned()),
        );
        return without_sequential(rows, axes.units, unit, &unknown);
    }
    let sequential = growths.sequential.get(unit).as_ref();
    let judge = |measure: Measure| {
        let known = growths.measures.get(measure).get(unit);
        optimal(axes, measure, known, sequential, rows, unit)
    };
    let work_optimal = judge(Measure::W);
    let mut cost_optimal = judge(Measure::C);
    let up_to = sequential.and_then(|sequential| {
        let su = sequential.growth()?;
        let is_work_optimal = work_optimal.holds == Some(true);
        if axes.are_size_and_processors() {
            let cost = growths.measures.get(Measure::C).get(unit).growth()?;
            most_processors(axes, cost, su)
        } else if growths.processors.is_some() && is_work_optimal && !axes.is_asynchronous() {
            // By Brent's principle C(n,p) = O(W + p·T): p may grow as SU/T does.
            let time = growths.measures.get(Measure::T).get(unit).growth()?;
            let ([su], [time]) = (su, time) else {
                return None;
            };
            Some(su.times(&time.to_the(-1.0)).text(&axes.varied))
        } else {
            None
        }
    });
    if let (Some(up_to), Some(false)) = (&up_to, cost_optimal.holds) {
        let evidence = cost_optimal.evidence;
        cost_optimal.evidence = evidence.and(Optimality::UpTo(up_to.clone()));
    }
    Verdicts {
        unit,
        work_optimal,
        cost_optimal,
        cost_optimal_up_to: up_to,
        bounds_hold: bounds(rows, axes.units, unit),
    }
}

/// Where W stands in for SU nothing can be judged by SU: W = O(W) and W ≤ W say nothing.
fn without_sequential(rows: &[Row], units: &[Unit], unit: Unit, unknown: &Optimality) -> Verdicts {
    let open = |evidence: Optimality| Verdict {
        holds: None,
        trend: None,
        evidence: evidence.into(),
        ratios: Vec::new(),
    };
    let mut bounds_hold = bounds(rows, units, unit);
    if bounds_hold.holds == Some(true) {
        bounds_hold = open(Optimality::WorkAtMostCost(Box::new(unknown.clone())));
    }
    Verdicts {
        unit,
        work_optimal: open(unknown.clone()),
        cost_optimal: open(unknown.clone()),
        cost_optimal_up_to: None,
        bounds_hold,
    }
}

/// Measure against SU, by size.
fn ratios(rows: &[Row], measure: Measure, unit: Unit) -> Vec<Ratio> {
    rows.iter()
        .filter_map(|row| {
            let claimed = (*row.sequential.get(unit))?;
            let measured = row.counts.get(measure).get(unit);
            Some(ratio(row.inputs.clone(), measured.real(), claimed))
        })
        .collect()
}

/// The sizes that were added.
pub(super) fn held_out(rows: &[Row]) -> Vec<&Size> {
    let added = rows.iter().filter(|row| row.held_out);
    added.map(|row| &row.inputs).collect()
}

pub(super) fn ratio(inputs: Size, measured: f64, claimed: f64) -> Ratio {
    Ratio {
        inputs,
        measured,
        claimed,
        ratio: (claimed != 0.0).then(|| measured / claimed),
    }
}

fn optimal(
    axes: &Axes,
    measure: Measure,
    known: &Known,
    sequential: Option<&Known>,
    rows: &[Row],
    unit: Unit,
) -> Verdict {
    let name = measure.name();
    let ratios = ratios(rows, measure, unit);
    let open = |trend: Option<OpenTrend>, evidence: Optimality, ratios: Vec<Ratio>| Verdict {
        holds: None,
        trend,
        evidence: evidence.into(),
        ratios,
    };
    let Some(sequential) = sequential else {
        return open(None, Optimality::UnknownIn(unit), ratios);
    };
    let compared = |own: &GrowthClass, su: &GrowthClass, is_derived| {
        let is_at_most = own.is_at_most(su)?;
        let evidence = Optimality::Classes {
            measure,
            own: axes.class_text(own),
            sequential: axes.class_text(su),
            is_at_most,
            is_derived,
        };
        Some((is_at_most, evidence))
    };
    if let (Some(own), Some(su)) = (&known.class, &sequential.class)
        && let Some((holds, evidence)) = compared(own, su, true)
    {
        return Verdict {
            holds: Some(holds),
            trend: None,
            evidence: evidence.into(),
            ratios,
        };
    }
    let likely = |known: &Known| known.class.clone().or_else(|| known.likely.clone());
    if let (Some(own), Some(su)) = (likely(known), likely(sequential))
        && let Some((holds, evidence)) = compared(&own, &su, false)
    {
        return open(Some(OpenTrend::of(Some(holds))), evidence, ratios);
    }
    let seen = RatiosOf {
        name: &format!("{name}/SU"),
        varied: &axes.varied,
        by_size: &ratios,
        held_out: &held_out(rows),
        second_is_bounded: axes.is_varied_bounded(),
    }
    .seen(Bound::O);
    let why = undecided(axes, name, known).or_else(|| undecided(axes, "SU", sequential));
    let trend = Some(OpenTrend::of(seen.holds));
    let evidence = Optimality::Ratios(why.unwrap_or(Undecided::Classes), seen);
    open(trend, evidence, ratios)
}

/// Why a quantity decides nothing; `None` if it has a class.
pub(super) fn undecided(axes: &Axes, name: &str, known: &Known) -> Option<Undecided> {
    if let Some(class) = &known.class {
        let bound = || Undecided::OnlyBound(name.to_owned(), axes.class_text(class));
        return class.theta().is_none().then(bound);
    }
    Some(match known.shown(name) {
        Some(formula) => Undecided::Formula(formula, known.formula.no_class.clone()),
        None => Undecided::NoFormula(name.to_owned()),
    })
}

/// Up to how many processors C(n,p) = O(SU(n)): from each part n^i·p^j·log^a n·log^b p of C, with
/// log p = Θ(log n), the least of (n^(s−i)·log^(t−a−b) n)^(1/j).
fn most_processors(axes: &Axes, cost: &[Growth], su: &[Growth]) -> Option<String> {
    let [su] = su else { return None };
    let mut least: Option<Growth> = None;
    for part in cost {
        if su.dominates(part, true) {
            continue;
        }
        let (own, of_p) = (part.orders[0], part.orders[1]);
        let simple = own.exponential == 0.0 && own.log_log == 0.0 && part.quotient_log == 0.0;
        if of_p.power <= 0.0 || !simple {
            return None;
        }
        let mut bound = Growth::one(1);
        bound.orders[0].power = (su.orders[0].power - own.power) / of_p.power;
        bound.orders[0].log = (su.orders[0].log - own.log - of_p.log) / of_p.power;
        if bound.orders[0].direction() < 0 {
            return None;
        }
        least = match least {
            Some(least) if !least.dominates(&bound, false) => Some(least),
            _ => Some(bound),
        };
    }
    let least = least.unwrap_or_else(|| {
        let mut all = Growth::one(1);
        all.orders[0].power = 1.0;
        all
    });
    Some(least.text(&axes.varied[..1]))
}

/// SU ≤ W ≤ C, judged in a unit; what is wrong in another one is said.
fn bounds(rows: &[Row], units: &[Unit], unit: Unit) -> Verdict {
    // Of sizes that the tool added the very small ones are exceptions too often.
    let rows: Vec<&Row> = rows.iter().filter(|row| !row.held_out).collect();
    let rows = rows.as_slice();
    let known = rows.iter().any(|row| row.sequential.get(unit).is_some());
    let mut evidence = Evidence::from(match (broken(rows, unit), known) {
        (Some(counts), _) => Optimality::Broken(counts),
        (None, true) => Optimality::InOrder,
        (None, false) => Optimality::InOrderWithoutSequential,
    });
    for other in units.iter().filter(|other| **other != unit) {
        if let Some(counts) = broken(rows, *other) {
            evidence = evidence.and(Optimality::BrokenIn(*other, counts));
        }
    }
    Verdict {
        holds: match broken(rows, unit) {
            Some(_) => Some(false),
            None => known.then_some(true),
        },
        trend: None,
        evidence,
        ratios: Vec::new(),
    }
}

/// The first size with SU > W or W > C.
fn broken(rows: &[&Row], unit: Unit) -> Option<ShownCounts> {
    let row = rows.iter().find(|row| {
        let work = row.counts.get(Measure::W).get(unit).real();
        let is_less = (row.sequential.get(unit)).is_some_and(|su| su > work);
        is_less || work > row.counts.get(Measure::C).get(unit).real()
    })?;
    Some(ShownCounts {
        at: row.inputs.clone(),
        sequential: row.sequential.get(unit).unwrap_or_default().to_string(),
        work: row.counts.get(Measure::W).get(unit).to_string(),
        cost: row.counts.get(Measure::C).get(unit).to_string(),
    })
}
