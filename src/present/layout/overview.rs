//! The first screen of a page: what the tables below tell at length, in a few words each.

use std::collections::HashMap;

use super::prose::Prose;
use super::{cells, derived, scaling, summary};
use crate::present::document::overview::{Card, IncludedListing, ListedLine, Overview};
use crate::present::document::{Block, Table, Word, Words, plain, words};
use crate::present::plot::number::short;
use crate::present::text::value::counted;
use crate::quantity::Measure;
use crate::result::formulas::{DerivedLine, DerivedStatus};
use crate::result::machine::MachineKind;
use crate::result::study::{FailureReason, FormulaStatus, Row, Study};
use crate::source::file_name;

/// A line that holds at least this part of the work is marked.
const MUCH: f64 = 0.1;

/// An efficiency at which processors are still put to good use.
const EFFICIENT: f64 = 0.5;

/// The first screen; `None` if nothing ran.
pub fn lay_out(study: &Study) -> Option<Block> {
    let largest = (study.series.iter().rfind(|row| !row.held_out)).or(study.series.last())?;
    let prose = Prose::of(study);
    let mut cards = vec![
        measure(study, Measure::T, &prose),
        measure(study, Measure::W, &prose),
    ];
    cards.extend(speedup(study, largest));
    cards.extend(best_processors(study));
    Some(Block::Overview(Box::new(Overview {
        verdicts: verdicts(study),
        cards,
        way: way(study),
        plot: scaling::speedup(study),
        listing: listing(study, &study.file, &study.text),
        included: (study.included.iter())
            .map(|file| IncludedListing {
                name: file_name(&file.name).to_owned(),
                // (`sum` of none is −0.)
                share: share(
                    parts_of_work(study, &file.name).fold(0.0, |sum, (_, part)| sum + part),
                ),
                lines: listing(study, &file.name, &file.text),
            })
            .collect(),
    })))
}

/// What is decided, in a few words each.
pub fn verdicts(study: &Study) -> Vec<Words> {
    let mut verdicts = Vec::new();
    verdicts.extend(legality(study));
    if study.sequential.is_known() {
        let holds = study.verdicts.work_optimal.holds;
        verdicts.push(vec![
            Word::Mark(holds),
            Word::Plain(" work-optimal".to_owned()),
        ]);
        verdicts.push(cost_optimality(study));
    }
    verdicts.extend(claims(study));
    verdicts
}

/// What the runs say; they prove nothing about other sizes.
fn legality(study: &Study) -> Option<Words> {
    let illegal = |reason| reason == FailureReason::IllegalAccess;
    if let Some(failed) = study.failed.iter().find(|failed| illegal(failed.reason)) {
        let size = cells::size(&failed.inputs);
        return Some(marked(false, format!("illegal access at {size}")));
    }
    if study.machine.kind == MachineKind::Multicomputer {
        return None;
    }
    let name = summary::weakest_model(study)?;
    let runs = match study.series.len() {
        1 => "in the run".to_owned(),
        count => format!("in all {count} runs"),
    };
    Some(marked(true, format!("legal on {name} {runs}")))
}

/// `✗ cost-optimal on n/2 processors; ✓ on no more than Θ(n/log n)`
fn cost_optimality(study: &Study) -> Words {
    let verdicts = &study.verdicts;
    let mut text = vec![
        Word::Mark(verdicts.cost_optimal.holds),
        Word::Plain(" cost-optimal".to_owned()),
    ];
    if let Some(formula) = summary::processors_asked_for(study) {
        text.push(Word::Plain(" on ".to_owned()));
        let is_one = formula == "1";
        text.push(Word::Formula(formula));
        text.push(Word::Plain(
            if is_one { " processor" } else { " processors" }.to_owned(),
        ));
    }
    if let (Some(false), Some(class)) = (verdicts.cost_optimal.holds, &verdicts.cost_optimal_up_to)
    {
        text.push(Word::Plain("; ".to_owned()));
        text.push(Word::Mark(Some(true)));
        text.push(Word::Plain(" on no more than ".to_owned()));
        text.push(Word::Theta(class.clone()));
    }
    text
}

fn claims(study: &Study) -> Option<Words> {
    let with = |holds| {
        study
            .claims
            .iter()
            .filter(|claim| claim.holds == holds)
            .count()
    };
    let (held, failed, open) = (with(Some(true)), with(Some(false)), with(None));
    let all = study.claims.len();
    let claims = |count: usize| counted(count as u64, "claim");
    Some(match (failed, open) {
        _ if all == 0 => return None,
        (0, 0) if all == 1 => marked(true, "the claim holds"),
        (0, 0) => marked(true, format!("all {all} claims hold")),
        (0, _) => {
            let text = match held {
                0 => format!(" {} open", claims(all)),
                _ => format!(" {held} of {} hold, {open} open", claims(all)),
            };
            vec![Word::Mark(None), Word::Plain(text)]
        }
        _ if all == 1 => marked(false, "the claim fails"),
        _ => marked(false, format!("{failed} of {} fail", claims(all))),
    })
}

fn marked(holds: bool, text: impl Into<String>) -> Words {
    vec![
        Word::Mark(Some(holds)),
        Word::Plain(format!(" {}", text.into())),
    ]
}

/// T or W in the unit in which the program is judged: what was derived, or else what was found.
fn measure(study: &Study, measure: Measure, prose: &Prose) -> Card {
    let what = format!("{} {}", measure.noun(), measure.name());
    let title = plain(format!("{what}, in {}", study.unit.name()));
    let formula = study.formulas.get(measure).get(study.unit);
    let bounds = derived::known(study, measure, study.unit)
        .filter(|derived| derived.status == DerivedStatus::Bounded);
    if let (false, Some(formula)) = (formula.status == FormulaStatus::Derived, bounds) {
        let mut note = plain("bounds derived for ");
        note.extend(prose.words(&derived::holds_for(formula)));
        return Card {
            title,
            value: derived::value(formula),
            note,
        };
    }
    let value = match (&formula.formula, &formula.theta) {
        (None, Some(_)) => cells::theta(Some(formula)),
        (Some(_), _) if formula.status == FormulaStatus::Fitted => {
            [plain("≈ "), cells::formula(Some(formula))].concat()
        }
        _ => cells::formula(Some(formula)),
    };
    Card {
        title,
        value,
        note: cells::status(Some(formula), &study.varied),
    }
}

/// The speedup on the largest size that was asked for.
fn speedup(study: &Study, largest: &Row) -> Option<Card> {
    let size = cells::size(&largest.inputs);
    let processors = counted(largest.processors, "processor");
    if !study.sequential.is_known() {
        let [time, work] = [Measure::T, Measure::W]
            .map(|measure| largest.counts.get(measure).get(study.unit).real());
        return (time > 0.0).then(|| Card {
            title: plain("W/T: processors that are busy on average"),
            value: plain(short(work / time)),
            note: plain(format!(
                "for {size}; without a sequential algorithm no speedup is known"
            )),
        });
    }
    let speedup = (*largest.speedup.get(study.unit))?;
    let efficiency = *largest.efficiency.get(study.unit);
    let efficiency = efficiency.map_or_else(String::new, |efficiency| {
        format!("; efficiency {}", short(efficiency))
    });
    Some(Card {
        title: plain(format!("speedup S on {processors}")),
        value: plain(short(speedup)),
        note: plain(format!("for {size}{efficiency}")),
    })
}

/// The fewest processors with the least time; `None` if that is bought with more work.
fn best_processors(study: &Study) -> Option<Card> {
    if grows_with_processors(study) {
        return None;
    }
    let scaling = study.scaling.get(study.unit);
    let optimum = scaling.optima.last()?;
    let size = cells::size(&optimum.inputs);
    let found = (scaling.fastest_processors.as_ref())
        .filter(|formula| formula.status == FormulaStatus::Found && formula.condition().is_none())
        .and_then(|formula| formula.formula.clone());
    let value = match found {
        Some(formula) => vec![Word::Formula(formula)],
        None => plain(format!("{} for {size}", optimum.fastest_processors)),
    };
    let curve = scaling
        .curves
        .iter()
        .find(|curve| curve.inputs == optimum.inputs);
    let efficient = curve.and_then(|curve| {
        let mut points = curve.points.iter().rev();
        points.find(|point| {
            point
                .efficiency
                .is_some_and(|efficiency| efficiency >= EFFICIENT)
        })
    });
    let mut note = format!(
        "the fewest with the least time, T = {} for {size}",
        optimum.least_time
    );
    if let (Some(point), true) = (efficient, study.sequential.is_known()) {
        note = format!("{note}; E ≥ ½ still on {}", counted(point.p, "processor"));
    }
    Some(Card {
        title: plain("best number of processors p"),
        value,
        note: plain(note),
    })
}

/// Whether the work of some size is larger on more processors.
fn grows_with_processors(study: &Study) -> bool {
    let without_p = |row: &Row| {
        let mut size = row.inputs.clone();
        size.shift_remove("p");
        size
    };
    let work = |row: &Row| *row.counts.get(Measure::W).get(study.unit);
    study.series.iter().any(|few| {
        study.series.iter().any(|many| {
            few.processors < many.processors
                && work(few).compare(work(many)).is_lt()
                && without_p(few) == without_p(many)
        })
    })
}

/// How the time comes about, statement by statement.
fn way(study: &Study) -> Option<Table> {
    let formula = derived::known(study, Measure::T, study.unit)?;
    if formula.lines.is_empty() {
        return None;
    }
    let mut table = Table::new("", [words("line"), words("statement"), words("time")]);
    for line in &formula.lines {
        let depth = "\u{2003}".repeat(line.depth);
        table.rows.push(vec![
            plain(place(line)),
            vec![Word::Plain(depth), Word::Code(line.source.clone())],
            cost(&line.cost),
        ]);
    }
    let total = vec![plain(""), plain("T"), derived::value(formula)];
    table.rows.push(total);
    Some(table)
}

/// `7`, or `reduction.pram, 12` in a file that is included.
fn place(line: &DerivedLine) -> String {
    match &line.file {
        None => line.line.to_string(),
        Some(file) => format!("{}, {}", file_name(file), line.line),
    }
}

/// A formula, or two between which the cost lies.
fn cost(text: &str) -> Words {
    match text.split_once(" … ") {
        None => vec![Word::Formula(text.to_owned())],
        Some((lower, upper)) => vec![
            Word::Formula(lower.to_owned()),
            Word::Plain(" … ".to_owned()),
            Word::Formula(upper.to_owned()),
        ],
    }
}

/// A file without the comment at its head, and where the program's work is done.
fn listing(study: &Study, file: &str, text: &str) -> Vec<ListedLine> {
    let mut parts: HashMap<usize, f64> = HashMap::new();
    for (line, part) in parts_of_work(study, file) {
        *parts.entry(line).or_default() += part;
    }
    let is_head = |line: &&str| {
        let line = line.trim();
        line.is_empty() || line.starts_with("//") || line.starts_with('#')
    };
    let head = text.lines().take_while(is_head).count();
    (text.trim_end().lines().enumerate().skip(head))
        .map(|(index, text)| {
            let number = index + 1;
            let part = parts.get(&number).filter(|part| **part >= MUCH);
            ListedLine {
                number,
                text: text.to_owned(),
                share: part.map(|part| share(*part)),
            }
        })
        .collect()
}

/// The lines of a file that hold parts of the work, each from 0 to 1.
fn parts_of_work(study: &Study, file: &str) -> impl Iterator<Item = (usize, f64)> {
    let lines = study.anatomy.iter().flat_map(|anatomy| &anatomy.lines);
    let own = lines.filter(move |line| line.file == file);
    own.map(|line| (line.line, line.share.work_share))
}

/// `51 % of W`
fn share(part: f64) -> String {
    format!("{:.0}\u{a0}% of W", 100.0 * part)
}
