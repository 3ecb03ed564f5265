//! Work- and cost-optimality: W and C against SU.

use std::fmt::Write as _;

use super::axes::Axes;
use super::growths::{Growths, Known};
use super::trends::{Ratios, says, size_text};
use crate::complexity::class::Class;
use crate::complexity::order::Growth;
use crate::quantity::{Measure, Unit};
use crate::result::study::{Ratio, Row, SequentialSource, Size, Trend, Verdict, Verdicts};
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
        let word = vocabulary.word(Concept::Sequential);
        let unknown = not_run.map_or_else(
            || {
                format!(
                    "SU is not known: `{word} NAME;` in the file or `--sequential FORMULA` gives it"
                )
            },
            |why| format!("SU is not known: {why}; `--sequential FORMULA` gives it"),
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
        let _ = write!(
            cost_optimal.evidence,
            "; it is cost-optimal up to p = Θ({up_to})"
        );
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
fn without_sequential(rows: &[Row], units: &[Unit], unit: Unit, unknown: &str) -> Verdicts {
    let open = |evidence: String| Verdict {
        holds: None,
        trend: None,
        evidence,
        ratios: Vec::new(),
    };
    let mut bounds_hold = bounds(rows, units, unit);
    if bounds_hold.holds == Some(true) {
        bounds_hold = open(format!("W ≤ C on every size; {unknown}"));
    }
    Verdicts {
        unit,
        work_optimal: open(unknown.to_owned()),
        cost_optimal: open(unknown.to_owned()),
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
    let open = |trend: Option<Trend>, evidence: String, ratios: Vec<Ratio>| Verdict {
        holds: None,
        trend,
        evidence,
        ratios,
    };
    let Some(sequential) = sequential else {
        let (unit, key) = (unit.name(), unit.key());
        let evidence = format!("SU is not known in {unit}: `--sequential '{key} = …'` gives it");
        return open(None, evidence, ratios);
    };
    let compared = |own: &Class, su: &Class| {
        let holds = own.is_at_most(su)?;
        let (own, su) = (axes.class_text(own), axes.class_text(su));
        Some((holds, format!("{name} = {own}{}SU = {su}", relation(holds))))
    };
    if let (Some(own), Some(su)) = (&known.class, &sequential.class)
        && let Some((holds, evidence)) = compared(own, su)
    {
        return Verdict {
            holds: Some(holds),
            trend: None,
            evidence: format!("derived: {evidence}"),
            ratios,
        };
    }
    let likely = |known: &Known| known.class.clone().or_else(|| known.likely.clone());
    if let (Some(own), Some(su)) = (likely(known), likely(sequential))
        && let Some((holds, evidence)) = compared(&own, &su)
    {
        let evidence = format!("if it goes on like this, {evidence}: {}", says(holds));
        return open(Some(Trend::of(Some(holds))), evidence, ratios);
    }
    let (trend, seen) = Ratios {
        name: &format!("{name}/SU"),
        varied: &axes.varied,
        by_size: &ratios,
        held_out: &held_out(rows),
        second_is_bounded: axes.is_varied_bounded(),
    }
    .seen(Bound::O);
    let why = undecided(axes, name, known).or_else(|| undecided(axes, "SU", sequential));
    let why = why.unwrap_or_else(|| "the classes do not decide it".to_owned());
    open(Some(trend), format!("{why}; {seen}"), ratios)
}

/// What stands between two classes.
fn relation(holds: bool) -> &'static str {
    if holds {
        ", and "
    } else {
        " grows faster than "
    }
}

/// Why a quantity decides nothing; none where it has a class.
pub(super) fn undecided(axes: &Axes, name: &str, known: &Known) -> Option<String> {
    if let Some(class) = &known.class {
        let text = axes.class_text(class);
        return class
            .theta()
            .is_none()
            .then(|| format!("all that is proved of {name} is that it is {text}"));
    }
    Some(match (known.sentence(name), &known.formula.no_class) {
        (Some(sentence), Some(reason)) => format!("{sentence}, but {reason}"),
        (Some(sentence), None) => sentence,
        (None, _) => format!("no formula for {name} is derived or found"),
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
    let mut evidence = match (broken(rows, unit), known) {
        (Some(size), _) => format!(
            "{size}: there is a faster sequential algorithm, namely this one on one processor"
        ),
        (None, true) => "SU ≤ W ≤ C on every size asked for".to_owned(),
        (None, false) => "W ≤ C on every size asked for; SU is not known in this unit".to_owned(),
    };
    for other in units.iter().filter(|other| **other != unit) {
        if let Some(size) = broken(rows, *other) {
            let _ = write!(evidence, "; not so in {}: {size}", other.name());
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
fn broken(rows: &[&Row], unit: Unit) -> Option<String> {
    let row = rows.iter().find(|row| {
        let work = row.counts.get(Measure::W).get(unit).real();
        let is_less = (row.sequential.get(unit)).is_some_and(|su| su > work);
        is_less || work > row.counts.get(Measure::C).get(unit).real()
    })?;
    Some(format!(
        "at {} SU = {}, W = {}, C = {}",
        size_text(&row.inputs),
        row.sequential.get(unit).unwrap_or_default(),
        row.counts.get(Measure::W).get(unit),
        row.counts.get(Measure::C).get(unit)
    ))
}
